import type { State } from '../../model/state.ts'
import { isoTime } from '../../model/time.ts'
import { liveHolds } from './holds.ts'

const MAX_OBJECTIVE_CHARS = 200

/** Where the project stands, in one line. */
export function statusText({ edge }: State, atMs: number): string {
  const { objective } = edge.claims
  const about = objective === '' ? '' : `, objective: ${objective.slice(0, MAX_OBJECTIVE_CHARS)}`
  const source = edge.pinned ? '' : ' (inferred)'
  const holds = liveHolds(edge, atMs)
  const waiting = holds.length === 0 ? 'no holds' : holds.map((hold) => `#${hold.number} ${hold.reason}`).join('; ')
  return `operator mode ${edge.mode}${edge.mode === 'plan' ? '' : source}${about}, ${waiting}`
}

/** What a person has granted and may still take back. */
export function grantsText({ edge }: State, atMs: number): string {
  const once = edge.allowances
    .filter((one) => !one.consumed)
    .map((one) => `#${one.number} once: ${one.about ?? one.fingerprint}`)
  const timed = edge.dismissals
    .filter((one) => atMs < one.expiresAtMs)
    .map((one) => `#${one.number ?? 0} until ${isoTime(one.expiresAtMs)}: ${one.about ?? one.fingerprint} and its like`)
  const accepted = edge.overrides.map((one) => `#${one.number} quality gate without ${one.checks.join(', ')}`)
  const all = [...once, ...timed, ...accepted]
  return all.length === 0 ? 'nothing is granted' : all.join('\n')
}
