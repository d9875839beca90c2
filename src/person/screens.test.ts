import { expect, it } from 'vitest'
import type { Registration } from '../core/model/door.ts'
import { sessionId } from '../core/model/ids.ts'
import { goneSessions, type ProcessFacts } from './processes.ts'
import { type ScreenSources, weighClient } from './screens.ts'

const proc = (pid: number, parent: number, over: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid,
  parent,
  started: pid * 10,
  name: 'codex',
  leader: pid,
  hasTty: true,
  env: {},
  executable: undefined,
  command: 'codex',
  namespaces: undefined,
  ...over,
})

const TABLE = new Map(
  [
    proc(2, 1, { name: 'terminal' }),
    proc(3, 2),
    proc(4, 3, { hasTty: false, command: 'codex app-server --listen unix://' }),
    proc(5, 2),
    proc(6, 1),
    proc(7, 4),
  ].map((one) => [one.pid, one]),
)
const read = (pid: number) => TABLE.get(pid)
const CLIENT: Registration = {
  pid: 4,
  started: 40,
  tty: true,
  screens: [{ pid: 3, started: 30 }],
  runtime: 'codex',
  atMs: 0,
}

function weigh(open: readonly number[], connections: number, client = CLIENT) {
  const sources: ScreenSources = {
    ...{ nowMs: 0, read, listTmuxClients: () => '', listTmuxPanes: () => '', listensAlone: () => false },
    ...{ tmuxLog: () => undefined, terminalTimes: () => undefined },
    screens: () => open.flatMap((pid) => read(pid) ?? []),
    connections: () => connections,
  }
  return weighClient(client, sources)
}

it('[EDGE-51] finds the person at the terminal of a client that runs its agents in a server', () => {
  expect(weigh([3], 1)).toEqual({ kind: 'person' })
  // A second window of the person's.
  expect(weigh([3, 5], 2)).toEqual({ kind: 'person' })
  expect(weigh([], 0)).toEqual({ kind: 'refuted', why: "it isn't running in a terminal" })
})

it('[EDGE-51] takes no answer where another program could have given it', () => {
  const connected = "another program is connected to the server that runs this session's agent"
  expect(weigh([3], 2)).toEqual({ kind: 'refuted', why: connected })
  // Let go of by who started it, or started by the agent.
  for (const pid of [6, 7]) {
    const why = `another client (\`codex\`, process ${pid}) can answer for this session`
    expect(weigh([3, pid], 2)).toEqual({ kind: 'refuted', why })
  }
})

it('[EDGE-51] looks at the client itself where it has the terminal', () => {
  const { screens: _none, ...alone } = CLIENT
  expect(weigh([], 0, { ...alone, pid: 3, started: 30 })).toEqual({ kind: 'person' })
})

it('takes a session for gone when all its terminals are, though the server lives', () => {
  const gone = (...screens: readonly number[]) =>
    goneSessions(
      {
        clients: { [sessionId('s')]: { ...CLIENT, screens: screens.map((pid) => ({ pid, started: pid * 10 })) } },
        sessions: {},
      },
      0,
      read,
    )
  expect([gone(3), gone(99), gone(99, 3), gone()]).toEqual([[], ['s'], [], []])
})
