import type { StoredFact } from '../core/model/fact.ts'
import type { HomesOf } from '../core/model/homes.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { Json } from '../core/model/json.ts'
import type { Head, State } from '../core/model/state.ts'
import { CHAIN_WORDS, doubtText } from '../core/words/gate.ts'
import { breakIn, EMPTY_HEAD, GENESIS } from './chain.ts'
import { type Committed, commit, type UpdateRequest } from './commit.ts'
import type { GovernedRow } from './governed-list.ts'
import { makeGroup } from './group.ts'
import { addedTo, doubtOf, everyDoubt, type HeadFile, headKeeper, keepHeads, seeHeads } from './kept-heads.ts'
import { loadProject, type Parts, rebuildProject, remember } from './load-project.ts'
import { projectFile } from './project-file.ts'
import { type Database, openDatabase } from './sqlite/database.ts'
import { tablesOf } from './sqlite/store.ts'
import type { Evolve, SessionHome, Store, Verification, Vouched } from './store.ts'
import { storeProblemOf } from './store.ts'
import type { Faults } from './write-point.ts'
import type { YamlLoader } from './yaml/state-file.ts'

export interface StoreOptions {
  /** Path of hooks.db; made when missing. */
  readonly database: string
  readonly evolve: Evolve
  readonly initial: State
  readonly loadYaml: YamlLoader
  /** Where the state file of a project is. */
  readonly homes: HomesOf
  /** Takes secrets out of what agents wrote into the state file. */
  readonly redact?: (text: string) => string
  /** Told when a committed state could not be shown in its file. */
  readonly problems?: (project: ProjectRoot, problem: string) => void
  readonly faults?: Faults
  /** Where the heads of the chains are kept; without it nothing vouches for the end of a chain. */
  readonly heads?: HeadFile
}

/** With the list of projects at hand, by the same connection. */
export interface OpenedStore extends Store {
  /** Undefined where they cannot be read at once. */
  governedRows(): readonly GovernedRow[] | undefined
}

/** The store of the product: facts in SQLite, operator state in `active_context.yaml`, one commit. */
export async function openStore(options: StoreOptions): Promise<OpenedStore> {
  const parts = partsOf(options, await openDatabase(options.database))
  const { database, tables, heads } = parts
  const keeper = heads && headKeeper((due) => database.transact(() => keepHeads(heads, tables, due)))
  const settled = async () => keeper?.settled()
  return {
    async update(project, context, step) {
      const { result, replayed, isDue, wasDue, isDoubted } = await commitOrFind(parts, { project, context, step })
      if (!replayed) await keeper?.keep(project, isDoubted === true)
      const problem = isDue ? await projectFile(parts, { project, context, isRedo: wasDue }) : undefined
      if (problem !== undefined) options.problems?.(project, problem)
      return { result, replayed }
    },
    async read(project) {
      // What was read is committed: an update that follows need not read it again.
      const loaded = await database.read(() => loadProject(parts, project, false))
      remember(parts, project, loaded)
      return loaded.state
    },
    facts: (project, query) => database.read(() => tables.factsOf(project, query)),
    async verify(project) {
      await settled()
      return verify(parts, project)
    },
    doubts: () => database.transact(() => (heads === undefined ? [] : everyDoubt(heads, tables))),
    async rebuild(project) {
      const folded = await database.transact(() => rebuildProject(parts, project))
      remember(parts, project, folded)
      return folded.state
    },
    alone: (act) => database.transact(act),
    projects: () => database.read(() => tables.projectRoots()),
    governedRows: () => database.readNow(() => tables.governedRows()),
    knownHome: (runtime, session) => database.read(() => tables.homeOf(runtime, session)),
    homeOf: (home) => homeOf(parts, home),
    settled,
    async close() {
      await settled()
      database.close()
    },
  }
}

function partsOf(options: StoreOptions, database: Database): Parts {
  const { evolve, initial, loadYaml, homes, redact = (text) => text, faults = () => {}, heads } = options
  // The text itself: a hash of it would cost a cold hook more than reading it back.
  const shape = JSON.stringify(initial)
  const kept = { database, tables: tablesOf(database), heads, recent: new Map(), written: new Map() }
  const parts = { ...kept, evolve, initial, shape, loadYaml, homes, faults, redact }
  const group: Parts['group'] = makeGroup(database, () => ({ ...parts, group, recent: new Map(parts.recent) }))
  return { ...parts, group }
}

/** A writer that waited in vain may have been waiting for the one that decided the same event: that answer holds. */
async function commitOrFind<Result extends Json>(
  parts: Parts,
  request: UpdateRequest<Result>,
): Promise<Committed<Result>> {
  try {
    return await commit(parts, request)
  } catch (error) {
    if (storeProblemOf(error)?.kind !== 'busy') throw error
    const { project, context } = request
    const stored = await parts.database.read(() => parts.tables.resultOf(project, context.eventId))
    if (stored === undefined) throw error
    return { result: JSON.parse(stored), replayed: true, folded: undefined, isDue: false, wasDue: false }
  }
}

const PAGE_FACTS = 1_000
/** Nothing was missing from the facts when these were found. */
const ABOUT_NO_FACT: ReadonlySet<string> = new Set(['first', 'snapshot'])

/** Page by page, so that a daemon with a long audit still answers hooks meanwhile. */
async function verify(parts: Parts, project: ProjectRoot): Promise<Verification> {
  const { database, tables } = parts
  const expected = await database.read(() => tables.projectRow(project))
  let head: Head = EMPTY_HEAD
  let doubted: StoredFact | undefined
  const fail = (problem: string): Verification => ({ ok: false, facts: head.seq, seq: head.seq + 1, problem })
  for (;;) {
    const rows = await database.read(() => tables.factsOf(project, { after: head.seq, limit: PAGE_FACTS }))
    for (const row of rows) {
      const problem = breakIn(head, row)
      if (problem !== undefined) return fail(problem)
      if (row.seq === expected.seq && row.hash !== expected.hash) return fail(CHAIN_WORDS.otherHead(row.seq))
      if (row.fact.kind === 'audit.unvouched' && !ABOUT_NO_FACT.has(row.fact.finding)) doubted ??= row
      head = row
    }
    if (rows.length < PAGE_FACTS) break
    await new Promise((done) => setImmediate(done))
  }
  const unvouched = await vouching(parts, project)
  if (unvouched.problem !== undefined) return fail(unvouched.problem)
  if (head.seq < expected.seq) return fail(CHAIN_WORDS.missing(head.seq + 1, expected.seq))
  if (doubted?.fact.kind === 'audit.unvouched') {
    const problem = CHAIN_WORDS.recorded(doubtText(doubted.fact), doubted.seq)
    return { ok: false, facts: doubted.seq - 1, seq: doubted.seq, problem, isRecorded: true }
  }
  const { vouched } = unvouched
  return { ok: true, facts: head.seq, head: head.seq === 0 ? GENESIS : head.hash, ...(vouched && { vouched }) }
}

type Vouching = { readonly problem?: string; readonly vouched?: Vouched }

/** What the kept head says of this chain. Under the lock: otherwise a commit could come between the two looks. */
function vouching({ database, tables, heads }: Parts, project: ProjectRoot): Promise<Vouching> {
  return database.transact(() => {
    if (heads === undefined) return {}
    const sight = seeHeads(heads)
    const { path } = heads
    const { seq } = tables.newestHead(project)
    if (sight.kind === 'no-key') return seq > 0 ? { problem: CHAIN_WORDS.noKey } : {}
    const doubt = doubtOf(sight, tables, project) ?? addedTo(heads, tables, project)
    if (doubt) return { problem: doubtText(doubt) }
    const upTo = sight.kind === 'kept' ? (sight.heads[project]?.seq ?? 0) : 0
    return { vouched: { upTo, newer: seq - upTo, by: path } }
  })
}

async function homeOf({ database, tables }: Parts, home: SessionHome): Promise<ProjectRoot> {
  const known = await database.read(() => tables.homeOf(home.runtime, home.session))
  if (known !== undefined) return known
  return database.transact(() => {
    tables.saveHome(home)
    return tables.homeOf(home.runtime, home.session) ?? home.project
  })
}
