import { join } from 'node:path'
import { DEFAULT_POLICY, type Policy } from '../core/model/policy.ts'
import { readJsonFile } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'
import type { compilePolicy, PolicyParts } from './policy.ts'
import { type PolicySight, seePolicyFiles } from './policy-files.ts'
import type { LocatingDoor } from './read-located.ts'

/** What compiles policy files: loaded when one has changed and not before. */
export interface PolicyDoor extends LocatingDoor {
  readonly compilePolicy: typeof compilePolicy
}

export interface CachedPolicyParts extends PolicyParts {
  readonly loadYaml: () => PolicyDoor
  /** Another version may have other rules: its policies are compiled anew. */
  readonly version: string
}

const MAX_ENTRIES = 16
const MAX_CACHE_BYTES = 512 * 1_024

/** A policy of another shape is compiled anew, whatever its version says. */
const SHAPE = JSON.stringify(DEFAULT_POLICY)

/** Signed, like everything that a hook believes without reading it again. */
type Entry = readonly [key: string, policy: Policy, signature: string | undefined]

/**
 * The policy of a project, the same object as long as its files are the same bytes: a list of rules is compiled once.
 * Neither the daemon nor a cold hook parses YAML twice for the same bytes.
 */
export function policyKeeper(parts: CachedPolicyParts): (project: string) => Policy {
  const kept = new Map<string, Policy>()
  return (project) => {
    try {
      const sights = seePolicyFiles(parts, project)
      if (sights.length === 0) return DEFAULT_POLICY
      const key = keyOf(`${parts.version} ${SHAPE}`, sights)
      const policy = kept.get(key) ?? fromDisk(parts, key) ?? compiled(parts, key, sights)
      if (kept.size >= MAX_ENTRIES) kept.clear()
      kept.set(key, policy)
      return policy
    } catch {
      // A defect in a policy file's way must not cost more than the policy file.
      return DEFAULT_POLICY
    }
  }
}

function policyCacheOf({ state }: PolicyParts['paths']): string {
  return join(state, 'policy-cache.json')
}

function keyOf(version: string, sights: readonly PolicySight[]): string {
  const files = sights.map((sight) => {
    const content = sight.kind === 'bytes' ? sight.sha256 : sight.problem
    return [sight.layer, sight.file, content, sight.trusted ? 'trusted' : 'untrusted'].join(' ')
  })
  return [version, ...files].join('\n')
}

function fromDisk({ paths, sign }: PolicyParts, key: string): Policy | undefined {
  const [, policy, signature] = readEntries(policyCacheOf(paths)).find(([known]) => known === key) ?? []
  return policy && signature !== undefined && signature === sign(signedText(key, policy)) ? policy : undefined
}

function signedText(key: string, policy: Policy): string {
  return `compiled policy\n${key}\n${JSON.stringify(policy)}`
}

function compiled(parts: CachedPolicyParts, key: string, sights: readonly PolicySight[]): Policy {
  const { policy } = parts.loadYaml().compilePolicy(parts, sights)
  try {
    const file = policyCacheOf(parts.paths)
    const others = readEntries(file).filter(([known]) => known !== key)
    writePrivate(
      file,
      JSON.stringify({ version: 1, entries: bounded([[key, policy, parts.sign(signedText(key, policy))], ...others]) }),
      'kill',
    )
  } catch {
    // The next call parses again; a full disk must not fail this one.
  }
  return policy
}

function bounded(entries: readonly Entry[]): readonly Entry[] {
  let bytes = 0
  return entries.slice(0, MAX_ENTRIES).filter((entry) => {
    bytes += Buffer.byteLength(JSON.stringify(entry))
    return bytes < MAX_CACHE_BYTES
  })
}

function readEntries(file: string): readonly Entry[] {
  const value = readJsonFile(file, MAX_CACHE_BYTES + 1_024)
  return isCache(value) ? value.entries.filter(isEntry) : []
}

function isCache(value: unknown): value is { readonly entries: readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'entries' in value && Array.isArray(value.entries)
}

/** What is used is signed, so the shape is looked at, not every value. */
function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  const policy: unknown = value[1]
  if (typeof policy !== 'object' || policy === null) return false
  const { edge, filesystem, tiers, rules, exceptions, problems } = policy as Partial<Policy>
  const parts = [edge, filesystem, tiers].every((part) => typeof part === 'object' && part !== null)
  return parts && [rules, exceptions, problems].every((list) => Array.isArray(list))
}
