import type { Fact, FactContext, Recorded, StoredFact } from '../core/model/fact.ts'
import type { ProjectRoot, SessionId } from '../core/model/ids.ts'
import type { Json } from '../core/model/json.ts'
import type { State, Unvouched } from '../core/model/state.ts'

/** What a pure step makes of the state. `result` must survive JSON: a second path to the same event gets it verbatim. */
export interface StepOutcome<Result extends Json> {
  readonly facts: readonly Fact[]
  readonly result: Result
  /**
   * Told as soon as the result is durable: showing it in the state file may take longer than a caller has. `isBehind`: the file
   * does not show what came before either, and no answer is given until `update` is done.
   */
  readonly onCommitted?: (isBehind: boolean) => void
}

export interface Update<Result extends Json> {
  readonly result: Result
  /** True when this event was already decided and `result` is the stored one; its effects must not run again. */
  readonly replayed: boolean
}

/** The fold that turns facts into state; passed in, so that stores know no protocol. */
export type Evolve = (state: State, recorded: Recorded) => State

export type StoreProblem =
  | { readonly kind: 'database-unreadable'; readonly message: string }
  | { readonly kind: 'disk-full'; readonly message: string }
  | { readonly kind: 'busy'; readonly message: string }
  /** The database says that this allowance was used before, whatever the state says: the stricter holds. */
  | { readonly kind: 'already-spent'; readonly message: string }

export interface FactQuery {
  /** Only so many of the newest, oldest first. */
  readonly newest?: number
  readonly after?: number
  readonly limit?: number
}

/** Where a session runs: which project it belongs to since it was first seen. */
export interface SessionHome {
  readonly runtime: string
  readonly session: SessionId
  readonly project: ProjectRoot
}

/** A call that was answered without state. Kept beside the database, for when the database is what is broken. */
export interface Gap {
  readonly atMs: number
  readonly runtime: string
  readonly project: string
  readonly problem: string
  readonly outcome: string
}

/** Evidence that the chain holds, or the first place where it does not. */
export type Verification =
  | { readonly ok: true; readonly facts: number; readonly head: string; readonly vouched?: Vouched }
  | {
      readonly ok: false
      readonly facts: number
      readonly seq: number
      readonly problem: string
      /** It was found before and is a fact since; nothing else is wrong. */
      readonly isRecorded?: true
    }

/** A chain shows what was changed in it. That its end was not cut off, a head kept elsewhere vouches for. */
export interface Vouched {
  readonly upTo: number
  /** Facts since: chained, their head not kept yet. */
  readonly newer: number
  readonly by: string
}

/**
 * State and facts of every project, with one commit. `update` runs `step` under the only mutual exclusion there is,
 * so `step` is pure and may be run again. Methods throw only for broken infrastructure; the gate degrades then.
 */
export interface Store {
  update<Result extends Json>(
    project: ProjectRoot,
    context: FactContext,
    step: (state: State) => StepOutcome<Result>,
  ): Promise<Update<Result>>
  /** The state as of the last commit. Takes no lock; an edit of the state file shows from the next update on. */
  read(project: ProjectRoot): Promise<State>
  facts(project: ProjectRoot, query: FactQuery): Promise<readonly StoredFact[]>
  verify(project: ProjectRoot): Promise<Verification>
  /** Projects of which the database holds less, or something else, than the kept heads say. One small file and a lookup each. */
  doubts(): Promise<readonly (Unvouched & { readonly of: ProjectRoot })[]>
  /** Makes everything that is derived from the project's facts again, and gives the state that they fold to. */
  rebuild(project: ProjectRoot): Promise<State>
  /** Runs `act` while no other process commits or writes: for files that have several writers. */
  alone<Result>(act: () => Result): Promise<Result>
  projects(): Promise<readonly ProjectRoot[]>
  /** The project a session was first seen in, if it was. */
  knownHome(runtime: string, session: SessionId): Promise<ProjectRoot | undefined>
  /** First one wins: a session keeps the project it was first seen in. */
  homeOf(home: SessionHome): Promise<ProjectRoot>
  /** Waits for what follows from updates and need not hold them up. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** What everybody but the gate may do with it: only the gate writes, so everything that changes state is an event. */
export type StoreReader = Omit<Store, 'update' | 'homeOf'>

/** Broken infrastructure, as something to throw: an Error that carries the problem as data. */
export type StoreFailure = Error & { readonly problem: StoreProblem }

export function storeFailure(kind: StoreProblem['kind'], message: string): StoreFailure {
  return Object.assign(new Error(message), { problem: { kind, message } })
}

/** The problem inside what was thrown; undefined when it is not one of ours, and then it is a bug. */
export function storeProblemOf(error: unknown): StoreProblem | undefined {
  return isFailure(error) ? error.problem : undefined
}

function isFailure(error: unknown): error is StoreFailure {
  return error instanceof Error && 'problem' in error && typeof error.problem === 'object'
}
