import { describe, expect, it } from 'vitest'
import { alone, type Course, live } from '../../../../test/reference/course.ts'
import { AROUND } from '../../../../test/support/events.ts'
import type { Registration } from '../../model/door.ts'
import type { Proof } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import type { Hold, SessionState, State } from '../../model/state.ts'
import { demandPassphrase, needsPassphrase } from './holds.ts'

const HISTORIES = 2_000
const POLICY: Policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, passphraseFor: ['irreversible'] } }
const KEY = 'k'
const CLIENT: Registration = { pid: 1, started: 1, tty: true, runtime: 'claude-code', atMs: 0, passphraseKey: KEY }
const CLIENTS = { one: CLIENT, two: CLIENT }

interface Granted {
  /** What the same act proves without the passphrase. */
  readonly withoutIt: Proof
  readonly hold: Hold
  readonly verb: 'approve' | 'dismiss'
}

/** Every hold that this state knows, waiting, lapsed or skipped. */
const known = ({ edge, sessions }: State): readonly Hold[] => [
  ...edge.holds,
  ...Object.values<SessionState>(sessions).flatMap(({ skipped }) => skipped),
]

const grantIn = (facts: readonly Fact[]) =>
  facts.find((fact) => fact.kind === 'junction.approved' || fact.kind === 'junction.dismissed')

/** A history in which every decision of a person goes through the demand for a passphrase, as in the gate. */
function demanding(door: 'cli' | 'passphrase', granted: Granted[]): Course {
  return {
    ...alone,
    decide: (state, event, timed) => {
      if (event.kind !== 'edge') return alone.decide(state, event, timed)
      const seen: State = { ...state, clients: CLIENTS }
      const by = (one: typeof door): Proof => ({ kind: 'human', door: one })
      const demanded = (proof: Proof) =>
        demandPassphrase(seen, { ...event, proof, around: { ...AROUND, passphraseKey: KEY } }, POLICY)
      const outcome = alone.decide(seen, { ...event, proof: demanded(by(door)) }, timed)
      const fact = grantIn(outcome.facts)
      const hold = known(state).find(({ number }) => number === fact?.grant.number)
      const verb = fact?.kind === 'junction.approved' ? 'approve' : 'dismiss'
      if (hold) granted.push({ withoutIt: demanded(by('cli')), hold, verb })
      return outcome
    },
  }
}

function grantsOf(door: 'cli' | 'passphrase'): readonly Granted[] {
  const granted: Granted[] = []
  for (let seed = 1; seed <= HISTORIES; seed += 1) for (const _ of live(seed, demanding(door, granted)));
  return granted
}

describe('the hold that is granted', () => {
  it('[EDGE-55] never needed a passphrase that was not demanded', () => {
    const weak = grantsOf('cli').filter(({ verb, hold }) => needsPassphrase(POLICY, verb, hold))
    expect(weak).toEqual([])
  })

  it('[EDGE-55] is the one that the passphrase was demanded for', () => {
    const demanded = grantsOf('passphrase').filter(({ withoutIt }) => withoutIt.kind === 'unproven')
    expect(demanded.length).toBeGreaterThan(500)
    for (const { withoutIt, hold, verb } of demanded)
      expect(withoutIt).toMatchObject({ instead: `run \`fairlead edge ${verb} ${hold.number}\` in a terminal` })
  })
})
