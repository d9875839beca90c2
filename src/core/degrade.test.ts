import { expect, it } from 'vitest'
import { common, shell } from '../../test/support/events.ts'
import { degrade, degradeElsewhere } from './degrade.ts'
import { DEFAULT_POLICY } from './model/policy.ts'

it('[PLANE-R12a, EDGE-38] without state: the catastrophic is refused, the risky asked about, the rest goes on', () => {
  expect(degrade(shell('rm -rf /'), 'disk full', DEFAULT_POLICY)).toMatchObject({
    kind: 'block',
    reasons: [{ ruleId: 'EDGE-38', text: 'This command is blocked for safety.' }, {}],
  })
  expect(degrade(shell('git push'), 'disk full', DEFAULT_POLICY)).toMatchObject({
    kind: 'ask',
    reasons: [
      { ruleId: 'git.push' },
      { ruleId: 'PLANE-R12a', text: 'Fairlead cannot read its state (disk full); run `fairlead doctor`' },
    ],
  })
  expect(degrade(shell('ls'), 'disk full', DEFAULT_POLICY)).toEqual({ kind: 'allow' })
  expect(degrade({ ...common(), kind: 'stop', again: true }, 'disk full', DEFAULT_POLICY)).toEqual({ kind: 'allow' })
  const observing = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, level: 'observe' } } as const
  expect(degrade(shell('git push'), 'disk full', observing)).toEqual({ kind: 'allow' })
})

it('[EDGE-38] where nobody governs: only the catastrophic is refused', () => {
  expect(degradeElsewhere(shell('rm -rf /'), DEFAULT_POLICY)).toMatchObject({ kind: 'block' })
  for (const event of [shell('git push'), shell('ls'), { ...common(), kind: 'stop', again: true } as const])
    expect(degradeElsewhere(event, DEFAULT_POLICY)).toEqual({ kind: 'allow' })
})
