import type { Decision } from '../core/model/decision.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { isReleasing } from '../core/model/plane.ts'
import { liveHolds } from '../core/protocols/edge/holds.ts'
import type { Store } from '../stores/store.ts'
import type { Caller, GateRooms, HookCall } from './gate.ts'

/**
 * With `edge.hold_seconds` a held call waits for the person. Gives how long it waited until they decided; undefined when
 * it does not wait, or there was no decision in time. Never longer than the runtime waits for its hook: one that is cut off lets
 * the call pass.
 */
export async function waitForPerson(
  rooms: GateRooms,
  call: HookCall,
  held: { readonly caller: Caller; readonly project: ProjectRoot; readonly decision: Decision },
): Promise<number | undefined> {
  const { caller, project, decision } = held
  const waitMs = patienceMs(rooms.governed.policy(project).edge.holdSeconds, call.waitSeconds)
  if (decision.kind !== 'hold' || waitMs <= 0) return undefined
  caller.keepWaiting()
  const started = performance.now()
  const hold = { project, number: decision.number, atMs: call.stamp.atMs }
  const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const isSettled = await awaitDecision(await rooms.store(), hold, { waitMs, pause, isThere: caller.isThere })
  return isSettled ? Math.round(performance.now() - started) : undefined
}

/** How long a hook may be kept open, and how to let time pass. */
interface Patience {
  readonly waitMs: number
  readonly pause: (ms: number) => Promise<void>
  /** Turns false when the caller has gone; nothing must be spent for it then. */
  readonly isThere: () => Promise<boolean>
}

/** The runtime's own limit, less what it takes to answer. */
const MARGIN_SECONDS = 5

/** How long to wait: as long as the policy wants, as far as the runtime lets its hook. @internal For its test. */
export function patienceMs(holdSeconds: number, waitSeconds = 0): number {
  return Math.min(holdSeconds, waitSeconds - MARGIN_SECONDS) * 1_000
}

const POLL_MS = 200

/**
 * Keeps a held call waiting until a person or the director has decided about its hold. True when it is settled, false when the time is
 * up. Reading takes no lock and leaves no fact, so others are not held up.
 * @internal For tests without a clock.
 */
export async function awaitDecision(
  store: Pick<Store, 'read'>,
  { project, number, atMs }: { readonly project: ProjectRoot; readonly number: number; readonly atMs: number },
  { waitMs, pause, isThere }: Patience,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += POLL_MS) {
    await pause(Math.min(POLL_MS, waitMs - waitedMs))
    const { edge, roles } = await store.read(project)
    const waits = liveHolds(edge, atMs).some((hold) => hold.number === number)
    const isSettled = !waits || roles.waivers.some((waiver) => waiver.number === number && isReleasing(waiver, atMs))
    // Asked after the look: a caller that left before the person decided must not use up the decision.
    if (!(await isThere())) return false
    if (isSettled) return true
  }
  return false
}
