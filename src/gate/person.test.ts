import { describe, expect, it } from 'vitest'
import { provePerson, type Terminal } from './person.ts'
import type { ProcessFacts } from './process-table.ts'

const NOW_MS = 1_800_000_000_000
const HELD_MS = NOW_MS - 60_000

function proc(pid: number, parent: number, over: Partial<ProcessFacts> = {}): ProcessFacts {
  return { pid, parent, name: 'bash', leader: 10, hasTty: true, env: {}, executable: '/bin/bash', ...over }
}

/** init ← login shell 10 ← the command 20. */
function terminal(processes: readonly ProcessFacts[], tmux = ''): Terminal {
  const table = new Map(
    [proc(1, 0, { name: 'init', hasTty: false }), proc(10, 1), proc(20, 10), ...processes].map((one) => [one.pid, one]),
  )
  return { pid: 20, nowMs: NOW_MS, read: (pid) => table.get(pid), listTmuxClients: () => tmux }
}

const ACCEPTED = { kind: 'human', door: 'cli' }
const tmuxEnv = { env: { TMUX: '/tmp/tmux-0/default,77,0' } }
const seconds = (ms: number) => Math.floor(ms / 1_000)

describe('a person at a terminal', () => {
  const rows: readonly (readonly [name: string, terminal: Terminal, accepted: boolean])[] = [
    ['a plain terminal', terminal([]), true],
    ['no terminal', terminal([proc(20, 10, { hasTty: false })]), false],
    ['an agent variable in its own environment', terminal([proc(20, 10, { env: { CLAUDECODE: '1' } })]), false],
    ['an agent variable above it', terminal([proc(10, 1, { env: { CODEX_THREAD_ID: 'x' } })]), false],
    ['a program started by the gate', terminal([proc(10, 1, { env: { FAIRLEAD_GATE: '1' } })]), false],
    ['an agent client above it', terminal([proc(10, 1, { name: 'claude' })]), false],
    ['an agent client under another name', terminal([proc(10, 1, { executable: '/x/bin/codex' })]), false],
    [
      'a terminal whose session an agent leads',
      terminal([proc(20, 1, { leader: 30 }), proc(30, 1, { name: 'codex' })]),
      false,
    ],
    ['another multiplexer', terminal([proc(20, 10, { env: { ZELLIJ: '0' } })]), false],
    ['another user’s unreadable ancestor', terminal([proc(10, 1, { env: undefined })]), true],
    [
      'tmux with a key just pressed',
      terminal([proc(20, 10, tmuxEnv), proc(40, 1)], `${seconds(HELD_MS) - 9} ${seconds(NOW_MS)} 40\n`),
      true,
    ],
    ['tmux without an attached client', terminal([proc(20, 10, tmuxEnv)]), false],
    [
      'tmux where nobody pressed a key',
      terminal([proc(20, 10, tmuxEnv), proc(40, 1)], `${seconds(HELD_MS) - 9} ${seconds(NOW_MS) - 30} 40\n`),
      false,
    ],
    [
      'tmux attached after the hold',
      terminal([proc(20, 10, tmuxEnv), proc(40, 1)], `${seconds(HELD_MS) + 9} ${seconds(NOW_MS)} 40\n`),
      false,
    ],
    [
      'a tmux client that an agent started',
      terminal(
        [proc(20, 10, tmuxEnv), proc(40, 1, { env: { AI_AGENT: 'x' } })],
        `${seconds(HELD_MS) - 9} ${seconds(NOW_MS)} 40\n`,
      ),
      false,
    ],
  ]
  it.each(rows)('%s', (_name, where, accepted) => {
    const proof = provePerson(HELD_MS, where)
    if (accepted) expect(proof).toEqual(ACCEPTED)
    else
      expect(proof).toMatchObject({
        kind: 'unproven',
        why: expect.any(String),
        instead: expect.stringContaining('fairlead edge approve'),
      })
  })

  it('is not proven where the system tells nothing', () => {
    expect(provePerson(HELD_MS, { ...terminal([]), read: () => undefined })).toMatchObject({ kind: 'unproven' })
  })

  it('reads the real process table without failing', () => {
    expect(provePerson(HELD_MS).kind).toMatch(/^(human|unproven)$/)
  })
})
