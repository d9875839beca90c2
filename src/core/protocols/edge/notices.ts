import type { NoticeKind } from '../../model/event.ts'
import type { EdgeState, Hold } from '../../model/state.ts'
import { waitingHolds } from './holds.ts'
import { liveKept } from './kept.ts'

/** Something that a person who looks elsewhere is told of. */
export interface Notice {
  readonly of: NoticeKind
  readonly number: number
  /** Of one that waits. */
  readonly hold?: Hold
}

/** Who is at the keyboard decides within this time, or is not. */
const OPENED_AFTER_MS = 5_000

/**
 * What a channel has not been told yet, from what waits and from what it was told before: once each, whichever daemon looks.
 * `unattended`: holds of sessions without a terminal alone.
 */
export function dueNotices(
  edge: EdgeState,
  channel: string,
  { atMs, when }: { readonly atMs: number; readonly when: 'unattended' | 'all' },
): readonly Notice[] {
  const isTold = (number: number, of: NoticeKind) => edge.told.includes(toldKey(number, of, channel))
  const kept = liveKept(edge, atMs).map((hold): Notice => ({ of: 'hold.kept', number: hold.number, hold }))
  const opened = edge.holds
    .filter((hold) => (when === 'all' || hold.unattended) && atMs - hold.createdAtMs >= OPENED_AFTER_MS)
    .map((hold): Notice => ({ of: 'hold.opened', number: hold.number, hold }))
  const waiting = new Set(waitingHolds(edge, atMs).map(({ number }) => number))
  const settled = toldNumbers(edge, channel)
    .filter((number) => !waiting.has(number))
    .map((number): Notice => ({ of: 'hold.settled', number }))
  return [...kept, ...opened, ...settled].filter(({ number, of }) => !isTold(number, of))
}

/** How the state remembers that somebody was told. */
export const toldKey = (number: number, of: NoticeKind, channel: string): string => `${number} ${of} ${channel}`

function toldNumbers({ told }: EdgeState, channel: string): readonly number[] {
  const keys = told.map((key) => key.split(' ')).filter(([, of, to]) => to === channel && of !== 'hold.settled')
  return [...new Set(keys.map(([number]) => Number(number)))]
}
