import type { Paths } from '../../config/paths.ts'
import { writePrivate } from '../../config/write-private.ts'
import { MIN_PASSPHRASE_CHARS, makeSeal, readSeal, type SealSigner, unlockSeal } from '../../person/passphrase.ts'
import type { Terminal } from './terminal.ts'

type Asked =
  | { readonly ok: true; readonly signer: SealSigner }
  | { readonly ok: false; readonly why: string; readonly instead: string }

const TRIES = 3

/** The passphrase, or a new one where none was ever set. It is typed here and nowhere else. */
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
