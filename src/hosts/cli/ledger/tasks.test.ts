import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { installFakeBd } from '../../../../test/support/fake-bd.ts'
import { type Seat, typed as typedLine } from '../../../../test/support/fake-terminal.ts'
import { makeSearchedProject, type SearchedProject } from '../../../../test/support/searched-project.ts'

let project: SearchedProject
let seat: Seat
beforeEach(() => {
  project = makeSearchedProject({ git: true })
  const env = { HOME: project.base, PATH: `${join(project.base, 'bin')}:/usr/bin:/bin` }
  seat = { env, cwd: project.root, bundle: project.base, node: process.execPath }
})
afterEach(() => project.remove())

const typed = (...args: readonly string[]) => typedLine(seat, ['ledger', ...args])
const made = async () => JSON.parse((await typed('bead', 'new', 'rotate tokens', '--json')).out).bead.id as string

describe('fairlead ledger bead', () => {
  it('[LEDGER-96, LEDGER-100] begins a task, appends a ruling with evidence that was opened, and shows it', async () => {
    const id = await made()
    const evidence =
      '`export function hashPassword(password: string): string {` [${PROJECT_ROOT}/src/auth/password.ts:1]'
    const args = [
      '--decision',
      'hash first',
      '--rationale',
      'never plain',
      '--evidence',
      evidence,
      '--next',
      'salt',
      '--blocker',
      'review',
      '--question',
      'which?',
    ]
    expect((await typed('bead', 'update', id, ...args, '--status', 'in_progress')).code).toBe(0)
    expect(JSON.parse((await typed('bead', 'show', id, '--json')).out)).toMatchObject({
      status: 'in_progress',
      decisions: [
        {
          decision: 'hash first',
          evidence: [{ path: '${PROJECT_ROOT}/src/auth/password.ts', line: 1, blob: expect.any(String) }],
        },
      ],
      next_steps: ['salt'],
      blockers: ['review'],
    })
    expect((await typed('bead', 'show', id)).out).toMatch(
      /rotate tokens\ndecisions:\n {2}\S+ hash first\nnext steps:\n {2}salt\nblockers:\n {2}review\nquestions:/,
    )
  })

  it('[LEDGER-96] evidence that could not be verified is not written', async () => {
    const id = await made()
    for (const evidence of ['`no such line here` [${PROJECT_ROOT}/src/auth/password.ts:1]', 'trust me'])
      expect((await typed('bead', 'update', id, '--decision', 'x', '--evidence', evidence)).code).toBe(1)
    expect(JSON.parse((await typed('bead', 'show', id, '--json')).out).decisions).toEqual([])
  })

  it('[LEDGER-100] a belief that the bead does not share is a fork, and nothing is written', async () => {
    const id = await made()
    await typed('bead', 'update', id, '--decision', 'hash first')
    expect((await typed('bead', 'update', id, '--believe', 'hash first', '--next', 'go on')).code).toBe(0)
    const fork = await typed('bead', 'update', id, '--believe', 'no hash', '--next', 'wrong way')
    expect([fork.code, fork.out]).toEqual([1, 'fork: you believe `no hash`, the task says `hash first`'])
    const json = await typed('bead', 'update', id, '--believe', 'no hash', '--next', 'wrong way', '--json')
    expect([json.code, JSON.parse(json.out)]).toEqual([
      1,
      { ok: false, forks: [expect.objectContaining({ context: 'no hash', bead: 'hash first' })] },
    ])
    expect(JSON.parse((await typed('bead', 'show', id, '--json')).out).next_steps).toEqual(['go on'])
  })

  it('[LEDGER-100] lists what is ready and names what is malformed', async () => {
    const id = await made()
    writeFileSync(join(project.root, '.beads/broken.yaml'), '[')
    expect((await typed('bead', 'ready')).out).toBe(
      `${id}  open  rotate tokens\n1 ready task (embedded)\nskipped: 1 malformed file`,
    )
    expect(JSON.parse((await typed('bead', 'ready', '--json')).out)).toHaveLength(1)
    const mended = await typed('bead', 'update', 'broken', '--next', 'x')
    expect([mended.code, mended.out.includes('is kept as `.beads/broken.yaml.broken-1`')]).toEqual([0, true])
  })

  it('[LEDGER-100] tells when a Beads program did not take it', async () => {
    installFakeBd(join(project.base, 'bin'), project.root, { manner: 'forgetful' })
    expect((await typed('bead', 'update', 'bd-1', '--decision', 'x')).out).toContain(
      'did not accept it; our own record has it',
    )
  })

  it.each([
    [['show', 'bd-none'], 1],
    [['update', 'bd-none', '--status', 'open'], 1],
    [['new', 'x', '--priority', '9'], 2],
    [['new', 'x', '--type', 'A B'], 2],
  ])('%j is answered with the next step', async (args, code) => {
    const ran = await typed('bead', ...args)
    expect([ran.code, ran.line !== '']).toEqual([code, true])
  })
})

describe('fairlead ledger heal and integrity', () => {
  it('[LEDGER-16, LEDGER-19] heals and says from where', async () => {
    rmSync(join(project.root, 'loa-grimoire'), { recursive: true })
    expect(await typed('heal')).toMatchObject({
      code: 0,
      out: 'healed: loa-grimoire/a2a/trajectory: an empty folder\nhealed: loa-grimoire/NOTES.md: from the template\nhealed: .beads/: an empty folder',
    })
    expect((await typed('heal')).out).toBe('state zone: complete')
    expect((await typed('heal', '--json')).out).toBe('[]')
  })

  it('[LEDGER-7, LEDGER-8] drift is named, recorded, and an exit code of 1 where it is strict', async () => {
    expect(await typed('integrity')).toMatchObject({ code: 0, out: 'system zone: not checked, there is no manifest' })
    mkdirSync(join(project.root, '.claude'))
    writeFileSync(
      join(project.root, '.claude/checksums.json'),
      JSON.stringify({ files: { '.claude/a.md': 'x', '.claude/b.md': 'y' } }),
    )
    writeFileSync(join(project.root, '.claude/a.md'), 'changed')
    const found = await typed('integrity')
    expect([found.code, found.out]).toEqual([
      1,
      'changed: .claude/a.md\nmissing: .claude/b.md\nsystem zone: drift, 2 files checked',
    ])
    const day = new Date().toISOString().slice(0, 10)
    expect(readFileSync(join(project.root, `loa-grimoire/a2a/trajectory/fairlead-${day}.jsonl`), 'utf8')).toContain(
      '"phase":"integrity","status":"drift"',
    )
  })

  it('[LEDGER-8] a clone cannot switch off the check of itself, its person can, and a repository may insist', async () => {
    mkdirSync(join(project.root, '.claude'))
    writeFileSync(join(project.root, '.claude/checksums.json'), JSON.stringify({ files: { '.claude/a.md': 'x' } }))
    const loa = (text: string) => writeFileSync(join(project.root, '.loa.config.yaml'), text)
    const outcome = async () => {
      const { code, out } = await typed('integrity', '--repair', '--json')
      return [code, JSON.parse(out).enforcement]
    }
    for (const text of ['integrity_enforcement: warn', 'integrity: { enforcement: disabled }']) {
      loa(text)
      expect(await outcome()).toEqual([1, 'strict'])
    }
    writeFileSync(join(project.root, '.loa-version.json'), '{"integrity":{"enforcement":"disabled"}}')
    writeFileSync(join(project.root, 'fairlead.yaml'), 'ledger: { integrity: disabled }\n')
    expect(await outcome()).toEqual([1, 'strict'])
    ownPolicy(seat.env, 'ledger: { integrity: warn }\n')
    expect(await outcome()).toEqual([0, 'warn'])
    loa('integrity_enforcement: strict')
    expect(await outcome()).toEqual([1, 'strict'])
  })

  it('needs a project', async () => {
    seat = { ...seat, cwd: project.base }
    for (const args of [
      ['heal'],
      ['integrity'],
      ['bead', 'ready'],
      ['recall', 'x'],
      ['section', 'a:1'],
      ['ghost', 'x'],
    ])
      expect((await typed(...args)).code).toBe(1)
  })
})
