import type { Policy } from '../core/model/policy.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { checkPolicyFile, EMPTY_FILE, type PolicyFile } from './check-policy.ts'
import { type Combined, combinePolicy, type KnownRule, type PolicyProblem } from './combine-policy.ts'
import { asLedgerPolicy, isLoaConfig } from './loa-config.ts'
import { isProjects, isTrusted, type PolicySight, type SeeingParts, seePolicyFiles } from './policy-files.ts'
import type { Located, LocatingDoor } from './read-located.ts'
import { type Pins, pinsFileOf, readPins } from './trust.ts'

/** One policy file that is there. */
export interface PolicySource {
  readonly layer: PolicySight['layer']
  readonly file: string
  readonly trusted: boolean
}

export interface LoadedPolicy extends Combined {
  readonly policy: Policy
  readonly problems: readonly PolicyProblem[]
  readonly sources: readonly PolicySource[]
}

export interface PolicyParts extends SeeingParts {
  readonly builtIn: () => readonly KnownRule[]
  readonly loadYaml: () => LocatingDoor
}

/** The effective policy of a project with everything that is wrong in its files. Never throws; what is broken counts as empty. */
export function loadPolicy(parts: PolicyParts, project: string): LoadedPolicy {
  const sights = seePolicyFiles(parts, project)
  return compilePolicy(parts, sights, sights.some(isProjects) ? readPins(pinsFileOf(parts.paths)) : {})
}

export function compilePolicy(
  { builtIn, loadYaml }: Pick<PolicyParts, 'builtIn' | 'loadYaml'>,
  sights: readonly PolicySight[],
  pins: Pins,
): LoadedPolicy {
  const problems: PolicyProblem[] = []
  const layers = sights.map((sight) => {
    const { layer, file } = sight
    const trusted = isTrusted(sight, pins)
    const note = (kind: PolicyProblem['kind']) => (line: number, text: string) =>
      problems.push({ kind, file, line, text })
    return { layer, file, trusted, says: readFile({ sight, trusted, loadYaml }, note) }
  })
  const combined = combinePolicy(layers, builtIn())
  const sources = layers.map(({ layer, file, trusted }) => ({ layer, file, trusted }))
  const all = [...problems, ...combined.problems].toSorted(byPlace)
  const told = all.slice(0, MAX_TOLD).map(({ file, line, text }) => `${file}:${line}: ${text}`.slice(0, MAX_TOLD_CHARS))
  return { ...combined, policy: { ...combined.policy, problems: told }, problems: all, sources }
}

/** Problems that travel with the policy, and how much of each. */
const MAX_TOLD = 8
const MAX_TOLD_CHARS = 240

interface Reading {
  readonly sight: PolicySight
  readonly trusted: boolean
  readonly loadYaml: () => LocatingDoor
}

type Note = (kind: PolicyProblem['kind']) => (line: number, text: string) => void

function readFile({ sight, trusted, loadYaml }: Reading, note: Note): PolicyFile {
  const refuse = (line: number, problem: string): PolicyFile => {
    note('error')(line, POLICY_PROBLEMS.ignoredFile(problem))
    return EMPTY_FILE
  }
  if (sight.kind === 'problem') return refuse(1, sight.problem)
  const text = policyText(sight.bytes)
  if (text === undefined) return refuse(1, POLICY_PROBLEMS.notText)
  const yaml = loadYaml().locateYaml(text)
  if (!yaml.ok) return refuse(yaml.line, yaml.problem)
  if (isLoaConfig(sight.file)) return checkPolicyFile(asLedgerPolicy(yaml.root), sight.layer, note('error'))
  const root = trusted ? yaml.root : withoutReach(yaml.root, note('ignored'))
  return checkPolicyFile(root, sight.layer, note('error'))
}

export function policyText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What would reach beyond the gate if a stranger's repository could set it. */
const REACHES =
  /^(?:telemetry|trust|trusted|hold_seconds|(?:command|hook|url|endpoint|webhook|path|include|database)s?)$/

/** Such keys of a repository are not even looked at; deeper down, in rules, the same words mean something else. */
function withoutReach(root: Located, ignore: (line: number, text: string) => void, depth = 0): Located {
  if (root.kind !== 'map') return root
  const entries = root.entries.flatMap((entry) => {
    if (REACHES.test(entry.key)) {
      ignore(entry.line, POLICY_PROBLEMS.beyondReach(entry.key))
      return []
    }
    return [depth === 0 && entry.key !== 'rules' ? { ...entry, value: withoutReach(entry.value, ignore, 1) } : entry]
  })
  return { ...root, entries }
}

function byPlace(left: PolicyProblem, right: PolicyProblem): number {
  return left.file === right.file ? left.line - right.line : 0
}
