import { readTail } from '../disk/read-file.ts'
import { runtimeOf } from '../runtimes/registry.ts'
import type { EdgeAttempt, TurnOrigin } from '../runtimes/runtime.ts'

/** Only the tail is read: a prompt never waits longer than a turn. */
const TAIL_BYTES = 4 * 1_024 * 1_024

/** What the client of a session wrote about its prompts. */
export interface WrittenPrompts {
  queuedTimes(prompt: string): readonly string[]
  turnOrigin(promptId: string): TurnOrigin | undefined
  attempts(): readonly EdgeAttempt[]
}

/** Undefined where the runtime writes nothing of the kind, or the file cannot be read. */
export function readPrompts(runtime: string, transcript: string | undefined): WrittenPrompts | undefined {
  const person = runtimeOf(runtime)?.person
  if (person?.by !== 'command' || transcript === undefined) return undefined
  const tail = readTail(transcript, TAIL_BYTES)
  if (tail === undefined) return undefined
  const { prompts } = person
  return {
    queuedTimes: (prompt) => prompts.queuedTimes(tail, prompt),
    turnOrigin: (promptId) => prompts.turnOrigin(tail, promptId),
    attempts: () => prompts.attemptsIn(tail),
  }
}
