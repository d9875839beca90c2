import type { Exception, Policy } from '../core/model/policy.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { type Added, addExceptions } from './add-exceptions.ts'
import { compilePolicy, type LoadedPolicy, type PolicyParts, policyText } from './policy.ts'
import { MAX_POLICY_BYTES, type PolicySight, seePolicyFiles } from './policy-files.ts'
import { setValue, type Wish } from './set-value.ts'

/** Where it stands in the user's file, as far as it stands there. */
interface Problem {
  readonly kind: 'problem'
  readonly line?: number
  readonly problem: string
}

export type SettingPlan =
  | { readonly kind: 'edit'; readonly before: string; readonly text: string; readonly line: number }
  | Problem

export type ExceptionPlan =
  | { readonly kind: 'edit'; readonly before: string; readonly added: Added }
  /** The policy says so already. */
  | { readonly kind: 'present'; readonly from: string }
  | Problem

/** The user's policy file with this value, tried out: it counts, and no other setting changes. */
export function planSetting(parts: PolicyParts, project: string, wish: Wish): SettingPlan {
  const { now, trial } = openTrial(parts, project)
  if (trial.kind === 'problem') return trial
  const changed = setValue(trial.before, wish, parts.loadYaml())
  if (!changed.ok) return { kind: 'problem', line: changed.line, problem: changed.problem }
  const then = trial.with(changed.text)
  if (then === undefined) return TOO_LARGE
  const name = `${wish.section}.${wish.key}`
  const rest = ({ settings }: LoadedPolicy) =>
    JSON.stringify(settings.flatMap((one) => (one.name === name ? [] : [[one.name, one.value]])))
  const counts = then.settings.find((one) => one.name === name)
  const { line } = changed
  const isOwn = counts?.from.startsWith(parts.paths.userPolicy) === true
  if (wish.value === undefined ? isOwn : counts?.value !== wish.value)
    return { kind: 'problem', line, problem: POLICY_PROBLEMS.wouldStay(name, counts?.value, counts?.from) }
  if (rest(now) !== rest(then)) return { kind: 'problem', line, problem: POLICY_PROBLEMS.otherSetting }
  return { kind: 'edit', before: trial.before, text: changed.text, line }
}

/** The user's policy file with these exceptions, tried out: they count, and nothing else changes. */
export function planExceptions(parts: PolicyParts, project: string, exceptions: readonly Exception[]): ExceptionPlan {
  const { now, trial } = openTrial(parts, project)
  const missing = exceptions.filter((one) => !includes(now.policy, one))
  if (missing.length === 0)
    return { kind: 'present', from: now.allowed.find((one) => exceptions.some(isSame(one)))?.from ?? '' }
  if (trial.kind === 'problem') return trial
  const added = addExceptions(trial.before, missing, parts.loadYaml())
  if ('problem' in added) return { kind: 'problem', ...added }
  const then = trial.with(added.text)
  if (then === undefined) return TOO_LARGE
  const { userPolicy } = parts.paths
  const objection = then.problems.find(
    ({ file, line }) => file === userPolicy && line >= added.from && line <= added.to,
  )
  if (objection !== undefined) return { kind: 'problem', problem: objection.text }
  const kept = [...now.policy.exceptions, ...missing].every((one) => includes(then.policy, one))
  if (!kept || rest(now.policy) !== rest(then.policy)) return { kind: 'problem', problem: POLICY_PROBLEMS.noPlace }
  return { kind: 'edit', before: trial.before, added }
}

const TOO_LARGE: Problem = { kind: 'problem', problem: POLICY_PROBLEMS.wouldGrow }

interface Trial {
  readonly kind: 'open'
  readonly before: string
  /** The policy that would count with this text of the user's file; undefined where it would be too large. */
  with(text: string): LoadedPolicy | undefined
}

function openTrial(
  parts: PolicyParts,
  project: string,
): { readonly now: LoadedPolicy; readonly trial: Trial | Problem } {
  const sights = seePolicyFiles(parts, project)
  const now = compilePolicy(parts, sights)
  const { userPolicy } = parts.paths
  const sight = sights.find(({ file }) => file === userPolicy)
  if (sight?.kind === 'problem') return { now, trial: { kind: 'problem', problem: sight.problem } }
  const before = sight === undefined ? '' : policyText(sight.bytes)
  if (before === undefined) return { now, trial: { kind: 'problem', problem: POLICY_PROBLEMS.notText } }
  // What a command writes counts as confirmed, and must not bring in what somebody else wrote.
  if (now.policy.unconfirmed && now.policy.unconfirmed.looser.length > 0)
    return { now, trial: { kind: 'problem', problem: POLICY_PROBLEMS.unconfirmedFile } }
  const compiledWith = (text: string) => {
    const bytes = Buffer.from(text)
    if (bytes.length > MAX_POLICY_BYTES) return undefined
    const user: PolicySight = { layer: 'user', file: userPolicy, trusted: true, kind: 'bytes', bytes, sha256: '' }
    const others = sights.filter((one) => one !== sight && one.copyOf !== userPolicy)
    const after = others.findLastIndex(({ layer }) => layer === 'managed') + 1
    return compilePolicy(parts, others.toSpliced(after, 0, user))
  }
  return { now, trial: { kind: 'open', before, with: compiledWith } }
}

const isSame =
  (one: Exception) =>
  ({ rule, command, project, folder }: Exception): boolean =>
    one.rule === rule && one.command === command && one.project === project && one.folder === folder

const includes = ({ exceptions }: Policy, one: Exception): boolean => exceptions.some(isSame(one))

const rest = ({ unconfirmed: _, ...policy }: Policy): string =>
  JSON.stringify({ ...policy, exceptions: [], problems: [] })
