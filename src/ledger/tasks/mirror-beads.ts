import type { TaskDecision } from '../../core/model/citation.ts'
import type { ProjectHome } from '../../core/model/ids.ts'
import {
  EMPTY_RECORD,
  type Handoff,
  type LedgerDecision,
  type LedgerRecord,
  type NumberedEntry,
  type Scenario,
} from '../../core/model/ledger.ts'
import { isoTime } from '../../core/model/time.ts'
import { parseRef } from '../../core/protocols/ledger/notes/notes-ref.ts'
import { NOTES_PATH } from '../../core/protocols/ledger/notes/state-zone.ts'
import { decisionsOf } from '../../core/protocols/ledger/record/delta.ts'
import { readLine } from '../../core/protocols/ledger/record/line.ts'
import { foldEntry } from '../../core/protocols/ledger/record/record.ts'
import { linesFromEnd, trajectoryFiles } from '../files/trajectory.ts'
import type { Bead, BeadChange } from './bead.ts'
import type { Beads } from './open-beads.ts'
import { readBead } from './read-bead.ts'

/**
 * What a person should know of it: where a file that could not be read was kept, or why a task was not told. `isTold`: the
 * task at hand has everything.
 */
export type TasksUpdated = { readonly kept?: string; readonly problem?: string; readonly isTold?: boolean }

/**
 * Tells each task what the record says of it, once. What it has already is not written again, so that a writer who was
 * away, was killed or met a full disk is made good by the next one.
 */
export async function mirrorBeads(
  beads: Beads,
  home: ProjectHome,
  record: LedgerRecord,
  { isDelta, redo }: { readonly isDelta: boolean; readonly redo: boolean },
): Promise<TasksUpdated> {
  const late = redo ? lateEntries(home) : []
  const broken = beads.malformed()
  let told: TasksUpdated = {}
  for (const id of new Set([record.bead, ...late.map(beadOf)])) {
    const known =
      id === '' ? undefined : ((await beads.show(id)) ?? (broken.includes(id) ? readBead({}, id) : undefined))
    if (known === undefined) continue
    const own = late.filter((line) => beadOf(line) === id)
    const missed = missedBy(known, id === record.bead ? record : EMPTY_RECORD, own)
    const now = id === record.bead ? changeNow(known, record, { isDelta, home }) : {}
    const named = broken.includes(id) ? { title: record.beadTitle, status: 'in_progress' } : {}
    const change = { ...named, ...missed, ...now }
    if (id === record.bead) told = { ...told, isTold: true }
    if (Object.keys(change).length === 0) continue
    const noted = id === record.bead ? { note: noteOf(record) } : {}
    const answer = await beads.update(id, { ...change, ...noted }, Date.now())
    if (!answer.ok) told = { ...told, problem: answer.problem, isTold: false }
    else if (answer.setAside !== null) told = { ...told, kept: answer.setAside }
  }
  return told
}

/** Further back than any session goes; what is older was caught up before. */
const MAX_LATE_LINES = 5_000

/** What the trajectory says of tasks, oldest first. It is complete: facts are its redo log. */
function lateEntries(home: ProjectHome): readonly NumberedEntry[] {
  const found: NumberedEntry[] = []
  let seen = 0
  for (const file of trajectoryFiles(home).toReversed())
    for (const line of linesFromEnd(file)) {
      seen += 1
      if (seen > MAX_LATE_LINES) return found.reverse()
      const read = /"bead_id":"[^"]/.test(line) ? readLine(line) : undefined
      if (read !== undefined) found.push(read)
    }
  return found.reverse()
}

function beadOf({ entry }: NumberedEntry): string {
  return 'bead_id' in entry && entry.phase !== 'intent' ? entry.bead_id : ''
}

/** LEDGER-96 to LEDGER-98: lists that only grow get what they lack. */
function missedBy(known: Bead, record: LedgerRecord, late: readonly NumberedEntry[]): BeadChange {
  const given = new Map([...late.flatMap(decisionsOf), ...record.decisions].map((one) => [one.id, one]))
  const decisions = newRulings(known, [...given.values()])
  const ended = late.flatMap((line) => (line.entry.phase === 'session_handoff' ? [line] : []))
  const latest = ended.flatMap((line) => foldEntry({ ...EMPTY_RECORD, n: line.n - 1 }, line).handoff ?? [])
  const last =
    record.handoff === null || latest.some(({ atMs }) => atMs === record.handoff?.atMs) ? [] : [record.handoff]
  const handoffs = [...latest, ...last].flatMap((handoff) => newHandoff(known, handoff))
  const told = late.flatMap(({ entry }): readonly Scenario[] => {
    if (entry.phase !== 'test_scenario') return []
    const { name, type, expected } = entry
    return [{ name, type, expected }]
  })
  const recorded = record.scenarios.map(({ name, type, expected }) => ({ name, type, expected }))
  const scenarios = new Map([...told, ...recorded].map((one) => [one.name, one]))
  const fresh = [...scenarios.values()].filter(({ name }) => !known.test_scenarios.some((one) => one.name === name))
  return {
    ...(decisions.length > 0 && { decisions }),
    ...(handoffs.length > 0 && { handoffs }),
    ...(fresh.length > 0 && { test_scenarios: fresh }),
  }
}

interface Mirroring {
  readonly isDelta: boolean
  readonly home: ProjectHome
}

/** What is replaced, where it differs. What was said of the task itself is not the record's to take away. */
function changeNow(known: Bead, { lists }: LedgerRecord, { isDelta, home }: Mirroring): BeadChange {
  const listed = (name: OwnList, recorded: readonly string[]): BeadChange => {
    const others = known[name].filter((one) => !recorded.includes(one))
    const own = others.length === 0 ? [] : saidOf(home, known.id, name).filter((one) => others.includes(one))
    const now = [...recorded, ...own]
    return JSON.stringify(known[name]) === JSON.stringify(now) ? {} : { [name]: now }
  }
  return {
    ...listed('next_steps', lists.next_step),
    ...listed('blockers', lists.blocker),
    ...listed('questions', lists.question),
    ...(isDelta && !known.delta_synced && { delta_synced: true }),
  }
}

type OwnList = 'next_steps' | 'blockers' | 'questions'

/** The newest word about the task itself. */
function saidOf(home: ProjectHome, id: string, name: OwnList): readonly string[] {
  const said = lateEntries(home).flatMap(({ entry }) =>
    entry.phase === 'bead' && entry.bead_id === id ? [entry.change[name]] : [],
  )
  return said.findLast((list) => list !== undefined) ?? []
}

/** LEDGER-96: rulings about this task that it does not have yet. */
function newRulings(known: Bead, decisions: readonly LedgerDecision[]): readonly TaskDecision[] {
  const has = new Set(known.decisions.map(({ ts, decision }) => `${ts} ${decision}`))
  return decisions
    .filter((one) => one.bead === known.id && !has.has(`${isoTime(one.atMs)} ${one.decision}`))
    .map(({ atMs, decision, rationale, evidence }) => ({
      ts: isoTime(atMs),
      decision,
      rationale,
      evidence: evidence.map(({ path, line, quote, blob }) => ({ path, line, quote, ...(blob !== '' && { blob }) })),
    }))
}

/** LEDGER-98. */
function newHandoff(known: Bead, handoff: Handoff): NonNullable<BeadChange['handoffs']> {
  const ended = isoTime(handoff.atMs)
  if (handoff.bead !== known.id || known.handoffs.some((one) => one.ended === ended)) return []
  const ref = parseRef(handoff.refs[0] ?? '')
  const lines = ref?.lines ?? null
  return [
    {
      session_id: handoff.session,
      ended,
      notes_ref: lines === null ? NOTES_PATH : `${NOTES_PATH}:${lines.from}-${lines.to}`,
      trajectory_ref: `trajectory:${handoff.span}`,
      grounding_ratio: handoff.ratio,
      ...(ref && { notes_heading: ref.heading, notes_hash: ref.digest }),
    },
  ]
}

/** LEDGER-123: progress, next steps and blockers in one line for people. */
function noteOf({ reasoning, lists }: LedgerRecord): string {
  const parts = [
    reasoning,
    ...lists.next_step.slice(0, 1).map((one) => `next: ${one}`),
    ...lists.blocker.slice(0, 1).map((one) => `blocked: ${one}`),
  ]
  return parts.filter((part) => part !== '').join('; ')
}
