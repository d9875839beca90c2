import type { Fact, FactContext } from '../core/model/fact.ts'
import type { ProjectHome, ProjectRoot } from '../core/model/ids.ts'
import type { Json } from '../core/model/json.ts'
import type { State } from '../core/model/state.ts'
import { appendDecided, appendFound } from './append.ts'
import { beginHead, doubtAbout, doubtOf, headMark, seeHeads } from './kept-heads.ts'
import { type Folded, type Loaded, loadProject, type Parts, remember, saveProject } from './load-project.ts'
import { findingOf, type Look, lookInTurn } from './look.ts'
import { type FileRecord, reconcile } from './reconcile.ts'
import type { StepOutcome, Update } from './store.ts'
import { see, stampNow } from './yaml/sight.ts'

export interface UpdateRequest<Result extends Json> {
  readonly project: ProjectRoot
  readonly context: FactContext
  readonly step: (state: State) => StepOutcome<Result>
}

export interface Committed<Result extends Json> extends Update<Result> {
  /** Undefined when the event had been decided before. */
  readonly folded: Folded | undefined
  /** The state file does not yet show what it must. */
  readonly isDue: boolean
  /** It did not before this update either: a writer died, could not write, or is about to. */
  readonly wasDue: boolean
  /** It put on record that the kept head does not vouch for what was found. */
  readonly isDoubted?: boolean
  readonly onCommitted?: StepOutcome<Result>['onCommitted']
}

/** A file that changes under every look is left alone until the next event. */
const MAX_LOOKS = 5

/** The commit of the design: facts and answer become durable together, under one `BEGIN IMMEDIATE`, which waiting events share. */
export async function commit<Result extends Json>(
  parts: Parts,
  request: UpdateRequest<Result>,
): Promise<Committed<Result>> {
  let earlier: Look | undefined
  for (let looks = 0; ; looks += 1) {
    const isLast = looks === MAX_LOOKS
    const outcome = await parts.group.join((shared) => commitOnce(shared, request, { earlier, isLast }))
    if (outcome !== 'look-first') {
      parts.faults('facts.committed')
      outcome.onCommitted?.(outcome.wasDue)
      if (outcome.folded) remember(parts, request.project, outcome.folded)
      return outcome
    }
    earlier = await lookInTurn(parts, request.project)
  }
}

interface Sighted {
  readonly earlier: Look | undefined
  readonly isLast: boolean
}

function commitOnce<Result extends Json>(
  parts: Parts,
  { project, context, step }: UpdateRequest<Result>,
  sighted: Sighted,
): Committed<Result> | 'look-first' {
  const { tables, faults } = parts
  faults('facts.begun')
  const stored = tables.resultOf(project, context.eventId)
  if (stored !== undefined) {
    // Who decided it may have died before it showed it.
    const isDue = tables.projectRow(project).dueSeq > tables.fileRecord(project).lastFact
    return { result: JSON.parse(stored), replayed: true, folded: undefined, isDue, wasDue: isDue }
  }
  const loaded = loadProject(parts, project)
  const before = tables.fileRecord(project)
  const outside = outsideChanges(parts.homes(project).own, { loaded, before, sighted })
  if (outside === undefined) return 'look-first'
  const mark = headMark(parts.heads)
  const doubts = doubtsAbout(parts, project, loaded, mark)
  const found = appendFound(parts, loaded, { project, context, facts: [...doubts, ...outside.facts] })
  const { facts, result, onCommitted } = step(found.state)
  const next = appendDecided(parts, found, { project, context, facts })
  if (next.head.seq > loaded.head.seq) saveProject(parts, project, next)
  if (outside.record !== before) tables.saveFileRecord(project, outside.record)
  tables.saveResult(project, context.eventId, JSON.stringify(result))
  faults('facts.appended')
  const wasDue = loaded.dueSeq > before.lastFact
  const isDue = next.dueSeq > outside.record.lastFact
  const folded = { head: next.head, state: next.state, compared: mark }
  // For the next one of this transaction.
  remember(parts, project, folded)
  return { result, replayed: false, folded, isDue, wasDue, isDoubted: doubts.length > 0, onCommitted }
}

/**
 * Compared before anything is added: what was cut off, or added by somebody else, is found by the first event after it. What this
 * process has compared before, and is still marked the same, needs no second look.
 */
function doubtsAbout({ heads, tables }: Parts, project: ProjectRoot, loaded: Loaded, mark: string): readonly Fact[] {
  if (heads === undefined) return []
  const { head: found, counted, forged, snapshot, isBroken, compared, lost } = loaded
  const uncounted = counted === undefined ? {} : { counted }
  const sight = compared === mark ? undefined : seeHeads(heads)
  const doubt = sight && (doubtOf(sight, tables, project) ?? (lost && doubtAbout(lost, found)))
  if (doubt !== undefined) return [{ kind: 'audit.unvouched', ...doubt, ...uncounted }]
  if (sight !== undefined) beginHead(heads, sight, project)
  const isForged = forged !== undefined && forged === snapshot.mac
  const finding = isBroken ? 'changed' : counted !== undefined ? 'added' : isForged ? 'snapshot' : undefined
  return finding === undefined ? [] : [{ kind: 'audit.unvouched', finding, found, ...uncounted }]
}

interface Outside {
  readonly facts: readonly Fact[]
  readonly record: FileRecord
}

/** What others did to the state file, and what we could not do to it. Undefined: it must be looked into first. */
function outsideChanges(
  home: ProjectHome,
  known: { readonly loaded: Loaded; readonly before: FileRecord; readonly sighted: Sighted },
): Outside | undefined {
  const { loaded, before, sighted } = known
  const unwritten = before.writeProblem !== null && !before.isWriteProblemNoted
  const noted: readonly Fact[] = unwritten ? [{ kind: 'state.unreadable', problem: before.writeProblem }] : []
  const noting: FileRecord = unwritten ? { ...before, isWriteProblemNoted: true } : before
  if (before.stamp !== null && before.stamp === stampNow(home)) return { facts: noted, record: noting }
  const sight = see(home)
  if (sight.kind === 'missing' && before.hash === null) return { facts: noted, record: noting }
  if (sight.kind === 'file' && sight.hash === before.hash)
    return { facts: noted, record: sight.stamp === before.stamp ? noting : { ...noting, stamp: sight.stamp } }
  const found = findingOf(sight, sighted.earlier)
  if (found === undefined) return sighted.isLast ? { facts: noted, record: noting } : undefined
  const { facts, record: after } = reconcile(found, {
    state: loaded.state,
    lastFact: loaded.head.seq,
    record: noting,
  })
  return { facts: [...noted, ...facts], record: after }
}
