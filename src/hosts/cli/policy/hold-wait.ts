import type { Json } from '../../../core/model/json.ts'
import { patienceMs } from '../../../gate/wait.ts'
import type { GateHook } from '../../../install/probe.ts'

/** `edge.hold_seconds` was written into the hook by `init`: a later change waits for the next one. Undefined when they agree. */
export function waitProblem({ file, handler, scope }: GateHook, holdSeconds: number): string | undefined {
  const waits = waitSeconds(handler)
  if (holdSeconds === 0 || patienceMs(holdSeconds, waits) === holdSeconds * 1_000) return undefined
  const found = `\`edge.hold_seconds\` is ${holdSeconds}, and the hook in \`${file}\``
  if (scope === 'project') return `${found} belongs to the project and cannot wait; run \`fairlead init --scope user\``
  return waits === 0
    ? `${found} does not wait yet; run \`fairlead init\` again`
    : `${found} waits for less; run \`fairlead init\` again`
}

function waitSeconds(handler: Json): number {
  const [, seconds = '0'] = /--wait[^\d]{1,5}(\d+)/.exec(JSON.stringify(handler)) ?? []
  return Number(seconds)
}
