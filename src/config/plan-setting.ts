import { compilePolicy, type PolicyParts, textOf } from './policy.ts'
import { isProjects, MAX_POLICY_BYTES, type PolicySight, seePolicyFiles } from './policy-files.ts'
import { setValue, type Wish } from './set-value.ts'
import { pinsFileOf, readPins } from './trust.ts'

export type SettingPlan =
  | { readonly kind: 'edit'; readonly before: string; readonly text: string; readonly line: number }
  | { readonly kind: 'problem'; readonly line?: number; readonly problem: string }

/** The user's policy file with this value, tried out: it counts, and no other setting changes. */
export function planSetting(parts: PolicyParts, project: string, wish: Wish): SettingPlan {
  const sights = seePolicyFiles(parts, project)
  const pins = sights.some(isProjects) ? readPins(pinsFileOf(parts.paths)) : {}
  const sight = sights.find(({ layer }) => layer === 'user')
  if (sight?.kind === 'problem') return { kind: 'problem', problem: sight.problem }
  const before = sight === undefined ? '' : textOf(sight.bytes)
  if (before === undefined) return { kind: 'problem', problem: 'it is not UTF-8 text' }
  const changed = setValue(before, wish, parts.loadYaml())
  if (!changed.ok) return { kind: 'problem', line: changed.line, problem: changed.problem }
  const bytes = Buffer.from(changed.text)
  if (bytes.length > MAX_POLICY_BYTES) return { kind: 'problem', problem: 'it would grow too large' }
  const user: PolicySight = { layer: 'user', file: parts.paths.userPolicy, kind: 'bytes', bytes, sha256: '' }
  const others = (layer: PolicySight['layer']) => sights.filter((one) => one.layer === layer)
  const now = compilePolicy(parts, sights, pins)
  const then = compilePolicy(parts, [...others('managed'), user, ...others('project')], pins)
  const name = `${wish.section}.${wish.key}`
  const rest = ({ settings }: typeof now) =>
    JSON.stringify(settings.flatMap((one) => (one.name === name ? [] : [[one.name, one.value]])))
  const counts = then.settings.find((one) => one.name === name)
  if (counts?.value !== wish.value)
    return {
      kind: 'problem',
      line: changed.line,
      problem: `\`${name}\` would stay \`${counts?.value}\` (${counts?.from})`,
    }
  if (rest(now) !== rest(then))
    return { kind: 'problem', line: changed.line, problem: 'another setting would change with it' }
  return { kind: 'edit', before, text: changed.text, line: changed.line }
}
