import { expect, it } from 'vitest'
import { common, PROJECT, recorded, shell } from '../../test/support/events.ts'
import { play } from '../../test/support/history.ts'
import { decide } from '../core/decide.ts'
import { evolve } from '../core/evolve.ts'
import type { Event } from '../core/model/event.ts'
import { projectRoot, sessionId } from '../core/model/ids.ts'
import { DEFAULT_POLICY } from '../core/model/policy.ts'
import { INITIAL_STATE, type State } from '../core/model/state.ts'
import { type Key, type Keyring, rejectForged, signGrants } from './grants.ts'
import { makePassphraseKey, type PassphraseSigner, unlockPassphraseKey } from './passphrase.ts'

const key = new Uint8Array(32).fill(7)
const act = (verb: 'approve' | 'dismiss' | 'pause'): Event => ({
  ...common(),
  kind: 'edge',
  session: sessionId('terminal'),
  verb,
  proof: { kind: 'human', door: 'cli' },
})

/** A hold that was approved or dismissed, with the signature the gate puts on it. */
function granted(verb: 'approve' | 'dismiss' | 'pause', signingKey: Key | PassphraseSigner): State {
  const { state } = play([shell('git push')])
  const event = act(verb)
  const facts = signGrants(decide(state, event, DEFAULT_POLICY).facts, PROJECT, () => signingKey)
  return facts.reduce((next, fact) => evolve(next, recorded(event, fact)), state)
}

it('honours what this key signed for this project, and nothing else', () => {
  for (const verb of ['approve', 'dismiss', 'pause'] as const) {
    const state = granted(verb, key)
    const rejected = (held: Uint8Array | undefined, project = PROJECT) =>
      rejectForged(state, project, { key: () => held }).length
    expect([
      rejected(key),
      rejected(new Uint8Array(32)),
      rejected(undefined),
      rejected(key, projectRoot('/other')),
    ]).toEqual([0, 1, 1, 1])
  }
})

it('rejects a grant whose any field was changed afterwards', () => {
  const { edge } = granted('approve', key)
  const [allowance] = edge.allowances
  if (!allowance) throw new Error('no allowance')
  const changes = [
    { id: 'other' },
    { number: 9 },
    { fingerprint: shell('x').id as never },
    { session: sessionId('other') },
    { agentType: 'worker' },
    { grantedAtMs: 0 },
    { signature: '' },
    { signature: `${allowance.signature.slice(1)}0` },
  ]
  for (const change of changes) {
    const state: State = {
      ...INITIAL_STATE,
      edge: { ...edge, allowances: [{ ...allowance, ...change }] },
      sessions: {},
    }
    expect(rejectForged(state, PROJECT, { key: () => key })).toMatchObject([
      { kind: 'grant.rejected', why: 'its signature is not valid' },
    ])
  }
})

it('rejects a dismissal that was prolonged', () => {
  const { edge } = granted('dismiss', key)
  const dismissals = edge.dismissals.map((one) => ({ ...one, expiresAtMs: one.expiresAtMs + 1 }))
  expect(
    rejectForged({ ...INITIAL_STATE, edge: { ...edge, dismissals }, sessions: {} }, PROJECT, { key: () => key }),
  ).toHaveLength(1)
})

it('rejects a pause that was prolonged or never signed', () => {
  const { edge } = granted('pause', key)
  if (!edge.pause) throw new Error('no pause')
  for (const change of [{ expiresAtMs: edge.pause.expiresAtMs + 1 }, { startedAtMs: 0 }, { signature: '' }]) {
    const state: State = { ...INITIAL_STATE, edge: { ...edge, pause: { ...edge.pause, ...change } }, sessions: {} }
    expect(rejectForged(state, PROJECT, { key: () => key })).toMatchObject([
      { kind: 'grant.rejected', grant: edge.pause.id },
    ])
  }
})

it('does not read the key when there is nothing to check', () => {
  const unread = () => {
    throw new Error('read')
  }
  expect(rejectForged(play([]).state, PROJECT, { key: unread })).toEqual([])
})

it('signs nothing without a key, so nothing is honoured', () => {
  const state = granted('approve', undefined)
  expect(rejectForged(state, PROJECT, { key: () => key })).toHaveLength(1)
})

it('honours what a passphrase signed, with the key that it belongs to', () => {
  const passphraseKey = makePassphraseKey('correct horse', 1)
  const signer = unlockPassphraseKey(passphraseKey, 'correct horse')
  for (const verb of ['approve', 'dismiss', 'pause'] as const) {
    const state = granted(verb, signer)
    const rejected = (by: Keyring, project = PROJECT) => rejectForged(state, project, by).length
    expect([
      rejected({ key: () => key, passphraseKey: () => passphraseKey }),
      rejected({ key: () => undefined, passphraseKey: () => passphraseKey }),
      rejected({ key: () => key, passphraseKey: () => makePassphraseKey('correct horse', 1) }),
      rejected({ key: () => key, passphraseKey: () => undefined }),
      rejected({ key: () => key }),
      rejected({ key: () => key, passphraseKey: () => passphraseKey }, projectRoot('/other')),
    ]).toEqual([0, 0, 1, 1, 1, 1])
  }
})
