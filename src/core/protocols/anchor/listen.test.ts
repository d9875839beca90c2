import { describe, expect, it } from 'vitest'
import { AROUND, before, common, recorded, START_MS } from '../../../../test/support/events.ts'
import { ROLE_FILES } from '../../../anchor/governance-roles.ts'
import { decide } from '../../decide.ts'
import { evolve } from '../../evolve.ts'
import type { AnchorDesk, AnchorFact, Handshake } from '../../model/anchor.ts'
import type { EventOf } from '../../model/event.ts'
import { callId } from '../../model/ids.ts'
import { DEFAULT_POLICY } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'
import { armOf, handshakeText, readHandshake } from './handshake.ts'
import { callDigest } from './owner.ts'

const TEXT = ROLE_FILES['implementer'] ?? ''
const DESK: AnchorDesk = {
  workingDir: AROUND.project,
  roles: ['implementer'],
  constitution: { path: 'x.oct.md', text: TEXT },
  isActive: false,
  pending: [],
  projectContext: '',
  suggested: [],
  cited: [],
}
const HANDSHAKE: Handshake = {
  version: 1,
  token: 'tok',
  role: 'implementer',
  working_dir: AROUND.project,
  mode: 'full',
  strictness: 'deep',
  topic: '',
  stage: 'IDENTITY',
  created_at: 'then',
  updated_at: 'then',
  constitution_path: 'x.oct.md',
  constitution_hash: textDigest(TEXT),
  server_arm: null,
  bind: null,
  failures: [],
}
const by = (state: State, fact: AnchorFact): State =>
  evolve(state, recorded(before({ kind: 'other', name: 'x', input: null }), fact))
const BEGUN: AnchorFact = {
  kind: 'anchor.advanced',
  token: 'tok',
  stage: 'IDENTITY',
  role: 'implementer',
  tracking: 'full',
  strictness: 'deep',
}

const WENT_ON: AnchorFact = { ...BEGUN, stage: 'CONTEXT' }

/** A call that a hook saw, in a state where this agent began a handshake. */
function ask(
  args: Record<string, string>,
  over: {
    readonly desk?: Partial<AnchorDesk> | null
    readonly facts?: readonly AnchorFact[]
    /** What was before these facts. */
    readonly since?: State
    readonly event?: object
  } = {},
) {
  const call = callId('c1')
  const crossed: AnchorFact = { kind: 'anchor.crossed', call, digest: callDigest(args) }
  const state = [...(over.facts ?? [BEGUN]), crossed].reduce(by, over.since ?? INITIAL_STATE)
  const desk = over.desk === null ? AROUND.desk : { ...DESK, ...over.desk }
  const event: EventOf<'anchor.call'> = {
    ...common(),
    kind: 'anchor.call',
    args,
    call,
    around: { ...AROUND, desk },
    ...over.event,
  }
  const { decision, facts, effects } = decide(state, event, DEFAULT_POLICY)
  if (decision.kind !== 'answer') throw new Error('not answered')
  return { said: JSON.parse(decision.text), facts, effects }
}
const stage = (name: string, more: Record<string, string> = {}) => ({
  stage: name,
  token: 'tok',
  working_dir: AROUND.project,
  ...more,
})
const found = (handshake: object | string = HANDSHAKE) => ({
  session: {
    token: 'tok',
    ageMs: 0,
    handshake: typeof handshake === 'string' ? handshake : handshakeText(handshake as Handshake),
  },
})

describe('a desk with little on it', () => {
  it('[ANCHOR-20] nothing was looked at: the working directory is not known', () => {
    const { said, facts } = ask({ stage: 'identity' }, { desk: null })
    expect(said.errors[0]).toContain('`working_dir` must be a folder')
    expect(said.next_call.arguments.role).toBe('implementer')
    expect(facts).toMatchObject([{ kind: 'anchor.answered', outcome: 'refused' }])
  })

  it('[ANCHOR-20] nothing was said', () => {
    expect(ask({}).said).toMatchObject({ stage: '', errors: ['`stage` must be identity, context or proof'] })
    expect(ask({ stage: 'identity' }).said.errors).toEqual(['`role` must be a name of letters, digits, `_` and `-`'])
    expect(ask({ stage: 'context' }).said.errors[0]).toContain('`token` must be')
  })

  it('[ANCHOR-22] there is no role at all', () => {
    const { constitution: _, ...rest } = DESK
    const { said } = ask(
      { stage: 'identity', role: 'x' },
      { event: { around: { ...AROUND, desk: { ...rest, roles: [] } } } },
    )
    expect([said.errors, said.next_call.arguments.role]).toEqual([['there is no role `x` here'], 'implementer'])
  })

  it('[ANCHOR-24] a long constitution is cut, and the file is named', () => {
    const text = `${TEXT}\n// ${'x'.repeat(20_000)}`
    const { said } = ask(
      { stage: 'identity', role: 'implementer' },
      { desk: { constitution: { path: 'x.oct.md', text } } },
    )
    expect(said.constitution.endsWith('… the rest is in x.oct.md')).toBe(true)
  })

  it('[ANCHOR-29] without git, phase and topic the ARM says so', () => {
    const { constitution: _, workingDir: __, ...empty } = DESK
    expect(armOf(empty, '').context_hash).toMatch(/^sha256:[a-f0-9]{64}$/)
    const { said } = ask({ stage: 'identity', role: 'implementer', mode: 'untracked' })
    expect(said.server_arm).toMatchObject({ phase: 'unknown', branch: 'unknown', files: '0[]', focus: 'none' })
    const git = { branch: 'main', commit: 'c', ahead: 3, behind: 1, changed: ['a', 'b', 'c', 'd'] }
    const { said: more } = ask(
      { stage: 'identity', role: 'implementer', mode: 'untracked', topic: 't' },
      { desk: { git, projectContext: 'PHASE::"B2"' } },
    )
    expect(more.server_arm).toMatchObject({ phase: 'B2', branch: 'main[3up1down]', files: '4[a,b,c]', focus: 't' })
    const focus = (topic: string) =>
      ask({ stage: 'identity', role: 'implementer', mode: 'untracked', topic }).said.server_arm.focus
    expect([
      focus('<what you will do, in one line>'),
      focus('what you will do in one line'),
      focus('fix <Foo>'),
    ]).toEqual(['none', 'none', 'fix <Foo>'])
  })

  it('[ANCHOR-29] where the work tree could not be looked at, the files are unknown and the branch is not', () => {
    const git = { branch: 'main', commit: 'c', ahead: 0, behind: 0 }
    expect(armOf({ ...DESK, git }, '')).toMatchObject({ branch: 'main', files: 'unknown' })
  })

  it('[ANCHOR-14, ANCHOR-19] express makes as many tensions as strictness asks for, or none', () => {
    const text = 'ROLE::X\nCOGNITION::LOGOS\nPRINCIPLES::[ONE::"a rule"]'
    const handshake = { ...HANDSHAKE, mode: 'express', constitution_hash: textDigest(text) }
    const express = (...names: string[]) =>
      ask(stage('proof'), {
        desk: {
          ...found(handshake),
          constitution: { path: 'x', text },
          suggested: names.map((path) => ({ path, kind: 'file', lines: 2 }) as const),
        },
      }).said
    expect(express('a', 'b').errors).toEqual([
      'strictness deep asks for 3 tensions, and the defaults of the role with the files here make 2',
    ])
    expect(express('a', 'b', 'c').anchor.match(/CTX:\w/g)).toEqual(['CTX:a', 'CTX:b', 'CTX:c'])
  })

  it('[ANCHOR-31, ANCHOR-47] without a file the template still shows where one belongs', () => {
    const arm = { phase: '', branch: '', files: '', focus: '', context_hash: '' }
    const { said } = ask(stage('context'), {
      facts: [BEGUN, WENT_ON],
      desk: found({ ...HANDSHAKE, stage: 'CONTEXT', server_arm: arm, bind: 'x' }),
    })
    expect(said.template).toContain('L3::[READ_BEFORE_WRITE]⇌CTX:<a file>:1-1[<what you found there>]')
  })

  it('[ANCHOR-47] an empty payload shows the template again, and is no failure', () => {
    const { said, effects } = ask(stage('context'), { desk: found() })
    expect([said.ok, said.state, said.template.includes('COGNITION::<'), effects]).toEqual([true, 'IDENTITY', true, []])
  })

  it('[ANCHOR-28] a role without archetypes is not asked for any', () => {
    const text = TEXT.replace(/ {2}ARCHETYPE.*\n/, '')
    const handshake = { ...HANDSHAKE, constitution_hash: textDigest(text) }
    const { said } = ask(stage('context'), { desk: { ...found(handshake), constitution: { path: 'x', text } } })
    expect(said.template).not.toContain('ARCHETYPES')
    const express = { ...handshake, mode: 'express', strictness: 'quick' }
    const bound = ask(stage('proof'), {
      desk: {
        ...found(express),
        constitution: { path: 'x', text },
        suggested: [{ path: 'a', kind: 'file', lines: 2 }],
      },
    })
    expect(bound.said.anchor).toContain(
      'BIND:\n  ROLE::IMPLEMENTER\n  COGNITION::LOGOS\n  AUTHORITY::"RESPONSIBLE[the_session]"\n',
    )
    expect(bound.said.anchor).toContain('[as found on no branch]')
  })

  it('[ANCHOR-37] a reader is told that it opens nothing, and deep shows its warnings', () => {
    const text = TEXT.replace('TRUST::worker', 'TRUST::reader')
    const bind = 'BIND:\n  ROLE::IMPLEMENTER'
    const handshake = { ...HANDSHAKE, constitution_hash: textDigest(text), bind }
    const at = { constitution: { path: 'x', text }, suggested: [{ path: 'a', kind: 'file', lines: 2 }] as const }
    const arm = ask({ stage: 'identity', role: 'implementer', mode: 'untracked' }, { desk: at }).said.server_arm
    const tensions = ['TESTS_FIRST', 'SMALL_DIFF', 'NO_GUESSED_FACTS'].map(
      (name, index) => `  "L9${index}::[${name}]⇌CTX:a:1-2[as it is]→TRIGGER[act ${index}]"`,
    )
    const payload = `TENSIONS::[\n${tensions.join(',\n')}\n]\nCOMMIT:\n  ARTIFACT::b.ts\n  GATE::"npm test"`
    const cited = [
      { path: 'a', kind: 'file', lines: 2 },
      { path: 'b.ts', kind: 'absent', lines: 0 },
    ] as const
    const { said } = ask(stage('proof', { payload }), {
      facts: [BEGUN, WENT_ON],
      desk: { ...found({ ...handshake, stage: 'CONTEXT', server_arm: arm }), ...at, cited },
    })
    expect(said).toMatchObject({
      state: 'BOUND',
      work_permit: { trust: 'reader', opens: [] },
      next_step: 'you are bound to the role `implementer`, which can only read',
    })
    expect(said.warnings).toHaveLength(3)
  })

  it('[ANCHOR-3] without the constitution nothing goes on', () => {
    const { constitution: _, ...rest } = DESK
    expect(
      ask(stage('context'), { event: { around: { ...AROUND, desk: { ...rest, ...found() } } } }).said.errors[0],
    ).toContain('changed since this handshake started')
  })
})

describe('crashes', () => {
  const BOUND: AnchorFact = {
    kind: 'anchor.bound',
    token: 'tok',
    role: 'implementer',
    tracking: 'full',
    strictness: 'deep',
    trust: 'worker',
    digest: 'd',
  }
  it('[ANCHOR-9, ANCHOR-10] between the record and the rename: the same handshake goes on', () => {
    const { said } = ask(stage('proof'), {
      facts: [BEGUN, BOUND],
      desk: found({ ...HANDSHAKE, mode: 'express', strictness: 'quick' }),
    })
    expect(said.errors).toEqual(["there's no file here that a proof could cite"])
    const permit = { token: 'tok', digest: 'd', validated: true }
    const done = ask(stage('proof'), { facts: [BEGUN, BOUND], desk: { isActive: true, permit } })
    expect(done.said).toMatchObject({ ok: true, state: 'BOUND' })
  })

  it('[ANCHOR-56] what is active and is not what was recorded binds nobody, whatever the record', () => {
    for (const permit of [undefined, { token: 'tok', digest: 'other', validated: true }]) {
      const { said } = ask(stage('proof'), {
        facts: [BEGUN, BOUND],
        desk: { isActive: true, ...(permit && { permit }) },
      })
      expect([said.ok, said.state, said.errors, said.next_call.arguments.stage]).toEqual([
        false,
        'LOBBY',
        ['.hestai/sessions/active/tok/anchor.json has changed since it was validated, so it unlocks nothing'],
        'identity',
      ])
    }
  })

  it('[ANCHOR-10] the same proof again makes the same anchor, so that two processes agree', () => {
    const desk = {
      ...found({ ...HANDSHAKE, mode: 'express', strictness: 'quick' }),
      suggested: [{ path: 'a', kind: 'file', lines: 2 }],
    } as const
    const digestAt = (since: State, atMs: number) =>
      ask(stage('proof'), { since, facts: [], desk, event: { atMs } }).facts.flatMap((fact) =>
        fact.kind === 'anchor.bound' ? [fact.digest] : [],
      )
    const begun = by(INITIAL_STATE, BEGUN)
    const bound = by(begun, BOUND)
    expect(digestAt(bound, START_MS)).toEqual(digestAt(bound, START_MS + 5_000))
    expect(digestAt(begun, START_MS)).not.toEqual(digestAt(begun, START_MS + 5_000))
  })

  const settled = (facts: readonly AnchorFact[], pending: AnchorDesk['pending']) => {
    const event = { ...common(), kind: 'anchor.settle', around: { ...AROUND, pending } } as const
    return decide(facts.reduce(by, INITIAL_STATE), event, DEFAULT_POLICY).effects
  }
  it('[ANCHOR-10] what was promoted half-way is finished at the start where it was recorded, and undone where it was not', () => {
    const left = { token: 'tok', ageMs: 0, anchor: 'text', anchorDigest: 'd' }
    expect(settled([BOUND], [left])).toEqual([{ kind: 'anchor.promote', token: 'tok', text: 'text', otherwise: '' }])
    expect(settled([BOUND], [{ ...left, anchorDigest: 'other' }])).toEqual([
      { kind: 'anchor.drop', token: 'tok', what: 'anchor' },
    ])
    expect(settled([BEGUN], [left])).toEqual([{ kind: 'anchor.drop', token: 'tok', what: 'anchor' }])
    expect([settled([BOUND], [{ token: 'tok', ageMs: 0 }]), settled([BOUND], [])]).toEqual([[], []])
  })

  it('an anchor that is revoked is gone, bound or begun', () => {
    const revoke = (facts: readonly AnchorFact[]) =>
      decide(facts.reduce(by, INITIAL_STATE), { ...common(), kind: 'anchor.revoke', token: 'tok' }, DEFAULT_POLICY)
    expect(revoke([BOUND])).toMatchObject({
      facts: [{ kind: 'anchor.revoked', token: 'tok' }],
      effects: [{ kind: 'anchor.revoke', token: 'tok' }],
    })
    expect(revoke([BEGUN])).toMatchObject({
      facts: [{ kind: 'anchor.dropped', token: 'tok' }],
      effects: [{ kind: 'anchor.drop', token: 'tok', what: 'folder' }],
    })
    expect(revoke([])).toMatchObject({
      decision: { kind: 'answer', text: expect.stringContaining('no agent holds the role token `tok`') },
      facts: [],
    })
  })
})

describe('[ANCHOR-40, ANCHOR-54] a handshake file', () => {
  it('is read back as it was written', () => {
    expect(readHandshake(handshakeText(HANDSHAKE), 'tok')).toEqual(HANDSHAKE)
    const arm = { phase: 'a', branch: 'b', files: 'c', focus: 'd', context_hash: 'e' }
    const full: Handshake = {
      ...HANDSHAKE,
      server_arm: arm,
      bind: 'x',
      failures: [{ stage: 'context', errors: ['e'] }],
    }
    expect(readHandshake(handshakeText(full), 'tok')).toEqual(full)
  })

  it.each([
    ['another version', { version: 2 }],
    ['another token', { token: 'x' }],
    ['no role', { role: 1 }],
    ['untracked', { mode: 'untracked' }],
    ['no such strictness', { strictness: 'x' }],
    ['no such stage', { stage: 'BOUND' }],
    ['a bind that is no text', { bind: 1 }],
    ['an arm that is no object', { server_arm: 'x' }],
    ['an arm with a hole', { server_arm: { phase: 'a' } }],
    ['failures that are no list', { failures: 3 }],
    ['a failure that is no object', { failures: [null] }],
    ['a failure that is a text', { failures: ['x'] }],
    ['a failure without errors', { failures: [{ stage: 'x' }] }],
    ['a failure without a stage', { failures: [{ errors: [] }] }],
    ['an error that is no text', { failures: [{ stage: 'x', errors: [1] }] }],
  ])('with %s is corrupt', (_, over) =>
    expect(readHandshake(JSON.stringify({ ...HANDSHAKE, ...over }), 'tok')).toBeUndefined(),
  )
})

it('[ANCHOR-53] an error is told in full up to 300 characters, and twenty of them', () => {
  const payload = `BIND:\n${'  what is this?\n'.repeat(40)}  ROLE::${'x'.repeat(1_000)}`
  const { said } = ask(stage('context', { payload }), { desk: found() })
  expect([said.errors.length <= 20, said.errors.every((error: string) => error.length <= 301)]).toEqual([true, true])
  const long = ask(stage('context', { payload: `BIND:\n  ROLE::${'x'.repeat(1_000)}` }), { desk: found() })
  expect(long.said.errors[0]).toHaveLength(301)
})
