import { ALLOW, type Decision } from '../../../model/decision.ts'
import type { Event } from '../../../model/event.ts'
import type { Fact } from '../../../model/fact.ts'
import type { LedgerEntry, LedgerRecord, LedgerState, NumberedEntry } from '../../../model/ledger.ts'
import type { Effect, Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import type { State } from '../../../model/state.ts'
import { evolveLedger } from '../evolve.ts'
import { lineOf } from './line.ts'
import { foldEntry, reasoningOf } from './record.ts'

/** Every so many lines the record is written down whole, so that reading back never goes far. */
const SNAPSHOT_LINES = 250
const AGENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** What one event adds to the ledger. Entries become facts first and lines of the trajectory after the commit. */
export interface Addition {
  readonly entries: readonly LedgerEntry[]
  readonly decision?: Decision
  readonly facts?: readonly Fact[]
  readonly effects?: readonly Effect[]
  /** NOTES.md shall show the record now, and not at the next stop. */
  readonly notes?: boolean
  /** Whatever earlier writers missed is written too. */
  readonly redo?: boolean
}

/** LEDGER-117: what is known is written with the event that made it known. */
export function added(ledger: LedgerState, event: Event, addition: Addition): Outcome {
  const { entries, decision = ALLOW, facts = [], effects = [], redo = false } = addition
  const agent = agentOf(event)
  const { record, numbered } = numberedFrom(ledger.record, event, { entries, agent })
  const notes = addition.notes === true || entries.some(isDecision)
  const reasoning = reasoningOf(record)
  const shown: readonly Fact[] = notes && reasoning !== ledger.shown ? [{ kind: 'ledger.shown', reasoning }] : []
  const catches = redo || ledger.trouble !== null
  const sync: readonly Effect[] =
    numbered.length > 0 || notes || catches
      ? [{ kind: 'ledger.sync', agent, lines: numbered.map(lineOf), notes, redo: catches }]
      : []
  const bead = beadEffects(record, entries, redo)
  return {
    decision,
    facts: [
      ...facts,
      ...numbered.map(({ n, entry }): Fact => ({ kind: 'ledger.recorded', n, agent, entry })),
      ...shown,
    ],
    effects: [...sync, ...bead, ...effects],
  }
}

interface Adding {
  readonly entries: readonly LedgerEntry[]
  readonly agent: string
}

function numberedFrom(before: LedgerRecord, { atMs, session }: Event, { entries, agent }: Adding) {
  let record = before
  const numbered: NumberedEntry[] = []
  const add = (entry: LedgerEntry) => {
    const next: NumberedEntry = { n: record.n + 1, atMs, session, agent, entry }
    record = foldEntry(record, next)
    numbered.push(next)
  }
  for (const entry of entries) {
    add(entry)
    if (entry.phase === 'session_handoff' || record.n % SNAPSHOT_LINES === 0) add({ phase: 'snapshot', record })
  }
  return { record, numbered }
}

/** The record as it will be after these entries. */
export function foldedBy(record: LedgerRecord, event: Event, entries: readonly LedgerEntry[]): LedgerRecord {
  return numberedFrom(record, event, { entries, agent: '' }).record
}

const BEAD_PHASES: ReadonlySet<string> = new Set(['cite', 'test_scenario', 'note', 'session_handoff'])

/** LEDGER-33, LEDGER-45: what belongs to a task is told to it at once; what was missed, at the next doorway. */
function beadEffects({ bead }: LedgerRecord, entries: readonly LedgerEntry[], redo: boolean): readonly Effect[] {
  const isAbout = bead !== '' && entries.some(({ phase }) => BEAD_PHASES.has(phase))
  if (!redo && !isAbout) return []
  return [{ kind: 'ledger.bead', redo }]
}

function isDecision({ phase }: LedgerEntry): boolean {
  return (
    phase === 'cite' ||
    phase === 'result' ||
    phase === 'session_handoff' ||
    phase === 'supersede' ||
    phase === 'delta_sync'
  )
}

/** It names a file, so it is a plain name and nothing else. */
function agentOf({ agent, runtime }: Event): string {
  return [agent?.type ?? '', runtime].find((name) => AGENT_NAME.test(name) && !name.includes('..')) ?? 'agent'
}

/** LEDGER-37: where the work changes, what is new is written down, whoever noticed the change. */
export function persistAtBoundary(
  outcome: Outcome,
  { state, event, policy }: { readonly state: Pick<State, 'ledger'>; readonly event: Event; readonly policy: Policy },
): Outcome {
  if (!policy.ledger.record || !outcome.facts.some(({ kind }) => kind === 'boundary.detected')) return outcome
  const { id, atMs, runtime, session } = event
  const ledger = outcome.facts.reduce(
    (known, fact) => evolveLedger(known, { eventId: id, atMs, runtime, session, fact }),
    state.ledger,
  )
  if (!isBehind(ledger)) return outcome
  const { facts, effects } = added(ledger, event, { entries: [], notes: true })
  return { ...outcome, facts: [...outcome.facts, ...facts], effects: [...outcome.effects, ...effects] }
}

/** NOTES.md does not show yet where the work stands. */
export function isBehind({ record, shown }: LedgerState): boolean {
  return record.n > 0 && reasoningOf(record) !== shown
}
