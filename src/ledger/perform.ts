import type { Event, LedgerAct, ParsedEvent } from '../core/model/event.ts'
import { eventId, type ProjectRoot } from '../core/model/ids.ts'
import { unreachable } from '../core/model/language.ts'
import type { LedgerEntry } from '../core/model/ledger.ts'
import type { StoreReader } from '../stores/store.ts'
import type { LedgerEffect } from './ledger.ts'
import type { LedgerParts } from './ledger-lookups.ts'
import { syncLedger } from './sync.ts'

type EffectOf<Kind extends LedgerEffect['kind']> = Extract<LedgerEffect, { readonly kind: Kind }>

interface Committed {
  readonly store: StoreReader
  readonly event: Event
  readonly project: ProjectRoot
}

/** What one effect does, and what the record has to hear of it. Each is recorded under the event whose effect it was. */
export async function performLedger(
  parts: LedgerParts,
  effect: LedgerEffect,
  committed: Committed,
): Promise<readonly ParsedEvent[]> {
  return (await actsAfter(parts, effect, committed)).map((act) => told(act, committed.event))
}

/** The id follows from the event's own, so that a second path to the same event records nothing twice. */
function told(act: LedgerAct, { id, runtime, session, cwd, atMs }: Event): ParsedEvent {
  return { kind: 'ledger', act, id: eventId(`${id}:${act.do}`), atMs, runtime, session, cwd }
}

async function actsAfter(
  parts: LedgerParts,
  effect: LedgerEffect,
  { store, event, project }: Committed,
): Promise<readonly LedgerAct[]> {
  switch (effect.kind) {
    case 'ledger.sync':
      return sync(parts, effect, { store, event, project })
    case 'ledger.bead':
      return (await updateTasks(parts, { isDelta: false, redo: effect.redo }, { store, project })).acts
    case 'ledger.delta':
      return delta(parts, effect, { store, event, project })
    case 'ledger.measure': {
      const tokens = await parts.countTokens?.(effect.text)
      return tokens === undefined ? [] : [{ do: 'measured', level: 1, tokens }]
    }
    case 'ledger.weigh':
      return weigh(parts, effect, project)
    case 'ledger.tend':
      // A file that cannot be archived today stays where it is.
      parts.files.tend(project, event.atMs, effect)
      return []
    default:
      return unreachable(effect)
  }
}

type In = Pick<Committed, 'store' | 'project'>

async function updateTasks(
  { lookups }: LedgerParts,
  how: { readonly isDelta: boolean; readonly redo: boolean },
  { store, project }: In,
): Promise<{ readonly acts: readonly LedgerAct[]; readonly isTold: boolean }> {
  const { record } = (await store.read(project)).ledger
  const { kept, problem, isTold = false } = (await lookups?.updateTasks?.(project, record, how)) ?? {}
  const acts = [
    ...(kept === undefined ? [] : [keptAside(record.bead, kept)]),
    ...(problem === undefined ? [] : [noted({ what: record.bead, source: 'nothing', detail: problem })]),
  ]
  return { acts, isTold }
}

/** LEDGER-73 to LEDGER-75: the row says what was done, so it comes after it. */
async function delta(
  parts: LedgerParts,
  { tokens }: EffectOf<'ledger.delta'>,
  committed: Committed,
): Promise<readonly LedgerAct[]> {
  const written = await sync(parts, { kind: 'ledger.sync', agent: '', lines: [], notes: true, redo: false }, committed)
  const { acts, isTold } = await updateTasks(parts, { isDelta: true, redo: false }, committed)
  const { trouble } = (await committed.store.read(committed.project)).ledger
  const notesUpdated = trouble === null && !written.some((act) => act.do === 'unwritten')
  return [...written, ...acts, { do: 'synced', tokens, beadUpdated: isTold, notesUpdated }]
}

/** LEDGER-86, LEDGER-121: one file after the other, so that a daemon answers in between. */
async function weigh(
  { files, countTokens }: LedgerParts,
  { named }: EffectOf<'ledger.weigh'>,
  project: ProjectRoot,
): Promise<readonly LedgerAct[]> {
  if (countTokens === undefined) return []
  const savings = { identifiers: 0, identifier_tokens: 0, block_tokens: 0, file_tokens: 0 }
  for (const { path, lines, row } of named) {
    const found = files.named(project, path, lines)
    if (found === undefined) continue
    savings.identifiers += 1
    savings.identifier_tokens += await countTokens(row)
    savings.block_tokens += await countTokens(found.block)
    savings.file_tokens += await countTokens(found.file)
    await new Promise((done) => setImmediate(done))
  }
  return savings.identifiers > 0 ? [{ do: 'weighed', savings }] : []
}

async function sync(
  { files }: LedgerParts,
  effect: EffectOf<'ledger.sync'>,
  { store, project }: Committed,
): Promise<readonly LedgerAct[]> {
  const { problem, kept, isBack } = await syncLedger({ store, files, project }, effect)
  const { trouble } = (await store.read(project)).ledger
  return [
    ...(problem === undefined || problem === trouble ? [] : [{ do: 'unwritten', problem } as const]),
    ...(problem === undefined && trouble !== null && effect.redo ? [{ do: 'caught-up' } as const] : []),
    ...(kept === undefined ? [] : [keptAside('NOTES.md', kept)]),
    ...(isBack ? [noted({ what: 'NOTES.md', source: 'facts', detail: 'it was gone and is made anew' })] : []),
  ]
}

/** LEDGER-20: every recovery is logged. */
function keptAside(what: string, kept: string): LedgerAct {
  const detail = `it could not be read and is kept as ${kept.slice(kept.lastIndexOf('/') + 1)}`
  return noted({ what, source: 'facts', detail })
}

function noted(fields: Omit<Extract<LedgerEntry, { readonly phase: 'self_heal' }>, 'phase'>): LedgerAct {
  return { do: 'note', entry: { phase: 'self_heal', ...fields } }
}
