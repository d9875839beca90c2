import type { Finding } from '../../model/assessment.ts'
import type { EventOf } from '../../model/event.ts'
import type { Policy } from '../../model/policy.ts'

/** Has a person settled that this rule does not hold this very command here? Never for the catastrophic or for tampering. */
export function isExcepted(
  { exceptions }: Pick<Policy, 'exceptions'>,
  { tool, around }: EventOf<'tool.before'>,
  { rule, tier, harm }: Finding,
): boolean {
  if (tool.kind !== 'shell' || tier !== 'junction' || harm === 'tamper') return false
  const command = tool.command.trim()
  return exceptions.some(
    (one) =>
      one.rule === rule && one.command === command && one.project === around.project && one.folder === around.cwd,
  )
}
