import { expect, it } from 'vitest'
import { AROUND, before, recorded, shell } from '../../test/support/events.ts'
import { decide } from './decide.ts'
import { trustedRole } from './director.ts'
import { evolve } from './evolve.ts'
import type { AnchorFact, Trust } from './model/anchor.ts'
import { DEFAULT_POLICY, type Policy } from './model/policy.ts'
import { INITIAL_STATE } from './model/state.ts'

const directed: Policy = { ...DEFAULT_POLICY, roles: { ...DEFAULT_POLICY.roles, main: 'director' } }
const bound = (trust: Trust): AnchorFact => ({
  kind: 'anchor.bound',
  token: 't',
  role: 'r',
  tracking: 'full',
  strictness: 'quick',
  trust,
  digest: 'd',
})
const event = () => shell('git push')

it('[ANCHOR-59] a role that an agent bound itself to lowers what the operator gave it, and raises it only as it was granted', () => {
  const role = (trust: Trust | undefined, policy: Policy) => {
    const state = trust === undefined ? INITIAL_STATE : evolve(INITIAL_STATE, recorded(event(), bound(trust)))
    return trustedRole({ state, event: event(), policy })
  }
  expect([
    role(undefined, directed),
    role('worker', directed),
    role('reader', directed),
    role('director', directed),
  ]).toEqual(['director', 'worker', 'worker', 'director'])
  expect([role(undefined, DEFAULT_POLICY), role('worker', DEFAULT_POLICY), role('director', DEFAULT_POLICY)]).toEqual([
    'worker',
    'worker',
    'director',
  ])
})

it('[ANCHOR-43] no role opens what an anchor locks', () => {
  const policy: Policy = { ...directed, anchor: { ...directed.anchor, required: true } }
  const around = { ...AROUND, backups: [] }
  const { decision } = decide(
    INITIAL_STATE,
    before({ kind: 'shell', name: 'Bash', command: 'git checkout -- .' }, { around }),
    policy,
  )
  expect(decision).toMatchObject({ kind: 'block' })
  expect(decision.kind === 'block' && decision.reasons[0].ruleId).toBe('ANCHOR-43')
})
