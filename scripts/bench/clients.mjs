import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runClaudePrint } from '../../test/e2e/support/claude.ts'
import { missingClient } from '../../test/e2e/support/run-client.ts'
import { createWorld } from '../../test/e2e/support/world.ts'
import { percentile, round } from './table.mjs'
import { DIST } from './world.mjs'

const CALLS = 20
const ROUNDS = 3
const SETUPS = {
  'without Fairlead': undefined,
  'with Fairlead, unsealed': ['--no-seal'],
  'with Fairlead, sealed': ['--seal'],
}

/** What one shell call of the real Claude Code costs more: a session of many, with and without us, in turn. */
export async function benchClients() {
  if (missingClient('claude') !== null) return [{ 'claude-code': missingClient('claude') }]
  const times = Object.fromEntries(Object.keys(SETUPS).map((name) => [name, []]))
  for (let index = 0; index < ROUNDS; index += 1)
    for (const [name, flags] of Object.entries(SETUPS)) times[name].push(await session(flags))
  const [none] = Object.keys(SETUPS)
  const p50 = (name) => percentile(times[name], 0.5)
  return Object.keys(SETUPS).map((name) => ({
    'claude-code': name,
    'ms a call': round(p50(name) / CALLS),
    'added ms a call': round((p50(name) - p50(none)) / CALLS),
  }))
}

async function session(flags) {
  const world = createWorld()
  try {
    mkdirSync(join(world.home, '.claude'))
    const env = { PATH: process.env.PATH, HOME: world.home, LANG: 'C.UTF-8' }
    const cli = (...args) => spawnSync(process.execPath, [join(DIST, 'cli.mjs'), ...args], { cwd: world.project, env })
    if (flags) cli('init', '--yes', '--runtime', 'claude-code', ...flags)
    const call = [{ name: 'Bash', input: { command: 'true', description: 'a step' } }]
    const between = async (count) => {
      const script = [...Array.from({ length: count }, () => call), ['Done.']]
      const { durationMs, requests } = await runClaudePrint({ ...world, prompt: 'go', script })
      if (requests.length < count) throw new Error('the client did not make its calls')
      return durationMs
    }
    // What starting and ending takes is in both.
    const tookMs = -(await between(1)) + (await between(CALLS + 1))
    if (flags) cli('down')
    return tookMs
  } finally {
    world.remove()
  }
}
