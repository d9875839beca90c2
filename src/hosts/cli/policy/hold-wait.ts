import type { Json } from '../../../core/model/json.ts'
import { CONFIG_TEXTS } from '../../../core/words/cli-policy.ts'
import { patienceMs } from '../../../gate/wait.ts'
import type { GateHook } from '../../../install/probe.ts'

/** `edge.hold_seconds` was written into the hook by `init`: a later change waits for the next one. Undefined when they agree. */
export function waitProblem({ file, handler, scope }: GateHook, holdSeconds: number): string | undefined {
  const waits = waitSeconds(handler)
  if (holdSeconds === 0 || patienceMs(holdSeconds, waits) === holdSeconds * 1_000) return undefined
  const found = CONFIG_TEXTS.hookWait(holdSeconds, file)
  if (scope === 'project') return `${found}${CONFIG_TEXTS.hookOfProject}`
  return `${found}${waits === 0 ? CONFIG_TEXTS.hookNotYet : CONFIG_TEXTS.hookLess}`
}

function waitSeconds(handler: Json): number {
  const [, seconds = '0'] = /--wait[^\d]{1,5}(\d+)/.exec(JSON.stringify(handler)) ?? []
  return Number(seconds)
}
