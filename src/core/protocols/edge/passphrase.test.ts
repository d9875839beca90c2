import { expect, it } from 'vitest'
import { AROUND, common, recorded, SESSION, shell } from '../../../../test/support/events.ts'
import { decide } from '../../decide.ts'
import { evolve } from '../../evolve.ts'
import type { Event, EventOf } from '../../model/event.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'

const client = { pid: 1, started: 1, tty: true, runtime: 'claude-code', atMs: 0 }
const withKey = (key?: string): State => ({
  ...INITIAL_STATE,
  clients: { [SESSION]: { ...client, ...(key !== undefined && { passphraseKey: key }) } },
})

function after(state: State, event: Event, signature: string, policy: Policy = DEFAULT_POLICY): State {
  const { facts } = decide(state, event, policy)
  const signed = facts.map((fact) => ('signature' in fact ? { ...fact, signature } : fact))
  return signed.reduce((next, fact) => evolve(next, recorded(event, fact)), state)
}

const approve: EventOf<'edge'> = {
  ...common(),
  around: AROUND,
  kind: 'edge',
  verb: 'approve',
  hold: 1,
  proof: { kind: 'human', door: 'passphrase' },
}

/** The command is held, approved with this signature, and asked for twice more. */
function outcomes(
  command: string,
  { key, signature, policy = DEFAULT_POLICY }: { key?: string; signature: string; policy?: Policy },
) {
  const held = after(withKey(key), shell(command), '', policy)
  const granted = after(held, approve, signature, policy)
  const first = decide(granted, shell(command), policy).decision.kind
  const spent = after(granted, shell(command), '', policy)
  return [held.edge.holds[0]?.override, first, decide(spent, shell(command), policy).decision.kind]
}

it('[EDGE-55] the gravest commands pass once, with the passphrase only', () => {
  const signed = { key: 'k', signature: 'ed25519:k:x' }
  expect(outcomes('rm -rf ~', signed)).toEqual(['passphrase', 'allow', 'block'])
  expect(outcomes('rm -rf ~', { key: 'k', signature: 'hmac' })).toEqual(['passphrase', 'block', 'block'])
  expect(outcomes('rm -rf ~', { key: 'k', signature: 'ed25519:other:x' })).toEqual(['passphrase', 'block', 'block'])
})

it('[EDGE-55] nothing is held where no passphrase was set before the client started', () => {
  expect(outcomes('rm -rf ~', { signature: 'ed25519:k:x' })).toEqual([undefined, 'block', 'block'])
  expect(decide(INITIAL_STATE, shell('rm -rf ~'), DEFAULT_POLICY).decision.kind).toBe('block')
})

it('[EDGE-55] other recursive deletes pass once by any door, unless the policy asks for more', () => {
  const policy: Policy = {
    ...DEFAULT_POLICY,
    edge: { ...DEFAULT_POLICY.edge, passphraseFor: ['catastrophic-override'] },
  }
  const hmac = { key: 'k', signature: 'hmac' }
  expect(outcomes('rm -rf src', hmac)).toEqual(['any-door', 'allow', 'block'])
  expect(outcomes('rm -rf src', { ...hmac, policy })).toEqual(['any-door', 'block', 'block'])
  expect(outcomes('rm -rf src', { key: 'k', signature: 'ed25519:k:x', policy })).toEqual(['any-door', 'allow', 'block'])
})

type Named = Policy['edge']['passphraseFor']
const demanding = (...passphraseFor: Named): Policy => ({
  ...DEFAULT_POLICY,
  edge: { ...DEFAULT_POLICY.edge, passphraseFor },
})

/** What becomes of a push after the person's word, signed so. */
function pushAfter(verb: 'dismiss' | 'pause', signature: string, policy: Policy) {
  const held = after(withKey('k'), shell('git push'), '', policy)
  const word: Event = { ...approve, verb }
  return decide(after(held, word, signature, policy), shell('git push --tags'), policy).decision.kind
}

const SIGNED = 'ed25519:k:x'
const words: readonly [verb: 'dismiss' | 'pause', named: Named, signature: string, becomes: string][] = [
  ['dismiss', [], 'hmac', 'allow'],
  ['dismiss', ['dismiss'], 'hmac', 'hold'],
  ['dismiss', ['dismiss'], SIGNED, 'allow'],
  ['dismiss', ['dismiss'], 'ed25519:later:x', 'hold'],
  ['dismiss', ['irreversible'], 'hmac', 'hold'],
  ['dismiss', ['irreversible'], SIGNED, 'allow'],
  ['dismiss', ['pause'], 'hmac', 'allow'],
  ['pause', [], 'hmac', 'allow'],
  ['pause', ['pause'], 'hmac', 'hold'],
  ['pause', ['pause'], SIGNED, 'allow'],
]
it.each(words)(
  '[EDGE-55, EDGE-41] %s counts where %j take the passphrase, signed `%s`: %s',
  (verb, named, signature, becomes) => {
    expect(pushAfter(verb, signature, demanding(...named))).toBe(becomes)
  },
)
