import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Paths } from '../config/paths.ts'
import { readSealPlan } from '../config/seal.ts'
import { isInside } from '../core/model/inside.ts'
import { othersRunOutside } from '../install/ungated.ts'
import { type ProcessFacts, runningClients, runtimeOfClient } from '../person/processes.ts'
import type { Sealed } from '../person/terminal.ts'
import { hasPrefix } from '../runtimes/peek.ts'

const PROBE_MS = 2_000
const TICK_MS = 10

interface Looks {
  readonly enters: (program: string) => boolean
  readonly clients: (home: string) => readonly Pick<ProcessFacts, 'name' | 'executable' | 'started'>[]
  readonly bootedAtMs: () => number
}

const HERE: Looks = { enters, clients: runningClients, bootedAtMs }

/**
 * ADR 0029: whether every agent that runs here is sealed, and has been since it began. Then what an agent could do to a terminal needs
 * no looking for. Undefined where one is not: Codex, a client that is older than the plan, hooks that run outside, a machine that gives
 * no namespaces.
 */
export function sealedAgents(
  paths: Pick<Paths, 'sealCommand' | 'home' | 'claude' | 'hookCommand'>,
  project?: string,
  { enters, clients, bootedAtMs }: Looks = HERE,
): Sealed | undefined {
  const plan = readSealPlan(paths)
  if (!plan || plan.isOff) return undefined
  const bootMs = bootedAtMs()
  const isSealed = (one: Pick<ProcessFacts, 'name' | 'executable' | 'started'>) =>
    hasPrefix(runtimeOfClient(one) ?? '') && bootMs + one.started * TICK_MS > plan.sinceMs
  if (!clients(paths.home).every(isSealed) || othersRunOutside(project, paths) || !enters(paths.sealCommand))
    return undefined
  const isIn = (folders: readonly string[], path: string) => folders.some((folder) => isInside(path, folder))
  return { hides: (path) => isIn(plan.hidden, path) && !isIn(plan.passed, path) }
}

function enters(program: string): boolean {
  const { stdout } = spawnSync(program, ['--probe'], { encoding: 'utf8', timeout: PROBE_MS, env: {} })
  return /^yes\b/.test(stdout ?? '')
}

function bootedAtMs(): number {
  const [seconds = '0'] = readFileSync('/proc/uptime', 'utf8').split(' ')
  return Date.now() - Number(seconds) * 1_000
}
