import type { StoredFact } from '../../../core/model/fact.ts'
import type { SessionState, State } from '../../../core/model/state.ts'
import { DOCTOR_SESSION } from '../../../install/probe.ts'
import { oneLine } from '../show.ts'

interface HeldCommands {
  /** What each held call wanted to run, by the number of its hold; a hold that stands for no call is not in it. */
  readonly commands: ReadonlyMap<number, string>
  /** Facts in their order. */
  see(row: StoredFact): void
}

export function heldCommands(): HeldCommands {
  const commands = new Map<number, string>()
  let judged: { readonly eventId: string; readonly preview: string } | undefined
  return {
    commands,
    see({ eventId, fact }) {
      if (fact.kind === 'call.judged') judged = { eventId, preview: fact.preview }
      // One step judges the call and opens its hold, in this order.
      if (fact.kind === 'junction.opened' && judged?.eventId === eventId)
        commands.set(fact.junction.number, judged.preview)
    },
  }
}

/** A hold as a person reads it: the command first, where there is one. */
export function holdLine(command: string, reason: string): string {
  return `${command === '' ? '' : `\`${oneLine(command, 80)}\`: `}${oneLine(reason, 200)}`
}

/** The session of an agent that was seen last; the doctor's own probe is none. */
export function lastRun({ sessions }: State): readonly [id: string, session: SessionState] | undefined {
  const known: readonly (readonly [string, SessionState])[] = Object.entries(sessions)
  const runs = known.filter(([id]) => id !== DOCTOR_SESSION)
  return runs.toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs)[0]
}

const MINUTE_MS = 60_000

/** When the pause ends that runs now. */
export function pausedUntil({ edge }: State, nowMs: number): number | undefined {
  return edge.pause !== undefined && nowMs < edge.pause.expiresAtMs ? edge.pause.expiresAtMs : undefined
}

export function minutesLeft(untilMs: number, nowMs: number): string {
  return `${Math.ceil((untilMs - nowMs) / MINUTE_MS)}`
}
