import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../model/ids.ts'
import { allowancePrint, dismissalPrint, isCurrentPrint } from './fingerprint.ts'

const action = { type: 'irreversible', rule: 'git.push', tool: 'Bash', canonical: 'git push @/p', cwd: '/p' }

describe('fingerprints', () => {
  it('[EDGE-57] name one exact action', () => {
    expect(allowancePrint(action)).toMatch(/^2:[0-9a-f]{64}$/)
    expect(allowancePrint({ ...action })).toBe(allowancePrint(action))
    expect(allowancePrint({ ...action, ...{ reason: 'reworded' } })).toBe(allowancePrint(action))
    for (const key of ['type', 'rule', 'tool', 'canonical', 'cwd'] as const) {
      expect(allowancePrint({ ...action, [key]: 'other' })).not.toBe(allowancePrint(action))
    }
  })

  it('[EDGE-57] tell by which scheme they were made', () => {
    expect([isCurrentPrint(allowancePrint(action)), isCurrentPrint(fingerprint('f'.repeat(64)))]).toEqual([true, false])
  })

  it('[EDGE-58] name a class of actions, whatever the reason', () => {
    const kind = { type: 'irreversible', family: 'git push', targetClass: 'remote:origin' }
    expect(dismissalPrint(kind)).toBe(dismissalPrint({ ...kind, ...{ reason: 'other' } }))
    for (const key of ['type', 'family', 'targetClass'] as const) {
      expect(dismissalPrint({ ...kind, [key]: 'other' })).not.toBe(dismissalPrint(kind))
    }
    expect(dismissalPrint(kind)).not.toBe(allowancePrint(action))
  })
})
