import { describe, expect, it } from 'vitest'
import { NEW_SCOPE, type Print, type Scope, type Window } from '../../model/plane.ts'
import type { WorkKind } from '../../model/tool.ts'
import { ALL_SIGNALS, detect } from './detect.ts'
import type { Moment, Signal } from './signal.ts'

const WINDOW: Window = {
  number: 1,
  kind: 'explore',
  openedAt: 0,
  openedAtMs: 1_000,
  backstop: { calls: 50, ms: 60_000 },
  evidence: null,
  tier: 'routine',
  steered: false,
  failures: 0,
  places: ['src/core'],
  elsewhere: [],
  located: 10,
  workedMs: 0,
}
const SCOPE: Scope = { ...NEW_SCOPE, calls: 10, results: 5, paths: 5, window: WINDOW }
const call = (over: Partial<Extract<Moment, { kind: 'call' }>> = {}): Moment => ({
  kind: 'call',
  atMs: 2_000,
  work: 'explore',
  tier: 'routine',
  ...over,
})
const result = (print?: Print): Moment => ({
  kind: 'result',
  atMs: 2_000,
  failed: print?.failed ?? false,
  changes: false,
  ...(print && { print }),
})
const pointedBy = (moment: Moment, scope: Scope = SCOPE, window: Window = WINDOW) =>
  detect({ scope, window, moment }).pointed.map(({ signal, toward, held }) => ({ signal, toward, held }))

describe('signals', () => {
  it('[PLANE-R5.2] a shift in the kind of work; plans and lists are no kind', () => {
    expect(pointedBy(call({ work: 'edit' }))).toEqual([{ signal: 'work-shift', toward: 'edit', held: 1 }])
    for (const work of ['explore', 'plan', 'delegate', 'other'] satisfies WorkKind[])
      expect(pointedBy(call({ work }))).toEqual([])
    expect(pointedBy(call({ work: 'edit' }), SCOPE, { ...WINDOW, kind: 'other' })).toEqual([])
  })

  it('[PLANE-R5.3] the first action of a window in the protected tier', () => {
    const protectedCall = call({ tier: 'junction' })
    expect(pointedBy(protectedCall)).toEqual([{ signal: 'first-protected', toward: 'protected', held: 1 }])
    expect(pointedBy(protectedCall, SCOPE, { ...WINDOW, tier: 'junction' })).toEqual([])
  })

  const same = { input: 'a', result: 'x', failed: false }
  const other = (name: string): Print => ({ input: name, result: name, failed: false })
  const fails = (input: string, text = input): Print => ({ input, result: text, failed: true })
  const many = (times: number, print: (index: number) => Print) =>
    Array.from({ length: times }, (_, index) => print(index))
  const loops: readonly (readonly [string, string | undefined, readonly Print[], Print])[] = [
    ['the third time', 'same-result', [same, same], same],
    ['with others in between', 'same-result', [same, other('b'), same, other('c')], same],
    ['the second time', undefined, [same], same],
    [
      'the same call with other results',
      undefined,
      [
        { ...same, result: 'y' },
        { ...same, result: 'z' },
      ],
      same,
    ],
    ['three times, far apart', undefined, [same, same, ...many(11, (index) => other(`${index}`))], same],
    ['four times, far apart', 'same-result', [same, same, same, ...many(11, (index) => other(`${index}`))], same],
    [
      'the same failure three times, far apart',
      'same-result',
      [fails('a'), fails('a'), ...many(11, (index) => other(`${index}`))],
      fails('a'),
    ],
    ['the same call failing in other ways', 'same-failure', [fails('a', '1'), fails('a', '2')], fails('a', '3')],
    ['failures of one kind and another', undefined, many(3, (index) => fails(`${index}`)), fails('x')],
    ['five failures in a row', 'failures', many(4, (index) => fails(`${index}`)), fails('x')],
    [
      'five failures, not in a row',
      undefined,
      [fails('1'), fails('2'), other('ok'), fails('3'), fails('4')],
      fails('x'),
    ],
  ]
  it.each(loops)('[PLANE-R5.4, PLANE-F01a] a loop is told by hashes: %s', (_name, toward, prints, print) => {
    const expected = toward === undefined ? [] : [{ signal: 'failure-loop', toward, held: 1 }]
    expect(pointedBy(result(print), { ...SCOPE, prints })).toEqual(expected)
  })

  it('[PLANE-R5.5] work in a part of the project that the window has not seen', () => {
    expect(pointedBy(call({ place: 'docs' }))).toEqual([{ signal: 'scope-change', toward: 'elsewhere', held: 1 }])
    expect(pointedBy(call({ place: 'src/core' }))).toEqual([])
    expect(pointedBy(call({ place: 'docs' }), SCOPE, { ...WINDOW, located: 3 })).toEqual([])
  })

  it('[PLANE-R5.6] what the runtime tells of a task', () => {
    expect(pointedBy({ kind: 'lifecycle', atMs: 1, name: 'a compaction' })).toEqual([
      { signal: 'task-lifecycle', toward: 'a compaction', held: 1 },
    ])
  })

  it('[PLANE-R5.7] a window that has had all its calls or all its time', () => {
    expect(pointedBy(call(), { ...SCOPE, calls: 50 })).toEqual([{ signal: 'call-budget', toward: 'calls', held: 1 }])
    expect(pointedBy(call(), SCOPE, { ...WINDOW, workedMs: 60_000 })).toEqual([
      { signal: 'time-budget', toward: 'time', held: 1 },
    ])
  })
})

describe('streaks', () => {
  it('[PLANE-R5a.1] count actions that point the same way; silence does not break them, the old kind does', () => {
    const held = (streaks: Scope['streaks'], moment: Moment) =>
      detect({ scope: { ...SCOPE, streaks }, window: WINDOW, moment }).streaks
    const once = held({}, call({ work: 'edit' }))
    expect(once).toEqual({ 'work-shift': { toward: 'edit', held: 1 } })
    expect(held(once, call({ work: 'edit' }))).toEqual({ 'work-shift': { toward: 'edit', held: 2 } })
    expect(held(once, call({ work: 'plan' }))).toBe(once)
    expect(held(once, call({ work: 'verify' }))).toEqual({ 'work-shift': { toward: 'verify', held: 1 } })
    expect(held(once, call({ work: 'explore' }))).toEqual({})
  })
})

describe('missing input', () => {
  const deaf: Scope = { ...SCOPE, calls: 20, results: 0, paths: 0 }

  it('[PLANE-R12b] switches off the signal that needs it and no other, once, with a fact', () => {
    const { gaps, pointed } = detect({ scope: deaf, window: WINDOW, moment: call({ work: 'edit', atMs: 0 }) })
    expect(gaps).toEqual([
      { kind: 'signal.disabled', signal: 'failure-loop', missing: 'result' },
      { kind: 'signal.disabled', signal: 'scope-change', missing: 'path' },
      { kind: 'signal.disabled', signal: 'time-budget', missing: 'time' },
    ])
    expect(pointed.map(({ signal }) => signal)).toEqual(['work-shift'])
    const told: Scope = { ...deaf, off: ['failure-loop', 'scope-change', 'time-budget'] }
    expect(detect({ scope: told, window: WINDOW, moment: call({ atMs: 0 }) }).gaps).toEqual([])
  })

  it('[PLANE-R12b] every signal declares what it needs', () => {
    expect(Object.fromEntries(ALL_SIGNALS.map(({ id, needs }) => [id, needs]))).toEqual({
      'work-shift': [],
      'first-protected': [],
      'failure-loop': ['result'],
      'scope-change': ['path'],
      'task-lifecycle': [],
      'call-budget': [],
      'time-budget': ['time'],
    })
  })
})

describe('a signal that throws', () => {
  const broken = (error: unknown): readonly Signal[] =>
    ALL_SIGNALS.map((signal) =>
      signal.id === 'first-protected'
        ? {
            ...signal,
            read: () => {
              throw error
            },
          }
        : signal,
    )

  it('[PLANE-R12c] fails alone, and the gap is a fact', () => {
    const moment = call({ work: 'edit' })
    const { pointed, gaps } = detect({ scope: SCOPE, window: WINDOW, moment }, broken(new Error('no')))
    expect(pointed.map(({ signal }) => signal)).toEqual(['work-shift'])
    expect(gaps).toEqual([{ kind: 'signal.failed', signal: 'first-protected', problem: 'no' }])
    expect(detect({ scope: SCOPE, window: WINDOW, moment }, broken('text')).gaps).toEqual([
      { kind: 'signal.failed', signal: 'first-protected', problem: 'unknown failure' },
    ])
  })
})
