import { describe, expect, it } from 'vitest'
import { contextOf } from '../../../../test/support/events.ts'
import { boundariesIn, calls, ofKind, policyWith, tell } from '../../../../test/support/work.ts'
import { type Event, seeing } from '../../model/event.ts'
import { SIGNALS, type SignalId } from '../../model/plane.ts'
import { DEFAULT_POLICY, type PlanePolicy } from '../../model/policy.ts'
import { ALL_SIGNALS } from './detect.ts'
import { evolvePlane } from './evolve.ts'
import { momentOf } from './moments.ts'
import { watch } from './watch.ts'

/** What a runtime that tells less would not have told. */
const WITHOUT: Readonly<Record<string, (event: Event) => readonly Event[]>> = {
  result: (event) => (event.kind === 'tool.after' ? [] : [event]),
  hashes: (event) => {
    return [event.kind === 'tool.after' ? seeing(event, { print: null }) : event]
  },
  path: (event) =>
    'tool' in event ? [{ ...event, tool: { kind: 'shell', name: 'Bash', command: 'ls' } } as Event] : [event],
  time: (event) => [{ ...event, atMs: 0 }],
}
const OFF: Readonly<Record<string, readonly SignalId[]>> = {
  result: ['failure-loop'],
  hashes: ['failure-loop'],
  path: ['scope-change'],
  time: ['time-budget'],
}

/** Settings with which the detector cannot but throw, wherever it looks at them. */
const BROKEN: Readonly<Record<string, Partial<PlanePolicy>>> = {
  'asking the signals': { signals: undefined as never },
  'weighing them': { persistCalls: Symbol('broken') as never },
  'finding words': { steerOn: undefined as never },
  'looking for evidence': { providers: undefined as never },
}

describe('fail-open drills', () => {
  const events = calls('explore*12 edit*12 verify*12')

  it.each(Object.keys(BROKEN))(
    '[PLANE-R12a, PLANE-R12c] a detector that throws while %s changes no verdict, and the gap is a fact',
    (what) => {
      const log = [...calls('explore*12 edit*12'), ...calls('push'), ...calls('verify*3')]
      const whole = tell(log)
      const broken = tell(log, policyWith(BROKEN[what] ?? {}))
      const kinds = ({ decisions }: typeof whole) => decisions.map(({ kind }) => kind)
      expect(kinds(broken)).toEqual(kinds(whole))
      // What the detector noticed is its own affair; everything else in the row stays.
      const judged = ({ facts }: typeof whole) => ofKind(facts, 'call.judged').map(({ streaks: _, ...rest }) => rest)
      expect(judged(broken)).toEqual(judged(whole))
      expect(ofKind(broken.facts, 'call.observed')).toEqual(ofKind(whole.facts, 'call.observed'))
      expect(new Set(ofKind(broken.facts, 'signal.failed').map(({ signal }) => signal))).toEqual(new Set(['detector']))
    },
  )

  it.each(Object.keys(WITHOUT))(
    '[PLANE-R12b, PLANE-R12a] without any %s the work goes on and the gap is a fact, once',
    (missing) => {
      const poorer = events.flatMap((event) => WITHOUT[missing]?.(event) ?? [event])
      const { decisions, facts } = tell(poorer)
      expect(new Set(decisions.map(({ kind }) => kind))).toEqual(new Set(['allow']))
      expect(ofKind(facts, 'signal.disabled').map(({ signal }) => signal)).toEqual(OFF[missing])
      if (missing !== 'path') expect(boundariesIn(facts).map(({ to }) => to)).toEqual(['edit', 'verify'])
    },
  )

  it.each(SIGNALS)(
    '[PLANE-R12c] a %s that throws every time takes nothing with it, and each failure is a fact',
    (broken) => {
      const signals = ALL_SIGNALS.map((signal) =>
        signal.id === broken
          ? {
              ...signal,
              read: () => {
                throw new Error('broken')
              },
            }
          : signal,
      )
      let { plane } = tell([]).state
      const seen = events.map((event) => {
        const { facts } = tell([event])
        const [fact] = facts
        const moment = fact && momentOf({ fact, atMs: event.atMs })
        if (!fact || !moment) return []
        const { facts: told, streaks } = watch(moment, {
          plane,
          policy: DEFAULT_POLICY.plane,
          context: contextOf(event),
          mute: false,
          signals,
        })
        const row = fact.kind === 'call.judged' ? { ...fact, streaks } : fact
        for (const one of [row, ...told]) plane = evolvePlane(plane, { ...contextOf(event), fact: one })
        return told
      })
      // The first call opens the window; nobody is asked before there is one.
      const failures = seen.slice(1).map((told) => told.filter(({ kind }) => kind === 'signal.failed').length)
      expect(new Set(failures)).toEqual(new Set([1]))
      const found = boundariesIn(seen.flat()).map(({ to }) => to)
      expect(found).toEqual(broken === 'work-shift' ? [] : ['edit', 'verify'])
    },
  )
})
