import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  isSignedWith,
  makePassphraseKey,
  passphraseKeyId,
  readPassphraseKey,
  unlockPassphraseKey,
} from './passphrase.ts'

const passphraseKey = makePassphraseKey('correct horse', 5)
const sign = unlockPassphraseKey(passphraseKey, 'correct horse')

describe('a key behind a passphrase', () => {
  it('signs for the passphrase and for nothing else', () => {
    const signature = sign?.('a grant') ?? ''
    expect(signature).toMatch(new RegExp(`^ed25519:${passphraseKeyId(passphraseKey)}:`))
    expect(isSignedWith(passphraseKey, 'a grant', signature)).toBe(true)
    expect(
      ['', 'correct hors', 'Correct horse', 'correct horse '].map((words) => unlockPassphraseKey(passphraseKey, words)),
    ).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is not valid for another text, by another key, or when its file was changed', () => {
    const signature = sign?.('a grant') ?? ''
    const other = makePassphraseKey('correct horse', 5)
    const swapped = { ...passphraseKey, publicKey: other.publicKey }
    expect([
      isSignedWith(passphraseKey, 'another', signature),
      isSignedWith(passphraseKey, 'a grant', `${signature.slice(0, -4)}AAA=`),
      isSignedWith(passphraseKey, 'a grant', 'ed25519:'),
      isSignedWith(passphraseKey, 'a grant', ''),
      isSignedWith(other, 'a grant', signature),
      isSignedWith(undefined, 'a grant', signature),
      isSignedWith({ ...passphraseKey, publicKey: 'x' }, 'a grant', signature),
      isSignedWith(
        { ...passphraseKey, publicKey: 'x' },
        'a grant',
        signature.replace(passphraseKeyId(passphraseKey), passphraseKeyId({ publicKey: 'x' })),
      ),
    ]).toEqual(Array(8).fill(false))
    expect(unlockPassphraseKey(swapped, 'correct horse')).toBeUndefined()
    expect(unlockPassphraseKey({ ...passphraseKey, tag: '' }, 'correct horse')).toBeUndefined()
  })

  it('takes both spellings of a letter with a mark', () => {
    const marked = makePassphraseKey('caf\u00e9 au lait', 5)
    expect(unlockPassphraseKey(marked, 'cafe\u0301 au lait')).toBeDefined()
  })

  it('is read from its file, or is not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-passphrase-'))
    const file = join(folder, 'passphrase.json')
    const texts = [
      '',
      'null',
      '{}',
      '[]',
      JSON.stringify({ ...passphraseKey, version: 2 }),
      JSON.stringify({ ...passphraseKey, salt: 1 }),
    ]
    expect(readPassphraseKey(file)).toBeUndefined()
    for (const text of texts) {
      writeFileSync(file, text)
      expect(readPassphraseKey(file)).toBeUndefined()
    }
    writeFileSync(file, JSON.stringify(passphraseKey))
    expect(readPassphraseKey(file)).toEqual(passphraseKey)
    rmSync(folder, { recursive: true })
  })
})
