import type { Decision } from '../core/model/decision.ts'
import type { ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { lookUp } from '../core/model/language.ts'
import { isReleasing } from '../core/model/plane.ts'
import { waitingHolds } from '../core/protocols/edge/holds.ts'
import { goneSessions } from '../person/processes.ts'
import type { Store } from '../stores/store.ts'
import type { Caller, GateRooms, HookCall } from './gate.ts'

/**
 * EDGE-131: a held call is parked while somebody who could decide can be reached at another door. Gives how long it waited until
 * they decided; undefined when it does not wait, or there was no decision in time. Never longer than the runtime waits for its
 * hook: one that is cut off lets the call pass.
 */
export async function waitForPerson(
  rooms: GateRooms,
  call: HookCall,
  held: {
    readonly caller: Caller
    readonly project: ProjectRoot
    readonly decision: Decision
    readonly event: ParsedEvent
  },
): Promise<number | undefined> {
  const { caller, project, decision, event } = held
  if (decision.kind !== 'hold' || !decision.parks) return undefined
  const waitMs = patienceMs(rooms.governed.policy(project).edge.parkSeconds, call.waitSeconds)
  const store = await rooms.store()
  const client = lookUp((await store.read(project)).clients, event.session)
  if (waitMs <= 0 || !rooms.person.isReachable?.({ project, client })) return undefined
  caller.keepWaiting()
  const started = performance.now()
  const hold = { project, number: decision.number, atMs: call.stamp.atMs }
  // A client that was killed leaves its hook behind, which would go on waiting for nobody.
  const isThere = async () =>
    (await caller.isThere()) && !goneSessions(await store.read(project), Date.now()).includes(event.session)
  const isSettled = await awaitDecision(store, hold, { waitMs, pause: untilCommit, isThere })
  return isSettled ? Math.round(performance.now() - started) : undefined
}

const asleep = new Set<() => void>()

/** Wakes whoever is parked in this process: a person's decision was committed. */
export function wakeParked(): void {
  for (const wake of asleep) wake()
}

function untilCommit(ms: number): Promise<void> {
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer)
      asleep.delete(wake)
      done()
    }
    const timer = setTimeout(wake, ms)
    asleep.add(wake)
  })
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
export function patienceMs(parkSeconds: number, waitSeconds = 0): number {
  return Math.min(parkSeconds, waitSeconds - MARGIN_SECONDS) * 1_000
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
    const waits = waitingHolds(edge, atMs).some((hold) => hold.number === number)
    const isSettled = !waits || roles.waivers.some((waiver) => waiver.number === number && isReleasing(waiver, atMs))
    // Asked after the look: a caller that left before the person decided must not use up the decision.
    if (!(await isThere())) return false
    if (isSettled) return true
  }
  return false
}
