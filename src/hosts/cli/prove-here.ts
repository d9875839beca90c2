import { pathsOf } from '../../config/paths.ts'
import type { Registration } from '../../core/model/door.ts'
import type { Proof } from '../../core/model/event.ts'
import { PASSPHRASE_TEXTS } from '../../core/words/cli.ts'
import { COMMAND_REFUSALS, MEANS, PASSPHRASE } from '../../core/words/person.ts'
import { isOlderKey, type PassphraseSigner, readPassphraseKey } from '../../person/passphrase.ts'
import { type KeyboardEvidence, weighCommand, whyOf } from '../../person/terminal.ts'
import { COMMAND_CHECKS, firstRefusal } from '../../person/ways-in.ts'
import { agentsHere } from './agents-here.ts'
import { askPassphrase, choosePassphrase } from './ask-passphrase.ts'
import type { Context } from './terminal.ts'

/** Checks that a person is typing. `command` is what to run elsewhere if that can't be shown. */
export type Prove = (context: Context, command: string) => Promise<Proof>

/** A running agent may have opened a terminal of its own, so only one that is older than the agent counts. */
export const proveHere: Prove = (context, command) => proveNow(context, command, false)

/** The same where presence is not enough: also asks for the passphrase. */
export const proveWithPassphrase: Prove = (context, command) => proveNow(context, command, true)

async function proveNow(context: Context, command: string, demanded: boolean): Promise<Proof> {
  const { atMs, agents } = await agentsHere(context.env)
  const client = agents[0] ?? 'none'
  const evidence = weighCommand(process.pid, { atMs, client })
  return (await proveBy(context, evidence, { command, demanded, client })).proof
}

interface Presence {
  readonly command: string
  /** Presence is not enough for this decision. */
  readonly demanded: boolean
  /** The agent's client, with the passphrase that there was when it came. */
  readonly client: Pick<Registration, 'passphraseKey'> | 'unknown' | 'none'
}

export interface ProvenHere {
  readonly proof: Proof
  readonly signer?: PassphraseSigner
}

/** Judges the terminal, and asks for the passphrase where that is not enough. A refuted terminal is final. */
export async function proveBy(
  context: Context,
  evidence: KeyboardEvidence,
  { command, demanded, client }: Presence,
): Promise<ProvenHere> {
  const { terminal, env } = context
  const means = MEANS.commandLine(process.pid, process.ppid)
  const refusal = firstRefusal(COMMAND_CHECKS, {
    evidence,
    isClientKnown: client !== 'unknown',
    hasOlderPassphrase: () => isOlderKey(readPassphraseKey(pathsOf(env).passphrase), client),
  })
  if (refusal !== undefined)
    return { proof: { kind: 'unproven', ...COMMAND_REFUSALS[refusal](command, whyOf(evidence)), means } }
  if (evidence.kind === 'person' && !demanded) return { proof: { kind: 'human', door: 'cli' } }
  const reason = whyOf(evidence) || PASSPHRASE_TEXTS.presenceIsNotEnough
  const passphraseKey = readPassphraseKey(pathsOf(env).passphrase) ?? (await firstOne(context, reason, client))
  if (!passphraseKey) return { proof: { kind: 'unproven', ...PASSPHRASE.unset((await agentsHere(env)).agents), means } }
  const asked = await askPassphrase(terminal, passphraseKey, reason)
  if (asked.ok) return { proof: { kind: 'human', door: 'passphrase' }, signer: asked.signer }
  return { proof: { kind: 'unproven', why: asked.why, instead: `${asked.instead}: \`${command}\``, means } }
}

/** Offered when it is first needed, and never while an agent could be the one who sets it. */
async function firstOne({ terminal, env }: Context, reason: string, client: Presence['client']) {
  const { passphrase } = pathsOf(env)
  const isOffered = client === 'none' && terminal.interactive
  if (!isOffered || (await terminal.confirm(PASSPHRASE_TEXTS.offer(reason))) !== true) return undefined
  const problem = await choosePassphrase(terminal, pathsOf(env))
  if (problem !== undefined) terminal.out(problem)
  return readPassphraseKey(passphrase)
}
