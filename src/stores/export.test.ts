import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onMemory, routine, tell, temporaryFolder } from '../../test/contracts/samples.ts'
import { projectRoot } from '../core/model/ids.ts'
import { GENESIS, verifyRows } from './chain.ts'
import { exportedLines, exportLines, verifyExport } from './export.ts'
import type { Verification } from './store.ts'

const FACTS = 6

async function sample(): Promise<readonly string[]> {
  const { store, project } = await onMemory()
  for (let call = 1; call <= FACTS; call += 1)
    await tell(store, project, routine(`call-${call}`, `src/${call} \u202e.ts`))
  const lines: string[] = []
  for await (const line of exportLines(store, project)) lines.push(line)
  return lines
}

const broken = (facts: number, problem: RegExp): Verification =>
  ({ ok: false, facts, seq: facts + 1, problem: expect.stringMatching(problem) }) as Verification

describe('an export', () => {
  it('is verified from its lines alone', async () => {
    const lines = await sample()
    const { head } = JSON.parse(lines.at(-1) ?? '')
    expect(lines).toHaveLength(FACTS + 1)
    expect(verifyExport(lines)).toEqual({ ok: true, facts: FACTS, head })
    expect(verifyRows(lines.slice(0, -1).map((line) => JSON.parse(line)))).toEqual({ ok: true, facts: FACTS, head })
  })

  it('ends with its head, its length and its project', async () => {
    const lines = await sample()
    const last = JSON.parse(lines.at(-2) ?? '')
    expect(lines.at(-1)).toBe(`{"head":"${last.hash}","count":${FACTS},"project":"/project"}`)
  })

  it('of a project without facts is its last line', async () => {
    const { store } = await onMemory()
    const lines: string[] = []
    for await (const line of exportLines(store, projectRoot('/none'))) lines.push(line)
    expect(lines).toEqual([`{"head":"${GENESIS}","count":0,"project":"/none"}`])
    expect(verifyExport(lines)).toEqual({ ok: true, facts: 0, head: GENESIS })
  })

  it('shows nothing that moves the cursor or turns the text round', async () => {
    const lines = await sample()
    expect(lines.join('')).not.toContain('\u202e')
    expect(lines[0]).toContain('\\u202e')
  })

  it.each<[string, (lines: string[]) => void, Verification]>([
    ['cut before its last line', (lines) => lines.splice(-1), broken(6, /ends without its last line/)],
    ['cut after two facts', (lines) => lines.splice(2), broken(2, /ends without its last line/)],
    [
      'cut in the middle of a line',
      (lines) => lines.splice(2, 9, lines[2]?.slice(0, 40) ?? ''),
      broken(2, /isn't a fact/),
    ],
    ['nothing at all', (lines) => lines.splice(0), broken(0, /ends without its last line/)],
    ['short of a fact', (lines) => lines.splice(3, 1), broken(3, /expected fact 4, found fact 5/)],
    ['short of its first fact', (lines) => lines.splice(0, 1), broken(0, /expected fact 1, found fact 2/)],
    ['short of its last fact', (lines) => lines.splice(5, 1), broken(5, /counts 6 facts, but there are 5/)],
    ['with a fact twice', (lines) => lines.splice(3, 0, lines[2] ?? ''), broken(3, /expected fact 4, found fact 3/)],
    [
      'in another order',
      (lines) => lines.splice(2, 2, lines[3] ?? '', lines[2] ?? ''),
      broken(2, /expected fact 3, found fact 4/),
    ],
    ['with more behind it', (lines) => lines.push('{}'), broken(6, /text after the last line/)],
    ['with a blank line in it', (lines) => lines.splice(2, 0, ''), broken(2, /isn't a fact/)],
    ['with a changed word', (lines) => edit(lines, 1, 'Edit', 'Read'), broken(1, /fact 2 was changed/)],
    ['with a blank more', (lines) => edit(lines, 1, '{', '{ '), broken(1, /isn't a fact/)],
    [
      'with another head',
      (lines) => edit(lines, 6, /"head":"./, '"head":"g'),
      broken(6, /doesn't match the last fact/),
    ],
    ['of another project', (lines) => edit(lines, 6, '/project', '/projects'), broken(6, /last line was changed/)],
    [
      'with a foreign fact',
      (lines) => edit(lines, 2, '"/project"', '"/other"'),
      broken(2, /belongs to another project/),
    ],
  ])('%s is not accepted', async (_, damage, expected) => {
    const lines = [...(await sample())]
    damage(lines)
    expect(verifyExport(lines)).toEqual(expected)
  })

  it('may end with a line end', async () => {
    expect(verifyExport([...(await sample()), ''])).toMatchObject({ ok: true })
  })

  it('shows any flipped bit, and vouches for everything before it', async () => {
    const folder = temporaryFolder()
    const lines = await sample()
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
        const path = join(folder, 'export.jsonl')
        writeFileSync(path, flipped)
        const good = bytes.subarray(0, at).toString().split('\n').length - 1
        const verified = verifyExport(exportedLines(path))
        expect(verified.ok).toBe(false)
        expect(verified.facts).toBeGreaterThanOrEqual(Math.min(good, FACTS) - (bytes[at] === 10 ? 1 : 0))
        expect(verified.facts).toBeLessThanOrEqual(Math.min(good, FACTS))
      }),
      { numRuns: 300 },
    )
  })

  it('is read line by line, whatever its size', () => {
    const path = join(temporaryFolder(), 'lines')
    const lines = Array.from({ length: 2_000 }, (_, index) => `${index} ${'ü'.repeat(index % 200)}`)
    writeFileSync(path, lines.join('\n'))
    expect([...exportedLines(path)]).toEqual(lines)
  })
})

function edit(lines: string[], at: number, from: string | RegExp, to: string): void {
  lines[at] = (lines[at] ?? '').replace(from, to)
}
