import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { govern } from '../../../../test/support/govern.ts'
import { pathsOf } from '../../../config/paths.ts'
import * as yamlDoor from '../../../config/yaml-door.ts'
import { callId, eventId, projectRoot, sessionId } from '../../../core/model/ids.ts'
import { decisionsIn } from '../../../core/protocols/ledger/notes/read-notes.ts'
import { ensureApprovalKey } from '../../../install/approval-key.ts'
import { countTokens } from '../../../ledger/count-tokens.ts'
import { wireGate } from '../../../wiring/wire-gate.ts'

let root: string
let project: string
let seat: Seat

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-record-')))
  project = join(root, 'project')
  mkdirSync(join(project, 'src'), { recursive: true })
  execFileSync('git', ['init', '-q', project])
  writeFileSync(join(project, 'src/a.ts'), 'export const answer = 42\n')
  seat = {
    env: { HOME: join(root, 'home'), PATH: '/usr/bin:/bin' },
    cwd: project,
    bundle: root,
    node: process.execPath,
  }
  ensureApprovalKey(pathsOf(seat.env).key)
  govern(pathsOf(seat.env), project)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const ledger = (...args: readonly string[]) => typed(seat, ['ledger', ...args])
const record = async () => JSON.parse((await ledger('status', '--json')).out).record
const CITED = '`export const answer = 42` [${PROJECT_ROOT}/src/a.ts:1]'

describe('fairlead ledger', () => {
  it('[LEDGER-33, LEDGER-66] records a decision whose citation stands, and says which one does not', async () => {
    const good = await ledger('decide', 'Answer', 'it is 42', '--why', 'the code', '--cite', CITED, '--next', 'ship')
    expect(good).toMatchObject({ code: 0, out: expect.stringMatching(/^recorded as `d-/) })
    const bad = await ledger('decide', 'Other', 'it is 43', '--cite', CITED.replace('42', '43'))
    expect(bad.out).toMatch(
      /^not grounded: the quote is not in the file\nrecorded as .*none of its citations could be verified$/,
    )
    const none = await ledger('decide', 'Third', 'no quote at all', '--cite', 'because I say so')
    expect(none.out).toContain('not grounded: no path')
    expect((await record()).decisions.map((one: { grounding: string }) => one.grounding)).toEqual([
      'citation',
      'ungrounded',
      'ungrounded',
    ])
    expect(readFileSync(join(project, 'loa-grimoire/NOTES.md'), 'utf8')).toContain(CITED)
  })

  it('[LEDGER-34] refuses to overrule in silence, with exit 1', async () => {
    await ledger('decide', 'Storage', 'redis', '--assumption')
    const { code, line } = await ledger('decide', 'storage', 'postgres')
    expect([code, line]).toEqual([1, expect.stringContaining('an earlier decision stands: `redis`')])
    const id = /`(d-[^`]+)`/.exec(line)?.[1] ?? ''
    expect((await ledger('decide', 'storage', 'postgres', '--supersedes', id)).code).toBe(0)
  })

  it('takes scenarios, blockers and questions, and names a scenario that is none', async () => {
    const scenario = 'edge_case: at the limit -> grace'
    await ledger('decide', 'X', 'y', '--assumption', '--scenario', scenario, '--blocker', 'db', '--question', 'why')
    expect(await record()).toMatchObject({
      scenarios: [{ name: 'at the limit', type: 'edge_case', expected: 'grace' }],
      lists: { blocker: ['db'], question: ['why'] },
    })
    expect(await ledger('decide', 'X', 'y', '--scenario', 'nonsense')).toMatchObject({ code: 2 })
  })

  it('[LEDGER-54, LEDGER-128] `clear` opens every citation, permits by default and refuses where it is promoted', async () => {
    await ledger('decide', 'Answer', 'it is 42', '--cite', CITED)
    expect(await ledger('clear')).toMatchObject({ code: 0, out: expect.stringContaining('type `/clear` to clear') })
    await ledger('decide', 'Next', 'also 42', '--cite', CITED)
    writeFileSync(join(project, 'src/a.ts'), 'export const answer = 41\n')
    ownPolicy(seat.env, 'ledger: { effect: gate }\n')
    expect(await ledger('clear')).toMatchObject({
      code: 1,
      line: 'Cannot clear: 1 decisions lack grounded citations. Add evidence or mark as [ASSUMPTION] before clearing. Current grounding ratio: 0.00 (required: 0.95)',
    })
  })

  it('[LEDGER-15, LEDGER-20] `heal` makes NOTES.md from our own facts, with every decision, and logs it in audit and trajectory', async () => {
    for (let index = 1; index <= 15; index += 1)
      await ledger('decide', `Topic ${index}`, `ruling ${index}`, '--assumption')
    const notes = join(project, 'loa-grimoire/NOTES.md')
    const before = readFileSync(notes, 'utf8')
    rmSync(notes)
    const { out } = await ledger('heal')
    expect(out).toContain('healed: loa-grimoire/NOTES.md: as our own facts have it')
    expect(readFileSync(notes, 'utf8')).toBe(before)
    const log = (await ledger('log', '-n', '5', '--json')).out
    expect(log).toContain('"what":"loa-grimoire/NOTES.md","source":"facts"')
    const day = new Date().toISOString().slice(0, 10)
    const trajectory = readFileSync(join(project, `loa-grimoire/a2a/trajectory/cli-${day}.jsonl`), 'utf8')
    expect(trajectory.match(/"what":"loa-grimoire\/NOTES\.md","source":"facts"/g)).toHaveLength(1)
    expect((await typed(seat, ['audit', 'export'])).out).toContain('"phase":"self_heal"')
  })

  it('[LEDGER-20] a repair of the system zone is logged too', async () => {
    mkdirSync(join(project, '.claude'))
    writeFileSync(join(project, '.claude/a.md'), 'text')
    const sha = createHash('sha256').update('text').digest('hex')
    writeFileSync(join(project, '.claude/checksums.json'), JSON.stringify({ files: { '.claude/a.md': sha } }))
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', project, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args])
    git('add', '.')
    git('commit', '-qm', 'x')
    writeFileSync(join(project, '.claude/a.md'), 'tampered')
    expect((await ledger('integrity', '--repair')).out).toContain('repaired from git: .claude/a.md')
    expect((await ledger('log', '-n', '5', '--json')).out).toContain('"what":".claude/a.md","source":"git"')
  })

  it('[LEDGER-16, LEDGER-94] a NOTES.md that was deleted comes back whole with the next decision', async () => {
    for (let index = 1; index <= 15; index += 1)
      await ledger('decide', `Topic ${index}`, `ruling ${index}`, '--assumption')
    rmSync(join(project, 'loa-grimoire/NOTES.md'))
    await ledger('decide', 'Topic 16', 'ruling 16', '--assumption')
    const titles = decisionsIn(readFileSync(join(project, 'loa-grimoire/NOTES.md'), 'utf8')).map(({ title }) => title)
    expect(titles).toEqual(Array.from({ length: 16 }, (_, index) => `Topic ${index + 1}`))
  })

  it('[LEDGER-116] shows its versions, goes back to one and erases nothing', async () => {
    await ledger('focus', 'first', '--bead', 'bd-1', '--title', 'Rotation')
    await ledger('decide', 'Storage', 'redis', '--assumption')
    await ledger('focus', 'second')
    const log = await ledger('log', '-n', '2')
    expect(log.out.split('\n').map((line) => line.split(' ')[3])).toEqual(['cite', 'intent'])
    expect(JSON.parse((await ledger('log', '--json', '-n', '1')).out)).toMatchObject({
      phase: 'intent',
      intent: 'second',
    })
    expect(JSON.parse((await ledger('show', '1', '--json')).out)).toMatchObject({
      n: 1,
      reasoning: 'first',
      decisions: [],
    })
    expect(await ledger('rollback', '1')).toMatchObject({ code: 0, out: 'line 1 is the newest version again' })
    expect(await record()).toMatchObject({ n: 4, reasoning: 'first', decisions: [{ superseded: true }] })
    expect((await ledger('show')).out).toMatch(/decided +\[superseded\]/)
    expect((await ledger('rollback', '99')).line).toBe("line 99 isn't in the record; see `fairlead ledger log`")
    for (const line of ['0', 'x', '1.5', '']) expect((await ledger('rollback', line)).code).toBe(2)
    expect((await ledger('show', 'x')).code).toBe(2)
    expect((await ledger('show', '99')).line).toBe("line 99 isn't in the record; see `fairlead ledger log`")
    expect((await ledger('show', '-1')).code).not.toBe(0)
    expect((await ledger('log', '-n', 'x')).code).toBe(2)
  })

  it('[LEDGER-26] shows NOTES.md whole when somebody asks for it', async () => {
    expect(await ledger('show', '--full')).toMatchObject({
      code: 1,
      line: 'there is no NOTES.md yet; create it with `fairlead ledger heal`',
    })
    await ledger('focus', 'first')
    expect((await ledger('show', '--full')).out).toContain('- **Reasoning State**: first')
    expect(await ledger('show')).toMatchObject({ code: 0 })
  })

  it('[LEDGER-116] hands over a packet that another runtime can start from', async () => {
    await ledger('focus', 'first', '--bead', 'bd-1', '--title', 'Rotation')
    await ledger('decide', 'Answer', 'it is 42', '--cite', CITED, '--next', 'ship')
    const packet = JSON.parse((await ledger('handoff', '--to', 'codex', '--json')).out)
    expect(packet).toMatchObject({
      schema: 'fairlead-handoff-1',
      task: { id: 'bd-1', title: 'Rotation' },
      reasoning_state: 'first',
      decisions: [{ title: 'Answer', evidence: [{ path: '${PROJECT_ROOT}/src/a.ts', line: 1, status: 'verified' }] }],
      next_steps: ['ship'],
      last_handoff: { reason: 'handoff to codex' },
    })
    expect((await ledger('handoff')).out).toMatch(/^handed off: first/)
  })

  it('[LEDGER-1] rebuilds the record from the files, and says where they differ', async () => {
    await ledger('focus', 'first')
    expect(await ledger('rebuild')).toMatchObject({ code: 0, out: '1 line read, 0 malformed' })
    rmSync(join(project, 'loa-grimoire/a2a'), { recursive: true })
    expect(await ledger('rebuild', '--json')).toMatchObject({
      code: 1,
      line: expect.stringContaining('differ from the audit log in n,'),
    })
    expect((await ledger('status')).out).toMatch(/versions +1, the files are at 0/)
    await ledger('clear')
    expect((await ledger('rebuild')).code).toBe(0)
  })

  it('[LEDGER-105] logs a pivot', async () => {
    const { out } = await ledger('pivot', '--reason', 'broad', '--results', '127', '--failed', 'a', '--refined', 'b')
    expect(out).toBe('pivot recorded')
    expect(await ledger('pivot', '--reason', 'a', '--results', 'many', '--failed', 'b', '--refined', 'c')).toEqual({
      code: 2,
      out: '',
      line: "`many` isn't a number of results; pass 1 or more",
    })
  })

  it('tends, and tells where the work stands', async () => {
    await ledger('focus', 'first', '--bead', 'bd-1', '--title', 'Rotation')
    expect((await ledger('tend')).out).toBe('1 trajectory, 0 in the archive')
    expect((await ledger('status')).out).toMatch(/task +bd-1 Rotation\n.*left off +first/)
  })

  it('says where it is not', async () => {
    rmSync(join(project, '.git'), { recursive: true })
    for (const args of [['status'], ['clear'], ['rollback', '1']]) expect((await ledger(...args)).code).toBe(1)
  })
})

describe('fairlead ledger status', () => {
  it('[LEDGER-121] shows what the identifiers of the last session saved', async () => {
    expect((await ledger('status')).out).not.toContain('identifiers')
    const root = projectRoot(project)
    const { gate } = wireGate({ paths: pathsOf(seat.env), env: seat.env, loadYaml: () => yamlDoor, countTokens })
    const stamp = { runtime: 'claude-code', session: sessionId('s'), cwd: project, atMs: Date.now() }
    const changes = [{ op: 'write', path: join(project, 'src/a.ts'), after: 'export const answer = 42\n' }] as const
    const tool = { kind: 'edit', name: 'Write', changes } as const
    const outcome = { ok: true, output: '' }
    await gate.submit({ ...stamp, id: eventId('e1'), kind: 'tool.after', call: callId('c'), tool, outcome }, root)
    await gate.submit({ ...stamp, id: eventId('e2'), kind: 'session.end', reason: 'clear' }, root)
    await gate.close()
    expect((await ledger('status')).out).toMatch(
      /identifiers\s+1 of the last session: \d+ model tokens, 0\.0 % less than their lines \(\d+\), 0\.0 % less than their files/,
    )
  })
})

describe('fairlead ledger ref', () => {
  it('[LEDGER-98] says what became of the places of the last handoff', async () => {
    expect((await ledger('ref')).line).toContain('there is no handoff yet')
    await ledger('decide', 'Answer', 'it is 42', '--cite', CITED)
    await ledger('handoff')
    const notes = join(project, 'loa-grimoire/NOTES.md')
    expect(await ledger('ref')).toMatchObject({ code: 0, out: expect.stringMatching(/^same: .*\nsame: .* - Answer$/) })
    const before = readFileSync(notes, 'utf8')
    writeFileSync(notes, `# Above\n\n${before}`)
    expect(await ledger('ref')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^moved: .*\nmoved: .* - Answer$/),
    })
    writeFileSync(notes, before.replace('it is 42', 'it is 43'))
    expect(await ledger('ref')).toMatchObject({ code: 1, out: expect.stringMatching(/^same: .*\nchanged: /) })
    const [, ref] = (await record()).handoff.refs
    writeFileSync(notes, '# Nothing\n')
    expect(JSON.parse((await ledger('ref', ref, '--json')).out)).toEqual({ ref, kind: 'gone' })
    rmSync(notes)
    expect((await ledger('ref', ref)).out).toBe(`gone: ${ref}`)
    expect((await ledger('ref', 'NOTES.md:1-2')).code).toBe(2)
    mkdirSync(notes)
    expect((await ledger('ref')).line).toContain('NOTES.md')
  })
})
