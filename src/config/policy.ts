import type { Policy } from '../core/model/policy.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { checkPolicyFile, EMPTY_FILE, type PolicyFile } from './check-policy.ts'
import {
  type Combined,
  type KnownRule,
  type Layer,
  type PolicyProblem,
  settlePolicy,
  weighLayers,
} from './combine-policy.ts'
import { strictestOf } from './confirmed-policy.ts'
import { asLedgerPolicy, isLoaConfig } from './loa-config.ts'
import { type PolicySight, type SeeingParts, seePolicyFiles } from './policy-files.ts'
import type { Located, LocatingDoor } from './read-located.ts'

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
  return compilePolicy(parts, seePolicyFiles(parts, project))
}

type CompilingParts = Pick<PolicyParts, 'builtIn' | 'loadYaml'>

export function compilePolicy({ builtIn, loadYaml }: CompilingParts, sights: readonly PolicySight[]): LoadedPolicy {
  const problems: PolicyProblem[] = []
  const layers = sights.map((sight) => {
    const { layer, file, trusted } = sight
    const note = (kind: PolicyProblem['kind']) => (line: number, text: string) => {
      if (sight.copyOf === undefined) problems.push({ kind, file, line, text })
    }
    const isCopy = sight.copyOf !== undefined
    return { layer, file, trusted, isCopy, says: readFile({ sight, loadYaml }, note) }
  })
  const weigh = (chosen: readonly Layer[]) => weighLayers(chosen, builtIn())
  const wanted = weigh(layers.filter(({ isCopy }) => !isCopy))
  const isConfirmed = layers.every(({ layer, trusted, isCopy }) => layer !== 'user' || (trusted && !isCopy))
  const { inForce, changed } = isConfirmed
    ? { inForce: wanted, changed: undefined }
    : strictestOf(wanted, weigh(layers.filter(({ layer, trusted }) => layer !== 'user' || trusted)))
  const { policy, ...combined } = settlePolicy(inForce)
  const all = [...problems, ...combined.problems].toSorted(byPlace)
  const told = all.slice(0, MAX_TOLD).map(({ file, line, text }) => `${file}:${line}: ${text}`.slice(0, MAX_TOLD_CHARS))
  const isOther = changed !== undefined && [...changed.looser, ...changed.tighter].length > 0
  const unconfirmed = isOther && { file: fileOf(sights), ...changed }
  const sources = layers.map(({ layer, file, trusted }) => ({
    layer,
    file,
    trusted: trusted || (layer === 'user' && !isOther),
  }))
  return {
    ...combined,
    policy: { ...policy, problems: told, ...(unconfirmed && { unconfirmed }) },
    problems: all,
    sources,
  }
}

/** Names the text of the person's own files. */
function fileOf(sights: readonly PolicySight[]): string {
  const own = sights.filter(({ layer, copyOf }) => layer === 'user' && copyOf === undefined)
  const names = own.map((sight) => (sight.kind === 'bytes' ? sight.sha256 : 'unreadable'))
  return names.join('+') || 'missing'
}

/** Problems that travel with the policy, and how much of each. */
const MAX_TOLD = 8
const MAX_TOLD_CHARS = 240

interface Reading {
  readonly sight: PolicySight
  readonly loadYaml: () => LocatingDoor
}

type Note = (kind: PolicyProblem['kind']) => (line: number, text: string) => void

function readFile({ sight, loadYaml }: Reading, note: Note): PolicyFile {
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
  const root = sight.trusted || sight.layer === 'user' ? yaml.root : withoutReach(yaml.root, note('ignored'))
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
  /^(?:telemetry|notify|trust|trusted|park_seconds|(?:command|hook|url|endpoint|webhook|path|include|database)s?)$/

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
