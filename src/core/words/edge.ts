import type { EdgeState, Hold } from '../model/state.ts'
import { isoTime } from '../model/time.ts'

export const EDGE_HELP = [
  '/edge plan | active ["objective"] | review | done: change the operator mode',
  '/edge approve [hold]: let the held call pass once',
  '/edge skip [hold]: refuse it for this session',
  '/edge dismiss [minutes]: let its kind pass for a while (60)',
  '/edge ambiguous "question": note a choice that waits for a person',
  '/edge status | list | revoke <number> | help',
].join('\n')

const MAX_OBJECTIVE_CHARS = 200

/** Where the project stands, in one line. */
export function statusText(edge: EdgeState, holds: readonly Hold[]): string {
  const { objective } = edge.claims
  const about = objective === '' ? '' : `, objective: ${objective.slice(0, MAX_OBJECTIVE_CHARS)}`
  const source = edge.pinned ? '' : ' (inferred)'
  const waiting = holds.length === 0 ? 'no holds' : holds.map((hold) => `#${hold.number} ${hold.reason}`).join('; ')
  return `operator mode ${edge.mode}${edge.mode === 'plan' ? '' : source}${about}, ${waiting}`
}

/** What a person has granted and may still take back. */
export function grantsText(edge: EdgeState, atMs: number): string {
  const once = edge.allowances
    .filter(({ use }) => use.kind === 'open')
    .map((one) => `#${one.number} once: ${one.about ?? one.fingerprint}`)
  const timed = edge.dismissals
    .filter((one) => atMs < one.expiresAtMs)
    .map((one) => `#${one.number} until ${isoTime(one.expiresAtMs)}: ${one.about ?? one.fingerprint} and its like`)
  const accepted = edge.overrides.map((one) => `#${one.number} quality gate without ${one.checks.join(', ')}`)
  const all = [...once, ...timed, ...accepted]
  return all.length === 0 ? 'nothing is granted' : all.join('\n')
}
