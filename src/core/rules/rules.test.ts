import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import type { Rule } from '../model/rule.ts'
import type { CallSurroundings } from '../model/surroundings.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess, assessBy } from './assess.ts'
import { BUILT_IN, bookOf, builtInRules, isKnownProgram } from './rule-book.ts'

const PROJECT = '/home/dev/project'

/** Rules are tested where git holds `committed-folder` and has seen `dirty.txt` change. */
const around: CallSurroundings = {
  ...AROUND,
  ownPaths: ['/home/dev/.fairlead/state'],
  paths: [
    {
      path: `${PROJECT}/committed-folder`,
      exists: true,
      kind: 'directory',
      ignored: false,
      tracked: true,
      dirty: false,
    },
    { path: `${PROJECT}/dirty.txt`, exists: true, kind: 'file', ignored: false, tracked: true, dirty: true },
  ],
}

const judge = (command: string) => assess({ kind: 'shell', name: 'Bash', command }, around, NO_MEMORY)
const named = builtInRules().map((rule) => [rule.id, rule] as const)

describe('every rule of every pack', () => {
  it('[PLANE-O3] has an id of its own', () => {
    expect(new Set(builtInRules().map((rule) => rule.id)).size).toBe(builtInRules().length)
  })

  it.each(named)('[PLANE-O3] %s matches its examples and not the others', (id, rule) => {
    expect(rule.examples.matches.length).toBeGreaterThanOrEqual(2)
    expect(rule.examples.not.length).toBeGreaterThanOrEqual(2)
    const hits = (command: string) => judge(command).findings.some((finding) => finding.rule === id)
    expect(rule.examples.matches.filter((command) => !hits(command))).toEqual([])
    expect(rule.examples.not.filter(hits)).toEqual([])
  })

  it('[EDGE-36] may be about what a redirection leaves empty', () => {
    const [rule] = builtInRules().filter(({ id }) => id === 'filesystem.truncate')
    const own = {
      ...(rule as Rule),
      when: [{ program: ['*'], targets: { of: ['emptied', 'read'], is: ['project'] } }],
    } as const
    const held = (command: string) =>
      assessBy(bookOf([own]))({ kind: 'shell', name: 'Bash', command }, around, NO_MEMORY).tier
    expect([held(': > dirty.txt'), held(': > new.txt')]).toEqual(['catastrophic', 'routine'])
  })

  it('[PLANE-O3] has no condition that is not known', () => {
    expect(JSON.stringify(builtInRules())).not.toContain('unknown condition')
  })

  it.each(named)('[EDGE-34] %s says in one plain sentence what is at stake', (id, rule) => {
    for (const command of rule.examples.matches) {
      const reason = judge(command).findings.find((finding) => finding.rule === id)?.reason ?? ''
      expect(reason).toMatch(/^[a-z]/)
      expect(reason).not.toMatch(/\.$|\{target\}|\{command\}|\{program\}/)
    }
  })

  it('[EDGE-33] offers only safer ways that pass the gate themselves', () => {
    const offered = builtInRules().flatMap((rule) =>
      rule.examples.matches.flatMap((command) => judge(command).findings.flatMap((finding) => finding.safer ?? [])),
    )
    expect([...new Set(offered)].filter((command) => judge(command).tier !== 'routine')).toEqual([])
  })

  it('[EDGE-36] offers a safer way wherever there is one', () => {
    const without = builtInRules()
      .filter((rule) => rule.safer === undefined)
      .map((rule) => rule.id)
    const rules = ['self.own-files', 'filesystem.delete-vital', 'system.unsealed', 'platform.mcp-change']
    expect(without).toEqual(rules)
  })

  it('[PLANE-O3] is data: rules survive JSON, and a user may add one in the same shape', () => {
    const [first] = builtInRules()
    expect(JSON.parse(JSON.stringify(builtInRules()))).toEqual(builtInRules())
    const own: Rule = {
      id: 'user.frobnicate',
      pack: 'system',
      harm: 'delete',
      tier: 'junction',
      type: 'external',
      override: 'any-door',
      family: 'frobnicate',
      when: [{ program: ['frob*'], path: ['now'] }],
      reason: 'frobnicates with {program}: {command}',
      examples: { matches: ['frobnicate now', 'frob now'], not: ['frobnicate later', 'ls'] },
    }
    const assessOwn = assessBy(bookOf([...(first === undefined ? [] : [first]), own]))
    const judged = assessOwn({ kind: 'shell', name: 'Bash', command: 'frobnicate now' }, around, NO_MEMORY)
    expect(judged.findings).toEqual([
      {
        rule: 'user.frobnicate',
        harm: 'delete',
        tier: 'junction',
        type: 'external',
        override: 'any-door',
        reason: 'frobnicates with frobnicate: `frobnicate now`',
        argv: ['frobnicate', 'now'],
        targets: [],
        family: 'frobnicate',
        targetClass: 'any',
      },
    ])
    expect(isKnownProgram(BUILT_IN, 'rm')).toBe(true)
    expect(isKnownProgram(BUILT_IN, 'mkfs.ext4')).toBe(true)
    expect(isKnownProgram(BUILT_IN, 'nothing-known')).toBe(false)
  })
})

describe('a shell script in a temporary folder', () => {
  const script = '/tmp/work/.claude/scripts/grounding-check.sh'
  const tierOf = (command: string) =>
    assess({ kind: 'shell', name: 'Bash', command }, { ...around, ownPaths: [script] }, NO_MEMORY).tier

  it.each(['sh', 'bash', 'bash -eu', 'dash'])('[EDGE-118, LEDGER-111] of ours runs under %s, as by itself', (shell) => {
    expect([tierOf(script), tierOf(`${shell} ${script} an-agent 0.9`)]).toEqual(['routine', 'routine'])
    expect(tierOf(`${shell} /tmp/work/.claude/scripts/other.sh`)).toBe('junction')
  })
})
