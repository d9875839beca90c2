import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProcessFacts } from '../../person/processes.ts'
import { beginRecord } from './run-record.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-run-'))
  file = join(folder, 'state', 'daemon-run.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const BOOT = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
const SEEN_S = 1_800_000_000
/** Another daemon's record, last touched long ago. */
function leave(over: object = {}): void {
  beginRecord(file)
  writeFileSync(file, JSON.stringify({ pid: 7, started: 70, boot: BOOT, startedMs: 5, ...over }))
  utimesSync(file, SEEN_S, SEEN_S)
}
const nobody = () => undefined
const somebody = (started: number) => () => ({ started }) as ProcessFacts

it('tells of a daemon that left no goodbye, and of no other', () => {
  const lost = { pid: 7, startedMs: 5, seenMs: SEEN_S * 1_000 }
  leave()
  expect(beginRecord(file, nobody).lost).toEqual(lost)
  leave()
  expect(beginRecord(file, somebody(71)).lost).toEqual(lost)
  leave()
  expect(beginRecord(file, somebody(70)).lost).toBe(undefined)
  leave({ boot: 'another' })
  expect(beginRecord(file, nobody).lost).toBe(undefined)
})

it('says goodbye, and leaves the record of a successor alone', () => {
  const { record, lost } = beginRecord(file)
  expect([lost, statSync(file).mode & 0o777]).toEqual([undefined, 0o600])
  utimesSync(file, SEEN_S, SEEN_S)
  record.beat()
  expect(statSync(file).mtimeMs).not.toBe(SEEN_S * 1_000)
  record.drop()
  expect(existsSync(file)).toBe(false)
  record.beat()
  record.drop()
  leave()
  record.drop()
  expect(existsSync(file)).toBe(true)
})

it.each(['', 'x', '[]', 'null', '{"pid":"7"}'])('forgives a record that says `%s`', (text) => {
  leave()
  writeFileSync(file, text)
  expect(beginRecord(file, nobody).lost).toBe(undefined)
  expect(beginRecord('/dev/null/nowhere', nobody).lost).toBe(undefined)
})
