import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { namesInArchive } from './archive-names.ts'

let folder: string
const LONG = `${'d'.repeat(90)}/${'e'.repeat(60)}`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  mkdirSync(join(folder, 'in/.claude', LONG), { recursive: true })
  for (const name of ['.claude/settings.json', `.claude/${LONG}/x`]) writeFileSync(join(folder, 'in', name), 'x')
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['--format=gnu', 'x.tar'],
  ['--format=pax', 'x.tar'],
  ['--format=ustar', 'x.tar'],
  ['-z', 'x.tgz'],
])('[EDGE-118] lists what is in it: tar %s', (option, name) => {
  const archive = join(folder, name)
  execFileSync('tar', [option, '-cf', archive, '-C', join(folder, 'in'), '.'])
  expect(namesInArchive(archive)).toEqual(expect.arrayContaining(['.claude/settings.json', `.claude/${LONG}/x`]))
})

it('[EDGE-118] lists what is in a zip, and nothing in what is none', () => {
  const entry = Buffer.alloc(46)
  entry.write('PK\u0001\u0002', 'latin1')
  entry.writeUInt16LE(21, 28)
  const zip = join(folder, 'x.zip')
  writeFileSync(zip, Buffer.concat([Buffer.from('PK\u0003\u0004'), entry, Buffer.from('.claude/settings.json')]))
  writeFileSync(join(folder, 'text'), 'no archive '.repeat(100))
  expect([zip, join(folder, 'text'), join(folder, 'missing'), folder].map(namesInArchive)).toEqual([
    ['.claude/settings.json'],
    [],
    [],
    [],
  ])
})
