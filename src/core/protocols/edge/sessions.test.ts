import { describe, expect, it } from 'vitest'
import { after, before, contextOf, SESSION } from '../../../../test/support/events.ts'
import type { Fact, Recorded } from '../../model/fact.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import type { WrittenFile } from '../../model/tool.ts'
import { evolveSessions } from './sessions.ts'

function observed(wrote: readonly WrittenFile[]): Recorded {
  const call = before({ kind: 'other', name: 'x', input: {} })
  const fact: Fact = {
    kind: 'call.observed',
    call: call.call,
    tool: 'Write',
    ok: true,
    inputPreview: '',
    outputPreview: '',
    files: [],
    wrote,
    testRun: false,
  }
  return { ...contextOf(after(call)), fact } as Recorded
}

const written = (...calls: readonly (readonly WrittenFile[])[]): readonly WrittenFile[] =>
  calls.reduce<State['sessions']>(
    (sessions, wrote) => evolveSessions({ ...INITIAL_STATE, sessions }, observed(wrote)),
    {},
  )[SESSION]?.memory.written ?? []

describe('the files a session wrote', () => {
  const harmless = (count: number): readonly WrittenFile[] =>
    Array.from({ length: count }, (_item, index) => ({ path: `/p/${index}`, text: 'ls' }))

  it('[PLANE-O3] are bounded, and the risky ones stay', () => {
    const files = written([{ path: '/p/x.sh', text: undefined, risk: 'junction' }], harmless(600))
    expect(files).toHaveLength(512)
    expect(files[0]?.path).toBe('/p/x.sh')
    const risky = harmless(600).map((file) => ({ ...file, risk: 'junction' as const }))
    expect(written(risky)).toHaveLength(512)
  })

  it('[PLANE-O3] lose their text when it is too much, the oldest first', () => {
    const files = ['a', 'b'].map((path) => ({ path, text: 'x'.repeat(16_000) }))
    const more = Array.from({ length: 61 }, (_item, at) => ({ path: `${at}`, text: 'x'.repeat(16_000) }))
    const [first, second, third] = written(
      [{ ...files[0], path: 'a', text: 'x'.repeat(16_000), risk: 'junction' }],
      files.slice(1),
      more,
    )
    expect(first).toEqual({ path: 'a', text: undefined, risk: 'junction' })
    expect(second?.text?.length ?? 'unread').toBe(16_000)
    expect(third?.text?.length).toBe(16_000)
    expect(written([{ path: 'z', text: 'x'.repeat(16_000) }], files, more)[0]).toEqual({
      path: 'z',
      text: undefined,
      risk: 'unread',
    })
  })

  it.each<readonly [string, WrittenFile, WrittenFile, WrittenFile['risk']]>([
    ['a part', { path: 'a', text: undefined, risk: 'junction' }, { path: 'a', text: 'ls', part: true }, 'junction'],
    ['unknown text', { path: 'a', text: undefined, risk: 'unread' }, { path: 'a', text: undefined }, 'unread'],
    ['more text', { path: 'a', text: 'x', risk: 'junction' }, { path: 'a', text: 'xy' }, 'junction'],
    ['another text', { path: 'a', text: 'x', risk: 'junction' }, { path: 'a', text: 'y' }, undefined],
    [
      'a risk of its own',
      { path: 'a', text: 'x', risk: 'junction' },
      { path: 'a', text: 'y', risk: 'unread' },
      'unread',
    ],
    ['a harmless file', { path: 'a', text: 'x' }, { path: 'a', text: undefined }, undefined],
  ])('[EDGE-36] keep their risk through %s or not', (_title, one, other, risk) => {
    expect(written([one], [other])[0]?.risk).toBe(risk)
  })
})

it('[EDGE-98] a session that ended stays so, whatever is recorded of its end, until its agent works again', () => {
  const context = contextOf(after(before({ kind: 'other', name: 'x', input: {} })))
  const facts: readonly Fact[] = [
    { kind: 'session.ended', reason: 'other' },
    { kind: 'doorway.noticed', name: 'x' },
    { kind: 'prompt.received', preview: 'go on' },
  ]
  let sessions: State['sessions'] = {}
  const ended = facts.map((fact) => {
    sessions = evolveSessions({ ...INITIAL_STATE, sessions }, { ...context, fact })
    return sessions[SESSION]?.ended
  })
  expect(ended).toEqual([true, true, false])
})
