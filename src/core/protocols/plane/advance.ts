import type { Tier } from '../../model/assessment.ts'
import type { Print, Scope, Streaks, Window } from '../../model/plane.ts'
import { isSolid } from './scope.ts'
import type { Moment } from './signal.ts'

const MAX_PRINTS = 24
const MAX_PLACES = 12

/** The scope after a moment, apart from boundaries: counters, window, streaks. Constant cost. */
export function advance(scope: Scope, moment: Moment, streaks: Streaks): Scope {
  const lastAtMs = Math.max(scope.lastAtMs, moment.atMs)
  switch (moment.kind) {
    case 'call':
      return {
        ...scope,
        lastAtMs,
        calls: scope.calls + 1,
        paths: scope.paths + (moment.place === undefined ? 0 : 1),
        window: scope.window && afterCall(scope.window, moment, moment.atMs - scope.lastAtMs),
        streaks,
      }
    case 'result':
      return {
        ...scope,
        lastAtMs,
        results: scope.results + (moment.print === undefined ? 0 : 1),
        window:
          scope.window && (moment.failed ? { ...scope.window, failures: scope.window.failures + 1 } : scope.window),
        prints: printsAfter(scope.prints, moment),
      }
    case 'lifecycle':
      return { ...scope, lastAtMs }
  }
}

/** A longer silence is a person's, not the work's. */
const IDLE_MS = 5 * 60_000

function afterCall(window: Window, call: Extract<Moment, { kind: 'call' }>, sinceMs: number): Window {
  return {
    ...window,
    workedMs: window.workedMs + (sinceMs > 0 && sinceMs <= IDLE_MS ? sinceMs : 0),
    // The first action that is work says what the window is about.
    kind: isSolid(window.kind) || !isSolid(call.work) ? window.kind : call.work,
    tier: graver(window.tier, call.tier),
    ...(call.place !== undefined && placesAfter(window, call.place)),
  }
}

const WEIGHT: Readonly<Record<Tier, number>> = { routine: 0, junction: 1, catastrophic: 2 }

const graver = (left: Tier, right: Tier): Tier => (WEIGHT[right] > WEIGHT[left] ? right : left)

/** Actions in which a window finds out where it works. */
export const FINDING_CALLS = 10

/** An excursion from which the work came back belongs to the window; one that lasts is a change of scope. */
function placesAfter(window: Window, place: string): Pick<Window, 'places' | 'elsewhere' | 'located'> {
  const { places, elsewhere } = window
  const located = window.located + 1
  if (places.includes(place)) return { places: withPlaces(places, [...elsewhere, place]), elsewhere: [], located }
  if (located <= FINDING_CALLS) return { places: withPlaces(places, [place]), elsewhere, located }
  return { places, elsewhere: withPlaces(elsewhere, [place]), located }
}

function withPlaces(places: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 1 && places.at(-1) === more[0]) return places
  return [...places.filter((one) => !more.includes(one)), ...more].slice(-MAX_PLACES)
}

/** Once something new was changed, what worked before may well work again: only failures stay suspicious. */
function printsAfter(
  prints: readonly Print[],
  { print, changes }: Extract<Moment, { kind: 'result' }>,
): readonly Print[] {
  if (print === undefined) return prints
  const isNews = changes && !print.failed && !prints.some((one) => one.input === print.input)
  return [...(isNews ? prints.filter((one) => one.failed) : prints), print].slice(-MAX_PRINTS)
}
