import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeSeal, readSeal, sealed, sealId, unlockSeal } from './passphrase.ts'

const seal = makeSeal('correct horse', 5)
const sign = unlockSeal(seal, 'correct horse')

describe('a key behind a passphrase', () => {
  it('signs for the passphrase and for nothing else', () => {
    const signature = sign?.('a grant') ?? ''
    expect(signature).toMatch(new RegExp(`^ed25519:${sealId(seal)}:`))
    expect(sealed(seal, 'a grant', signature)).toBe(true)
    expect(['', 'correct hors', 'Correct horse', 'correct horse '].map((words) => unlockSeal(seal, words))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is not believed for another text, by another key, or when its file was changed', () => {
    const signature = sign?.('a grant') ?? ''
    const other = makeSeal('correct horse', 5)
    const swapped = { ...seal, publicKey: other.publicKey }
    expect([
      sealed(seal, 'another', signature),
      sealed(seal, 'a grant', `${signature.slice(0, -4)}AAA=`),
      sealed(seal, 'a grant', 'ed25519:'),
      sealed(seal, 'a grant', ''),
      sealed(other, 'a grant', signature),
      sealed(undefined, 'a grant', signature),
      sealed({ ...seal, publicKey: 'x' }, 'a grant', signature),
      sealed({ ...seal, publicKey: 'x' }, 'a grant', signature.replace(sealId(seal), sealId({ publicKey: 'x' }))),
    ]).toEqual(Array(8).fill(false))
    expect(unlockSeal(swapped, 'correct horse')).toBeUndefined()
    expect(unlockSeal({ ...seal, tag: '' }, 'correct horse')).toBeUndefined()
  })

  it('takes both spellings of a letter with a mark', () => {
    const marked = makeSeal('caf\u00e9 au lait', 5)
    expect(unlockSeal(marked, 'cafe\u0301 au lait')).toBeDefined()
  })

  it('is read from its file, or is not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-seal-'))
    const file = join(folder, 'passphrase.json')
    const texts = [
      '',
      'null',
      '{}',
      '[]',
      JSON.stringify({ ...seal, version: 2 }),
      JSON.stringify({ ...seal, salt: 1 }),
    ]
    expect(readSeal(file)).toBeUndefined()
    for (const text of texts) {
      writeFileSync(file, text)
      expect(readSeal(file)).toBeUndefined()
    }
    writeFileSync(file, JSON.stringify(seal))
    expect(readSeal(file)).toEqual(seal)
    rmSync(folder, { recursive: true })
  })
})
