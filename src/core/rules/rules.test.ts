import { describe, expect, it } from 'vitest'
import { NO_MEMORY } from '../model/session-memory.ts'
import { assess } from './assess.ts'
import { isKnownProgram, bookOf, RULES } from './rule-book.ts'
import { around, committed, shell } from './testing.ts'

const judge = (command: string) => assess(shell(command), committed('committed-folder'), NO_MEMORY)

describe('every rule of every pack', () => {
  it('[PLANE-O3] has its own id', () => {
    expect(new Set(RULES.map((rule) => rule.id)).size).toBe(RULES.length)
  })

  it.each(RULES.map((rule) => [rule.id, rule] as const))('[PLANE-O3] %s matches its examples and not the others', (id, rule) => {
    expect(rule.examples.matches.length).toBeGreaterThanOrEqual(2)
    expect(rule.examples.not.length).toBeGreaterThanOrEqual(2)
    const ids = (command: string) => judge(command).findings.map((finding) => finding.rule)
    expect(rule.examples.matches.filter((command) => !ids(command).includes(id))).toEqual([])
    expect(rule.examples.not.filter((command) => ids(command).includes(id))).toEqual([])
  })

  it.each(RULES.map((rule) => [rule.id, rule] as const))('[EDGE-34] %s says in one plain sentence what is at stake', (_, rule) => {
    for (const command of rule.examples.matches) {
      const reason = judge(command).findings.find((finding) => finding.rule === rule.id)?.reason ?? ''
      expect(reason).toMatch(/^[a-z`]/)
      expect(reason).not.toMatch(/[.{}]$|\{target\}/)
    }
  })

  it('[EDGE-33] offers only safer ways that pass the gate themselves', () => {
    const offered = RULES.flatMap((rule) =>
      rule.examples.matches.flatMap((command) => judge(command).findings.flatMap((finding) => finding.safer ?? [])),
    )
    const held = [...new Set(offered)].filter((command) => assess(shell(command), around, NO_MEMORY).tier !== 'routine')
    expect(held).toEqual([])
  })

  it('[EDGE-36] gives a safer way for everything that can be approved', () => {
    const without = RULES.filter((rule) => rule.safer === undefined).map((rule) => rule.id)
    expect(without).toEqual(['self.own-files', 'filesystem.delete-vital', 'platform.mcp-change'])
  })

  it('[EDGE-34] knows rules as data: they survive JSON', () => {
    expect(JSON.parse(JSON.stringify(RULES))).toEqual(RULES)
    expect(isKnownProgram(bookOf(RULES), 'rm')).toBe(true)
  })
})
