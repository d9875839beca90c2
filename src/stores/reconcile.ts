import type { Fact } from '../core/model/fact.ts'
import type { Claims, State } from '../core/model/state.ts'
import type { CheckedFile } from './check-file.ts'
import { type Digests, digestsOf, FIELD_NAMES, type FieldName, fieldsOf } from './codec.ts'

/** What is known of a project's state file: bookkeeping, no state. */
export interface FileRecord {
  /** Of the bytes last seen or written. Null: there is no file. Empty: something is there that has no bytes. */
  readonly hash: string | null
  /** Of the file when those bytes were last seen in it, where it had rested by then. */
  readonly stamp: string | null
  /** The newest fact that the file contains. */
  readonly lastFact: number
  /** Of the fields last understood or written. */
  readonly digests: Digests
  readonly readProblem: string | null
  readonly writeProblem: string | null
  /** The write problem has become a fact. */
  readonly isWriteProblemNoted: boolean
}

export const NO_FILE: FileRecord = {
  hash: null,
  stamp: null,
  lastFact: 0,
  digests: {},
  readProblem: null,
  writeProblem: null,
  isWriteProblemNoted: false,
}

/** What was found in the place of the state file, after looking into it. */
export type FileFinding =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly hash: string; readonly problem: string }
  | { readonly kind: 'understood'; readonly hash: string; readonly file: CheckedFile }

export interface Known {
  readonly state: State
  readonly lastFact: number
  readonly record: FileRecord
}

export interface Reconciliation {
  readonly facts: readonly Fact[]
  readonly record: FileRecord
}

/** What someone else did to the file, as facts. Claims are taken over; everything else belongs to the facts. */
export function reconcile(found: FileFinding, known: Known): Reconciliation {
  const { record } = known
  switch (found.kind) {
    case 'missing':
      if (record.hash === null) return { facts: [], record }
      return {
        facts: [{ kind: 'state.rolled-back', fileFact: 0, lastFact: record.lastFact }],
        record: { ...record, hash: null, stamp: null, lastFact: 0, digests: {}, readProblem: null },
      }
    case 'unreadable': {
      const isNew = found.problem !== record.readProblem
      if (!isNew && found.hash === record.hash) return { facts: [], record }
      return {
        facts: isNew ? [{ kind: 'state.unreadable', problem: found.problem }] : [],
        record: { ...record, hash: found.hash, stamp: null, readProblem: found.problem },
      }
    }
    case 'understood':
      return compare(found.hash, found.file, known)
  }
}

function compare(hash: string, file: CheckedFile, known: Known): Reconciliation {
  const { state, record, lastFact } = known
  const seen = digestsOf(file.fields)
  const fileFact = file.lastFact ?? 0
  const next: FileRecord = { ...record, hash, stamp: null, digests: seen, readProblem: null }
  if (file.lastFact !== undefined && fileFact < record.lastFact) {
    // A restored old copy is no edit: its claims are old too, and the facts hold.
    const rolledBack: Fact = { kind: 'state.rolled-back', fileFact, lastFact: record.lastFact }
    return { facts: [rolledBack], record: { ...next, lastFact: fileFact } }
  }
  const ours = digestsOf(fieldsOf(state, lastFact))
  // Equal to what we would write now: a writer that died after its rename, before it could record it.
  const isTouched: Touched = (name) => seen[name] !== record.digests[name] && seen[name] !== ours[name]
  // The file knows facts that the database does not: it was copied here, or the database was lost.
  const isAhead = fileFact > lastFact
  const facts: readonly Fact[] = [
    ...(isAhead ? [{ kind: 'state.rolled-back', fileFact, lastFact } as const] : []),
    ...edited(file, state, isTouched),
    ...ignored(file, known, isTouched),
  ]
  return { facts, record: { ...next, lastFact: isAhead ? record.lastFact : Math.max(record.lastFact, fileFact) } }
}

/** The file says something else than when it was last seen, and something else than we would say. */
type Touched = (name: FieldName) => boolean

const CLAIM_FIELDS: readonly FieldName[] = ['objective', 'plan', 'current_step', 'memory']

function edited(file: CheckedFile, state: State, isTouched: Touched): readonly Fact[] {
  const { objective, plan, currentStep, memory } = file.claims
  // A claim that was taken out of the file is not one that was emptied.
  const changed: Partial<Claims> = {
    ...(objective !== undefined && isTouched('objective') && { objective }),
    ...(plan !== undefined && isTouched('plan') && { plan }),
    ...(currentStep !== undefined && isTouched('current_step') && { currentStep }),
    ...(memory !== undefined && isTouched('memory') && { memory }),
  }
  if (Object.keys(changed).length === 0) return []
  return [{ kind: 'state.edited', claims: { ...state.edge.claims, ...changed } }]
}

function ignored(file: CheckedFile, { lastFact, record }: Known, isTouched: Touched): readonly Fact[] {
  const isFirstSight = Object.keys(record.digests).length === 0
  const fileFact = file.lastFact ?? 0
  // Without a record there is nothing to compare an older projection of our own with.
  if (isFirstSight && fileFact > 0 && fileFact <= lastFact) return []
  const fields = FIELD_NAMES.filter((name) => {
    if (CLAIM_FIELDS.includes(name)) return false
    if (name === 'last_fact') return record.digests.last_fact !== undefined && file.lastFact === undefined
    if (isFirstSight && file.fields[name] === undefined) return false
    return isTouched(name)
  })
  return fields.length > 0 ? [{ kind: 'state.edit-ignored', fields }] : []
}
