import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFacts, anyText } from '../../test/contracts/arbitrary-facts.ts'
import {
  approved,
  benchOnDisk,
  context,
  type DiskBench,
  opened,
  routine,
  STARTED,
  STOPPED,
  tell,
} from '../../test/contracts/samples.ts'
import { LAYOUTS } from '../../test/support/layouts.ts'
import * as yamlDoor from '../config/yaml-door.ts'
import type { Fact } from '../core/model/fact.ts'
import { eventId, projectHome } from '../core/model/ids.ts'
import { INITIAL_STATE } from '../core/model/state.ts'
import { digestsOf, fieldsOf } from './codec.ts'
import { see, stampNow } from './yaml/sight.ts'
import { readingOf, type StateFileReading } from './yaml/state-file.ts'

const text = ({ file }: DiskBench): string => readFileSync(file, 'utf8')
const edit = (bench: DiskBench, from: string | RegExp, to: string): void =>
  writeFileSync(bench.file, text(bench).replace(from, to))

/** Facts about the file alone: what the store itself found out. */
async function found({ store, project }: DiskBench): Promise<readonly Fact[]> {
  return (await store.facts(project, {})).map((row) => row.fact).filter((fact) => fact.kind.startsWith('state.'))
}

function reading({ home }: DiskBench): Extract<StateFileReading, { ok: true }> {
  const sight = see(home)
  if (sight.kind !== 'file') throw new Error(sight.kind)
  const read = readingOf(sight, () => yamlDoor)
  if (!read.ok) throw new Error(read.problem)
  return read
}

describe.each(LAYOUTS)('the state file, %s', (_, homes) => {
  it('[EDGE-2, EDGE-91] is made valid when a session starts and there is none', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    expect(text(bench)).toMatch(/^schema_version: 4$/m)
    expect(reading(bench).file).toMatchObject({ fields: { mode: 'plan', session: { id: 'session-1' } }, lastFact: 1 })
    expect(await found(bench)).toEqual([])
  })

  it('[EDGE-91] that is there when a session starts is read, with the claims that stand in it', async () => {
    const bench = await benchOnDisk({ homes })
    writeFileSync(bench.file, 'schema_version: 4\nmode: active\nobjective: ship it # soon\nmine: 1\n')
    await tell(bench.store, bench.project, STARTED)
    const { edge } = await bench.store.read(bench.project)
    expect(edge).toMatchObject({ mode: 'plan', claims: { objective: 'ship it' } })
    expect(await found(bench)).toEqual([
      { kind: 'state.edited', claims: { ...INITIAL_STATE.edge.claims, objective: 'ship it' } },
      { kind: 'state.edit-ignored', fields: ['mode'] },
    ])
    expect(text(bench)).toMatch(/^schema_version: 4\nmode: plan\nobjective: ship it # soon\nplan: \[\]\n/)
    expect(text(bench)).toMatch(/^mine: 1$/m)
  })

  it('[EDGE-91] is looked into again when it was changed with its size and its time kept', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    // Longer than a file rests before its entry is trusted, and an event that sees it so.
    await new Promise((done) => setTimeout(done, 150))
    await tell(bench.store, bench.project, routine('call-1'))
    expect(see(bench.home)).toMatchObject({ stamp: stampNow(bench.home) })
    const { atime, mtime } = statSync(bench.file)
    edit(bench, /^mode: plan$/m, 'mode: done')
    utimesSync(bench.file, atime, mtime)
    await tell(bench.store, bench.project, routine('call-2'))
    expect(await found(bench)).toEqual([{ kind: 'state.edit-ignored', fields: ['mode'] }])
  })

  it('[EDGE-105] that cannot be asked for has no stamp, and fails nothing', () => {
    expect(stampNow(projectHome(`/${'x'.repeat(5_000)}`))).toBeUndefined()
  })

  it('[EDGE-104] is block style, in the order of the schema', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    await tell(bench.store, bench.project, opened(1))
    await tell(bench.store, bench.project, approved(1))
    expect(text(bench).match(/^[a-z_]+(?=:)/gm)).toEqual(
      'schema_version mode objective plan current_step session junction allowances dismissals observations progress memory last_fact'.split(
        ' ',
      ),
    )
    expect(text(bench)).toMatch(/^allowances:\n {2}- fingerprint: "f+"\n {4}granted_at: "2026-11-15T12:00:00.000Z"\n/m)
  })

  it('is not touched by routine events', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    const before = statSync(bench.file, { bigint: true })
    await tell(bench.store, bench.project, routine('call-1'))
    expect(statSync(bench.file, { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs })
    await tell(bench.store, bench.project, STOPPED)
    expect(reading(bench).file).toMatchObject({ fields: { progress: { tools_used: 1 } }, lastFact: 3 })
  })

  it('is not parsed while nobody changed it', async () => {
    let loads = 0
    const bench = await benchOnDisk({
      homes,
      loadYaml: () => {
        loads += 1
        return yamlDoor
      },
    })
    await tell(bench.store, bench.project, STARTED)
    const loaded = loads
    for (let call = 0; call < 5; call += 1) await tell(bench.store, bench.project, routine(`call-${call}`))
    expect(loads).toBe(loaded)
  })

  it('that cannot be read for want of a YAML reader does not stop anything', async () => {
    const bench = await benchOnDisk({
      homes,
      loadYaml: () => {
        throw new Error('yaml.cjs is not there')
      },
    })
    writeFileSync(bench.file, 'schema_version: 4\n')
    await tell(bench.store, bench.project, STARTED)
    await tell(bench.store, bench.project, routine('call-1'))
    expect(await found(bench)).toEqual([
      { kind: 'state.unreadable', problem: "the YAML reader can't be loaded" },
      { kind: 'state.unreadable', problem: 'State write failed: yaml.cjs is not there. Disk full?' },
    ])
    expect(text(bench)).toBe('schema_version: 4\n')
  })

  it('takes over claims that were edited, and leaves the editor alone', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    edit(bench, 'objective: ""', 'objective: "ship it"')
    edit(bench, 'plan: []', 'plan:\n  - description: one # first\n    status: in_progress')
    const edited = text(bench)
    await tell(bench.store, bench.project, routine('call-1'))
    const claims = {
      ...INITIAL_STATE.edge.claims,
      objective: 'ship it',
      plan: [{ description: 'one', status: 'in_progress' }],
    }
    expect(await found(bench)).toEqual([{ kind: 'state.edited', claims }])
    expect((await bench.store.read(bench.project)).edge.claims).toEqual(claims)
    expect(text(bench)).toBe(edited)
    await tell(bench.store, bench.project, routine('call-2'))
    expect(await found(bench)).toHaveLength(1)
    await tell(bench.store, bench.project, STOPPED)
    expect(text(bench)).toContain('- description: one # first')
  })

  it('shows the step what was edited just before it', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    edit(bench, 'objective: ""', 'objective: "ship it"')
    const { result } = await bench.store.update(bench.project, context(), (state) => ({
      facts: [],
      result: state.edge.claims.objective,
    }))
    expect(result).toBe('ship it')
  })

  it('keeps secrets that were written into it out of the facts', async () => {
    const bench = await benchOnDisk({ homes, redact: (claim) => claim.replaceAll('hunter2', '[secret]') })
    await tell(bench.store, bench.project, STARTED)
    edit(bench, 'objective: ""', 'objective: "log in with hunter2"')
    await tell(bench.store, bench.project, routine('call-1'))
    expect((await bench.store.read(bench.project)).edge.claims.objective).toBe('log in with [secret]')
    expect(JSON.stringify(await bench.store.facts(bench.project, {}))).not.toContain('hunter2')
  })

  it('loses forged grants, modes and junctions: only claims count', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    await tell(bench.store, bench.project, opened(1))
    const honest = text(bench)
    edit(bench, /junction:\n( {2}.*\n)+/, 'junction: null\n')
    edit(bench, 'allowances: []', `allowances:\n  - fingerprint: "${'f'.repeat(64)}"\n    consumed: false`)
    edit(bench, /^mode: plan$/m, 'mode: done')
    await tell(bench.store, bench.project, routine('call-1'))
    const { edge } = await bench.store.read(bench.project)
    expect(edge).toMatchObject({ mode: 'plan', holds: [{ number: 1 }], allowances: [] })
    expect(await found(bench)).toEqual([{ kind: 'state.edit-ignored', fields: ['mode', 'junction', 'allowances'] }])
    expect(reading(bench).file.fields).toMatchObject({ mode: 'plan', junction: { number: 1 }, allowances: [] })
    expect(text(bench).replace(/last_fact.*|observations[^#]*|progress[^#]*/g, '')).toBe(
      honest.replace(/last_fact.*|observations[^#]*|progress[^#]*/g, ''),
    )
  })

  it('that went back to an old copy does not bring its old claims or grants back', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    const old = text(bench)
    edit(bench, 'objective: ""', 'objective: "newer"')
    await tell(bench.store, bench.project, opened(1))
    writeFileSync(bench.file, old)
    await tell(bench.store, bench.project, routine('call-1'))
    const { edge } = await bench.store.read(bench.project)
    expect(edge).toMatchObject({ claims: { objective: 'newer' }, holds: [{ number: 1 }] })
    expect((await found(bench)).at(-1)).toEqual({ kind: 'state.rolled-back', fileFact: 1, lastFact: 3 })
    expect(reading(bench).file.fields).toMatchObject({ objective: 'newer', junction: { number: 1 } })
  })

  it('that is gone is told once and made again', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, routine('call-1'))
    expect(existsSync(bench.file)).toBe(false)
    await tell(bench.store, bench.project, opened(1))
    rmSync(bench.file)
    await tell(bench.store, bench.project, routine('call-2'))
    await tell(bench.store, bench.project, routine('call-3'))
    expect(await found(bench)).toEqual([{ kind: 'state.rolled-back', fileFact: 0, lastFact: 2 }])
    expect(reading(bench).file.fields).toMatchObject({ junction: { number: 1 } })
  })

  it('that knows more facts than the database shows that facts are lost; its claims stay', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    await tell(bench.store, bench.project, opened(1))
    edit(bench, 'objective: ""', 'objective: "carried over"')
    await bench.store.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(bench.database + suffix, { force: true })
    const fresh = { ...bench, store: await bench.again() }
    await tell(fresh.store, fresh.project, routine('call-1'))
    expect(await found(fresh)).toEqual([
      { kind: 'state.rolled-back', fileFact: 2, lastFact: 0 },
      { kind: 'state.edited', claims: { ...INITIAL_STATE.edge.claims, objective: 'carried over' } },
      { kind: 'state.edit-ignored', fields: ['session', 'junction'] },
    ])
    expect((await fresh.store.read(fresh.project)).edge).toMatchObject({
      holds: [],
      claims: { objective: 'carried over' },
    })
  })

  it('keeps mode bits, and a link that stays in the project', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    const { chmodSync, mkdirSync, renameSync, symlinkSync, lstatSync } = await import('node:fs')
    const real = join(bench.home, 'docs', 'context.yaml')
    mkdirSync(join(bench.home, 'docs'))
    renameSync(bench.file, real)
    symlinkSync('docs/context.yaml', bench.file)
    chmodSync(real, 0o640)
    await tell(bench.store, bench.project, opened(1))
    expect(lstatSync(bench.file).isSymbolicLink()).toBe(true)
    expect(statSync(real).mode & 0o777).toBe(0o640)
    expect(readFileSync(real, 'utf8')).toContain('number: 1')
    expect(await found(bench)).toEqual([])
  })

  it('[EDGE-102] is changed as a whole in one turn: what says nothing any more goes, the rest stays as it was', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED, opened(1), opened(2))
    writeFileSync(bench.file, `${text(bench)}mine: kept # by me\n`)
    expect(text(bench)).toMatch(/^junction_queue:$/m)
    await tell(bench.store, bench.project, { kind: 'junction.lapsed', number: 1, why: '' })
    expect(text(bench)).not.toContain('junction_queue')
    expect(text(bench)).toContain('mine: kept # by me')
  })

  it('[EDGE-103] is replaced by a finished temporary file, of which nothing stays behind', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    expect(readdirSync(bench.home).toSorted()).toEqual(['.claude', 'active_context.yaml'])
    expect(readdirSync(join(bench.home, '.claude', 'state'))).toEqual([])
  })
})

describe.each(LAYOUTS)('two writers of one state file, %s', (_, homes) => {
  it('an edit between the commit and the write is not lost', async () => {
    let isEdited = false
    const bench: DiskBench = await benchOnDisk({
      homes,
      faults: (point) => {
        if (point !== 'temp.synced' || isEdited || !existsSync(bench.file)) return
        isEdited = true
        edit(bench, 'objective: ""', 'objective: "just now"')
      },
    })
    await tell(bench.store, bench.project, STARTED)
    await tell(bench.store, bench.project, opened(1))
    expect(isEdited).toBe(true)
    expect(await found(bench)).toMatchObject([{ kind: 'state.edited', claims: { objective: 'just now' } }])
    expect(reading(bench).file.fields).toMatchObject({ objective: 'just now', junction: { number: 1 } })
  })

  it('a file that changes under every look is left for the next event', async () => {
    let changes = 0
    let isRestless = false
    const told: string[] = []
    const bench: DiskBench = await benchOnDisk({
      homes,
      problems: (_, problem) => told.push(problem),
      faults: (point) => {
        if (point !== 'temp.synced' || !isRestless) return
        changes += 1
        writeFileSync(bench.file, `${text(bench)}# ${changes}\n`)
      },
    })
    await tell(bench.store, bench.project, STARTED)
    isRestless = true
    await tell(bench.store, bench.project, opened(1))
    expect(told).toEqual(['State write failed: the file keeps changing.'])
    isRestless = false
    await tell(bench.store, bench.project, routine('call-1'))
    expect(reading(bench).file.fields).toMatchObject({ junction: { number: 1 } })
    for (let change = 1; change <= changes; change += 1) expect(text(bench)).toContain(`# ${change}\n`)
  })
})

describe.each(LAYOUTS)('[EDGE-104] comments and keys of a person, %s', (_, homes) => {
  it('survive any history and any edit of the claims', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyFacts, fc.option(anyText)), { maxLength: 8 }), async (events) => {
        const bench = await benchOnDisk({ homes })
        writeFileSync(
          bench.file,
          '# top\nschema_version: 4 # v\n# mine\nx-mine: { a: [1, 2] }\nplan: # steps\n  []\n# end\n',
        )
        for (const [facts, objective] of events) {
          if (objective !== null) rewriteObjective(bench, objective)
          await bench.store.update(bench.project, context(), () => ({ facts, result: null }))
        }
        await tell(bench.store, bench.project, STOPPED)
        for (const comment of ['# top', '# v', '# mine', '# steps', '# end']) expect(text(bench)).toContain(comment)
        expect(text(bench)).toContain('x-mine: { a: [ 1, 2 ] }')
        const [state, last] = [await bench.store.read(bench.project), await bench.store.verify(bench.project)]
        expect(last.ok).toBe(true)
        expect(digestsOf(reading(bench).file.fields)).toEqual(digestsOf(fieldsOf(state, last.facts)))
        const kinds = (await found(bench)).map((fact) => fact.kind)
        expect(kinds.filter((kind) => kind !== 'state.edited')).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe.each(LAYOUTS)('a file that this process wrote itself, %s', (_, homes) => {
  it('[EDGE-15] with 500 holds in it is still one that others can edit', async () => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED, ...Array.from({ length: 500 }, (_, index) => opened(index + 1)))
    edit(bench, 'objective: ""', 'objective: "ship it"')
    await tell(bench.store, bench.project, STOPPED)
    expect(await found(bench)).toMatchObject([{ kind: 'state.edited', claims: { objective: 'ship it' } }])
    expect(reading(bench).file.fields).toMatchObject({ junction_queue: { length: 499 }, objective: 'ship it' })
  })

  const NOTED =
    '# top\nschema_version: 4 # v\nplan:\n  # first\n  - description: one # why\n    status: pending # soon\n  - description: two\n\n# end\n'

  it('[EDGE-104] becomes the same text as one that is read anew each time, and is not parsed again', {
    timeout: 60_000,
  }, async () => {
    let parses = 0
    const counted = {
      ...yamlDoor,
      parseYaml: (text: string) => {
        parses += 1
        return yamlDoor.parseYaml(text)
      },
    }
    await fc.assert(
      fc.asyncProperty(fc.array(anyFacts, { maxLength: 8 }), async (events) => {
        const [lasting, fresh] = [await benchOnDisk({ loadYaml: () => counted }), await benchOnDisk({ homes })]
        for (const { file } of [lasting, fresh]) writeFileSync(file, NOTED)
        const about = context()
        const happen = async (bench: DiskBench, index: number, facts: readonly Fact[]) => {
          const store = bench === fresh ? await bench.again() : bench.store
          await store.update(bench.project, { ...about, eventId: eventId(`e${index}`) }, () => ({
            facts,
            result: null,
          }))
        }
        parses = 0
        for (const [index, facts] of [...events, [STOPPED]].entries()) {
          await happen(lasting, index, facts)
          await happen(fresh, index, facts)
          expect(text(lasting)).toBe(text(fresh))
        }
        expect(parses).toBeLessThanOrEqual(2)
      }),
      { numRuns: 20 },
    )
  })
})

/** As an agent would, with a YAML library of its own. */
function rewriteObjective(bench: DiskBench, objective: string): void {
  const parsed = yamlDoor.parseYaml(text(bench))
  if (!parsed.ok) throw new Error(parsed.problem)
  writeFileSync(bench.file, parsed.edit([['objective', objective]]))
}
