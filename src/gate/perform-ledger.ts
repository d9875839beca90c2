import type { Effect } from '../core/model/effect.ts'
import type { Event, ParsedEvent } from '../core/model/event.ts'
import { eventId, type ProjectRoot } from '../core/model/ids.ts'
import type { LedgerAct, LedgerEntry, LedgerRecord } from '../core/model/ledger.ts'
import { unreachable } from '../core/model/unreachable.ts'
import type { Store } from '../stores/store.ts'
import type { LedgerFiles } from './ledger-files.ts'
import { type Sync, syncLedger } from './sync-ledger.ts'

type LedgerEffect = Extract<Effect, { readonly kind: `ledger.${string}` }>

export function isLedgerEffect(effect: Effect): effect is LedgerEffect {
  return effect.kind.startsWith('ledger.')
}

/** What a person should know of it: where a file that could not be read was kept, or why a task was not told. */
export type Mirrored = { readonly kept?: string; readonly problem?: string }

export type MirrorBead = (
  project: ProjectRoot,
  record: LedgerRecord,
  how: { readonly isDelta: boolean; readonly redo: boolean },
) => Promise<Mirrored | undefined>

export interface Performing {
  readonly store: Store
  readonly files: LedgerFiles
  readonly project: ProjectRoot
  /** The event whose effects these are: what is found on the way is recorded under it. */
  readonly event: Event
  /** Tells the ledger what came of it. */
  readonly tell: (parsed: ParsedEvent) => Promise<unknown>
  /** Tells the task's own store what the record says of it. */
  readonly mirrorBead?: MirrorBead | undefined
  /** A real tokenizer, where the process can afford one. */
  readonly countTokens?: ((text: string) => Promise<number>) | undefined
}

/** After the commit. A failure loses nothing: the facts are there, and the next writer catches up. */
export async function performLedger(performing: Performing, effect: LedgerEffect): Promise<void> {
  switch (effect.kind) {
    case 'ledger.sync':
      return sync(performing, effect)
    case 'ledger.bead': {
      const { record } = (await performing.store.read(performing.project)).ledger
      const { kept, problem } =
        (await performing.mirrorBead?.(performing.project, record, effect).catch(() => undefined)) ?? {}
      if (kept !== undefined) await healed(performing, record.bead, kept)
      if (problem !== undefined) await noted(performing, { what: record.bead, source: 'nothing', detail: problem })
      return
    }
    case 'ledger.measure': {
      const tokens = await performing.countTokens?.(effect.text).catch(() => undefined)
      if (tokens !== undefined) await tell(performing, { do: 'measured', level: 1, tokens })
      return
    }
    case 'ledger.weigh':
      return weigh(performing, effect)
    case 'ledger.tend':
      try {
        performing.files.tend(performing.project, performing.event.atMs, effect)
      } catch {
        // A file that cannot be archived today stays where it is.
      }
      return
    default:
      return unreachable(effect)
  }
}

/** One file after the other, so that a daemon answers in between. */
async function weigh(
  performing: Performing,
  { named }: Extract<LedgerEffect, { kind: 'ledger.weigh' }>,
): Promise<void> {
  const { files, project, countTokens } = performing
  if (countTokens === undefined) return
  const sum = { identifiers: 0, identifier_tokens: 0, block_tokens: 0, file_tokens: 0 }
  try {
    for (const { path, lines, row } of named) {
      const found = files.named(project, path, lines)
      if (found === undefined) continue
      sum.identifiers += 1
      sum.identifier_tokens += await countTokens(row)
      sum.block_tokens += await countTokens(found.block)
      sum.file_tokens += await countTokens(found.file)
      await new Promise((done) => setImmediate(done))
    }
  } catch {
    return
  }
  if (sum.identifiers > 0) await tell(performing, { do: 'weighed', savings: sum })
}

async function sync(performing: Performing, effect: Sync): Promise<void> {
  const { store, project } = performing
  const { problem, kept, isBack } = await syncLedger(performing, effect)
  const { trouble } = (await store.read(project)).ledger
  if (problem !== undefined && problem !== trouble) await tell(performing, { do: 'unwritten', problem })
  if (problem === undefined && trouble !== null && effect.redo) await tell(performing, { do: 'caught-up' })
  if (kept !== undefined) await healed(performing, 'NOTES.md', kept)
  if (isBack) await noted(performing, { what: 'NOTES.md', source: 'facts', detail: 'it was gone and is made anew' })
}

/** LEDGER-20: every recovery is logged. */
async function healed(performing: Performing, what: string, kept: string): Promise<void> {
  const detail = `it could not be read and is kept as ${kept.slice(kept.lastIndexOf('/') + 1)}`
  await noted(performing, { what, source: 'facts', detail })
}

function noted(performing: Performing, fields: Omit<Healed, 'phase'>): Promise<void> {
  return tell(performing, { do: 'note', entry: { phase: 'self_heal', ...fields } })
}

type Healed = Extract<LedgerEntry, { readonly phase: 'self_heal' }>

/** The id follows from the event's own, so that a second path to the same event tells nothing twice. */
async function tell({ event, tell }: Performing, act: LedgerAct): Promise<void> {
  const { runtime, session, cwd, atMs } = event
  await tell({ kind: 'ledger', act, id: eventId(`${event.id}:${act.do}`), atMs, runtime, session, cwd }).catch(
    () => undefined,
  )
}
