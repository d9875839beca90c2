import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pc from 'picocolors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Paths, pathsOf } from '../../config/paths.ts'
import { PASSPHRASE } from '../../core/words/person.ts'
import {
  isSignedWith,
  makePassphraseKey,
  passphraseKeyId,
  readPassphraseKey,
  unlockPassphraseKey,
} from '../../person/passphrase.ts'
import type { KeyboardEvidence } from '../../person/terminal.ts'
import { askPassphrase } from './ask-passphrase.ts'
import { passphraseSet } from './policy/passphrase.ts'
import { proveBy } from './prove-here.ts'
import type { Context, Terminal } from './terminal.ts'

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

const at = (...words: readonly (string | null)[]): Context => ({
  terminal: terminal(...words),
  env: { HOME: home },
  ...{ cwd: '/', bundle: '', node: '' },
})

/** There is one by now. */
function keep(passphrase: string) {
  const passphraseKey = makePassphraseKey(passphrase, 1)
  mkdirSync(dirname(paths.passphrase), { recursive: true })
  writeFileSync(paths.passphrase, JSON.stringify(passphraseKey))
  return passphraseKey
}

describe('the passphrase', () => {
  const set = (...words: readonly (string | null)[]) => passphraseSet(at(...words), async () => undefined)
  const opens = (words: string) =>
    unlockPassphraseKey(readPassphraseKey(paths.passphrase) ?? keep(''), words) !== undefined

  it('is set by a command of its own, stored privately, and changed with the old one', async () => {
    expect(await set('correct horse', 'correct horse')).toEqual({ code: 0 })
    expect(statSync(paths.passphrase).mode & 0o777).toBe(0o600)
    expect(await set('wrong', 'correct horse', 'better horse', 'better horse')).toEqual({ code: 0 })
    expect([opens('correct horse'), opens('better horse')]).toEqual([false, true])
    expect(shown.join('\n')).not.toContain('horse')
  })

  const refused: readonly [name: string, words: readonly (string | null)[]][] = [
    ['nobody can type', []],
    ['it is too short', ['short', 'short']],
    ['the two differ', ['correct horse', 'correct house']],
    ['it is cancelled', [null]],
  ]
  it.each(refused)('is not set when %s', async (_name, words) => {
    expect(await set(...words)).toMatchObject({ code: 1 })
    expect(readPassphraseKey(paths.passphrase)).toBeUndefined()
  })

  it('[EDGE-51] is not set while an agent runs, nor by what no person started', async () => {
    const refusal = PASSPHRASE.unset([{ name: 'claude', pid: 7 }])
    const words = ['correct horse', 'correct horse']
    expect(await passphraseSet(at(...words), async () => refusal)).toEqual({
      code: 1,
      line: 'not accepted: no passphrase can be set while an agent runs (`claude`, process 7); end its sessions and what it left in the background, run `fairlead passphrase set`, then start it again',
    })
    expect(await passphraseSet(at(...words))).toMatchObject({ code: 1 })
    expect(readPassphraseKey(paths.passphrase)).toBeUndefined()
  })

  it('is refused after three wrong tries, or when it is cancelled', async () => {
    const passphraseKey = keep('correct horse')
    const ask = (...words: readonly (string | null)[]) => askPassphrase(terminal(...words), passphraseKey, 'x')
    expect(await ask('a', 'b', 'c', 'correct horse')).toMatchObject({
      ok: false,
      why: 'the passphrase was wrong 3 times',
    })
    expect(await ask(null)).toMatchObject({ ok: false, why: 'no passphrase was entered' })
    expect(await set('a', 'b', 'c')).toMatchObject({ code: 1 })
    expect(readPassphraseKey(paths.passphrase)).toEqual(passphraseKey)
  })
})

describe('a person in the terminal', () => {
  const prove = (evidence: KeyboardEvidence, demanded: boolean, ...words: readonly string[]) =>
    proveBy(at(...words), evidence, { command: 'fairlead edge approve 1', demanded, client: 'none' })
  const PERSON: KeyboardEvidence = { kind: 'person' }
  const words = ['correct horse', 'correct horse']

  it('needs no passphrase where the terminal shows who typed', async () => {
    expect(await prove(PERSON, false)).toEqual({ proof: { kind: 'human', door: 'cli' } })
  })

  it('needs the passphrase for the gravest commands, and where the terminal shows nothing', async () => {
    const passphraseKey = keep('correct horse')
    const grave = await prove(PERSON, true, 'correct horse')
    const unclear = await prove({ kind: 'unknown', why: 'inside `ZELLIJ`' }, false, 'correct horse')
    for (const { proof, signer } of [grave, unclear]) {
      expect(proof).toEqual({ kind: 'human', door: 'passphrase' })
      expect(isSignedWith(passphraseKey, 'x', signer?.('x') ?? '')).toBe(true)
    }
    expect(shown.join('\n')).toContain('inside `ZELLIJ`; enter your passphrase')
  })

  it('[EDGE-55] is offered a first passphrase when one is needed and no agent runs, and may say no', async () => {
    const offered = async (answer: boolean, ...typedWords: readonly string[]) => {
      const context = at(...typedWords)
      const asking = { ...context, terminal: { ...context.terminal, confirm: async () => answer } }
      return (await proveBy(asking, PERSON, { command: 'fairlead pause', demanded: true, client: 'none' })).proof
    }
    expect(await offered(false, 'x')).toMatchObject({ kind: 'unproven', why: expect.stringMatching(/passphrase/) })
    expect(await offered(true, 'short', 'short')).toMatchObject({ kind: 'unproven' })
    expect(shown.join('\n')).toContain('the passphrase is too short')
    expect(await offered(true, ...words, 'correct horse')).toEqual({ kind: 'human', door: 'passphrase' })
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
    const presence = { command: 'x', demanded: false }
    const older = { passphraseKey: passphraseKeyId(keep('correct horse')) }
    expect((await proveBy(at('correct horse'), detached, { ...presence, client: older })).proof).toEqual({
      kind: 'human',
      door: 'passphrase',
    })
    expect((await proveBy(at('correct horse'), detached, { ...presence, client: {} })).proof).toMatchObject({
      why: 'nothing older',
    })
    expect((await proveBy(at('correct horse'), detached, { ...presence, client: 'unknown' })).proof).toMatchObject({
      why: "it isn't clear which program this session's agent runs in",
      instead: 'restart the agent, then decide again',
    })
  })

  it('[EDGE-55] is told how to set a passphrase where none is, and sets none on the way', async () => {
    const { proof } = await prove(PERSON, true, ...words)
    expect(proof).toMatchObject({ kind: 'unproven', instead: expect.stringContaining('run `fairlead passphrase set`') })
    expect(readPassphraseKey(paths.passphrase)).toBeUndefined()
  })

  it('is told what to run again when no passphrase was entered', async () => {
    keep('correct horse')
    const { proof } = await prove({ kind: 'unknown', why: 'inside `STY`' }, false)
    expect(proof).toMatchObject({ kind: 'unproven', instead: 'run it in a terminal: `fairlead edge approve 1`' })
  })
})
