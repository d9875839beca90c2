// Six kinds of damage to each of four ledgers: work goes on, nothing that was written is lost, and it is told.
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { gateRooms } from '../../../test/support/gate-rooms.ts'
import { ruling } from '../../../test/support/ruling.ts'
import { pathsOf } from '../../config/paths.ts'
import { evolve } from '../../core/index.ts'
import type { LedgerAct, ParsedEvent } from '../../core/model/event.ts'
import { IN_REPO } from '../../core/model/homes.ts'
import { eventId, type ProjectRoot, projectRoot, sessionId } from '../../core/model/ids.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
import { decisionsIn } from '../../core/protocols/ledger/notes/read-notes.ts'
import { makeGate } from '../../gate/pipeline.ts'
import { memoryStore } from '../../stores/memory/store.ts'
import type { Store } from '../../stores/store.ts'
import { ledgerPlaces } from '../../wiring/wire-gate.ts'
import { ledgerLookups } from '../ledger-lookups.ts'
import { openLedger } from '../open-ledger.ts'
import { rebuildRecord } from './ledger-files.ts'
import { refillTrajectory } from './trajectory.ts'

const NOBODY = 65_534
const START_MS = Date.UTC(2026, 10, 15, 12)
/** More than any reader takes; the disk holds none of it. */
const HUGE_NOTES_BYTES = 65 * 1_024 * 1_024
const HUGE_TRAJECTORY_BYTES = 300 * 1_024 * 1_024
const HUGE_BEAD_BYTES = 2_000_000

let base = ''
let project: ProjectRoot
let store: Store
let minted = 0

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-damage-')))
  project = projectRoot(join(base, 'project'))
  for (const folder of ['project/.beads', 'home']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(at('.beads/bd-1.yaml'), 'id: bd-1\ntitle: Task\nstatus: in_progress\ncreated: 2026-01-01T00:00:00Z\n')
  store = memoryStore({ evolve, initial: INITIAL_STATE })
  minted = 0
  await tell({ do: 'focus', bead: 'bd-1', beadTitle: 'Task', reasoning: 'at work' })
  for (const title of ['One', 'Two']) await tell(ruling(title))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const at = (path: string): string => join(project, path)
const NOTES = 'loa-grimoire/NOTES.md'
const BEAD = '.beads/bd-1.yaml'
const FOLDER = 'loa-grimoire/a2a/trajectory'
const DAY = `${FOLDER}/cli-2026-11-15.jsonl`
const read = (path: string): string => readFileSync(at(path), 'utf8')

function gate() {
  const env = { HOME: join(base, 'home'), PATH: '/usr/bin:/bin' }
  const rooms = gateRooms({ project, store, folder: base, home: env.HOME })
  return makeGate({
    ...rooms,
    ledger: openLedger(IN_REPO, { lookups: ledgerLookups(ledgerPlaces(pathsOf(env), env)) }),
  })
}

function stamped(): Pick<ParsedEvent, 'id' | 'atMs' | 'runtime' | 'session' | 'cwd'> {
  minted += 1
  const id = eventId(`00000000-0000-4000-8000-${String(minted).padStart(12, '0')}`)
  return { id, atMs: START_MS + minted, runtime: 'cli', session: sessionId('s'), cwd: project }
}

const tell = (act: LedgerAct) => gate().submit({ kind: 'ledger', act, ...stamped() }, project)
const start = () => gate().submit({ kind: 'session.start', source: 'clear', ...stamped() }, project)

/** Modes say nothing to root, who then works as somebody else. */
async function asNobody<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return work()
  const own = (path: string): void => {
    chownSync(path, NOBODY, NOBODY)
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory()) own(join(path, entry.name))
      else chownSync(join(path, entry.name), NOBODY, NOBODY)
  }
  own(base)
  process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

interface Cell {
  readonly ledger: 'NOTES.md' | 'trajectory' | 'bead' | 'decisions'
  readonly state: 'corrupt' | 'truncated' | 'huge' | 'concurrently edited' | 'read-only' | 'missing'
  /** Done before a third decision is made; what it gives is done before the next session starts. */
  readonly damage: () => (() => void) | undefined
  /** In a line of the trajectory, in the trouble of the ledger, or in what the person is told. */
  readonly told?: RegExp
  /** Stays as it is until a person mends it. */
  readonly left?: 'NOTES.md'
}

const locked =
  (folder: string): (() => () => void) =>
  () => {
    chmodSync(at(folder), 0o555)
    return () => chmodSync(at(folder), 0o755)
  }
const lockedFile =
  (file: string): (() => () => void) =>
  () => {
    chmodSync(at(file), 0o444)
    return () => chmodSync(at(file), 0o644)
  }
const whole = (damage: () => void) => () => {
  damage()
  return undefined
}
const overwrite = (path: string, text: string | Buffer) => whole(() => writeFileSync(at(path), text))
const cut = (path: string, share: number) =>
  whole(() => writeFileSync(at(path), read(path).slice(0, Math.floor(read(path).length * share))))
const remove = (path: string) => whole(() => rmSync(at(path), { recursive: true }))
const logOf = (text: string) => text.indexOf('### Decision Log')
const entries = (text: string) =>
  text.slice(logOf(text) + '### Decision Log'.length, text.indexOf('\n### ', logOf(text) + 1))
const withoutLog = (keep: number) =>
  whole(() => {
    const text = read(NOTES)
    const log = entries(text)
    writeFileSync(at(NOTES), text.replace(log, log.slice(0, Math.floor(log.length * keep))))
  })
const ourLine = () => read(DAY).trim().split('\n').at(-1) ?? ''

const CELLS: readonly Cell[] = [
  {
    ledger: 'NOTES.md',
    state: 'corrupt',
    damage: overwrite(NOTES, Buffer.from([0, 1, 0xff])),
    told: /kept as NOTES\.md\.corrupt/,
  },
  { ledger: 'NOTES.md', state: 'truncated', damage: cut(NOTES, 0.3) },
  {
    ledger: 'NOTES.md',
    state: 'huge',
    damage: whole(() => truncateSync(at(NOTES), HUGE_NOTES_BYTES)),
    told: /larger than 64 MB/,
    left: 'NOTES.md',
  },
  {
    ledger: 'NOTES.md',
    state: 'concurrently edited',
    damage: whole(() => appendFileSync(at(NOTES), '\n## Mine\n\nkept\n')),
  },
  { ledger: 'NOTES.md', state: 'read-only', damage: locked('loa-grimoire'), told: /EACCES/ },
  { ledger: 'NOTES.md', state: 'missing', damage: remove(NOTES), told: /it was gone and is made anew/ },
  {
    ledger: 'trajectory',
    state: 'corrupt',
    damage: overwrite(DAY, 'x\n\0\0\n{"ts":\n'),
    told: /3 lines that no file held any more/,
  },
  { ledger: 'trajectory', state: 'truncated', damage: cut(DAY, 0.5) },
  { ledger: 'trajectory', state: 'huge', damage: whole(() => truncateSync(at(DAY), HUGE_TRAJECTORY_BYTES)) },
  {
    ledger: 'trajectory',
    state: 'concurrently edited',
    damage: whole(() => appendFileSync(at(DAY), '{"phase":"cite","claim":"of another tool"}\n')),
  },
  { ledger: 'trajectory', state: 'read-only', damage: lockedFile(DAY), told: /EACCES/ },
  { ledger: 'trajectory', state: 'missing', damage: remove('loa-grimoire/a2a') },
  { ledger: 'bead', state: 'corrupt', damage: overwrite(BEAD, 'id: [\n'), told: /kept as bd-1\.yaml\.broken-1/ },
  { ledger: 'bead', state: 'truncated', damage: cut(BEAD, 0.5) },
  {
    ledger: 'bead',
    state: 'huge',
    damage: whole(() => truncateSync(at(BEAD), HUGE_BEAD_BYTES)),
    told: /kept as bd-1\.yaml\.broken-1/,
  },
  { ledger: 'bead', state: 'concurrently edited', damage: whole(() => appendFileSync(at(BEAD), 'mine: kept\n')) },
  { ledger: 'bead', state: 'read-only', damage: locked('.beads'), told: /the task could not be written \(EACCES\)/ },
  { ledger: 'bead', state: 'missing', damage: remove(BEAD) },
  {
    ledger: 'decisions',
    state: 'corrupt',
    damage: whole(() => writeFileSync(at(NOTES), read(NOTES).replaceAll('**Decision**', '\u0007garbled'))),
  },
  { ledger: 'decisions', state: 'truncated', damage: withoutLog(0.5) },
  {
    ledger: 'decisions',
    state: 'huge',
    damage: whole(() =>
      writeFileSync(
        at(NOTES),
        read(NOTES).replace(
          '### Decision Log',
          `### Decision Log\n\n${'#### x - y\n**Decision**: z\n'.repeat(20_000)}`,
        ),
      ),
    ),
  },
  {
    ledger: 'decisions',
    state: 'concurrently edited',
    damage: whole(() => writeFileSync(at(NOTES), read(NOTES).replace('Two it is', 'Two it is, and mine'))),
  },
  { ledger: 'decisions', state: 'read-only', damage: whole(() => chmodSync(at(NOTES), 0o444)) },
  { ledger: 'decisions', state: 'missing', damage: withoutLog(0) },
]

describe.each(['NOTES.md', 'trajectory', 'bead', 'decisions'] as const)('%s', (ledger) => {
  it.each(CELLS.filter((cell) => cell.ledger === ledger))(
    '[LEDGER-1, LEDGER-19, LEDGER-20, LEDGER-21, LEDGER-22] $state: work goes on, nothing is lost, and it is told',
    async ({ state, damage, told, left }) => {
      const heard: string[] = []
      await asNobody(async () => {
        const mend = damage()
        // LEDGER-19
        expect(await tell(ruling('Three'))).toMatchObject({ kind: 'answer' })
        heard.push((await store.read(project)).ledger.trouble ?? '')
        mend?.()
        const began = await start()
        heard.push('notice' in began ? (began.notice ?? '') : '')
        await tell(ruling('Four'))
      })
      const lost = await refillTrajectory(store, { project, home: IN_REPO(project).ledger }, 0)
      heard.push(
        `${lost} lines that no file held any more`,
        readdirSync(at(FOLDER))
          .map((name) =>
            name.includes('.2.') || !(ledger === 'trajectory' && state === 'huge') ? read(`${FOLDER}/${name}`) : '',
          )
          .join(''),
      )
      const { record } = (await store.read(project)).ledger
      expect(record.decisions.map(({ title }) => title)).toEqual(['One', 'Two', 'Three', 'Four'])
      // LEDGER-1: from the files alone.
      expect(rebuildRecord(IN_REPO(project).ledger).record).toEqual(record)
      // LEDGER-22
      if (left !== 'NOTES.md') {
        const noted = decisionsIn(read(NOTES)).map(({ title }) => title)
        expect(noted.filter((title) => ['One', 'Two', 'Three', 'Four'].includes(title))).toEqual([
          'One',
          'Two',
          'Three',
          'Four',
        ])
      }
      if (!(ledger === 'bead' && state === 'missing')) {
        const bead: { decisions: readonly { decision: string }[] } = parse(read(BEAD))
        expect(bead.decisions.map(({ decision }) => decision)).toEqual(
          ['One', 'Two', 'Three', 'Four'].map((one) => `${one} it is`),
        )
      }
      // LEDGER-20, LEDGER-21
      if (told !== undefined) expect(heard.join('\n')).toMatch(told)
    },
  )
})

it('what somebody else wrote stays, byte for byte', async () => {
  appendFileSync(at(NOTES), '\n## Mine\n\nkept\n')
  appendFileSync(at(BEAD), 'mine: kept\n')
  appendFileSync(at(DAY), '{"phase":"cite","claim":"of another tool"}\n')
  await Promise.all([tell(ruling('Three')), tell(ruling('Four'))])
  expect([
    read(NOTES).includes('## Mine\n\nkept\n'),
    read(BEAD).includes('mine: kept\n'),
    read(DAY).includes('of another tool'),
  ]).toEqual([true, true, true])
  expect(JSON.parse(ourLine())).toMatchObject({ phase: 'cite' })
})
