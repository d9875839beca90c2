import { storeProblemOf } from '../store.ts'
import { failureOf } from './failure.ts'

/** How long a writer waits for its turn before it gives up and the gate decides without state. */
const BUSY_LIMIT_MS = 2_000
/** On a machine so loaded that a waiter hardly ever gets to ask, two seconds are not two seconds of trying. */
const FAIR_TRIES = 300
const HARD_LIMIT_MS = 5_000
/** SQLite has no queue: the process that asks most often gets in. So the one that has waited longest asks most often. */
const YOUNG_MS = 100
const YOUNG_PAUSE_MS = 8
const OLD_PAUSE_MS = 1
/** Who has just had a turn in a crowd would get the next one too, being awake: it lets others go first. */
const CROWDED_MS = 200
const POLITE_PAUSE_MS = 4

/** Runs attempts at the database again while other processes are at it. */
export interface Turns {
  write<Result>(attempt: () => Result): Promise<Result>
  read<Result>(attempt: () => Result): Promise<Result>
}

export function makeTurns(): Turns {
  let crowdedUntilMs = 0
  const untilFree = async <Result>(attempt: () => Result): Promise<Result> => {
    const startedMs = monotonicMs()
    for (let tries = 1; ; tries += 1) {
      try {
        return attempt()
      } catch (error) {
        const failure = failureOf(error)
        const waitedMs = monotonicMs() - startedMs
        const isOver = waitedMs > (tries < FAIR_TRIES ? HARD_LIMIT_MS : BUSY_LIMIT_MS)
        if (storeProblemOf(failure)?.kind !== 'busy' || isOver) throw failure
        crowdedUntilMs = startedMs + waitedMs + CROWDED_MS
        await sleep(Math.random() * (waitedMs < YOUNG_MS ? YOUNG_PAUSE_MS : OLD_PAUSE_MS))
      }
    }
  }
  return {
    read: untilFree,
    async write(attempt) {
      if (monotonicMs() < crowdedUntilMs) await sleep(Math.random() * POLITE_PAUSE_MS)
      return untilFree(attempt)
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms)
  })
}

/** `performance` and the timers of promises are modules that a cold hook would load for this alone. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1_000 + nanoseconds / 1_000_000
}
