import { describe, expect, it } from 'vitest'
import { AROUND, common, SESSION, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import type { EventOf, Proof } from '../../model/event.ts'
import { sessionId } from '../../model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import { demandPassphrase } from './holds.ts'

type Act = EventOf<'edge'>

const OTHER = sessionId('other')

const CLI: Proof = { kind: 'human', door: 'cli' }
const WITH_PASSPHRASE: Proof = { kind: 'human', door: 'passphrase' }
const UNPROVEN: Proof = { kind: 'unproven', why: 'x', instead: 'y' }

const act = (over: Partial<Act> = {}): Act => ({
  ...common(),
  kind: 'edge',
  verb: 'approve',
  hold: 1,
  proof: CLI,
  ...over,
})

const policy = (...passphraseFor: Policy['edge']['passphraseFor']): Policy => ({
  ...DEFAULT_POLICY,
  edge: { ...DEFAULT_POLICY.edge, passphraseFor },
})

/** A held push in a session whose client knew this passphrase. */
function held(key?: string, override: 'any-door' | 'passphrase' = 'any-door'): State {
  const { state } = play([shell('git push'), shell('git push --tags')])
  const client = { pid: 1, started: 1, tty: true, runtime: 'claude-code', atMs: 0 }
  const [oldest, ...later] = state.edge.holds
  const holds = oldest === undefined ? [] : [{ ...oldest, override }, ...later]
  const known = { ...client, ...(key !== undefined && { passphraseKey: key }) }
  return { ...state, edge: { ...state.edge, holds }, clients: { [SESSION]: known } }
}

function grave(): State {
  const state = held()
  const holds = state.edge.holds.map((hold) => ({ ...hold, catastrophic: true as const }))
  return { ...state, edge: { ...state.edge, holds } }
}

const why = (state: State, event: Act, under: Policy) => {
  const proof = demandPassphrase(state, event, under)
  return proof.kind === 'human' ? proof.door : proof.why
}

describe('the passphrase is demanded', () => {
  const TAKES = 'this needs your passphrase'
  const rows: readonly [name: string, state: State, event: Partial<Act>, under: Policy, answer: string][] = [
    ['for nothing by default', held(), {}, policy(), 'cli'],
    ['for what cannot be given back', held('k', 'passphrase'), {}, policy(), TAKES],
    ['for a dismissal of it', held('k', 'passphrase'), { verb: 'dismiss' }, policy(), TAKES],
    ['for no refusal of it', held('k', 'passphrase'), { verb: 'skip' }, policy(), 'cli'],
    ['not for the next hold', held('k', 'passphrase'), { hold: 2 }, policy(), 'cli'],
    ['for a catastrophe, where named', grave(), {}, policy('catastrophic-override'), TAKES],
    ['for no catastrophe otherwise', grave(), {}, policy('dismiss'), 'cli'],
    ['for the irreversible, where named', held(), {}, policy('irreversible'), TAKES],
    ['for dismissals, where named', held(), { verb: 'dismiss' }, policy('dismiss'), TAKES],
    ['for a pause, where named', held(), { verb: 'pause' }, policy('pause'), TAKES],
    ['for no pause otherwise', held(), { verb: 'pause' }, policy('irreversible'), 'cli'],
    ['for no hold that is not there', INITIAL_STATE, {}, policy('irreversible'), 'cli'],
    ['from outside', held(), { session: sessionId('terminal') }, policy('irreversible'), TAKES],
    [
      'for no hold of another session',
      play([shell('ls', { session: OTHER })], held()).state,
      { session: OTHER, hold: 9 },
      policy('irreversible'),
      'cli',
    ],
    ['of nobody who is no person', held('k', 'passphrase'), { proof: UNPROVEN }, policy(), 'x'],
  ]
  it.each(rows)('%s', (_name, state, event, under, answer) => {
    expect(why(state, act(event), under)).toBe(answer)
  })

  it('and names the command that takes it', () => {
    expect(demandPassphrase(held(), act(), policy('irreversible'))).toMatchObject({
      instead: 'run `fairlead edge approve 1` in a terminal',
    })
    const pause = act({ verb: 'pause', around: { ...AROUND, cli: 'fl' } })
    expect(demandPassphrase(INITIAL_STATE, pause, policy('pause'))).toMatchObject({
      instead: 'run `fl pause` in a terminal',
    })
  })

  it('and counts only when it was set before the agent began', () => {
    const withPassphrase = (key: string) => act({ proof: WITH_PASSPHRASE, around: { ...AROUND, passphraseKey: key } })
    const late = 'your passphrase was set or changed after this agent started'
    expect([
      why(held('k'), withPassphrase('k'), policy('irreversible')),
      why(held('k'), withPassphrase('other'), policy('irreversible')),
      why(held(), withPassphrase('k'), policy('irreversible')),
      why({ ...held(), clients: {} }, act({ proof: WITH_PASSPHRASE }), policy('irreversible')),
      why(held('k'), { ...withPassphrase('k'), verb: 'pause' }, policy('pause')),
      why(held('other'), { ...withPassphrase('k'), verb: 'pause' }, policy('pause')),
      why(
        held('other'),
        act({ proof: WITH_PASSPHRASE, verb: 'pause', around: { ...AROUND, gone: [SESSION] } }),
        policy('pause'),
      ),
      why(held(), withPassphrase('k'), policy()),
    ]).toEqual(['passphrase', late, late, late, 'passphrase', late, 'passphrase', 'passphrase'])
  })
})
