import type { TaskChange, TaskDecision } from '../../core/model/citation.ts'
import type { Scenario } from '../../core/model/ledger.ts'

/** LEDGER-98: lines drift, so heading and hash stand beside them. */
export interface BeadHandoff {
  readonly session_id: string
  readonly ended: string
  readonly notes_ref: string
  readonly trajectory_ref: string
  readonly grounding_ratio: number | null
  readonly notes_heading?: string
  readonly notes_hash?: string
}

/** LEDGER-95, LEDGER-99: a task with everything that was ruled about it. */
export interface Bead {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly status: string
  readonly priority: number
  readonly created: string
  readonly assignee: string | null
  readonly decisions: readonly TaskDecision[]
  readonly test_scenarios: readonly Scenario[]
  readonly handoffs: readonly BeadHandoff[]
  readonly next_steps: readonly string[]
  readonly blockers: readonly string[]
  readonly questions: readonly string[]
  readonly delta_synced: boolean
}

/** What may be written to a task: lists that only grow are appended to, the rest is replaced. */
export interface BeadChange extends TaskChange {
  readonly handoffs?: readonly BeadHandoff[]
  readonly test_scenarios?: readonly Scenario[]
  readonly delta_synced?: boolean
}

/** A bead's id is part of a file's name and of a command line, and nothing else. */
export function isBeadId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) && !text.includes('..')
}

/** Beads that are worked on first, then those that could be, each by priority. */
export function inOrder(beads: readonly Bead[]): readonly Bead[] {
  const rank = ({ status }: Bead): number => (status === 'in_progress' ? 0 : 1)
  return beads.toSorted(
    (left, right) => rank(left) - rank(right) || left.priority - right.priority || (left.id < right.id ? -1 : 1),
  )
}

export function isReady({ status, blockers }: Bead): boolean {
  return (status === 'open' || status === 'in_progress') && blockers.length === 0
}

/** LEDGER-34: what the task says instead, where an agent believes something else. The task wins (LEDGER-2). */
export function forkOf(bead: Bead, believed: string) {
  const known = bead.decisions.map(({ decision }) => plain(decision))
  if (known.includes(plain(believed))) return undefined
  return { topic: 'decision', context: believed, bead: bead.decisions.at(-1)?.decision ?? '' }
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}
