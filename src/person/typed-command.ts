import type { Registration } from '../core/model/door.ts'
import type { Proof } from '../core/model/event.ts'
import type { SessionId } from '../core/model/ids.ts'
import { queuedTimes } from './door-transcript.ts'
import { isSame, type ReadProcess, readProcess } from './processes.ts'
import { type Evidence, type Since, weighTerminal } from './terminal.ts'

/** `/edge …` as it came over a connection. */
interface Typed {
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
  /** The command to decide in a terminal, for the person who is sent there. */
  readonly cli: string
}

export type ProveTyped = (typed: Typed) => Proof

interface Parts {
  /** The installed skill has the text that was installed, so that no model can invoke it. */
  readonly skillIsIntact: () => boolean
  readonly weigh?: (pid: number, since: Since) => Evidence
  readonly read?: ReadProcess
}

/** Where the client finds what `init` installed. */
const USER_LEVEL = 'userSettings'

/** Claude Code's terminal UI as a door: every rule must hold (ADR 0014). The first that does not is named. */
export function typedDoor({ skillIsIntact, weigh = weighTerminal, read = readProcess }: Parts): ProveTyped {
  const queue = queueKeeper()
  return (typed) => {
    const { owner, registration, cli } = typed
    const sender = owner === undefined ? undefined : read(owner)
    const means = sender
      ? `typed text from \`${sender.name}\`, process ${sender.pid}`
      : 'typed text from nobody knows whom'
    const refuse = (why: string, instead: string): Proof => ({ kind: 'unproven', why, instead, means })
    const elsewhere = `run \`${cli}\` in a terminal of your own`
    // Asked first, so that every queued text is used up by the prompt that it became.
    const wasQueued = queue.take(typed)
    if (typed.inSubagent) return refuse('a subagent types for nobody', elsewhere)
    if (typed.source !== USER_LEVEL)
      return refuse(
        `this \`/edge\` comes from \`${typed.source}\``,
        `${elsewhere}; \`fairlead init\` installs the right one`,
      )
    if (!skillIsIntact())
      return refuse('the installed `/edge` was changed', `${elsewhere}, and \`fairlead init\` mends it`)
    if (!sender) return refuse('nothing shows which program sent it', elsewhere)
    if (!registration) return refuse('this client was not known yet', 'type it again')
    if (!isSame(sender, registration))
      return refuse(
        `it came from \`${sender.name}\` (process ${sender.pid}), not from the client of this session`,
        elsewhere,
      )
    if (wasQueued === undefined)
      return refuse(
        'nothing shows whether it was typed while the agent worked',
        `${elsewhere}; it asks for your passphrase`,
      )
    if (wasQueued) return refuse('it was typed while the agent worked', 'type it again, now that the agent is idle')
    const evidence = weigh(sender.pid, { atMs: registration.atMs, client: registration })
    if (evidence.kind === 'person') return { kind: 'human', door: 'claude-code' }
    if (evidence.kind === 'unknown') return refuse(evidence.why, `${elsewhere}; it asks for your passphrase`)
    return refuse(evidence.why, `type it yourself in the terminal of this session, or ${elsewhere}`)
  }
}

const MAX_REMEMBERED = 1_000

/** A text that waited in the queue stands for one prompt only: what is typed afterwards is typed afresh. */
function queueKeeper() {
  const used = new Set<string>()
  return {
    take({ session, transcript, prompt }: Typed): boolean | undefined {
      const times = transcript === undefined ? undefined : queuedTimes(transcript, prompt)
      if (times === undefined) return undefined
      const waiting = times.map((time) => `${session} ${time}`).find((name) => !used.has(name))
      if (waiting === undefined) return false
      used.add(waiting)
      for (const name of used) if (used.size > MAX_REMEMBERED) used.delete(name)
      return true
    },
  }
}
