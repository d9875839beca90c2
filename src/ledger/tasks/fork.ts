import type { Bead } from './bead.ts'

/** What an agent believes about a task, as far as it said so. */
export interface Belief {
  readonly status?: string
  readonly decision?: string
}

export interface Fork {
  readonly topic: 'status' | 'decision'
  readonly context: string
  readonly bead: string
}

/** LEDGER-34: where context and bead disagree. The bead wins (LEDGER-2); which side was wrong is for the agent to find. */
export function forksOf(bead: Bead, belief: Belief): readonly Fork[] {
  const forks: Fork[] = []
  if (belief.status !== undefined && belief.status !== bead.status)
    forks.push({ topic: 'status', context: belief.status, bead: bead.status })
  const last = bead.decisions.at(-1)?.decision ?? ''
  const known = bead.decisions.map(({ decision }) => plain(decision))
  if (belief.decision !== undefined && !known.includes(plain(belief.decision)))
    forks.push({ topic: 'decision', context: belief.decision, bead: last })
  return forks
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}
