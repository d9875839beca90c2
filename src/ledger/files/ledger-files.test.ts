import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { gateRooms } from '../../../test/support/gate-rooms.ts'
import { LAYOUTS } from '../../../test/support/layouts.ts'
import { ruling } from '../../../test/support/ruling.ts'
import { evolve } from '../../core/index.ts'
import type { Event, ParsedEvent } from '../../core/model/event.ts'
import { callId, eventId, type ProjectRoot, projectRoot, sessionId } from '../../core/model/ids.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
import { parseRef, resolveRef } from '../../core/protocols/ledger/notes/notes-ref.ts'
import { decisionsIn } from '../../core/protocols/ledger/notes/read-notes.ts'
import type { GateRooms } from '../../gate/gate.ts'
import { makeGate } from '../../gate/pipeline.ts'
import { memoryStore } from '../../stores/memory/store.ts'
import type { Store } from '../../stores/store.ts'
import { countTokens } from '../count-tokens.ts'
import { ledgerLookups } from '../ledger-lookups.ts'
import { openLedger } from '../open-ledger.ts'
import { ledgerFiles, rebuildRecord } from './ledger-files.ts'

describe.each(LAYOUTS)('ledgers %s', (_, homes) => {
  let folder = ''
  let home = ''
  let project: ProjectRoot
  let store: Store
  let minted = 0
  const DAY_MS = 86_400_000
  const START_MS = Date.UTC(2026, 10, 15, 12)

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-ledger-')))
    project = projectRoot(join(folder, 'project'))
    mkdirSync(project)
    home = homes(project).own
    store = memoryStore({ evolve, initial: INITIAL_STATE })
  })

  afterEach(() => {
    chmodSync(folder, 0o755)
    rmSync(folder, { recursive: true, force: true })
  })

  function gateOf(over: Partial<GateRooms> = {}) {
    return makeGate({ ...gateRooms({ project, store, homes }), ...over })
  }

  type Body = {
    readonly [Kind in Event['kind']]: Omit<
      Extract<ParsedEvent, { kind: Kind }>,
      'id' | 'atMs' | 'runtime' | 'session' | 'cwd'
    >
  }[Event['kind']]

  async function send(body: Body, over: { gate?: ReturnType<typeof gateOf>; atMs?: number } = {}) {
    minted += 1
    const stamp = {
      id: eventId(`00000000-0000-4000-8000-${String(minted).padStart(12, '0')}`),
      atMs: over.atMs ?? START_MS + minted,
    }
    const event = { ...stamp, runtime: 'claude-code', session: sessionId('s'), cwd: project, ...body } as ParsedEvent
    return (over.gate ?? gateOf()).submit(event, project)
  }

  const prompt = (text: string) => send({ kind: 'prompt', text })
  const rule = (title: string) => send({ kind: 'ledger', act: ruling(title) })
  const start = (source: 'startup' | 'clear' = 'clear') => send({ kind: 'session.start', source })
  const recordNow = async () => (await store.read(project)).ledger.record
  const grimoire = (...parts: readonly string[]) => join(home, 'loa-grimoire', ...parts)
  const notes = () => readFileSync(grimoire('NOTES.md'), 'utf8')
  const trajectory = () => readdirSync(grimoire('a2a', 'trajectory')).filter((name) => name.endsWith('.jsonl'))
  const lines = () =>
    trajectory().flatMap((name) =>
      readFileSync(grimoire('a2a', 'trajectory', name), 'utf8')
        .trim()
        .split('\n'),
    )

  /** A new machine: the files are there, nothing else is. */
  function forget(): void {
    store = memoryStore({ evolve, initial: INITIAL_STATE })
  }

  describe('the State Zone', () => {
    it('[LEDGER-5, LEDGER-103, LEDGER-107, LEDGER-117] gets a line and an entry with the event that made them', async () => {
      await prompt('rotate the tokens')
      await rule('Expiry')
      // LEDGER-103
      expect(trajectory()).toEqual(['claude-code-2026-11-15.jsonl'])
      const written = lines()
      expect(written.map((line) => JSON.parse(line).phase)).toEqual(['intent', 'cite'])
      // LEDGER-117: now, and not at the end.
      expect(decisionsIn(notes()).map(({ title }) => title)).toEqual(['Expiry'])
      // LEDGER-5
      expect(notes()).toContain('- **Reasoning State**: rotate the tokens')
      // LEDGER-107
      await rule('Storage')
      expect(lines().slice(0, written.length)).toEqual(written)
    })

    it('[LEDGER-1, LEDGER-35, LEDGER-113] is enough to begin again, field by field', async () => {
      await prompt('rotate the tokens')
      await rule('Expiry')
      await rule('Storage')
      await send({ kind: 'session.end', reason: 'clear' })
      const before = await recordNow()
      expect(rebuildRecord(homes(project).ledger).record).toEqual(before)
      forget()
      const told = await start()
      expect('steer' in told && told.steer).toContain('Left off: rotate the tokens')
      expect(await recordNow()).toEqual({ ...before, n: before.n + 1 })
    })

    it('[LEDGER-1] loses at most the event in flight: a writer that died is made good', async () => {
      const dead = { ...ledgerFiles(homes), append: () => undefined, writeNotes: () => ({ isNew: false }) }
      await prompt('first')
      await send(
        { kind: 'ledger', act: ruling('Lost') },
        { gate: gateOf({ ledger: openLedger(homes, { files: dead }) }) },
      )
      await send(
        { kind: 'ledger', act: ruling('Lost too') },
        { gate: gateOf({ ledger: openLedger(homes, { files: dead }) }) },
      )
      expect(rebuildRecord(homes(project).ledger).record.n).toBe(1)
      await start()
      expect(rebuildRecord(homes(project).ledger).record).toEqual(await recordNow())
      expect(decisionsIn(notes()).map(({ title }) => title)).toEqual(['Lost', 'Lost too'])
    })

    it('[LEDGER-46, LEDGER-98] is pointed at to the line by every decision and handoff, and is found again after edits', async () => {
      writeFileSync(join(project, 'a.ts'), '')
      await prompt('first')
      await rule('One')
      const tool = { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: join(project, 'a.ts') }] } as const
      await send({ kind: 'tool.after', call: callId('c'), tool, outcome: { ok: true, output: '' } })
      await rule('Two')
      await send({ kind: 'session.end', reason: 'clear' })
      const cited = lines().map((line) => JSON.parse(line).notes_ref ?? '')
      const refs = [...cited.filter((ref) => ref !== ''), ...((await recordNow()).handoff?.refs ?? [])]
      const kinds = () => refs.map((ref) => resolveRef(notes(), parseRef(ref) ?? expect.fail(ref)).kind)
      expect(refs).toHaveLength(5)
      // The first was written before the table above it had a row.
      expect(kinds()).toEqual(['moved', 'same', 'same', 'same', 'same'])
      writeFileSync(grimoire('NOTES.md'), `# Mine\n\n${notes()}`)
      expect(new Set(kinds())).toEqual(new Set(['moved']))
      await prompt('another thing')
      await send({ kind: 'stop', again: false })
      expect(kinds()).toEqual(['moved', 'moved', 'changed', 'moved', 'moved'])
    })

    it('[LEDGER-19] that cannot be written stops nothing, is said, and is caught up', async () => {
      writeFileSync(grimoire(), 'a file in its place')
      await prompt('first')
      await rule('Kept')
      expect((await store.read(project)).ledger.trouble).toMatch(/EEXIST|ENOTDIR/)
      const told = await start()
      expect('notice' in told && told.notice).toMatch(/^fairlead: the ledger could not be written/)
      rmSync(grimoire())
      await prompt('second')
      expect((await store.read(project)).ledger.trouble).toBeNull()
      expect(rebuildRecord(homes(project).ledger).record).toEqual(await recordNow())
      await send({ kind: 'stop', again: false })
      expect(decisionsIn(notes()).map(({ title }) => title)).toEqual(['Kept'])
    })

    it('[LEDGER-21] drops torn and foreign lines and goes on after them', async () => {
      await prompt('first')
      const file = grimoire('a2a', 'trajectory', trajectory()[0] ?? '')
      writeFileSync(
        file,
        `${readFileSync(file, 'utf8')}{"phase":"cite"\n{"phase":"cite","claim":"by another tool"}\n{"torn`,
      )
      await rule('After')
      const rebuilt = rebuildRecord(homes(project).ledger)
      expect([rebuilt.malformed, rebuilt.record]).toEqual([2, await recordNow()])
    })

    it('[LEDGER-22] keeps what is no text aside, and makes NOTES.md from what is known', async () => {
      await prompt('first')
      await rule('One')
      writeFileSync(grimoire('NOTES.md'), Buffer.from([0, 1, 2, 0xff]))
      await rule('Two')
      expect(decisionsIn(notes()).map(({ title }) => title)).toEqual(['One', 'Two'])
      expect(readdirSync(grimoire()).filter((name) => name.includes('corrupt'))).toHaveLength(1)
      expect(lines().map((line) => JSON.parse(line).phase)).toContain('self_heal')
      writeFileSync(grimoire('NOTES.md'), Buffer.from('caf\xe9', 'latin1'))
      expect(ledgerFiles(homes).readNotes(project)).toEqual({
        kind: 'problem',
        problem: "NOTES.md isn't text; it is kept aside and made anew",
      })
    })

    it('[LEDGER-94] keeps what a person wrote, also while we write', async () => {
      await rule('One')
      writeFileSync(grimoire('NOTES.md'), `${notes()}\n## Mine\n\nkept\n`)
      const edits = { ...ledgerFiles(homes) }
      await send(
        { kind: 'ledger', act: ruling('Two') },
        { gate: gateOf({ ledger: openLedger(homes, { files: edits }) }) },
      )
      expect(notes()).toContain('## Mine\n\nkept\n')
      expect(decisionsIn(notes())).toHaveLength(2)
    })

    it('[LEDGER-94] 20 decisions at once lose none', async () => {
      const gate = gateOf()
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => send({ kind: 'ledger', act: ruling(`T${index}`) }, { gate })),
      )
      expect(decisionsIn(notes())).toHaveLength(20)
      expect(rebuildRecord(homes(project).ledger).record).toEqual(await recordNow())
    })

    it('writes through no link that leads out', async () => {
      const outside = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-outside-')))
      symlinkSync(outside, grimoire())
      await prompt('first')
      await rule('One')
      expect(readdirSync(outside)).toEqual([])
      expect((await store.read(project)).ledger.trouble).toMatch(/leads out of the project/)
      rmSync(outside, { recursive: true })
    })

    it('reads and writes no pipe, folder or link in the place of a file', async () => {
      mkdirSync(grimoire('NOTES.md'), { recursive: true })
      expect(ledgerFiles(homes).readNotes(project)).toMatchObject({ kind: 'problem' })
      await prompt('first')
      await rule('One')
      expect((await store.read(project)).ledger.trouble).toMatch(/NOTES.md/)
      rmSync(grimoire('NOTES.md'), { recursive: true })
      writeFileSync(join(folder, 'elsewhere.md'), 'x')
      symlinkSync(join(folder, 'elsewhere.md'), grimoire('NOTES.md'))
      await rule('Two')
      expect(readFileSync(join(folder, 'elsewhere.md'), 'utf8')).toBe('x')
    })

    it('keeps the mode of the file', async () => {
      await rule('One')
      chmodSync(grimoire('NOTES.md'), 0o600)
      await rule('Two')
      expect(statSync(grimoire('NOTES.md')).mode & 0o777).toBe(0o600)
    })

    it('[LEDGER-28] tells which identifiers are gone', async () => {
      writeFileSync(join(project, 'a.ts'), '')
      for (const name of ['a.ts', 'b.ts'])
        await send({
          kind: 'tool.after',
          call: callId('c'),
          tool: { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: join(project, name) }] },
          outcome: { ok: true, output: '' },
        })
      const told = await start()
      expect('steer' in told && told.steer).toContain('Deleted since: b.ts')
    })
  })

  describe('old trajectories', () => {
    const retention = { retentionDays: 30, archiveDays: 365, compressionLevel: 6 }
    const old = (day: string) => {
      const path = grimoire('a2a', 'trajectory', `claude-code-${day}.jsonl`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(
        path,
        `{"ts":"${day}T00:00:00Z","n":1,"agent":"a","session_id":"s","phase":"intent","intent":"${'x'.repeat(500)}"}\n`,
      )
      utimesSync(path, new Date(day), new Date(day))
    }

    it('[LEDGER-120] go into the archive and leave it in time; the archive is read like the rest', () => {
      for (const day of ['2026-11-01', '2026-10-01', '2025-01-01']) old(day)
      ledgerFiles(homes).tend(project, START_MS, retention)
      const archive = () => readdirSync(grimoire('a2a', 'trajectory', 'archive')).sort()
      expect([trajectory(), archive()]).toEqual([
        ['claude-code-2026-11-01.jsonl'],
        ['claude-code-2025-01-01.jsonl.gz', 'claude-code-2026-10-01.jsonl.gz'],
      ])
      ledgerFiles(homes).tend(project, START_MS, retention)
      expect(archive()).toEqual(['claude-code-2026-10-01.jsonl.gz'])
      ledgerFiles(homes).tend(project, START_MS + 20 * DAY_MS, retention)
      expect(trajectory()).toEqual([])
      expect(rebuildRecord(homes(project).ledger).record.n).toBe(1)
    })

    it('behind a link are neither read, nor archived, nor deleted', () => {
      const outside = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-outside-')))
      const names = ['claude-code-2020-01-01.jsonl', 'claude-code-2019-01-01.jsonl.gz', 'NOTES.md']
      for (const name of names) writeFileSync(join(outside, name), '{"n":7,"phase":"intent","intent":"a secret"}\n')
      mkdirSync(grimoire('a2a'), { recursive: true })
      const untouched = () => {
        ledgerFiles(homes).tend(project, START_MS, retention)
        expect(readdirSync(outside).toSorted()).toEqual(names.toSorted())
        expect([rebuildRecord(homes(project).ledger).record.n, ledgerFiles(homes).lastNumber(project)]).toEqual([0, 0])
      }
      symlinkSync(outside, grimoire('a2a', 'trajectory'))
      untouched()
      rmSync(grimoire('a2a', 'trajectory'))
      mkdirSync(grimoire('a2a', 'trajectory'))
      symlinkSync(outside, grimoire('a2a', 'trajectory', 'archive'))
      for (const name of names.slice(0, 1)) symlinkSync(join(outside, name), grimoire('a2a', 'trajectory', name))
      untouched()
      rmSync(grimoire(), { recursive: true })
      symlinkSync(outside, grimoire())
      expect(ledgerFiles(homes).readNotes(project)).toMatchObject({ kind: 'problem' })
      untouched()
      rmSync(outside, { recursive: true })
    })

    it('every value is obeyed', () => {
      const size = (level: number) => {
        old('2026-10-01')
        ledgerFiles(homes).tend(project, START_MS, { ...retention, compressionLevel: level })
        const path = grimoire('a2a', 'trajectory', 'archive', 'claude-code-2026-10-01.jsonl.gz')
        return readFileSync(path)[8]
      }
      // The header of a gzip file says how hard it was compressed.
      expect([size(9), size(1)]).toEqual([2, 4])
      old('2026-10-01')
      ledgerFiles(homes).tend(project, START_MS, { ...retention, retentionDays: 90 })
      expect(trajectory()).toEqual(['claude-code-2026-10-01.jsonl'])
      ledgerFiles(homes).tend(project, START_MS, { ...retention, archiveDays: 10 })
      ledgerFiles(homes).tend(project, START_MS, { ...retention, archiveDays: 10 })
      expect(readdirSync(grimoire('a2a', 'trajectory', 'archive'))).toEqual([])
    })

    it('[LEDGER-108] are tended at the end of a session, and the archive of edge with them', async () => {
      old('2020-01-01')
      mkdirSync(join(home, '.proof'))
      writeFileSync(join(home, '.proof/archive.jsonl'), '{"archived_at":"2026-01-01T00:00:00Z","digest":"d"}\n')
      await prompt('x')
      await send({ kind: 'session.end', reason: 'other' })
      expect(readFileSync(join(home, '.proof/archive_digests.jsonl'), 'utf8')).toContain('"digest":"d"')
      expect(trajectory()).toEqual(['claude-code-2026-11-15.jsonl'])
    })

    it('[LEDGER-120] a long day goes on in a second file', async () => {
      await prompt('first')
      const path = grimoire('a2a', 'trajectory', 'claude-code-2026-11-15.jsonl')
      writeFileSync(path, `${readFileSync(path, 'utf8')}${`${'x'.repeat(1_000)}\n`.repeat(17_000)}`)
      await prompt('second')
      expect(trajectory().sort()).toEqual(['claude-code-2026-11-15.2.jsonl', 'claude-code-2026-11-15.jsonl'])
      expect(ledgerFiles(homes).lastNumber(project)).toBe(2)
    })
  })

  it('[LEDGER-129] what was told is counted by a real tokenizer where one is at hand', async () => {
    await prompt('rotate the tokens')
    await send(
      { kind: 'session.start', source: 'clear' },
      { gate: gateOf({ ledger: openLedger(homes, { countTokens: async (text) => text.length }) }) },
    )
    const measured = lines()
      .map((line) => JSON.parse(line))
      .filter(({ phase }) => phase === 'recovery')
    expect(measured.map((line) => line.measured)).toEqual([false, true])
    await send(
      { kind: 'session.start', source: 'clear' },
      { gate: gateOf({ ledger: openLedger(homes, { countTokens: () => Promise.reject(new Error('no')) }) }) },
    )
    expect(lines().filter((line) => line.includes('"measured":true'))).toHaveLength(1)
  })

  it('[LEDGER-77] a daemon answers first, and finishes before it closes', async () => {
    const gate = gateOf({ answersFirst: true })
    await send({ kind: 'ledger', act: ruling('Later') }, { gate })
    await gate.close()
    expect(decisionsIn(notes())).toHaveLength(1)
  })

  it('[LEDGER-126] an event is decided when the ledgers cannot be looked at', async () => {
    const broken = {
      ...ledgerFiles(homes),
      readNotes: () => {
        throw new Error('broken')
      },
    }
    await prompt('x')
    expect(
      (
        await send(
          { kind: 'session.start', source: 'clear' },
          { gate: gateOf({ ledger: openLedger(homes, { files: broken }) }) },
        )
      ).kind,
    ).toBe('allow')
  })

  describe('lightweight identifiers', () => {
    const lineOf = (index: number) => `  const value${index} = compute(input.part${index}, options)`
    const text = Array.from({ length: 400 }, (_, index) => lineOf(index)).join('\n')
    const edit = (name: string, from: number, to: number) => {
      const after = text
        .split('\n')
        .slice(from - 1, to)
        .join('\n')
      const tool = {
        kind: 'edit',
        name: 'Edit',
        changes: [{ op: 'edit', path: join(project, name), before: 'x', after }],
      } as const
      return send({ kind: 'tool.after', call: callId('c'), tool, outcome: { ok: true, output: '' } })
    }

    it('[LEDGER-81, LEDGER-86] of a block of fifty lines cost about 15 model tokens and save 97 %', async () => {
      const block = text.split('\n').slice(44, 95).join('\n')
      const tokens = await countTokens('${PROJECT_ROOT}/src/auth/jwt.ts:45-95')
      expect(tokens).toBeLessThanOrEqual(15)
      expect(1 - tokens / (await countTokens(block))).toBeGreaterThanOrEqual(0.97)
    })

    it('[LEDGER-81] name the lines that were changed', async () => {
      writeFileSync(join(project, 'a.ts'), text)
      await edit('a.ts', 45, 95)
      await send({ kind: 'stop', again: false })
      expect(notes()).toMatch(/\| \$\{PROJECT_ROOT\}\/a\.ts:45-95 \| edited \| 2026-11-15T\d\d:\d\dZ \|/)
      await edit('a.ts', 40, 41)
      await send({ kind: 'stop', again: false })
      expect(notes().match(/a\.ts:/g)).toEqual(['a.ts:'])
      expect((await recordNow()).identifiers.map(({ lines: span }) => span)).toEqual(['40-95'])
    })

    it('[LEDGER-121] are weighed by the real tokenizer at the end of a session, and what is gone is left out', async () => {
      for (const name of ['a.ts', 'b.ts', 'gone.ts']) writeFileSync(join(project, name), text)
      await edit('a.ts', 45, 95)
      await edit('gone.ts', 1, 5)
      const tool = {
        kind: 'edit',
        name: 'Write',
        changes: [{ op: 'write', path: join(project, 'b.ts'), after: text }],
      } as const
      await send({ kind: 'tool.after', call: callId('c'), tool, outcome: { ok: true, output: '' } })
      rmSync(join(project, 'gone.ts'))
      await send(
        { kind: 'session.end', reason: 'clear' },
        { gate: gateOf({ ledger: openLedger(homes, { countTokens }) }) },
      )
      const { savings } = await recordNow()
      const [whole, block] = [await countTokens(text), await countTokens(text.split('\n').slice(44, 95).join('\n'))]
      expect(savings).toEqual({
        identifiers: 2,
        identifier_tokens: expect.any(Number),
        block_tokens: block + whole,
        file_tokens: 2 * whole,
      })
      expect(1 - (savings?.identifier_tokens ?? 0) / (2 * whole)).toBeGreaterThan(0.99)
      expect(rebuildRecord(homes(project).ledger).record).toEqual(await recordNow())
    })

    it('[LEDGER-121] stay unweighed where no tokenizer is at hand, or it fails', async () => {
      writeFileSync(join(project, 'a.ts'), text)
      await edit('a.ts', 1, 5)
      await send({ kind: 'ledger', act: { do: 'handoff', reason: '' } })
      await edit('a.ts', 9, 9)
      const broken = () => Promise.reject(new Error('no'))
      await send(
        { kind: 'ledger', act: { do: 'handoff', reason: '' } },
        { gate: gateOf({ ledger: openLedger(homes, { countTokens: broken }) }) },
      )
      expect((await recordNow()).savings).toBeNull()
    })

    it('name no lines of what lies outside, is no text, or is not there', () => {
      writeFileSync(join(project, 'a.ts'), 'one\ntwo\n')
      expect(ledgerFiles(homes).find(project, join(project, 'a.ts'), 'two\n')).toEqual({ from: 2, to: 2 })
      for (const [path, part] of [
        [join(project, 'a.ts'), 'three'],
        [join(project, 'b.ts'), 'one'],
        ['/etc/hostname', ''],
      ] as const)
        expect(ledgerFiles(homes).find(project, path, part)).toBeUndefined()
      expect(ledgerFiles(homes).named(project, '${PROJECT_ROOT}/../../../../../../etc/hostname', '')).toBeUndefined()
      expect(ledgerFiles(homes).named(project, '${PROJECT_ROOT}/a.ts', '')).toEqual({
        block: 'one\ntwo\n',
        file: 'one\ntwo\n',
      })
    })
  })

  describe('tasks that nobody could tell', () => {
    const env = () => ({ HOME: join(folder, 'home'), PATH: '/usr/bin:/bin' })
    const capable = () =>
      gateOf({
        ledger: openLedger(homes, {
          lookups: ledgerLookups(() => ({
            root: project,
            homes: homes(project),
            folder: join(folder, 'evidence'),
            env: env(),
          })),
          countTokens: async () => 77,
        }),
      })
    const beads = () =>
      ['bd-1', 'bd-2'].map((id): unknown => parse(readFileSync(join(home, '.beads', `${id}.yaml`), 'utf8')))

    /** Two sessions about two tasks, then a third one begins. */
    async function play(during: () => ReturnType<typeof gateOf>, last: () => ReturnType<typeof gateOf>) {
      for (const one of [project, home]) rmSync(one, { recursive: true, force: true })
      for (const one of [project, join(home, '.beads')]) mkdirSync(one, { recursive: true })
      for (const id of ['bd-1', 'bd-2'])
        writeFileSync(join(home, '.beads', `${id}.yaml`), `id: ${id}\ntitle: T\nstatus: in_progress\ncreated: x\n`)
      forget()
      minted = 0
      const tell = (body: Body, gate = during()) => send(body, { gate })
      for (const bead of ['bd-1', 'bd-2']) {
        await tell({ kind: 'session.start', source: 'startup' })
        await tell({ kind: 'ledger', act: { do: 'focus', bead, beadTitle: 'T', reasoning: `work on ${bead}` } })
        for (let index = 1; index <= 15; index += 1) {
          const scenarios = [{ name: `${bead} case ${index}`, type: 'edge_case', expected: 'x' }] as const
          await tell({ kind: 'ledger', act: { ...ruling(`${bead} ${index}`), scenarios } })
        }
        await tell({ kind: 'session.end', reason: 'other' })
      }
      await send({ kind: 'session.start', source: 'clear' }, { gate: last() })
      return {
        beads: beads(),
        record: await recordNow(),
        measured: lines().filter((line) => line.includes('"tokens":77')),
      }
    }

    it('[LEDGER-33, LEDGER-45, LEDGER-98] get it at the next start, as if somebody had', async () => {
      const told = await play(capable, capable)
      expect(told.beads[0]).toMatchObject({ decisions: { length: 15 }, handoffs: [{ session_id: 's' }] })
      const late = await play(gateOf, capable)
      expect(late.beads).toEqual(told.beads)
      // Of starts that nobody measured there is an estimate in the record, and nothing else differs.
      expect({ ...late.record, n: 0 }).toEqual({ ...told.record, n: 0 })
      const never = await play(gateOf, gateOf)
      expect(never.beads[0]).not.toHaveProperty('decisions')
    })

    it('[LEDGER-20] a bead that is no YAML is kept aside, made anew with what the record knows, and that is logged', async () => {
      await play(capable, capable)
      writeFileSync(join(home, '.beads/bd-2.yaml'), 'id: [')
      await send({ kind: 'ledger', act: ruling('After') }, { gate: capable() })
      expect(readFileSync(join(home, '.beads/bd-2.yaml'), 'utf8')).toContain('After it is')
      expect(readFileSync(join(home, '.beads/bd-2.yaml.broken-1'), 'utf8')).toBe('id: [')
      expect(lines().at(-1)).toContain(
        '"what":"bd-2","source":"facts","detail":"it could not be read and is kept as bd-2.yaml.broken-1"',
      )
      await send({ kind: 'session.start', source: 'clear' }, { gate: capable() })
      expect(readFileSync(join(home, '.beads/bd-2.yaml'), 'utf8').match(/decision: /g)).toHaveLength(16)
    })
  })
})
