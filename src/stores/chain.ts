import type { Fact, FactContext, Recorded, StoredFact } from '../core/model/fact.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { canonicalJson, type Json } from '../core/model/json.ts'
import type { Head } from '../core/model/state.ts'
import { CHAIN_WORDS } from '../core/words/gate.ts'
import { sha256 } from './sha256.ts'
import type { Verification } from './store.ts'

/** What the first fact of a project is chained to. */
export const GENESIS = '0'.repeat(64)

export const EMPTY_HEAD: Head = { seq: 0, hash: GENESIS }

/** @internal For tests that compute a hash themselves. */
export function hashRow(row: Omit<StoredFact, 'hash'>): string {
  return sha256(row.prevHash + canonicalText(row))
}

/** Facts with their context, exactly as they will be read back: the fold now and the fold at replay see the same. */
export function record(context: FactContext, facts: readonly Fact[]): readonly Recorded[] {
  return facts.map((fact): Recorded => JSON.parse(canonicalText({ ...context, fact })))
}

/** The next links of a project's chain. */
export function link(project: ProjectRoot, head: Head, recorded: readonly Recorded[]): readonly StoredFact[] {
  const rows: StoredFact[] = []
  let { seq, hash: prevHash } = head
  for (const one of recorded) {
    seq += 1
    const row = { ...one, project, seq, prevHash }
    prevHash = hashRow(row)
    rows.push({ ...row, hash: prevHash })
  }
  return rows
}

/** Why this row does not continue the chain; undefined when it does. */
export function breakIn(head: Head, row: StoredFact): string | undefined {
  if (row.seq !== head.seq + 1) return CHAIN_WORDS.outOfOrder(head.seq + 1, row.seq)
  if (row.prevHash !== head.hash) return CHAIN_WORDS.unlinked(row.seq)
  return isIntact(row) ? undefined : CHAIN_WORDS.changed(row.seq)
}

/** It says what was hashed. */
export function isIntact({ hash, ...rest }: StoredFact): boolean {
  return hashRow(rest) === hash
}

/** Rows from anywhere, from genesis on. @internal The product's own checks read page by page. */
export function verifyRows(rows: Iterable<StoredFact>): Verification {
  let head = EMPTY_HEAD
  for (const row of rows) {
    const problem = breakIn(head, row)
    if (problem !== undefined) return { ok: false, facts: head.seq, seq: head.seq + 1, problem }
    head = row
  }
  return { ok: true, facts: head.seq, head: head.hash }
}

/** One spelling per value, whatever it held: `undefined` is dropped and text is made well-formed, as storage would. */
export function canonicalText(value: object): string {
  const text = JSON.stringify(value)
  const plain: Json = LONE_SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  return canonicalJson(plain)
}

// JSON.stringify escapes lone surrogates and nothing else in this range.
const LONE_SURROGATE = /\\ud[89a-f]/

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
