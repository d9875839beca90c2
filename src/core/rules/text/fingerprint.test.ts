import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../model/ids.ts'
import { allowancePrint, dismissalPrint, isCurrentPrint } from './fingerprint.ts'

const push = { type: 'irreversible', rule: 'git.push', targets: [] } as const
const wipe = { type: 'irreversible', rule: 'filesystem.delete-tree', targets: ['/h/x'] } as const
const script = { kind: 'file', name: 'x.sh', path: '/p/x.sh', print: 'a' } as const
const action = { tool: 'Bash', canonical: 'git push @/p', cwd: '/p', findings: [push, wipe], exhibit: [script] }

describe('fingerprints', () => {
  it('[EDGE-57] name one exact action: its words, all that was found in it, and the files behind it', () => {
    expect(allowancePrint(action)).toMatch(/^3:[0-9a-f]{64}$/)
    expect(allowancePrint({ ...action, ...{ reason: 'reworded' } })).toBe(allowancePrint(action))
    expect(allowancePrint({ ...action, findings: [wipe, push] })).toBe(allowancePrint(action))
    const others: readonly Partial<Parameters<typeof allowancePrint>[0]>[] = [
      ...[{ tool: 'other' }, { canonical: 'other' }, { cwd: 'other' }],
      ...[{ findings: [push] }, { findings: [push, { ...wipe, targets: ['/h/y'] }] }],
      ...[{ exhibit: [] }, { exhibit: [{ ...script, print: 'b' }] }],
    ]
    for (const other of others) expect(allowancePrint({ ...action, ...other })).not.toBe(allowancePrint(action))
  })

  it('[EDGE-57] tell by which scheme they were made', () => {
    expect([isCurrentPrint(allowancePrint(action)), isCurrentPrint(fingerprint('f'.repeat(64)))]).toEqual([true, false])
  })

  it('[EDGE-58] name a class of actions, whatever the reason', () => {
    const kind = { type: 'irreversible', family: 'git push', targetClass: 'remote:origin', through: [script] }
    expect(dismissalPrint(kind)).toBe(dismissalPrint({ ...kind, ...{ reason: 'other' } }))
    for (const key of ['type', 'family', 'targetClass'] as const) {
      expect(dismissalPrint({ ...kind, [key]: 'other' })).not.toBe(dismissalPrint(kind))
    }
    expect(dismissalPrint({ ...kind, through: [] })).not.toBe(dismissalPrint(kind))
    expect(dismissalPrint(kind)).not.toBe(allowancePrint(action))
  })
})
