import type { ProcessRef } from '../core/model/door.ts'
import type { COMMAND_REFUSALS, DIALOG_REFUSALS, TYPED_REFUSALS } from '../core/words/person.ts'
import { isSame } from './processes.ts'
import type { KeyboardEvidence } from './terminal.ts'

/**
 * The ways in for a person's decision (ADR 0014), each an ordered list of checks. The first one that refuses is named, by
 * the key of its text in `core/words/person.ts`.
 */
type Check<Refusals, Claim> = readonly [refusal: keyof Refusals, refuses: (claim: Claim) => boolean]

export function firstRefusal<Refusals, Claim>(checks: readonly Check<Refusals, Claim>[], claim: Claim) {
  return checks.find(([, refuses]) => refuses(claim))?.[0]
}

/** `/edge …` that came over a connection of a client. */
export interface TypedClaim {
  readonly inSubagent: boolean
  /** The command is the one that `init` installed, and says what it said then. */
  readonly isOurCommand: boolean
  readonly isIntact: () => boolean
  /** The process at the other end of the connection, and the client that the session belongs to. */
  readonly sender: ProcessRef | undefined
  readonly client: ProcessRef | undefined
  /** Whether it waited in the client's queue while the agent worked. */
  readonly wasQueued: boolean | undefined
  readonly evidence: () => KeyboardEvidence
  readonly isOtherSession: boolean
}

export const TYPED_CHECKS: readonly Check<typeof TYPED_REFUSALS, TypedClaim>[] = [
  ['subagent', ({ inSubagent }) => inSubagent],
  ['foreignCommand', ({ isOurCommand }) => !isOurCommand],
  // A changed one might let a model invoke it.
  ['changedCommand', ({ isIntact }) => !isIntact()],
  ['unknownSender', ({ sender }) => sender === undefined],
  ['unknownClient', ({ client }) => client === undefined],
  ['otherClient', ({ sender, client }) => !isSame(sender, client)],
  ['queueUnknown', ({ wasQueued }) => wasQueued === undefined],
  ['queued', ({ wasQueued }) => wasQueued === true],
  ['notPerson', ({ evidence }) => evidence().kind === 'refuted'],
  ['terminalUnclear', ({ evidence }) => evidence().kind === 'unknown'],
  // The person here sees this session; what another one holds is decided there, or from outside.
  ['otherSession', ({ isOtherSession }) => isOtherSession],
]

/** An answer in a dialog that our MCP server opened. */
export interface DialogClaim {
  /** The server was started by the client that the hold belongs to, which alone holds its pipes. */
  readonly isClient: boolean
  /** Looked at when the answer has come: a key was pressed just now, if a person pressed it. */
  readonly evidence: KeyboardEvidence
}

export const DIALOG_CHECKS: readonly Check<typeof DIALOG_REFUSALS, DialogClaim>[] = [
  ['otherServer', ({ isClient }) => !isClient],
  ['notPerson', ({ evidence }) => evidence.kind !== 'person'],
]

/** A command of ours in a terminal. What passes here may still have to give the passphrase. */
export interface CommandClaim {
  readonly evidence: KeyboardEvidence
  readonly isClientKnown: boolean
  /** There is a passphrase, and it was set before the agent's client came. */
  readonly hasOlderPassphrase: () => boolean
}

export const COMMAND_CHECKS: readonly Check<typeof COMMAND_REFUSALS, CommandClaim>[] = [
  // No passphrase makes up for what the terminal refutes.
  ['notPerson', ({ evidence }) => evidence.kind === 'refuted'],
  // Whose terminal this is can't be told where nothing is known of the agent; nor which passphrase was there before it.
  ['unknownClient', ({ evidence, isClientKnown }) => isDetached(evidence) && !isClientKnown],
  ['newTerminal', ({ evidence, hasOlderPassphrase }) => isDetached(evidence) && !hasOlderPassphrase()],
]

function isDetached(evidence: KeyboardEvidence): boolean {
  return evidence.kind === 'unknown' && evidence.detached === true
}
