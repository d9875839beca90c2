import type { Paths } from '../../config/paths.ts'
import { PASSPHRASE_TEXTS } from '../../core/words/cli.ts'
import type { Refusal } from '../../core/words/person.ts'
import { writePrivate } from '../../disk/replace-file.ts'
import {
  MIN_PASSPHRASE_CHARS,
  makePassphraseKey,
  type PassphraseKey,
  type PassphraseSigner,
  unlockPassphraseKey,
} from '../../person/passphrase.ts'
import type { Terminal } from './terminal.ts'

type Asked = { readonly ok: true; readonly signer: PassphraseSigner } | ({ readonly ok: false } & Refusal)

const TRIES = 3

/** Asks for the passphrase. It is typed here and nowhere else. */
export async function askPassphrase(terminal: Terminal, passphraseKey: PassphraseKey, reason: string): Promise<Asked> {
  if (!terminal.interactive) return no(PASSPHRASE_TEXTS.noTerminal(reason), PASSPHRASE_TEXTS.runInTerminal)
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

/** Undefined when a new one was chosen; otherwise why not. Who may do so is the caller's question. */
export async function choosePassphrase(terminal: Terminal, { passphrase }: Paths): Promise<string | undefined> {
  terminal.out(PASSPHRASE_TEXTS.choose(MIN_PASSPHRASE_CHARS))
  const words = await terminal.secret(PASSPHRASE_TEXTS.promptNew)
  if (words === null) return PASSPHRASE_TEXTS.notSet
  if (words.length < MIN_PASSPHRASE_CHARS) return PASSPHRASE_TEXTS.tooShort
  if ((await terminal.secret(PASSPHRASE_TEXTS.promptAgain)) !== words) return PASSPHRASE_TEXTS.different
  writePrivate(passphrase, `${JSON.stringify(makePassphraseKey(words, Date.now()), null, 2)}\n`)
  return undefined
}

function no(why: string, instead: string = PASSPHRASE_TEXTS.tryAgain): Asked {
  return { ok: false, why, instead }
}
