import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pc from 'picocolors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Paths, pathsOf } from '../../config/paths.ts'
import { isSignedWith, makePassphraseKey, passphraseKeyId, readPassphraseKey } from '../../person/passphrase.ts'
import type { KeyboardEvidence } from '../../person/terminal.ts'
import { askPassphrase, proveBy } from './prove-here.ts'
import type { Terminal } from './terminal.ts'

let home = ''
let paths: Paths
let shown: string[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fairlead-words-'))
  paths = pathsOf({ HOME: home })
  shown = []
})

afterEach(() => rmSync(home, { recursive: true }))

/** A terminal at which these words are typed, one after the other. */
function terminal(...words: readonly (string | null)[]): Terminal {
  const left = [...words]
  return {
    colors: pc.createColors(false),
    columns: 80,
    interactive: words.length > 0,
    out: (text) => shown.push(text),
    input: async () => '',
    pieces: async function* () {},
    confirm: async () => null,
    secret: async () => left.shift() ?? null,
  }
}

const ask = (...words: readonly (string | null)[]) => askPassphrase(terminal(...words), paths, 'nothing shows it')

describe('the passphrase', () => {
  it('is set when first needed, stored privately, and asked for afterwards', async () => {
    const set = await ask('correct horse', 'correct horse')
    expect(set.ok).toBe(true)
    expect(statSync(paths.passphrase).mode & 0o777).toBe(0o600)
    const again = await ask('wrong', 'correct horse')
    const signature = again.ok ? again.signer('x') : ''
    expect(isSignedWith(readPassphraseKey(paths.passphrase), 'x', signature)).toBe(true)
    expect(shown.join('\n')).not.toContain('correct horse')
  })

  const refused: readonly [name: string, words: readonly (string | null)[]][] = [
    ['nobody can type', []],
    ['it is too short', ['short', 'short']],
    ['the two differ', ['correct horse', 'correct house']],
    ['it is cancelled', [null]],
  ]
  it.each(refused)('is not set when %s', async (_name, words) => {
    expect(await ask(...words)).toEqual({ ok: false, why: expect.any(String), instead: expect.any(String) })
    expect(readPassphraseKey(paths.passphrase)).toBeUndefined()
  })

  it('is refused after three wrong tries, or when it is cancelled', async () => {
    const passphraseKey = makePassphraseKey('correct horse', 1)
    await ask('correct horse', 'correct horse')
    writeFileSync(paths.passphrase, JSON.stringify(passphraseKey))
    expect(await ask('a', 'b', 'c', 'correct horse')).toMatchObject({
      ok: false,
      why: 'the passphrase was wrong 3 times',
    })
    expect(await ask(null)).toMatchObject({ ok: false, why: 'no passphrase was entered' })
    expect(readPassphraseKey(paths.passphrase)).toEqual(passphraseKey)
  })
})

describe('a person in the terminal', () => {
  const prove = (evidence: KeyboardEvidence, demanded: boolean, ...words: readonly string[]) =>
    proveBy({ terminal: terminal(...words), env: { HOME: home }, cwd: '/', bundle: '', node: '' }, evidence, {
      command: 'fairlead edge approve 1',
      demanded,
      client: undefined,
    })
  const PERSON: KeyboardEvidence = { kind: 'person' }
  const words = ['correct horse', 'correct horse']

  it('needs no passphrase where the terminal shows who typed', async () => {
    expect(await prove(PERSON, false)).toEqual({ proof: { kind: 'human', door: 'cli' } })
  })

  it('needs the passphrase for the gravest commands, and where the terminal shows nothing', async () => {
    const grave = await prove(PERSON, true, ...words)
    const unclear = await prove({ kind: 'unknown', why: 'inside `ZELLIJ`' }, false, 'correct horse')
    for (const { proof, signer } of [grave, unclear]) {
      expect(proof).toEqual({ kind: 'human', door: 'passphrase' })
      expect(signer).toBeTypeOf('function')
    }
    expect(shown.join('\n')).toContain('inside `ZELLIJ`; enter your passphrase')
  })

  it("can't use the passphrase where the terminal shows that an agent typed", async () => {
    expect(await prove({ kind: 'refuted', why: 'an agent' }, false, ...words)).toEqual({
      proof: {
        kind: 'unproven',
        why: 'an agent',
        instead: 'run `fairlead edge approve 1` yourself, in a terminal that no agent started',
        means: expect.stringContaining('the command line, process'),
      },
    })
    expect(readPassphraseKey(paths.passphrase)).toBeUndefined()
  })

  it('needs a passphrase older than the agent where the agent may have opened the terminal', async () => {
    const detached: KeyboardEvidence = { kind: 'unknown', why: 'nothing older', detached: true }
    expect((await prove(detached, false, ...words)).proof).toMatchObject({
      why: 'nothing older',
      instead: 'run `fairlead edge approve 1` in a terminal that was open before the agent started',
    })
    expect(readPassphraseKey(paths.passphrase)).toBeUndefined()
    const passphraseKey = makePassphraseKey('correct horse', 1)
    mkdirSync(dirname(paths.passphrase), { recursive: true })
    writeFileSync(paths.passphrase, JSON.stringify(passphraseKey))
    const at = { terminal: terminal('correct horse'), env: { HOME: home }, cwd: '/', bundle: '', node: '' }
    const presence = { command: 'x', demanded: false, client: { passphraseKey: passphraseKeyId(passphraseKey) } }
    expect((await proveBy(at, detached, presence)).proof).toEqual({ kind: 'human', door: 'passphrase' })
  })

  it('is told what to run again when no passphrase was entered', async () => {
    const { proof } = await prove({ kind: 'unknown', why: 'inside `STY`' }, false)
    expect(proof).toMatchObject({ kind: 'unproven', instead: 'run it in a terminal: `fairlead edge approve 1`' })
  })
})
