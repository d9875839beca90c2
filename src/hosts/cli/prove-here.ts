import { existsSync } from 'node:fs'
import { type Paths, pathsOf } from '../../config/paths.ts'
import type { Registration } from '../../core/model/door.ts'
import type { Proof } from '../../core/model/event.ts'
import { writePrivate } from '../../disk/replace-file.ts'
import {
  MIN_PASSPHRASE_CHARS,
  makeSeal,
  readSeal,
  type SealSigner,
  sealId,
  unlockSeal,
} from '../../person/passphrase.ts'
import { isSame, readProcess } from '../../person/processes.ts'
import { type Evidence, type Since, weighCommand } from '../../person/terminal.ts'
import { wired } from './open-project.ts'
import type { Context, Environment, Terminal } from './terminal.ts'

/** Is a person typing this? `command` is what to run elsewhere if that cannot be shown. */
export type Prove = (context: Context, command: string) => Promise<Proof>

/** An agent that runs now may have attached a terminal of its own since it started: one from before that counts. */
export const proveHere: Prove = (context, command) => proveNow(context, command, false)

/** The same where presence is not enough: the passphrase is asked for besides. */
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

export interface Proven {
  readonly proof: Proof
  readonly signer?: SealSigner
}

/** What the terminal shows, and the passphrase where it cannot show enough. What it refutes no passphrase mends. */
export async function proveBy(
  { terminal, env }: Context,
  evidence: Evidence,
  { command, demanded, client }: Presence,
): Promise<Proven> {
  const means = `the command line, process ${process.pid} below ${process.ppid}`
  if (evidence.kind === 'refuted') {
    const instead = `run \`${command}\` yourself, in a terminal that no agent has started`
    return { proof: { kind: 'unproven', why: evidence.why, instead, means } }
  }
  if (evidence.kind === 'person' && !demanded) return { proof: { kind: 'human', door: 'cli' } }
  if (evidence.kind === 'unknown' && evidence.detached && !isFromBefore(pathsOf(env), client)) {
    const instead = `run \`${command}\` in a terminal that was open before the agent`
    return { proof: { kind: 'unproven', why: evidence.why, instead, means } }
  }
  const reason = evidence.kind === 'unknown' ? evidence.why : 'this decision takes more than your presence'
  const asked = await askPassphrase(terminal, pathsOf(env), reason)
  if (asked.ok) return { proof: { kind: 'human', door: 'passphrase' }, signer: asked.signer }
  return { proof: { kind: 'unproven', why: asked.why, instead: `${asked.instead}: \`${command}\``, means } }
}

/** The passphrase is the one that there was before the agent. */
function isFromBefore({ passphrase }: Paths, client: Pick<Registration, 'passphraseKey'> | undefined): boolean {
  const seal = readSeal(passphrase)
  return seal !== undefined && client?.passphraseKey === sealId(seal)
}

async function oldestLiveSession(env: Environment): Promise<Since & { readonly client: Registration | undefined }> {
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

type Asked =
  | { readonly ok: true; readonly signer: SealSigner }
  | { readonly ok: false; readonly why: string; readonly instead: string }

const TRIES = 3

/**
 * Asks for the passphrase, or for a new one where none was ever set. It is typed here and nowhere else.
 *
 * @internal
 */
export async function askPassphrase(terminal: Terminal, paths: Paths, reason: string): Promise<Asked> {
  if (!terminal.interactive) return no(`${reason}, and nobody can type a passphrase here`, 'run it with a terminal')
  const seal = readSeal(paths.passphrase)
  if (!seal) return setPassphrase(terminal, paths, reason)
  terminal.out(`${reason}; your passphrase decides`)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const words = await terminal.secret('Passphrase')
    if (words === null) return no('the passphrase was not given', 'run it again')
    const signer = unlockSeal(seal, words)
    if (signer) return { ok: true, signer }
    terminal.out('that is not it')
  }
  return no(`the passphrase was wrong ${TRIES} times`, 'run it again')
}

async function setPassphrase(terminal: Terminal, paths: Paths, reason: string): Promise<Asked> {
  terminal.out(`${reason}; a passphrase decides, and there is none yet`)
  terminal.out(`choose one of at least ${MIN_PASSPHRASE_CHARS} characters; no agent may ever see it`)
  const words = await terminal.secret('New passphrase')
  if (words === null) return no('no passphrase was set', 'run it again')
  if (words.length < MIN_PASSPHRASE_CHARS) return no('the passphrase is too short', 'run it again')
  if ((await terminal.secret('The same again')) !== words) return no('the two did not match', 'run it again')
  const seal = makeSeal(words, Date.now())
  const signer = unlockSeal(seal, words)
  if (!signer) return no('the new passphrase did not unlock its own key', 'run it again')
  writePrivate(paths.passphrase, `${JSON.stringify(seal, null, 2)}\n`)
  return { ok: true, signer }
}

function no(why: string, instead: string): Asked {
  return { ok: false, why, instead }
}
