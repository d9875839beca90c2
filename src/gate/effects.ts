import { ALLOW, type Decision } from '../core/model/decision.ts'
import type { Event, ParsedEvent } from '../core/model/event.ts'
import { eventId, type ProjectRoot, type SessionId } from '../core/model/ids.ts'
import type { Effect } from '../core/model/outcome.ts'
import type { State } from '../core/model/state.ts'
import { HEADLINES } from '../core/words/edge.ts'
import type { LedgerEffect } from '../ledger/ledger.ts'
import type { Store } from '../stores/store.ts'
import type { GateRooms, Submission } from './gate.ts'
import { appendProof, SESSION_LOG } from './proof-log.ts'

/** The event whose effects are performed, after its commit. */
export interface CommittedEvent {
  readonly rooms: GateRooms
  readonly store: Store
  readonly event: Event
}

/** Before the answer. Where a failure would make the answer untrue, the decision to give instead. */
type AtOnce<Kind> = {
  readonly atOnce: (effect: EffectOf<Kind>, committed: CommittedEvent) => Decision | undefined
}
/** After the answer, in turn: it takes its time. Gives the events that come of it. */
type InTurn<Kind> = {
  readonly inTurn: (effect: EffectOf<Kind>, committed: CommittedEvent) => Promise<readonly ParsedEvent[]>
}
type EffectOf<Kind> = Extract<Effect, { readonly kind: Kind }>

const toProof = (file: string) => ({
  atOnce: ({ line }: EffectOf<`proof.${string}`>, { rooms, event }: CommittedEvent): undefined => {
    appendProof(rooms.machine.homes(event.around.project).own, file, line)
  },
})

const toAnchor = {
  atOnce: (effect: EffectOf<`anchor.${string}`>, { rooms, event }: CommittedEvent): Decision | undefined => {
    const isDone = rooms.anchor.perform(event.around.project, effect)
    return isDone || !('otherwise' in effect) ? undefined : insteadOf(effect.otherwise)
  },
}

const toLedger = {
  inTurn: (effect: LedgerEffect, { rooms, store, event }: CommittedEvent) =>
    rooms.ledger.perform(effect, { store, event, project: event.around.project }),
}

/** Every effect there is, and who performs it. A failure loses a convenience: the fact is already in the audit. */
const EFFECTS: { readonly [Kind in Effect['kind']]: AtOnce<Kind> | InTurn<Kind> } = {
  'settings.mend': {
    atOnce: ({ path }, { rooms, event }): undefined => {
      rooms.machine.settings?.mend(path, event.around.project)
    },
  },
  'proof.append': toProof(SESSION_LOG),
  'proof.archive': toProof('archive.jsonl'),
  'anchor.govern': toAnchor,
  'anchor.keep': toAnchor,
  'anchor.promote': toAnchor,
  'anchor.drop': toAnchor,
  'anchor.revoke': toAnchor,
  'anchor.clear': toAnchor,
  'backup.sync': { inTurn: (_, committed) => copyTree(committed) },
  'ledger.sync': toLedger,
  'ledger.bead': toLedger,
  'ledger.delta': toLedger,
  'ledger.measure': toLedger,
  'ledger.weigh': toLedger,
  'ledger.tend': toLedger,
}

/** What is done later, in turn; gives the events that come of it. */
export type FollowUp = () => Promise<readonly Submission[]>

/** Performs what cannot wait, up to the first failure that changes the answer; the rest is handed back to be done in turn. */
export function perform(
  effects: readonly Effect[],
  committed: CommittedEvent,
): { readonly instead: Decision | undefined; readonly followUps: readonly FollowUp[] } {
  const { project } = committed.event.around
  const submitted = (parsed: ParsedEvent): Submission => ({ parsed, project })
  const followUps: FollowUp[] = []
  let instead: Decision | undefined
  for (const effect of effects) {
    // One row of the table: the compiler cannot tell that the row of a kind is given an effect of that kind.
    const row = EFFECTS[effect.kind] as AtOnce<Effect['kind']> | InTurn<Effect['kind']>
    if ('inTurn' in row) followUps.push(async () => (await row.inTurn(effect, committed)).map(submitted))
    // What follows builds on it: nothing is promoted that was not kept.
    else instead ??= row.atOnce(effect, committed)
  }
  return { instead, followUps }
}

function insteadOf(otherwise: string): Decision {
  return otherwise === '' ? ALLOW : { kind: 'answer', text: otherwise }
}

/** The copy of a boundary has an event of its own: the boundary is committed, whatever becomes of the copy. */
async function copyTree({ rooms, event }: CommittedEvent): Promise<readonly ParsedEvent[]> {
  const { id, atMs, runtime, session, cwd, around } = event
  const act = await rooms.backups.atBoundary(event, rooms.governed.policy(around.project).backup)
  return [{ kind: 'backup', act, id: eventId(`${id}:sync`), atMs, runtime, session, cwd }]
}

const MAX_SHOWN = 2

/** EDGE-134: keeps what waits in a session where its client's status line looks. A client's own prompt shows itself. */
export function holdsShown({ machine }: GateRooms): (event: Event, store: Store) => Promise<void> {
  const shown = new Map<ProjectRoot, State['edge']>()
  return async ({ session, around: { project } }, store) => {
    const { edge, sessions } = await store.read(project)
    const before = shown.get(project)
    if (before?.holds === edge.holds && before.pause === edge.pause) return
    shown.set(project, edge)
    // A pause is everybody's; a hold is its session's.
    const all = before?.pause === edge.pause ? [] : (Object.keys(sessions) as SessionId[])
    const holding = [...(before?.holds ?? []), ...edge.holds].map((hold) => hold.session)
    for (const one of new Set([session, ...holding, ...all])) machine.showWaiting?.(one, linesOf(edge, one))
  }
}

function linesOf({ holds, pause }: State['edge'], session: SessionId): string {
  const waiting = holds.filter((hold) => hold.session === session && hold.asked === undefined)
  const paused = pause === undefined ? [] : [HEADLINES.paused(new Date(pause.expiresAtMs).toTimeString().slice(0, 5))]
  return [...paused, ...waiting.slice(-MAX_SHOWN).map(HEADLINES.waiting)].join('\n')
}
