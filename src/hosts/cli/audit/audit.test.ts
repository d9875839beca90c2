import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import type { Paths } from '../../../config/paths.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome(['.claude', '.codex']))
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('fairlead audit', () => {
  it('verifies, exports and shows the audit log', async () => {
    await bashCall(seat, 'ls')
    await bashCall(seat, 'rm -rf /')
    expect((await typed(seat, ['audit', 'verify'])).out).toMatch(
      /^verified: (\d+) entries, head [0-9a-f]{16}; vouched to entry \1 by the head in ~\/\.fairlead\/state\/audit-head$/,
    )
    expect((await typed(seat, ['audit', 'tail', '-n', '9'])).out).toMatch(
      /^ +\d+ \d{4}-.*Z claude-code call\.judged .*rm -rf/m,
    )
    const exported = await typed(seat, ['audit', 'export', '--out', 'a.jsonl'])
    expect(exported.out).toMatch(
      /^exported \d+ entries; check the file anywhere with `fairlead audit verify a\.jsonl`$/,
    )
    expect((await typed(seat, ['audit', 'export'])).out).toBe(readFileSync(join(seat.cwd, 'a.jsonl'), 'utf8').trimEnd())
    expect((await typed(seat, ['audit', 'verify', 'a.jsonl'])).code).toBe(0)
    expect((await typed(seat, ['audit', 'export', '--out', 'a.jsonl'])).line).toBe(
      '`a.jsonl` already exists; choose another file',
    )
    expect((await typed(seat, ['audit', 'export', '--out', 'no/a.jsonl'])).line).toBe(
      "can't write `no/a.jsonl` (no such file or folder); choose another file",
    )
    const path = join(seat.cwd, 'a.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"ls"', '"cp"'))
    const broken = await typed(seat, ['audit', 'verify', 'a.jsonl'])
    expect(broken.code).toBe(1)
    expect(broken.line).toMatch(
      /^the audit log of `a\.jsonl` was changed or damaged: fact \d+ was changed after it was recorded; /,
    )
  })

  it('exports the same bytes to the terminal and to a file, whatever agents wrote', async () => {
    await bashCall(seat, 'echo "\u200b\u202e\u2028 \u001b[31m \ud800"')
    await typed(seat, ['audit', 'export', '--out', 'a.jsonl'])
    const { out } = await typed(seat, ['audit', 'export'])
    expect(`${out}\n`).toBe(readFileSync(join(seat.cwd, 'a.jsonl'), 'utf8'))
    writeFileSync(join(seat.cwd, 'b.jsonl'), `${out}\n`)
    expect((await typed(seat, ['audit', 'verify', 'b.jsonl'])).line).toBe('')
  })

  it('[PLANE-R11] says what is missing and how far it is vouched for, also where the whole database is gone', async () => {
    await bashCall(seat, 'ls')
    const db = new DatabaseSync(paths.database)
    db.exec('DROP TRIGGER facts_are_not_deleted; DELETE FROM facts; DELETE FROM snapshots; DELETE FROM projects')
    db.close()
    const missing = /was changed or damaged: facts 1 to \d+ are missing: the kept head names fact \d+; 0 entries/
    expect(await typed(seat, ['audit', 'verify'])).toMatchObject({ code: 1, line: expect.stringMatching(missing) })
    for (const end of ['', '-wal', '-shm']) rmSync(`${paths.database}${end}`, { force: true })
    expect(await typed(seat, ['audit', 'verify'])).toMatchObject({ code: 1, line: expect.stringMatching(missing) })
    expect((await typed(seat, ['doctor'])).out).toMatch(/facts 1 to \d+ are missing/)
  })

  it('[PLANE-R11] an audit that an older version began gets its head from `init`, on record', async () => {
    await bashCall(seat, 'ls')
    rmSync(paths.auditHead)
    expect((await typed(seat, ['audit', 'verify'])).line).toContain('the kept head is missing')
    rmSync(paths.hookCommand)
    expect((await typed(seat, ['init', '--yes'])).code).toBe(0)
    expect((await typed(seat, ['audit', 'tail'])).out).toMatch(/audit\.unvouched \{"finding":"first"/)
    expect((await typed(seat, ['audit', 'verify'])).out).toMatch(/^verified: .* vouched to entry /)
  })

  it('reports a broken database', async () => {
    writeFileSync(paths.database, 'not a database'.repeat(100))
    const { code, line } = await typed(seat, ['audit', 'verify'])
    expect(code).toBe(1)
    expect(line).toMatch(/^can't read `.*hooks\.db`: .*; run `fairlead doctor`$/)
  })
})
