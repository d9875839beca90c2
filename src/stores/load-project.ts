import type { ProjectRoot } from '../core/model/ids.ts'
import type { State } from '../core/model/state.ts'
import { EMPTY_HEAD, type Head } from './chain.ts'
import type { Database } from './sqlite/database.ts'
import type { ProjectRow, Tables } from './sqlite/store.ts'
import type { Evolve } from './store.ts'
import type { Faults } from './write-point.ts'
import type { YamlLoader } from './yaml/state-file.ts'

/** What the parts of one open store share. */
export interface Parts {
  readonly database: Database
  readonly tables: Tables
  readonly evolve: Evolve
  readonly initial: State
  /** Of the initial state: a program whose state has another shape folds the facts anew. */
  readonly shape: string
  readonly loadYaml: YamlLoader
  readonly faults: Faults
  readonly redact: (text: string) => string
}

export interface Loaded {
  readonly head: Head
  readonly dueSeq: number
  readonly state: State
}

const PAGE_FACTS = 1_000

/** A project's head and state, from the snapshot where there is a good one, else from the facts. */
export function loadProject({ tables, evolve, initial, shape }: Parts, project: ProjectRoot): Loaded {
  const row = tables.projectRow(project)
  const state = row.shape === shape ? snapshotIn(row) : undefined
  if (state !== undefined) return { head: { seq: row.seq, hash: row.hash }, dueSeq: row.dueSeq, state }
  if (row.seq === 0 && !tables.hasFacts(project)) return { head: EMPTY_HEAD, dueSeq: 0, state: initial }
  const folded = fold({ tables, evolve, initial }, project)
  return { ...folded, dueSeq: Math.min(row.dueSeq, folded.head.seq) }
}

export function saveProject({ tables, shape }: Parts, project: ProjectRoot, { head, dueSeq, state }: Loaded): void {
  tables.saveProjectRow(project, { seq: head.seq, hash: head.hash, dueSeq, shape, state: JSON.stringify(state) })
}

/** `rebuild`: nothing that is derived is believed. The state file is due, since it may show what was wrong. */
export function rebuildProject(parts: Parts, project: ProjectRoot): State {
  const { tables } = parts
  tables.forgetSpending(project)
  const folded = fold(parts, project, (rows) => {
    tables.respend(rows)
    for (const { runtime, session } of rows) tables.saveHome({ runtime, session, project })
  })
  if (folded.head.seq > 0) saveProject(parts, project, { ...folded, dueSeq: folded.head.seq })
  return folded.state
}

function fold(
  { tables, evolve, initial }: Pick<Parts, 'tables' | 'evolve' | 'initial'>,
  project: ProjectRoot,
  onPage: (rows: ReturnType<Tables['factsOf']>) => void = () => {},
): Pick<Loaded, 'head' | 'state'> {
  let head: Head = EMPTY_HEAD
  let state = initial
  for (;;) {
    const rows = tables.factsOf(project, { after: head.seq, limit: PAGE_FACTS })
    state = rows.reduce(evolve, state)
    onPage(rows)
    head = rows.at(-1) ?? head
    if (rows.length < PAGE_FACTS) return { head: { seq: head.seq, hash: head.hash }, state }
  }
}

function snapshotIn(row: ProjectRow): State | undefined {
  try {
    return JSON.parse(row.state)
  } catch {
    return undefined
  }
}
