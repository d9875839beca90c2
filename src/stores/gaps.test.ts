import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readGaps, recordGap } from './gaps.ts'

it('keeps gaps beside the database, for its owner only, and skips lines that are not ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-gaps-'))
  const file = join(folder, 'state', 'gaps.jsonl')
  const gap = { atMs: 1, runtime: 'codex', project: '/p', problem: 'disk full', outcome: 'allow' }
  try {
    expect(readGaps(file)).toEqual([])
    recordGap(file, gap)
    appendFileSync(file, 'not json\n{"problem":7}\nnull\n')
    recordGap(file, { ...gap, problem: 'a\nb' })
    expect(readGaps(file)).toEqual([gap, { ...gap, problem: 'a\nb' }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(recordGap(join(file, 'below-a-file', 'gaps'), gap)).toBe(false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
