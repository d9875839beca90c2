import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectHome } from '../../core/model/ids.ts'
import { tendProof } from './proof-archive.ts'

const NOW = Date.UTC(2026, 10, 15, 12)
const DAY_MS = 86_400_000
const RETENTION = { retentionDays: 30, archiveDays: 365, compressionLevel: 6 }

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-proof-')))
  mkdirSync(join(folder, '.proof'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (...parts: readonly string[]) => join(folder, '.proof', ...parts)
const line = (daysAgo: number, digest = `digest-${daysAgo}`) =>
  JSON.stringify({ archived_at: new Date(NOW - daysAgo * DAY_MS).toISOString(), session: 's', objective: 'x', digest })
const put = (name: string, ...lines: readonly string[]) =>
  writeFileSync(at(name), lines.map((one) => `${one}\n`).join(''))
const lines = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8').trim().split('\n') : [])
const packs = () => (existsSync(at('archive')) ? readdirSync(at('archive')).sort() : [])
const packed = () =>
  packs().map((name) =>
    gunzipSync(readFileSync(at('archive', name)))
      .toString()
      .trim()
      .split('\n'),
  )
const digests = () => lines('archive_digests.jsonl').map((one) => JSON.parse(one).digest)
const tend = (over: Partial<typeof RETENTION> = {}, nowMs = NOW) =>
  tendProof(projectHome(folder), nowMs, { ...RETENTION, ...over })

describe("edge's archive", () => {
  it('[LEDGER-108] is packed first and purged after, and its digests stay for good', () => {
    put('archive.jsonl', line(400), line(40), line(10))
    tend()
    expect([lines('archive.jsonl'), packed(), digests()]).toEqual([
      [line(10)],
      [[line(400), line(40)]],
      ['digest-400', 'digest-40'],
    ])
    tend()
    expect([packs().length, digests().length]).toEqual([1, 2])
    tend({}, NOW + 326 * DAY_MS)
    // The newest line of the pack is a year old by now, and the line of ten days is packed itself.
    expect(packed()).toEqual([[line(10)]])
    tend({}, NOW + 2_000 * DAY_MS)
    expect([packs(), lines('archive.jsonl'), digests()]).toEqual([[], [], ['digest-400', 'digest-40', 'digest-10']])
  })

  it('[LEDGER-108] obeys every value', () => {
    put('archive.jsonl', line(40))
    tend({ retentionDays: 90 })
    expect(packs()).toEqual([])
    tend({ compressionLevel: 9 })
    expect(readFileSync(at('archive', packs()[0] ?? ''))[8]).toBe(2)
    tend({ archiveDays: 39 })
    expect([packs(), digests()]).toEqual([[], ['digest-40']])
  })

  it('[LEDGER-108] killed at any point, goes on without a loss and without a double', () => {
    const states: readonly (() => void)[] = [
      () => put('archive.jsonl.tending', line(40), line(10)),
      () => {
        put('archive.jsonl.tending', line(40), line(10))
        put('archive_digests.jsonl', JSON.stringify({ ...JSON.parse(line(40)), objective: undefined }))
        put('archive.jsonl', line(10))
      },
      () => {
        put('archive.jsonl.tending', line(40), line(10))
        put('archive.jsonl', line(5))
      },
    ]
    for (const state of states) {
      rmSync(at(), { recursive: true })
      mkdirSync(at())
      state()
      const younger = lines('archive.jsonl').filter((one) => one !== line(10))
      tend()
      expect([new Set(lines('archive.jsonl')), packed(), digests(), existsSync(at('archive.jsonl.tending'))]).toEqual([
        new Set([line(10), ...younger]),
        [[line(40)]],
        ['digest-40'],
        false,
      ])
      expect(lines('archive.jsonl')).toHaveLength(1 + younger.length)
    }
  })

  it('packs what is no line with the rest, and leaves the young alone', () => {
    put('archive.jsonl', 'no line at all', '7', line(1))
    tend()
    expect([lines('archive.jsonl'), packed(), digests()]).toEqual([[line(1)], [['no line at all', '7']], []])
    expect(packs()[0]).toMatch(/^archive-2026-10-16-/)
  })

  it('has nothing to do where there is none, or none that is due', () => {
    tend()
    put('archive.jsonl')
    tend()
    put('archive.jsonl', line(3))
    tend()
    expect([lines('archive.jsonl'), readdirSync(at())]).toEqual([[line(3)], ['archive.jsonl']])
    rmSync(at(), { recursive: true })
    expect(() => tend()).not.toThrow()
  })

  it('puts nothing over what somebody else left in its place', () => {
    put('archive.jsonl', line(40))
    mkdirSync(at('archive.jsonl.tending'))
    tend()
    expect([lines('archive.jsonl'), packs()]).toEqual([[line(40)], []])
  })

  it('follows no link, neither to read nor to write', () => {
    writeFileSync(join(folder, 'elsewhere'), `${line(40)}\n`)
    symlinkSync(join(folder, 'elsewhere'), at('archive.jsonl'))
    tend()
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe(`${line(40)}\n`)
    rmSync(at('archive.jsonl'))
    put('archive.jsonl', line(40))
    symlinkSync(folder, at('archive'))
    expect(() => tend()).toThrow(/isn't a folder/)
    expect(lines('archive.jsonl.tending')).toEqual([line(40)])
  })
})
