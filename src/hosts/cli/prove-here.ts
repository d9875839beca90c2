import { existsSync } from 'node:fs'
import { type Paths, pathsOf } from '../../config/paths.ts'
import type { Registration } from '../../core/model/door.ts'
import type { Proof } from '../../core/model/event.ts'
import type { Environment } from '../../core/model/json.ts'
import { PASSPHRASE_TEXTS } from '../../core/words/cli.ts'
import { COMMAND_REFUSALS, MEANS, type Refusal } from '../../core/words/person.ts'
import { writePrivate } from '../../disk/replace-file.ts'
import {
  MIN_PASSPHRASE_CHARS,
  makePassphraseKey,
  type PassphraseSigner,
  passphraseKeyId,
  readPassphraseKey,
  unlockPassphraseKey,
} from '../../person/passphrase.ts'
import { isSame, readProcess } from '../../person/processes.ts'
import { type AgentStart, type KeyboardEvidence, weighCommand, whyOf } from '../../person/terminal.ts'
import { COMMAND_CHECKS, firstRefusal } from '../../person/ways-in.ts'
import { wired } from './open-project.ts'
import type { Context, Terminal } from './terminal.ts'

/** Checks that a person is typing. `command` is what to run elsewhere if that can't be shown. */
export type Prove = (context: Context, command: string) => Promise<Proof>

/** A running agent may have opened a terminal of its own, so only one that is older than the agent counts. */
export const proveHere: Prove = (context, command) => proveNow(context, command, false)

/** The same where presence is not enough: also asks for the passphrase. */
export const proveWithPassphrase: Prove = (context, command) => proveNow(context, command, true)

async function proveNow(context: Context, command: string, demanded: boolean): Promise<Proof> {
  const since = await oldestLiveSession(context.env)
  const evidence = weighCommand(process.pid, since)
  return (await proveBy(context, evidence, { command, demanded, client: since.client })).proof
}

interface Presence {
  readonly command: string
  /** Presence is not enough for this decision. */
  readonly demanded: boolean
  /** The agent's client, with the passphrase that there was when it came. */
  readonly client: Pick<Registration, 'passphraseKey'> | undefined
}

export interface ProvenHere {
  readonly proof: Proof
  readonly signer?: PassphraseSigner
}

/** Judges the terminal, and asks for the passphrase where that is not enough. A refuted terminal is final. */
export async function proveBy(
  { terminal, env }: Context,
  evidence: KeyboardEvidence,
  { command, demanded, client }: Presence,
): Promise<ProvenHere> {
  const means = MEANS.commandLine(process.pid, process.ppid)
  const hasOlderPassphrase = () => isFromBefore(pathsOf(env), client)
  const refusal = firstRefusal(COMMAND_CHECKS, { evidence, hasOlderPassphrase })
  if (refusal !== undefined)
    return { proof: { kind: 'unproven', ...COMMAND_REFUSALS[refusal](command, whyOf(evidence)), means } }
  if (evidence.kind === 'person' && !demanded) return { proof: { kind: 'human', door: 'cli' } }
  const asked = await askPassphrase(terminal, pathsOf(env), whyOf(evidence) || PASSPHRASE_TEXTS.presenceIsNotEnough)
  if (asked.ok) return { proof: { kind: 'human', door: 'passphrase' }, signer: asked.signer }
  return { proof: { kind: 'unproven', why: asked.why, instead: `${asked.instead}: \`${command}\``, means } }
}

/** The passphrase is older than the agent, so the agent can't have set it. */
function isFromBefore({ passphrase }: Paths, client: Pick<Registration, 'passphraseKey'> | undefined): boolean {
  const passphraseKey = readPassphraseKey(passphrase)
  return passphraseKey !== undefined && client?.passphraseKey === passphraseKeyId(passphraseKey)
}

async function oldestLiveSession(
  env: Environment,
): Promise<AgentStart & { readonly client: Registration | undefined }> {
  const paths = pathsOf(env)
  if (!existsSync(paths.database)) return { atMs: Date.now(), client: undefined }
  const store = await (await wired(paths, env)).store()
  try {
    const states = await Promise.all((await store.projects()).map((project) => store.read(project)))
    const live = states.flatMap((state) => Object.values(state.sessions)).filter((session) => !session.ended)
    const [client] = states
      .flatMap(({ clients }) => Object.values<Registration>(clients))
      .filter((one) => isSame(readProcess(one.pid), one))
      .toSorted((left, right) => left.started - right.started)
    return { atMs: Math.min(Date.now(), ...live.map((session) => session.startedAtMs)), client }
  } finally {
    await store.close()
  }
}

type Asked = { readonly ok: true; readonly signer: PassphraseSigner } | ({ readonly ok: false } & Refusal)

const TRIES = 3

/**
 * Asks for the passphrase, or for a new one where none was ever set. It is typed here and nowhere else.
 *
 * @internal
 */
export async function askPassphrase(terminal: Terminal, paths: Paths, reason: string): Promise<Asked> {
  if (!terminal.interactive) return no(PASSPHRASE_TEXTS.noTerminal(reason), PASSPHRASE_TEXTS.runInTerminal)
  const passphraseKey = readPassphraseKey(paths.passphrase)
  if (!passphraseKey) return setPassphrase(terminal, paths, reason)
  terminal.out(PASSPHRASE_TEXTS.enter(reason))
  for (let tries = 0; tries < TRIES; tries += 1) {
    const words = await terminal.secret(PASSPHRASE_TEXTS.prompt)
    if (words === null) return no(PASSPHRASE_TEXTS.notEntered)
    const signer = unlockPassphraseKey(passphraseKey, words)
    if (signer) return { ok: true, signer }
    terminal.out(PASSPHRASE_TEXTS.wrong)
  }
  return no(PASSPHRASE_TEXTS.wrongTooOften(TRIES))
}

async function setPassphrase(terminal: Terminal, paths: Paths, reason: string): Promise<Asked> {
  terminal.out(PASSPHRASE_TEXTS.choose(reason, MIN_PASSPHRASE_CHARS))
  const words = await terminal.secret(PASSPHRASE_TEXTS.promptNew)
  if (words === null) return no(PASSPHRASE_TEXTS.notSet)
  if (words.length < MIN_PASSPHRASE_CHARS) return no(PASSPHRASE_TEXTS.tooShort)
  if ((await terminal.secret(PASSPHRASE_TEXTS.promptAgain)) !== words) return no(PASSPHRASE_TEXTS.different)
  const passphraseKey = makePassphraseKey(words, Date.now())
  const signer = unlockPassphraseKey(passphraseKey, words)
  if (!signer) return no(PASSPHRASE_TEXTS.notUnlocked)
  writePrivate(paths.passphrase, `${JSON.stringify(passphraseKey, null, 2)}\n`)
  return { ok: true, signer }
}

function no(why: string, instead: string = PASSPHRASE_TEXTS.tryAgain): Asked {
  return { ok: false, why, instead }
}
