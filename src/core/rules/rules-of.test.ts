import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import { DEFAULT_POLICY, type Policy } from '../model/policy.ts'
import type { Rule } from '../model/rule.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assessBy } from './assess.ts'
import { blockAll, lockfiles } from './packs/by-policy.ts'
import { BUILT_IN, builtInRules } from './rule-book.ts'
import { bookFor, rulesOf } from './rules-of.ts'

const judge = (policy: Policy, command: string) =>
  assessBy(bookFor(policy))({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY)

const added = (over: Partial<Rule>): Rule => ({
  id: 'project.own',
  pack: 'project',
  harm: 'deploy',
  tier: 'junction',
  type: 'external',
  override: 'any-door',
  family: 'project.own',
  when: [{ program: ['shipit'] }],
  reason: 'ships',
  examples: { matches: [], not: [] },
  ...over,
})

describe('the rules of a policy', () => {
  it('are the built-in ones by default, and one book for one policy', () => {
    expect(rulesOf(DEFAULT_POLICY)).toBe(builtInRules())
    expect(bookFor(DEFAULT_POLICY)).toBe(BUILT_IN)
    const policy: Policy = { ...DEFAULT_POLICY, rules: [added({})] }
    expect(bookFor(policy)).toBe(bookFor(policy))
    expect(rulesOf(policy)).toHaveLength(builtInRules().length + 1)
  })

  const tiers: readonly [string, Policy['tiers'], string, string][] = [
    ['as they are', {}, 'git push', 'junction'],
    ['raised', { 'git.push': 'catastrophic' }, 'git push', 'catastrophic'],
    ['the same', { 'git.push': 'junction' }, 'git push', 'junction'],
    ['switched off', { 'git.push': 'routine' }, 'git push', 'routine'],
    ['lowered', { 'filesystem.truncate': 'junction' }, 'truncate -s 0 data.csv', 'junction'],
    ['never those that guard the gate', { 'self.stop-gate': 'routine' }, 'pkill -f fairlead', 'catastrophic'],
  ]
  it.each(tiers)('[PLANE-O3] have their tiers %s', (_, changed, command, tier) => {
    expect(judge({ ...DEFAULT_POLICY, tiers: changed }, command).tier).toBe(tier)
  })

  it('[EDGE-36] refuse every recursive forced delete when the policy says so', () => {
    const policy: Policy = { ...DEFAULT_POLICY, filesystem: { ...DEFAULT_POLICY.filesystem, rmRf: 'block-all' } }
    const [rule] = blockAll()
    expect(rule?.examples.matches.map((command) => judge(policy, command).tier)).toEqual(Array(3).fill('catastrophic'))
    expect(rule?.examples.not.map((command) => judge(policy, command).tier)).toEqual(Array(3).fill('routine'))
    expect(judge(DEFAULT_POLICY, 'rm -rf node_modules').tier).toBe('routine')
    expect(judge(DEFAULT_POLICY, rule?.safer ?? '').tier).toBe('routine')
  })

  it('[EDGE-36] hold what changes a lockfile when the policy says so', () => {
    const policy: Policy = { ...DEFAULT_POLICY, filesystem: { ...DEFAULT_POLICY.filesystem, lockfiles: 'protect' } }
    const [rule] = lockfiles()
    expect(rule?.examples.matches.map((command) => judge(policy, command).tier)).toEqual(Array(4).fill('junction'))
    expect(rule?.examples.not.map((command) => judge(policy, command).tier)).toEqual(Array(5).fill('routine'))
    expect(judge(policy, rule?.safer ?? '').tier).toBe('routine')
    expect(judge(DEFAULT_POLICY, 'rm -rf node_modules package-lock.json').tier).toBe('routine')
  })

  it('[EDGE-34] hold what an added rule names, and leave a stranger as strange as it was', () => {
    const policy: Policy = {
      ...DEFAULT_POLICY,
      rules: [added({}), added({ id: 'project.any', when: [{ program: ['sh*'], words: ['x'] }] })],
    }
    expect(judge(policy, 'shipit now').tier).toBe('junction')
    for (const command of ['shipit run rm -rf /', 'shovel run rm -rf /']) {
      const without = judge(DEFAULT_POLICY, command).findings.map((finding) => finding.rule)
      expect(without).not.toEqual([])
      expect(judge(policy, command).findings.map((finding) => finding.rule)).toEqual(expect.arrayContaining(without))
    }
  })

  it('[EDGE-34] show the reason of a pack before that of a repository', () => {
    const mask = added({ tier: 'catastrophic', reason: 'prints the log', when: [{ program: ['show-log'] }] })
    const { findings } = judge({ ...DEFAULT_POLICY, rules: [mask] }, 'show-log; truncate -s 0 data.csv')
    expect(findings.map((finding) => finding.rule)).toEqual(['filesystem.truncate', 'project.own'])
  })
})
