import { describe, expect, it } from 'vitest'
import type { ProcessFacts } from './processes.ts'
import {
  type AgentStart,
  isAnsweredByHand,
  type KeyboardEvidence,
  type TerminalSources,
  weighCommand,
  weighTerminal,
} from './terminal.ts'

const NOW_MS = 1_800_000_000_000
const HELD_MS = NOW_MS - 60_000
const SINCE = { atMs: HELD_MS, client: 'none' } as const

const HERE = 'user:[1] pid:[1] mnt:[1]'
const ELSEWHERE = 'user:[2] pid:[2] mnt:[2]'

function proc(pid: number, parent: number, over: Partial<ProcessFacts> = {}): ProcessFacts {
  return {
    pid,
    parent,
    started: pid,
    name: 'bash',
    leader: 10,
    hasTty: true,
    env: {},
    executable: '/bin/bash',
    command: 'bash',
    namespaces: HERE,
    ...over,
  }
}

/** init ← login shell 10 ← the process 20. */
function sources(processes: readonly ProcessFacts[], tmux: string | undefined = ''): TerminalSources {
  const table = new Map(
    [proc(1, 0, { name: 'init', hasTty: false }), proc(10, 1), proc(20, 10), SERVER, ...processes].map((one) => [
      one.pid,
      one,
    ]),
  )
  return {
    nowMs: NOW_MS,
    read: (pid) => table.get(pid),
    listTmuxClients: () => tmux,
    listTmuxPanes: () => '3 $1\n10 $0\n',
    listensAlone: (pid, socket) => pid === 7 && socket === '/tmp/tmux-0/default',
    tmuxLog: () => ({ text: '20:10: client-9 command: show-messages\n', limit: 1_000 }),
    terminalTimes: () => ({ readMs: NOW_MS - 8_000, changedMs: HELD_MS - 9_000 }),
  }
}

const SERVER = proc(7, 1, { name: 'tmux: server' })
const inTmux = proc(20, 7, { env: { TMUX: '/tmp/tmux-0/default,7,0' } })
const seconds = (ms: number) => Math.floor(ms / 1_000)
const EARLIER = seconds(HELD_MS) - 9
const LATER = seconds(HELD_MS) + 9
const JUST_NOW = seconds(NOW_MS)
const LONG_AGO = JUST_NOW - 30

const KEY = `${EARLIER} ${JUST_NOW} 40 /dev/pts/4\n`
const SENT = '20:10: client-9 command: show-messages\n20:10: client-7 command: send-keys -t %1 Enter\n'
const typed = sources([inTmux, proc(40, 1)], KEY)
const times = (over: Partial<ReturnType<TerminalSources['terminalTimes']>>) => ({
  terminalTimes: () => ({ readMs: NOW_MS, changedMs: HELD_MS, ...over }),
})

describe('a person at a terminal', () => {
  const rows: readonly (readonly [
    name: string,
    sources: TerminalSources,
    verdict: KeyboardEvidence['kind'] | 'detached',
  ])[] = [
    ['a plain terminal', sources([]), 'person'],
    ['no terminal', sources([proc(20, 10, { hasTty: false })]), 'refuted'],
    ['an agent variable in its own environment', sources([proc(20, 10, { env: { CLAUDECODE: '1' } })]), 'refuted'],
    ['an agent variable above it', sources([proc(10, 1, { env: { CODEX_THREAD_ID: 'x' } })]), 'refuted'],
    ['a program started by the gate', sources([proc(10, 1, { env: { FAIRLEAD_GATE: '1' } })]), 'refuted'],
    ['an agent client above it', sources([proc(10, 1, { name: 'claude' })]), 'refuted'],
    ['an agent client under another name', sources([proc(10, 1, { executable: '/x/bin/codex' })]), 'refuted'],
    ['an agent client itself, clean', sources([proc(20, 10, { name: 'claude', leader: 20 })]), 'person'],
    ['an agent client in a clean terminal', sources([proc(20, 10, { name: 'claude' })]), 'person'],
    [
      'a terminal whose session an agent leads',
      sources([proc(20, 1, { leader: 30 }), proc(30, 1, { name: 'codex' })]),
      'refuted',
    ],
    ['zellij', sources([proc(20, 10, { env: { ZELLIJ: '0' } })]), 'unknown'],
    ['screen', sources([proc(20, 10, { env: { STY: '1.pts-0' } })]), 'unknown'],
    ['kitty with remote control', sources([proc(20, 10, { env: { KITTY_LISTEN_ON: 'unix:x' } })]), 'unknown'],
    ['wezterm', sources([proc(20, 10, { env: { WEZTERM_PANE: '0' } })]), 'unknown'],
    ['the terminal of an editor', sources([proc(20, 10, { env: { TERM_PROGRAM: 'vscode' } })]), 'unknown'],
    ['the terminal of another editor', sources([proc(20, 10, { env: { TERMINAL_EMULATOR: 'JetBrains' } })]), 'unknown'],
    ['tmux inside an editor', sources([proc(20, 10, { env: { ...inTmux.env, NVIM: 'x' } })]), 'unknown'],
    ['another user’s unreadable ancestor', sources([proc(10, 1, { env: undefined })]), 'person'],
    ['a process that cannot be read', sources([proc(20, 10, { env: undefined })]), 'refuted'],
    [
      'a process that cannot be read, below an agent',
      sources([proc(20, 10, { env: undefined }), proc(10, 1, { env: { CLAUDECODE: '1' } })]),
      'refuted',
    ],
    ['a process that is not there', { ...sources([]), read: () => undefined }, 'unknown'],
    ['tmux with a key just pressed', typed, 'person'],
    ['tmux whose variable was taken away', sources([proc(10, 1, { name: 'tmux: server' })]), 'unknown'],
    ['screen whose variable was taken away', sources([proc(10, 1, { name: 'SCREEN' })]), 'unknown'],
    ['an editor whose variable was taken away', sources([proc(10, 1, { name: 'nvim' })]), 'unknown'],
    ['tmux with an old key', { ...typed, ...times({ readMs: NOW_MS - 13_000 }) }, 'refuted'],
    ['a terminal whose times were set', { ...typed, ...times({ changedMs: HELD_MS + 1 }) }, 'unknown'],
    ['a terminal that the kernel does not show', { ...typed, terminalTimes: () => undefined }, 'unknown'],
    ['another server under the name of tmux', { ...typed, listensAlone: () => false }, 'unknown'],
    ['a terminal that is no pane of tmux', { ...typed, listTmuxPanes: () => '3 $1\n' }, 'unknown'],
    ['tmux that does not list its panes', { ...typed, listTmuxPanes: () => undefined }, 'unknown'],
    ['a tmux that is not above', sources([{ ...inTmux, parent: 10 }, proc(40, 1)], KEY), 'unknown'],
    [
      'two people at one tmux',
      sources([inTmux, proc(40, 1), proc(41, 1)], `${KEY}${EARLIER} ${JUST_NOW} 41 x\n`),
      'person',
    ],
    [
      'an agent’s client beside a person',
      sources([inTmux, proc(40, 1), proc(41, 1, { name: 'claude' })], `${KEY}${EARLIER} ${JUST_NOW} 41 x\n`),
      'refuted',
    ],
    [
      'a later client beside a person',
      sources([inTmux, proc(40, 1), proc(41, 1)], `${KEY}${LATER} ${JUST_NOW} 41 x\n`),
      'unknown',
    ],
    ['keys sent by command', { ...typed, tmuxLog: () => ({ text: SENT, limit: 1_000 }) }, 'detached'],
    ['tmux that does not say what it was told', { ...typed, tmuxLog: () => undefined }, 'detached'],
    ['tmux that does not answer', { ...sources([inTmux]), listTmuxClients: () => undefined }, 'unknown'],
    ['tmux without an attached client', sources([inTmux]), 'refuted'],
    ['tmux where no key was pressed', sources([inTmux, proc(40, 1)], `${EARLIER} ${LONG_AGO} 40\n`), 'refuted'],
    ['tmux attached again', sources([inTmux, proc(40, 1)], `${LATER} ${JUST_NOW} 40\n`), 'unknown'],
    [
      'a tmux client that an agent attached',
      sources([inTmux, proc(40, 1, { env: { AI_AGENT: 'x' } })], `${EARLIER} ${JUST_NOW} 40\n`),
      'refuted',
    ],
    [
      'an idle person while an agent’s client is active',
      sources(
        [inTmux, proc(40, 1), proc(41, 1, { env: { AI_AGENT: 'x' } })],
        `${EARLIER} ${LONG_AGO} 40\n${EARLIER} ${JUST_NOW} 41\n`,
      ),
      'refuted',
    ],
  ]
  it.each(rows)('%s', (_name, where, verdict) => {
    const why = expect.any(String)
    const expected = verdict === 'detached' ? { kind: 'unknown', why, detached: true } : { kind: verdict, why }
    expect(weighTerminal(20, SINCE, where)).toEqual(verdict === 'person' ? { kind: verdict } : expected)
  })

  it('is not known where the system tells nothing', () => {
    expect(weighTerminal(20, SINCE, { ...sources([]), read: () => undefined })).toMatchObject({ kind: 'unknown' })
  })

  it('reads the real process table without failing', () => {
    expect(weighTerminal(process.pid, SINCE).kind).toMatch(/^(person|refuted|unknown)$/)
  })
})

describe('a command of ours', () => {
  const client = { pid: 50, started: 15, namespaces: HERE }
  const weighed = (processes: readonly ProcessFacts[], known: AgentStart['client'] = client) => {
    const evidence = weighCommand(20, { atMs: HELD_MS, client: known }, sources(processes))
    return evidence.kind === 'unknown' && evidence.detached ? 'detached' : evidence.kind
  }

  it('is a person’s where something above it is older than the agent', () => {
    expect(weighed([])).toBe('person')
    expect(weighed([proc(10, 1, { started: 99 }), proc(20, 10, { started: 100 })])).toBe('detached')
    expect(weighed([proc(10, 1, { started: 99 })], 'none')).toBe('person')
  })

  it('[EDGE-51] is nobody’s where nothing is known of the client', () => {
    expect(weighed([], 'unknown')).toBe('detached')
  })

  it('[EDGE-51] is refuted in other namespaces than the client’s, or as the first process of some', () => {
    const first = (over: Partial<ProcessFacts> = {}) => [proc(20, 0, over)]
    expect([
      weighed([proc(20, 10, { namespaces: ELSEWHERE })]),
      weighed([proc(20, 10, { namespaces: undefined })]),
      weighed(first(), 'none'),
      weighed(first(), { pid: 50, started: 15 }),
      weighed(first({ namespaces: ELSEWHERE })),
    ]).toEqual(Array(5).fill('refuted'))
    // Put there from outside, beside the client: nothing above is older, but nobody inside can do that.
    expect(weighed(first())).toBe('detached')
    // Of one that registered before namespaces were noted.
    expect(weighed([proc(20, 10, { namespaces: ELSEWHERE })], { pid: 50, started: 15 })).toBe('person')
  })

  it('does not count below init, a scheduler or a session manager', () => {
    const adopted = (name: string) => [proc(9, 1, { name, started: 2 }), proc(10, 9, { started: 99 })]
    expect(['systemd', 'atd', 'cron', 'tini'].map((name) => weighed(adopted(name)))).toEqual(Array(4).fill('detached'))
    expect(weighed(adopted('gnome-terminal-'))).toBe('person')
  })

  it('is not known inside a multiplexer, and told apart where an agent may have made the terminal', () => {
    const zellij = { env: { ZELLIJ: '0' } }
    expect(weighed([proc(20, 10, zellij)])).toBe('unknown')
    expect(weighed([proc(10, 1, { started: 99 }), proc(20, 10, { ...zellij, started: 100 })])).toBe('detached')
  })

  it('knows who attached tmux again, and who only seems to', () => {
    const attached = (...processes: readonly ProcessFacts[]) => {
      const where = sources([inTmux, ...processes], `${LATER} ${JUST_NOW} 40\n`)
      return weighCommand(20, { atMs: HELD_MS, client }, where)
    }
    const again = { kind: 'unknown', why: 'this tmux session was attached again after the agent started' }
    expect(attached(proc(40, 12), proc(12, 1, { name: 'sshd' }))).toEqual(again)
    expect(attached(proc(40, 1))).toEqual({ ...again, detached: true })
  })

  it('is refuted as ever', () => {
    expect(weighed([proc(20, 10, { hasTty: false })])).toBe('refuted')
  })
})

describe('a prompt that only the person answers', () => {
  const rows: readonly (readonly [name: string, sources: TerminalSources, isAnswered: boolean])[] = [
    ['in a plain terminal', sources([]), true],
    [
      "in an editor's terminal",
      sources([proc(20, 10, { env: { TERM_PROGRAM: 'vscode', VSCODE_INJECTION: '1' } })]),
      true,
    ],
    ['below an editor', sources([proc(10, 1, { name: 'code' })]), true],
    ['in tmux, whoever is attached', typed, false],
    ["in tmux in an editor's terminal", sources([proc(20, 10, { env: { TERM_PROGRAM: 'vscode', TMUX: 'x' } })]), false],
    ['in a multiplexer that hides itself', sources([proc(10, 1, { name: 'tmux: server' })]), false],
    ['in a window of a multiplexer', sources([proc(10, 1, { env: { ZELLIJ: '0' } })]), false],
    ['in a terminal that takes commands', sources([proc(20, 10, { env: { KITTY_LISTEN_ON: 'unix:x' } })]), false],
    ['without a terminal', sources([proc(20, 10, { hasTty: false })]), false],
    ['below an agent', sources([proc(10, 1, { name: 'claude' })]), false],
    ['where the system tells nothing', { ...sources([]), read: () => undefined }, false],
  ]
  it.each(rows)('[EDGE-51] %s', (_name, where, isAnswered) => {
    expect(isAnsweredByHand(20, SINCE, where)).toBe(isAnswered)
  })
})
