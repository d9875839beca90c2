import { describe, expect, it } from 'vitest'
import { CONSOLE_TEXTS } from '../../core/words/person.ts'
import { makePassphraseKey, passphraseKeyId, unlockPassphraseKey } from '../../person/passphrase.ts'
import { provesPassphrase, proveTerminal } from './prove.ts'

const key = makePassphraseKey('a long passphrase', 1)
const client = { pid: 5, started: 50, passphraseKey: passphraseKeyId(key) }
const asked = { pid: 9, sinceMs: 0, client, passphraseKey: key }

describe('the terminal that asks', () => {
  it.each([
    [{ kind: 'person' }, { kind: 'person' }],
    [
      { kind: 'unknown', why: 'tmux' },
      { kind: 'passphrase', why: 'tmux' },
    ],
    [
      { kind: 'refuted', why: 'no terminal' },
      { kind: 'refused', why: 'no terminal', next: expect.stringContaining('fairlead console') },
    ],
  ] as const)('[EDGE-142] with %j is %j', (evidence, expected) => {
    expect(proveTerminal(asked, () => evidence)).toEqual(expected)
  })

  it('[EDGE-142] is refused where the agent may have made it and no passphrase is older', () => {
    const detached = () => ({ kind: 'unknown', why: 'new', detached: true }) as const
    expect(proveTerminal(asked, detached)).toEqual({ kind: 'passphrase', why: 'new' })
    expect(proveTerminal({ ...asked, client: { pid: 5, started: 50 } }, detached).kind).toBe('refused')
  })

  it('[EDGE-142] is made up for by a passphrase that is older than the agent, for this very ticket', () => {
    const sign = unlockPassphraseKey(key, 'a long passphrase')
    const signature = sign?.(CONSOLE_TEXTS.statement('t1'))
    expect(provesPassphrase(asked, 't1', signature)).toBe(true)
    expect(provesPassphrase(asked, 't2', signature)).toBe(false)
    expect(provesPassphrase(asked, 't1', undefined)).toBe(false)
    expect(provesPassphrase({ ...asked, client: { pid: 5, started: 50 } }, 't1', signature)).toBe(false)
  })
})
