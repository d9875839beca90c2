import { describe, expect, it } from 'vitest'
import { allowancePrint, dismissalPrint } from './fingerprint.ts'

const action = { type: 'irreversible', reason: 'publishes', tool: 'Bash', canonical: 'git push @/p', cwd: '/p' }

describe('fingerprints', () => {
  it('[EDGE-57] name one exact action', () => {
    expect(allowancePrint(action)).toMatch(/^[0-9a-f]{64}$/)
    expect(allowancePrint({ ...action })).toBe(allowancePrint(action))
    for (const key of ['type', 'reason', 'tool', 'canonical', 'cwd'] as const) {
      expect(allowancePrint({ ...action, [key]: 'other' })).not.toBe(allowancePrint(action))
    }
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
