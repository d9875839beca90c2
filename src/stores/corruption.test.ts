import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  benchOnDisk,
  context,
  type DiskBench,
  opened,
  routine,
  STARTED,
  tell,
  temporaryFolder,
} from '../../test/contracts/samples.ts'
import { LAYOUTS } from '../../test/support/layouts.ts'
import type { Fact } from '../core/model/fact.ts'
import { projectRoot } from '../core/model/ids.ts'
import { storeProblemOf } from './store.ts'
import type { WritePoint } from './write-point.ts'

async function found({ store, project }: DiskBench): Promise<readonly Fact[]> {
  return (await store.facts(project, {})).map((row) => row.fact).filter((fact) => fact.kind.startsWith('state.'))
}

const BOMB = `schema_version: 4\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
  .split('')
  .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]\n`)
  .join('')}`

describe.each(LAYOUTS)('a state file that cannot be used, %s', (_, homes) => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['broken YAML', 'schema_version: 4\nplan: [', /Flow sequence/],
    ['nothing in it', '', /schema_version/],
    ['a list in it', '- 1\n', /schema_version/],
    ['no version', 'mode: plan\n', /`schema_version` is missing/],
    ['a mode that does not exist', 'schema_version: 4\nmode: yolo\n', /`mode` must be one of/],
    ['two megabytes', 'x'.repeat(2 * 1024 * 1024), /larger than 1 MB/],
    ['bytes that are not UTF-8', Buffer.from([0x73, 0xff, 0xfe, 0x0a]), /isn't UTF-8/],
    ['an alias bomb', BOMB, /alias/i],
    ['a key given twice', 'schema_version: 4\nmode: plan\nmode: done\n', /`mode` is given twice/],
  ])(
    'because of %s is told once, changes nothing, and is replaced with the old one kept aside',
    async (_, bytes, problem) => {
      const bench = await benchOnDisk({ homes })
      await tell(bench.store, bench.project, STARTED)
      const before = (await bench.store.read(bench.project)).edge
      writeFileSync(bench.file, bytes)
      await tell(bench.store, bench.project, routine('call-1'))
      await tell(bench.store, bench.project, routine('call-2'))
      const unreadable: Fact = { kind: 'state.unreadable', problem: expect.stringMatching(problem) }
      expect(await found(bench)).toEqual([unreadable])
      expect((await bench.store.read(bench.project)).edge.claims).toEqual(before.claims)
      expect(readFileSync(bench.file).equals(Buffer.from(bytes))).toBe(true)

      await tell(bench.store, bench.project, opened(1))
      expect(readFileSync(bench.file, 'utf8')).toMatch(/^schema_version: 4$/m)
      const aside = join(bench.home, '.claude', 'state', 'active_context.unreadable.yaml')
      expect(readFileSync(aside).equals(Buffer.from(bytes))).toBe(true)
      expect(await found(bench)).toEqual([unreadable])
    },
  )

  it.each<[string, (bench: DiskBench) => void, RegExp]>([
    ['a folder', ({ file }) => mkdirSync(file), /it is a folder/],
    ['a link to itself', ({ file }) => symlinkSync('active_context.yaml', file), /can't be followed/],
    ['a link to nothing', ({ file }) => symlinkSync('nothing', file), /link to nothing/],
    ['a link out of the project', ({ file }) => symlinkSync(outside(), file), /out of the project/],
    ['a fifo', ({ file }) => execFileSync('mkfifo', [file]), /isn't a plain file/],
  ])('because %s is in its place is told once and left alone; facts go on', async (_, place, problem) => {
    const bench = await benchOnDisk({ homes })
    await tell(bench.store, bench.project, STARTED)
    rmSync(bench.file)
    place(bench)
    await tell(bench.store, bench.project, routine('call-1'))
    await tell(bench.store, bench.project, opened(1))
    await tell(bench.store, bench.project, routine('call-2'))
    expect(await found(bench)).toEqual([{ kind: 'state.unreadable', problem: expect.stringMatching(problem) }])
    expect((await bench.store.read(bench.project)).edge.holds[0]?.number).toBe(1)

    rmSync(bench.file, { recursive: true })
    await tell(bench.store, bench.project, routine('call-3'))
    expect(readFileSync(bench.file, 'utf8')).toContain('number: 1')
  })

  it('because of hostile keys does no harm', async () => {
    const bench = await benchOnDisk({ homes })
    writeFileSync(
      bench.file,
      'schema_version: 4\n__proto__: { mode: done, polluted: 1 }\nconstructor: { prototype: 1 }\nobjective: __proto__\n',
    )
    await tell(bench.store, bench.project, STARTED)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect((await bench.store.read(bench.project)).edge).toMatchObject({
      mode: 'plan',
      claims: { objective: '__proto__' },
    })
    expect(readFileSync(bench.file, 'utf8')).toContain('__proto__: { mode: done, polluted: 1 }')
  })
})

describe('a state file that cannot be written', () => {
  const FILE_POINTS: readonly WritePoint[] = ['temp.created', 'temp.half-written', 'temp.written', 'temp.synced']

  it.each(FILE_POINTS)(
    'for want of space at %s leaves the commit standing and is told at the next event',
    async (point) => {
      let isFull = false
      const told: string[] = []
      const bench = await benchOnDisk({
        problems: (_, problem) => told.push(problem),
        faults: (at) => {
          if (isFull && at === point)
            throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
        },
      })
      await tell(bench.store, bench.project, STARTED)
      const before = readFileSync(bench.file, 'utf8')
      isFull = true
      await tell(bench.store, bench.project, opened(1))
      const problem = 'State write failed: ENOSPC: no space left on device, write. Disk full?'
      expect(told).toEqual([problem])
      expect(readFileSync(bench.file, 'utf8')).toBe(before)
      expect((await bench.store.read(bench.project)).edge.holds[0]?.number).toBe(1)
      expect(readdirSync(bench.home).toSorted()).toEqual(['.claude', 'active_context.yaml'])

      await tell(bench.store, bench.project, routine('call-1'))
      await tell(bench.store, bench.project, routine('call-2'))
      expect(await found(bench)).toEqual([{ kind: 'state.unreadable', problem }])
      isFull = false
      await tell(bench.store, bench.project, routine('call-3'))
      expect(readFileSync(bench.file, 'utf8')).toContain('number: 1')
      expect(await found(bench)).toHaveLength(1)
    },
  )

  it('[EDGE-105] because it may not be says so in the words of the specification', async () => {
    const told: string[] = []
    const bench = await benchOnDisk({
      problems: (_, problem) => told.push(problem),
      faults: (at) => {
        if (at === 'temp.created') throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
      },
    })
    await tell(bench.store, bench.project, STARTED)
    expect(told).toEqual(['Cannot write state: EROFS: read-only file system. Check file permissions.'])
    expect(existsSync(bench.file)).toBe(false)
  })

  it('because its project is gone does not stop anything', async () => {
    const bench = await benchOnDisk()
    rmSync(bench.project, { recursive: true })
    await tell(bench.store, bench.project, STARTED)
    expect(await bench.store.verify(bench.project)).toMatchObject({ ok: true, facts: 1 })
    expect(existsSync(bench.project)).toBe(false)
  })
})

describe('a database that cannot be used', () => {
  it.each<[string, (database: string) => void]>([
    ['is garbage', (database) => writeFileSync(database, 'not a database '.repeat(1_000))],
    ['is a folder', (database) => mkdirSync(database)],
    [
      'lies under a file',
      (database) => [rmSync(join(database, '..'), { recursive: true }), writeFileSync(join(database, '..'), '')],
    ],
    ['belongs to another program', (database) => sqlite(database, 'CREATE TABLE theirs (a); PRAGMA user_version = 7')],
    [
      'was written by a newer version',
      (database) => sqlite(database, 'PRAGMA application_id = 1179403316; PRAGMA user_version = 99'),
    ],
  ])('because it %s fails at once, with the problem as data', async (_, spoil) => {
    const bench = await benchOnDisk()
    await bench.store.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(bench.database + suffix, { force: true })
    spoil(bench.database)
    const startedMs = performance.now()
    const problem = storeProblemOf(await bench.again().catch((error: unknown) => error))
    expect(problem).toEqual({ kind: 'database-unreadable', message: expect.any(String) })
    // Not after waiting for a turn, as if it were busy.
    expect(performance.now() - startedMs).toBeLessThan(1_900)
  })

  it('because its end was cut off fails with the problem as data, and does not invent a new chain', async () => {
    const bench = await benchOnDisk()
    for (let call = 0; call < 200; call += 1) await tell(bench.store, bench.project, routine(`call-${call}`))
    await bench.store.close()
    const bytes = readFileSync(bench.database)
    writeFileSync(bench.database, bytes.subarray(0, bytes.length / 2))
    const failure = await bench
      .again()
      .then((store) => tell(store, bench.project, routine('after')))
      .catch((error: unknown) => error)
    expect(storeProblemOf(failure)?.kind).toBe('database-unreadable')
  })

  it('because it is held for too long is told as busy after two seconds', async () => {
    const bench = await benchOnDisk()
    const decided = context()
    await bench.store.update(bench.project, decided, () => ({ facts: [STARTED], result: 'allowed' }))
    const { DatabaseSync } = await import('node:sqlite')
    const holder = new DatabaseSync(bench.database)
    holder.exec('BEGIN IMMEDIATE')
    // What was decided already needs no turn: an answer that spent something is found again.
    const again = bench.store.update(bench.project, decided, () => ({ facts: [], result: 'anew' }))
    const startedMs = performance.now()
    const failure = await tell(bench.store, bench.project, routine('call-1')).catch((error: unknown) => error)
    expect(storeProblemOf(failure)?.kind).toBe('busy')
    expect(performance.now() - startedMs).toBeGreaterThan(1_900)
    expect(await again).toEqual({ result: 'allowed', replayed: true })
    // Reading needs no turn.
    expect(await bench.store.facts(bench.project, {})).toHaveLength(1)
    expect(Object.keys((await bench.store.read(bench.project)).sessions)).toEqual(['session-1'])
    holder.exec('COMMIT')
    holder.close()
    await tell(bench.store, bench.project, routine('call-2'))
    expect(await bench.store.facts(bench.project, {})).toHaveLength(2)
  })

  it('because it may not be written is told, and nothing half-written stays', async () => {
    const bench = await benchOnDisk()
    await tell(bench.store, bench.project, STARTED)
    await bench.store.close()
    const folder = join(bench.database, '..')
    if (!mount(['--bind', folder, folder]) || !mount(['-o', 'remount,bind,ro', folder]))
      chmodSync(bench.database, 0o400)
    if (process.getuid?.() === 0 && canWrite(folder)) return
    const failure = await bench
      .again()
      .then((store) => tell(store, bench.project, routine('after')))
      .catch((error: unknown) => error)
    expect(storeProblemOf(failure)?.kind).toBe('database-unreadable')
  })
})

describe('a disk that is full', () => {
  it('loses no acknowledged fact, tells it, and goes on when there is space again', async ({ skip }) => {
    const folder = temporaryFolder()
    if (!mount(['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])) skip('needs root to mount a small file system')
    const bench = await benchOnDisk({ database: join(folder, 'hooks.db') })
    await tell(bench.store, bench.project, STARTED)
    let acknowledged = 1
    let failure: unknown
    while (failure === undefined && acknowledged < 5_000) {
      failure = await tell(bench.store, bench.project, routine(`call-${acknowledged}`)).catch((error: unknown) => error)
      if (failure === undefined) acknowledged += 1
    }
    expect(storeProblemOf(failure)?.kind).toBe('disk-full')
    expect(acknowledged).toBeGreaterThan(20)
    expect(await bench.store.verify(bench.project)).toMatchObject({ ok: true, facts: acknowledged })

    execFileSync('mount', ['-o', 'remount,size=8m', folder])
    await tell(bench.store, bench.project, routine('after'))
    expect(await bench.store.verify(bench.project)).toMatchObject({ ok: true, facts: acknowledged + 1 })
    await bench.store.close()
  })

  it('under the project leaves the facts where they are', async ({ skip }) => {
    const folder = temporaryFolder()
    if (!mount(['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])) skip('needs root to mount a small file system')
    const told: string[] = []
    const { store } = await benchOnDisk({ problems: (_, problem) => told.push(problem) })
    const project = projectRoot(folder)
    await tell(store, project, STARTED)
    const before = readFileSync(join(folder, 'active_context.yaml'), 'utf8')
    try {
      writeFileSync(join(folder, 'fill'), Buffer.alloc(2 * 1024 * 1024))
    } catch {
      // That is the point.
    }
    await tell(store, project, opened(1, 'x'.repeat(20_000)))
    expect(told).toEqual([expect.stringMatching(/^State write failed: ENOSPC.*Disk full\?$/)])
    expect(readFileSync(join(folder, 'active_context.yaml'), 'utf8')).toBe(before)
    rmSync(join(folder, 'fill'))
    await tell(store, project, routine('call-1'))
    expect(readFileSync(join(folder, 'active_context.yaml'), 'utf8')).toContain('number: 1')
  })
})

function outside(): string {
  const path = join(temporaryFolder(), 'outside.yaml')
  writeFileSync(path, 'schema_version: 4\nobjective: from outside\n')
  return path
}

function sqlite(path: string, sql: string): void {
  const script = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2])`
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', script, path, sql])
}

/** False where mounting is not allowed. */
function mount(args: readonly string[]): boolean {
  const target = args.at(-1) ?? ''
  try {
    execFileSync('mount', args, { stdio: 'ignore' })
    onTestFinished(() => {
      try {
        execFileSync('umount', ['-l', target], { stdio: 'ignore' })
      } catch {
        // Mounted twice, taken down once.
      }
    })
    return true
  } catch {
    return false
  }
}

function canWrite(folder: string): boolean {
  try {
    writeFileSync(join(folder, 'probe'), '')
    return true
  } catch {
    return false
  }
}
