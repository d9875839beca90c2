import type { Exception, Policy } from '../core/model/policy.ts'
import { type Added, addExceptions } from './add-exceptions.ts'
import { compilePolicy, type PolicyParts, textOf } from './policy.ts'
import { isProjects, MAX_POLICY_BYTES, type PolicySight, seePolicyFiles } from './policy-files.ts'
import { pinsFileOf, readPins } from './trust.ts'

export type ExceptionPlan =
  | { readonly kind: 'edit'; readonly before: string; readonly added: Added }
  /** The policy says so already. */
  | { readonly kind: 'present'; readonly from: string }
  /** Where it stands in the user's file, as far as it stands there. */
  | { readonly kind: 'problem'; readonly line?: number; readonly problem: string }

/** The user's policy file with these exceptions, tried out: they count, and nothing else changes. */
export function planExceptions(parts: PolicyParts, project: string, exceptions: readonly Exception[]): ExceptionPlan {
  const sights = seePolicyFiles(parts, project)
  const pins = sights.some(isProjects) ? readPins(pinsFileOf(parts.paths)) : {}
  const now = compilePolicy(parts, sights, pins)
  const missing = exceptions.filter((one) => !includes(now.policy, one))
  if (missing.length === 0)
    return { kind: 'present', from: now.allowed.find((one) => exceptions.some(isSame(one)))?.from ?? '' }
  const sight = sights.find(({ layer }) => layer === 'user')
  if (sight?.kind === 'problem') return { kind: 'problem', problem: sight.problem }
  const before = sight === undefined ? '' : textOf(sight.bytes)
  if (before === undefined) return { kind: 'problem', problem: 'it is not UTF-8 text' }
  const added = addExceptions(before, missing, parts.loadYaml())
  if ('problem' in added) return { kind: 'problem', ...added }
  const bytes = Buffer.from(added.text)
  if (bytes.length > MAX_POLICY_BYTES) return { kind: 'problem', problem: 'it would grow too large' }
  const user: PolicySight = { layer: 'user', file: parts.paths.userPolicy, kind: 'bytes', bytes, sha256: '' }
  const others = (layer: PolicySight['layer']) => sights.filter((one) => one.layer === layer)
  const then = compilePolicy(parts, [...others('managed'), user, ...others('project')], pins)
  const objection = then.problems.find(({ file, line }) => file === user.file && line >= added.from && line <= added.to)
  if (objection !== undefined) return { kind: 'problem', problem: objection.text }
  const kept = [...now.policy.exceptions, ...missing].every((one) => includes(then.policy, one))
  if (!kept || rest(now.policy) !== rest(then.policy))
    return { kind: 'problem', problem: 'its layout leaves no place for another entry' }
  return { kind: 'edit', before, added }
}

const isSame =
  (one: Exception) =>
  ({ rule, command, project, folder }: Exception): boolean =>
    one.rule === rule && one.command === command && one.project === project && one.folder === folder

const includes = ({ exceptions }: Policy, one: Exception): boolean => exceptions.some(isSame(one))

const rest = (policy: Policy): string => JSON.stringify({ ...policy, exceptions: [], problems: [] })
