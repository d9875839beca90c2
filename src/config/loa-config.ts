import { join } from 'node:path'
import type { Located, LocatedEntry } from './read-located.ts'

const LOA_CONFIG = '.loa.config.yaml'

/** LEDGER-115: the published configuration of the ledger, beside our own. It is a repository's file: it may only tighten. */
export function loaConfigOf(project: string): string {
  return join(project, LOA_CONFIG)
}

export function isLoaConfig(file: string): boolean {
  return file.endsWith(`/${LOA_CONFIG}`)
}

/** Published key, and ours in the section `ledger`. Both the flat and the nested name of the first are in use (C32). */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['grounding_enforcement', 'grounding'],
  ['grounding.enforcement', 'grounding'],
  ['grounding.threshold', 'threshold'],
  ['integrity_enforcement', 'integrity'],
  ['integrity.enforcement', 'integrity'],
  ['attention_budget.yellow', 'attention_yellow'],
  ['attention_budget.orange', 'attention_orange'],
  ['attention_budget.red', 'attention_red'],
  ['attention_budget.red_action', 'red_action'],
  ['session_continuity.tiered_recovery', 'tiered_recovery'],
  ['session_continuity.level1_tokens', 'level1_tokens'],
  ['session_continuity.level2_tokens', 'level2_tokens'],
  ['trajectory.retention_days', 'retention_days'],
  ['trajectory.archive_days', 'archive_days'],
  ['trajectory.compression_level', 'compression_level'],
  ['edd.enabled', 'edd'],
  ['edd.min_test_scenarios', 'min_test_scenarios'],
  ['edd.require_citations', 'require_citations'],
  ['synthesis_checkpoint.profile', 'profile'],
])

/** The same file in our words. Keys that are not about the ledger belong to others and are none of our business. */
export function asLedgerPolicy(root: Located): Located {
  const found = new Map<string, LocatedEntry>()
  for (const [path, entry] of pathsIn(root, '')) {
    const key = KEYS.get(path)
    if (key !== undefined && !found.has(key)) found.set(key, { ...entry, key })
  }
  const { line } = root
  const ledger: Located = { kind: 'map', line, entries: [...found.values()] }
  return { kind: 'map', line, entries: found.size === 0 ? [] : [{ key: 'ledger', line, value: ledger }] }
}

function* pathsIn(node: Located, prefix: string): Iterable<readonly [string, LocatedEntry]> {
  if (node.kind !== 'map') return
  for (const entry of node.entries) {
    yield [`${prefix}${entry.key}`, entry]
    if (prefix === '') yield* pathsIn(entry.value, `${entry.key}.`)
  }
}
