import type { Database } from './sqlite/database.ts'
import { failureOf } from './sqlite/failure.ts'
import { storeProblemOf } from './store.ts'

/** One that waits for its turn to write. */
interface Member<Shared> {
  /** Gives what tells whoever waits for it, once the transaction is durable. */
  readonly write: (shared: Shared) => () => void
  readonly fail: (error: unknown) => void
}

/** Everything that waits for its turn becomes durable with one flush of the disk. */
export interface Group<Shared> {
  /** Runs `work` after those that asked before, and sees what they wrote. One that throws takes back its own writes only. */
  join<Result>(work: (shared: Shared) => Result): Promise<Result>
}

/** `share`: what those of one transaction have in common; of a transaction that is taken back, nothing is left. */
export function makeGroup<Shared>(
  { transact, sql }: Pick<Database, 'transact' | 'sql'>,
  share: () => Shared,
): Group<Shared> {
  let waiting: readonly Member<Shared>[] = []
  let isBusy = false

  async function writeAll(): Promise<void> {
    isBusy = true
    // Who asks in the same turn of the loop is not left for the next flush.
    await new Promise((begin) => setImmediate(begin))
    while (waiting.length > 0) await writeOnce()
    isBusy = false
  }

  async function writeOnce(): Promise<void> {
    const first = waiting
    let taken = first
    try {
      const told = await transact(() => {
        const shared = share()
        // While another process was writing, more have come.
        taken = waiting
        return taken.map((one) => (taken.length === 1 ? one.write(shared) : apart(sql, one, shared)))
      })
      leave(taken)
      for (const tell of told) tell()
    } catch (error) {
      const isBusyStill = storeProblemOf(error)?.kind === 'busy'
      const failed = isBusyStill ? first : taken
      leave(failed)
      for (const one of failed) {
        if (isBusyStill || failed.length === 1) one.fail(error)
        else await alone(one)
      }
    }
  }

  /** One of them ended the transaction for all: which one, shows when each has its own. */
  async function alone(one: Member<Shared>): Promise<void> {
    try {
      const tell = await transact(() => one.write(share()))
      tell()
    } catch (error) {
      one.fail(error)
    }
  }

  function leave(gone: readonly Member<Shared>[]): void {
    waiting = waiting.filter((one) => !gone.includes(one))
  }

  return {
    join: (work) =>
      new Promise((done, fail) => {
        const write = (shared: Shared) => {
          const result = work(shared)
          return () => done(result)
        }
        waiting = [...waiting, { write, fail }]
        if (!isBusy) void writeAll()
      }),
  }
}

function apart<Shared>(sql: Database['sql'], { write, fail }: Member<Shared>, shared: Shared): () => void {
  sql('SAVEPOINT member').run()
  try {
    const tell = write(shared)
    sql('RELEASE member').run()
    return tell
  } catch (error) {
    // Where the failure has ended the whole transaction, this throws as well.
    sql('ROLLBACK TO member').run()
    sql('RELEASE member').run()
    return () => fail(failureOf(error))
  }
}
