import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { govern } from '../../test/support/govern.ts'
import { DATABASE_WORDS } from '../core/words/gate.ts'
import { readGoverned } from './governed-list.ts'

let folder: string
let database: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-list-'))
  database = join(folder, 'hooks.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = () => readGoverned(database, (root, signature) => signature === `signed ${root}`)
const run = (sql: string) => {
  const db = new DatabaseSync(database)
  db.exec(sql)
  db.close()
}
const project = (root: string, isListed = true) => ({ root, git: '', isListed })

/** What the absence, emptiness, age or replacement of the list means: never that nothing is governed. */
const cases: readonly (readonly [string, () => void, unknown])[] = [
  ['is missing', () => {}, { ok: false, problem: DATABASE_WORDS.listMissing }],
  ['is empty', () => govern({ database }), { ok: false, problem: DATABASE_WORDS.listEmpty }],
  [
    'is an empty file',
    () => writeFileSync(database, ''),
    { ok: false, problem: expect.stringContaining('no such table') },
  ],
  [
    'is not a database',
    () => writeFileSync(database, 'x'.repeat(5_000)),
    { ok: false, problem: 'file is not a database' },
  ],
  ['is a folder', () => mkdirSync(database), { ok: false, problem: expect.stringMatching(/open|disk/) }],
  ['names projects', () => govern({ database }, '/a', '/b'), { ok: true, projects: [project('/a'), project('/b')] }],
  [
    'lost a project that has facts',
    () => {
      govern({ database }, '/a', '/b')
      run(
        "INSERT INTO facts (project, seq, body, prev_hash, hash) VALUES ('/b', 1, '{}', '', ''), ('/b', 2, '{}', '', ''); DELETE FROM governed WHERE root = '/b'; DELETE FROM projects",
      )
    },
    { ok: true, projects: [project('/a'), project('/b', false)] },
  ],
  [
    'releases one with our signature and one without',
    () => {
      govern({ database }, '/a', '/b')
      run(
        "UPDATE governed SET released = 'signed ' || root WHERE root = '/a'; UPDATE governed SET released = 'x' WHERE root = '/b'",
      )
    },
    { ok: true, projects: [project('/b')] },
  ],
]
it.each(cases)('[EDGE-118] a list that %s', (_, make, expected) => {
  make()
  expect(read()).toEqual(expected)
})
