import type { Paths } from '../config/paths.ts'
import type { BeadSight } from '../core/model/ledger.ts'
import { isoTime } from '../core/model/time.ts'
import { NOTES_PATH, parseRef } from '../core/protocols/ledger/notes-ref.ts'
import type { Bead, BeadChange, BeadDecision } from '../evidence/beads/bead.ts'
import { readBead } from '../evidence/beads/read-bead.ts'
import type { LedgerHabitat } from '../gate/gather-ledger.ts'
import type { GateParts } from '../gate/handle.ts'
import { groundLedger } from './ground-ledger.ts'

/** What of the ledgers lies outside our own files: what claims cite, and the tasks. Never part of a lean hook. */
export interface LedgerSurroundings {
  readonly groundingOf: NonNullable<LedgerHabitat['groundingOf']>
  readonly beadOf: NonNullable<LedgerHabitat['beadOf']>
  readonly mirrorBead: NonNullable<GateParts['mirrorBead']>
}

type Environment = Readonly<Record<string, string | undefined>>

/** A tracker that does not answer in this time is not waited for at the start of a session. */
const BEAD_DEADLINE_MS = 1_500
const LAST_RULINGS = 20

export function ledgerSurroundings(paths: Paths, env: Environment): LedgerSurroundings {
  const beadsOf = async (root: string) => {
    const { openBeads } = await import('../evidence/beads/open-beads.ts')
    return openBeads({ root, folder: paths.evidence, env })
  }
  return {
    groundingOf: groundLedger(paths),
    // LEDGER-23: the active task, or the first that is in progress.
    beadOf: (project, id) => {
      const asked = beadsOf(project).then(async (beads) => {
        if (id !== '') return beads.show(id)
        return (await beads.ready()).find(({ status }) => status === 'in_progress')
      })
      const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), BEAD_DEADLINE_MS).unref())
      return Promise.race([asked, late]).then((bead) => bead && sightOf(bead))
    },
    mirrorBead: async (project, record, isDelta) => {
      const beads = await beadsOf(project)
      const isBroken = beads.malformed().includes(record.bead)
      const known = (await beads.show(record.bead)) ?? (isBroken ? readBead({}, record.bead) : undefined)
      if (known === undefined) return undefined
      const { lists } = record
      const change: BeadChange = {
        decisions: newRulings(known, record),
        handoffs: newHandoffs(known, record),
        test_scenarios: record.scenarios.filter(({ name }) => !known.test_scenarios.some((one) => one.name === name)),
        next_steps: lists.next_step,
        blockers: lists.blocker,
        questions: lists.question,
        ...(isDelta && { delta_synced: true }),
        note: noteOf(record),
      }
      const named = isBroken ? { title: record.beadTitle, status: 'in_progress' } : {}
      const answer = await beads.update(record.bead, { ...named, ...change }, Date.now())
      return answer.ok ? answer.setAside : undefined
    },
  }
}

type Recorded = Parameters<LedgerSurroundings['mirrorBead']>[1]

/** LEDGER-96: rulings about this task that it does not have yet. */
function newRulings(known: Bead, { bead, decisions }: Recorded): readonly BeadDecision[] {
  const has = new Set(known.decisions.map(({ ts, decision }) => `${ts} ${decision}`))
  return decisions
    .filter((one) => one.bead === bead && !has.has(`${isoTime(one.atMs)} ${one.decision}`))
    .map(({ atMs, decision, rationale, evidence }) => ({
      ts: isoTime(atMs),
      decision,
      rationale,
      evidence: evidence.map(({ path, line, quote, blob }) => ({ path, line, quote, ...(blob !== '' && { blob }) })),
    }))
}

/** LEDGER-98. */
function newHandoffs(known: Bead, { bead, handoff }: Recorded): NonNullable<BeadChange['handoffs']> {
  if (handoff === null || handoff.bead !== bead) return []
  const ended = isoTime(handoff.atMs)
  if (known.handoffs.some((one) => one.ended === ended)) return []
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
function noteOf({ reasoning, lists }: Recorded): string {
  const parts = [
    reasoning,
    ...lists.next_step.slice(0, 1).map((one) => `next: ${one}`),
    ...lists.blocker.slice(0, 1).map((one) => `blocked: ${one}`),
  ]
  return parts.filter((part) => part !== '').join('; ')
}

function sightOf({ id, title, status, decisions, next_steps }: Bead): BeadSight {
  const last = decisions.slice(-LAST_RULINGS).map(({ ts, decision }) => ({ ts, decision }))
  return { id, title, status, decisions: last, nextSteps: next_steps }
}
