import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { governedMachine } from './support/governed-machine.ts'
import { until } from './support/until.ts'

const BEAD = 'id: bd-7\ntitle: Rotation\ntype: feature\nstatus: in_progress\ncreated: 2026-01-01T00:00:00Z\n'
const CITED = '`export const graceMs = 900` [${PROJECT_ROOT}/src/jwt.ts:1]'

const numberOf = (line: string) => Number(/"n":(\d+)/.exec(line)?.[1] ?? 0)

/** A session from start to end, then the next one begins. Gives the ledgers without times and ids. */
async function session(isDaemonAway: boolean) {
  const { world, fairlead } = governedMachine({ runtime: 'claude-code', flags: ['--in-repo'] })
  // Whatever `init` started is up by then, and can be ended.
  await fairlead.startDaemon()
  const daemon = join(world.home, '.fairlead/program/current/daemon.mjs')
  const isUp = () => JSON.parse(fairlead.cli('status', '--json').stdout).daemon !== null
  if (isDaemonAway) {
    renameSync(daemon, `${daemon}.away`)
    // A machine under load may keep it from hearing the first word.
    const isAway = () => {
      fairlead.stopDaemon()
      return !isUp()
    }
    await until(isAway, 'the daemon is away', { timeoutMs: 30_000 })
  }
  world.write('.beads/bd-7.yaml', BEAD)
  world.write('src/jwt.ts', 'export const graceMs = 900\n')
  const hook = (event: string, more: object) =>
    fairlead.hook('claude-code', {
      session_id: 's',
      transcript_path: '/nowhere',
      cwd: world.project,
      hook_event_name: event,
      ...more,
    })
  const lines = () =>
    world
      .git('ls-files', '-o', 'loa-grimoire/a2a')
      .trim()
      .split('\n')
      .filter((file) => file !== '')
      .flatMap((file) => world.read(file).trim().split('\n'))
  hook('SessionStart', { source: 'startup' })
  hook('UserPromptSubmit', { prompt: 'rotate the tokens' })
  expect(fairlead.cli('ledger', 'focus', 'rotating', '--bead', 'bd-7', '--title', 'Rotation').status).toBe(0)
  expect(
    fairlead.cli('ledger', 'decide', 'Grace', 'fifteen minutes', '--cite', CITED, '--next', 'blacklist').status,
  ).toBe(0)
  // What was cited is changed before the end: only who opens it again knows.
  world.write('src/jwt.ts', 'export const graceMs = 901\n')
  hook('SessionEnd', { reason: 'clear' })
  hook('SessionStart', { source: 'clear' })
  await until(
    () => lines().filter((line) => line.includes('"measured":true')).length === 2,
    'both packets were measured',
  )
  expect(isUp()).toBe(!isDaemonAway)
  const plain = (text: string) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{13}\b/g, 'T')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|d-[\w-]+|[0-9a-f]{40,64}/g, 'ID')
  return {
    bead: plain(world.read('.beads/bd-7.yaml')),
    // What follows an answer is written a moment after it, perhaps behind the next line.
    lines: lines()
      .toSorted((left, right) => numberOf(left) - numberOf(right))
      .map(plain),
    notes: plain(world.read('loa-grimoire/NOTES.md')),
  }
}

describe('the ledgers without a daemon', () => {
  it('[LEDGER-1, LEDGER-38, LEDGER-98, LEDGER-129] are the same as with one: tasks told, citations opened, tokens counted', async () => {
    const away = await session(true)
    const there = await session(false)
    // LEDGER-1, LEDGER-98: files, notes and tasks, line by line. LEDGER-129: so is what the packets were measured at.
    expect(away).toEqual(there)
    expect(away.lines.filter((line) => line.includes('"measured":true'))).toHaveLength(2)
    expect(away.bead).toContain('session_id: s')
    // LEDGER-38
    expect(away.lines.filter((line) => line.includes('"session_handoff"'))[0]).toContain('"grounding_ratio":0')
  })
})
