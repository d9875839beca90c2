import type { Registration } from '../core/model/door.ts'
import type { Proof } from '../core/model/event.ts'
import type { SessionId } from '../core/model/ids.ts'
import { MEANS, TYPED_REFUSALS } from '../core/words/person.ts'
import { runtimeOf } from '../runtimes/registry.ts'
import { type ReadProcess, readProcess } from './processes.ts'
import { readPrompts } from './prompts.ts'
import { type AgentStart, type KeyboardEvidence, weighTerminal, whyOf } from './terminal.ts'
import { firstRefusal, TYPED_CHECKS } from './ways-in.ts'

/** `/edge …` as it came over a connection. */
interface Typed {
  readonly runtime: string
  readonly session: SessionId
  /** Everything that was typed. */
  readonly prompt: string
  /** Where the client found the command. */
  readonly source: string
  readonly transcript: string | undefined
  readonly inSubagent: boolean
  /** The process that holds the other end of the connection. */
  readonly owner: number | undefined
  readonly registration: Registration | undefined
  /** The hold that is meant, when it belongs to another session. */
  readonly otherHold: number | undefined
  /** The command to decide with in a terminal, for the person who is sent there. */
  readonly command: string
}

export type ProveTyped = (typed: Typed) => Proof

interface Parts {
  /** The installed command has the text that was installed, so that no model can invoke it. */
  readonly skillIsIntact: () => boolean
  readonly weigh?: (pid: number, since: AgentStart) => KeyboardEvidence
  readonly read?: ReadProcess
}

/** A client's terminal UI as a way in for a person: every check of `TYPED_CHECKS` must pass. */
export function typedDoor({ skillIsIntact, weigh = weighTerminal, read = readProcess }: Parts): ProveTyped {
  const queue = queueKeeper()
  return (typed) => {
    const { runtime, source, inSubagent, owner, registration, otherHold: hold, command } = typed
    const person = runtimeOf(runtime)?.person
    const sender = owner === undefined ? undefined : read(owner)
    let weighed: KeyboardEvidence | undefined
    const evidence = () => {
      const client = registration ?? 'unknown'
      weighed ??= weigh(sender?.pid ?? 0, { atMs: registration?.atMs ?? 0, client })
      return weighed
    }
    const refusal = firstRefusal(TYPED_CHECKS, {
      inSubagent,
      isOurCommand: person?.by === 'command' && source === person.source,
      isIntact: skillIsIntact,
      sender,
      client: registration,
      // Always asked, so that every queued text is used up by the prompt that it became.
      wasQueued: queue.take(typed),
      evidence,
      isOtherSession: hold !== undefined,
    })
    if (refusal === undefined) return { kind: 'human', door: runtime }
    const words = { command, source, sender, hold, evidence: weighed ? whyOf(weighed) : '' }
    return { kind: 'unproven', ...TYPED_REFUSALS[refusal](words), means: MEANS.typed(sender) }
  }
}

const MAX_REMEMBERED = 1_000

/** A queued text accounts for one prompt only; the same text typed later was not queued. */
function queueKeeper() {
  const used = new Set<string>()
  return {
    take({ runtime, session, transcript, prompt }: Typed): boolean | undefined {
      const times = readPrompts(runtime, transcript)?.queuedTimes(prompt)
      if (times === undefined) return undefined
      const waiting = times.map((time) => `${session} ${time}`).find((name) => !used.has(name))
      if (waiting === undefined) return false
      used.add(waiting)
      for (const name of used) if (used.size > MAX_REMEMBERED) used.delete(name)
      return true
    },
  }
}
