import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import type { Tier } from '../model/assessment.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'

const tierOf = (command: string): Tier => assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY).tier

describe('ordinary work', () => {
  it.each([
    ['find . -empty -type d -delete', 'routine'],
    ['find . -type d -empty -delete', 'routine'],
    ['find . -delete -empty -type d', 'junction'],
    ['find . -type d -o -empty -delete', 'junction'],
    ['find . -not -empty -type d -delete', 'junction'],
    ['find . -empty -type f -delete', 'junction'],
    ['find . -empty -delete', 'junction'],
    ['find . -type d -delete', 'catastrophic'],
  ] as const)('[EDGE-34] %s is %s', (command, tier) => {
    expect(tierOf(command)).toBe(tier)
  })
})
