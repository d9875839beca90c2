import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Agent, boundWorld as open } from '../../../../test/support/bound-world.ts'
import { LAYOUTS } from '../../../../test/support/layouts.ts'
import { type Arguments, argumentsIn, nextArguments } from '../../../../test/support/template-agent.ts'
import { DEFAULT_POLICY } from '../../../core/model/policy.ts'
import { toolsFor } from '../tools.ts'

type World = ReturnType<typeof open>

const MAX_CALLS = 8

/** Goes on as each answer says, until there is nothing left to do; every answer, in order. */
async function follow(world: World, first: Arguments, who?: Agent) {
  const answers = [await world.bind(first, who)]
  for (let next = nextArguments(answers[0] ?? ''); next && answers.length < MAX_CALLS; ) {
    answers.push(await world.bind(next, who))
    next = nextArguments(answers.at(-1) ?? '')
  }
  return answers.map((answer) => JSON.parse(answer))
}

const identity = (world: World, over: Arguments = {}): Arguments => ({
  stage: 'identity',
  role: 'implementer',
  working_dir: world.project,
  topic: 'a test',
  ...over,
})
const begin = async (world: World, over: Arguments = {}, who?: Agent) =>
  JSON.parse(await world.bind(identity(world, over), who))
const context = async (world: World, token: string, payload: string, who?: Agent) =>
  JSON.parse(await world.bind({ stage: 'context', token, working_dir: world.project, payload }, who))
const proof = async (world: World, token: string, payload: string, who?: Agent) =>
  JSON.parse(await world.bind({ stage: 'proof', token, working_dir: world.project, payload }, who))

const BIND = 'BIND:\n  ROLE::IMPLEMENTER\n  COGNITION::LOGOS\n  ARCHETYPES::[ATLAS]\n  AUTHORITY::RESPONSIBLE[the_test]'
const T1 = 'L1::[TESTS_FIRST]⇌CTX:src/a.ts:1-3[two constants]→TRIGGER[test them]'
const T2 = 'L2::[SMALL_DIFF]⇌CTX:README.md:1-1[one heading]→TRIGGER[leave it]'
const T3 = 'L3::[NO_GUESSED_FACTS]⇌CTX:README.md:3-3[a claim]→TRIGGER[check it]'
const COMMIT = 'COMMIT:\n  ARTIFACT::"src/a.ts"\n  GATE::"npm test"'
const proven = (...tensions: string[]) =>
  `TENSIONS::[\n${tensions.map((one) => `  "${one}"`).join(',\n')}\n]\n${COMMIT}`

describe('an agent that knows nothing', () => {
  it.each([
    // ANCHOR-13, ANCHOR-15: three stages each; ANCHOR-14: two.
    ['full', ['IDENTITY', 'CONTEXT', 'BOUND']],
    ['lite', ['IDENTITY', 'CONTEXT', 'BOUND']],
    ['express', ['IDENTITY', 'BOUND']],
  ])(
    '[ANCHOR-1, ANCHOR-13, ANCHOR-14, ANCHOR-15, ANCHOR-25, ANCHOR-32, ANCHOR-38, ANCHOR-43, ANCHOR-45, ANCHOR-47, ANCHOR-49] binds in mode %s from the refusal and the answers alone',
    async (mode, states) => {
      const world = open()
      // ANCHOR-43: nothing opens before there is an anchor.
      const refused = await world.write()
      expect(refused).toContain('bind to a role before it writes')
      // ANCHOR-49: it goes on with nothing but what it was answered.
      const answers = await follow(world, argumentsIn(refused, { mode }))
      // ANCHOR-1, in the order of ANCHOR-25, ANCHOR-32 and ANCHOR-38.
      expect(answers.map(({ state }) => state)).toEqual(states)
      // ANCHOR-47
      for (const answer of answers) {
        expect(answer.next_step).toMatch(/./)
        expect(answer.template).toMatch(/./)
      }
      // ANCHOR-45
      expect(await world.write()).toBe('')
    },
  )

  it('[ANCHOR-44] is locked after stage identity and after stage context, and told the very next call', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    expect(argumentsIn(await world.write())).toEqual({ stage: 'context', token, working_dir: world.project })
    await context(world, token, BIND)
    expect(argumentsIn(await world.write())).toEqual({ stage: 'proof', token, working_dir: world.project })
    // An agent that lost the answers asks with what it was refused with, and loses no attempt by it.
    const asked = JSON.parse(await world.bind(argumentsIn(await world.write())))
    expect(asked).toMatchObject({ ok: true, state: 'CONTEXT' })
    expect(asked.template).toContain('TENSIONS::[')
    expect(await proof(world, token, proven(T1, T2))).toMatchObject({ state: 'BOUND' })
    expect(await world.write()).toBe('')
  })

  it('[ANCHOR-11, ANCHOR-12, ANCHOR-16] reads in mode untracked, and nothing is kept or opened', async () => {
    const world = open()
    const answer = await begin(world, { mode: 'untracked' })
    expect(answer).toMatchObject({
      ok: true,
      session_token: null,
      constitution_path: '.hestai-sys/agents/implementer.oct.md',
    })
    expect(answer.next_step).toMatch(/^nothing to do/)
    expect([world.names('.hestai'), world.names('.hestai-sys')]).toEqual([[], []])
    expect(await world.write()).toContain('bind to a role')
    expect((await begin(world, { mode: 'untracked' }, undefined)).server_arm).toMatchObject({ branch: 'main' })
  })
})

describe('what is kept', () => {
  it('[ANCHOR-5, ANCHOR-9, ANCHOR-20, ANCHOR-23, ANCHOR-24, ANCHOR-39, ANCHOR-40] a handshake in the folder that the token names', async () => {
    const world = open()
    // ANCHOR-20: role, folder, mode, strictness and topic of the call are what is kept below.
    const answer = await begin(world, { strictness: 'deep', topic: '  a\n test  ' })
    const token = answer.session_token
    // ANCHOR-39
    expect(token).toMatch(/^[a-f0-9]{32}$/)
    // ANCHOR-5, ANCHOR-9: the folder has the name of the token, and is there from stage 1 on.
    expect(world.names('.hestai/sessions/pending')).toEqual([token])
    // ANCHOR-23, ANCHOR-40
    const handshake = JSON.parse(world.read(`.hestai/sessions/pending/${token}/handshake.json`))
    expect(handshake).toEqual({
      version: 1,
      token,
      role: 'implementer',
      working_dir: world.project,
      mode: 'full',
      strictness: 'deep',
      topic: 'a test',
      stage: 'IDENTITY',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      constitution_path: '.hestai-sys/agents/implementer.oct.md',
      constitution_hash: expect.stringMatching(/^[a-f0-9]{64}$/),
      server_arm: null,
      bind: null,
      failures: [],
    })
    // ANCHOR-24
    expect(answer.constitution_path).toBe('.hestai-sys/agents/implementer.oct.md')
    expect(answer.constitution).toContain('===IMPLEMENTER===')
    expect(answer.template).toContain('BIND:')
  })

  it('[ANCHOR-26, ANCHOR-29, ANCHOR-30, ANCHOR-31] the ARM that the server computed', async () => {
    const world = open()
    world.put('.hestai/context/PROJECT-CONTEXT.oct.md', '===P===\nPHASE::B2\n===END===\n')
    world.put('src/new.ts', 'x\n')
    const { session_token: token } = await begin(world)
    // ANCHOR-26: stage, token, folder and payload are the whole call.
    const answer = await context(world, token, BIND)
    // ANCHOR-29: none of it was sent.
    const arm = {
      phase: 'B2',
      branch: 'main',
      files: '1[src/new.ts]',
      focus: 'a test',
      context_hash: expect.stringMatching(/^sha256:[a-f0-9]{64}$/),
    }
    // ANCHOR-31
    expect(answer.server_arm).toEqual(arm)
    // ANCHOR-30
    expect(JSON.parse(world.read(`.hestai/sessions/pending/${token}/handshake.json`))).toMatchObject({
      stage: 'CONTEXT',
      server_arm: arm,
    })
    expect(answer.context_files).toEqual([
      { path: 'src/new.ts', lines: 1 },
      { path: 'README.md', lines: 3 },
    ])
    expect(answer.template).toContain('L2::[SMALL_DIFF]⇌CTX:README.md[')
  })

  it('[ANCHOR-10, ANCHOR-13, ANCHOR-33, ANCHOR-36, ANCHOR-37] the anchor, in the active folder and nowhere else', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    await context(world, token, BIND)
    // ANCHOR-33: stage, token, folder and payload are the whole call.
    const answer = await proof(world, token, proven(T1, T2))
    // ANCHOR-10, ANCHOR-36: the folder moved with both files in it.
    expect([world.names('.hestai/sessions/pending'), world.names('.hestai/sessions/active')]).toEqual([[], [token]])
    expect(world.names(`.hestai/sessions/active/${token}`)).toEqual(['anchor.json', 'handshake.json'])
    // ANCHOR-13: branch and commit are on record.
    const anchor = JSON.parse(world.read(`.hestai/sessions/active/${token}/anchor.json`))
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: world.project, encoding: 'utf8' }).trim()
    expect(anchor).toMatchObject({
      validated: true,
      session_id: token,
      role: 'implementer',
      mode: 'full',
      trust: 'worker',
      git: { branch: 'main', commit },
    })
    // ANCHOR-37
    expect(anchor.anchor).toBe(answer.anchor)
    expect(answer.anchor).toContain(`TENSIONS::[\n  "${T1}",\n  "${T2}"\n]`)
    expect(answer.work_permit).toEqual({
      token,
      role: 'implementer',
      trust: 'worker',
      file: `.hestai/sessions/active/${token}/anchor.json`,
      opens: ['edit', 'shell', 'mcp'],
    })
    expect((await world.facts()).at(-1)).toMatchObject({ kind: 'anchor.bound', token, role: 'implementer' })
  })

  it('[ANCHOR-2, ANCHOR-9] enough for another server to go on', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    const second = open({ root: world.root, store: world.store })
    await context(second, token, BIND)
    const third = open({ root: world.root, store: world.store })
    expect(await proof(third, token, proven(T1, T2))).toMatchObject({ state: 'BOUND' })
    expect(await world.write()).toBe('')
  })
})

describe('stages out of their order', () => {
  it('[ANCHOR-27, ANCHOR-34] are refused with what comes first', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    const early = await proof(world, token, proven(T1, T2))
    expect([early.ok, early.state, early.errors]).toEqual([
      false,
      'IDENTITY',
      ['this handshake is at IDENTITY; stage context comes first'],
    ])
    expect(early.next_call.arguments.stage).toBe('context')
    await context(world, token, BIND)
    const twice = await context(world, token, BIND)
    expect([twice.ok, twice.state, twice.errors]).toEqual([
      false,
      'CONTEXT',
      ['this handshake is at CONTEXT; stage context is not next'],
    ])
    expect(twice.next_call.arguments.stage).toBe('proof')
    await proof(world, token, proven(T1, T2))
    expect(await proof(world, token, proven(T1, T2))).toMatchObject({ ok: true, state: 'BOUND', next_call: null })
  })

  it('[ANCHOR-14] express takes no context', async () => {
    const world = open()
    const { session_token: token } = await begin(world, { mode: 'express' })
    const answer = await context(world, token, BIND)
    expect([answer.ok, answer.next_call.arguments]).toEqual([
      false,
      { stage: 'proof', token, working_dir: world.project },
    ])
    expect(await proof(world, token, '')).toMatchObject({ state: 'BOUND' })
    const anchor = JSON.parse(world.read(`.hestai/sessions/active/${token}/anchor.json`)).anchor
    expect(anchor).toContain(
      '[TESTS_FIRST]⇌CTX:README.md:1-3[as found on main]→TRIGGER[write the failing test before the change]',
    )
  })

  it.each(LAYOUTS.flatMap(([where, homes]) => ['express', 'full'].map((mode) => [mode, where, homes] as const)))(
    '[ANCHOR-14, ANCHOR-49] in an empty project mode %s cites the constitution, with files %s',
    async (mode, _, homes) => {
      const world = open({ homes })
      for (const name of ['README.md', 'src']) rmSync(world.path(name), { recursive: true })
      const answers = await follow(world, identity(world, { mode }))
      expect(answers.at(-1)).toMatchObject({
        state: 'BOUND',
        anchor: expect.stringContaining('CTX:.hestai-sys/agents/implementer.oct.md'),
      })
      expect(await world.write()).toBe('')
    },
  )

  it('[ANCHOR-14] express needs a file that it can cite', async () => {
    const world = open()
    mkdirSync(world.path('empty'))
    const args = { working_dir: world.path('empty') }
    const { session_token: token } = await begin(world, { mode: 'express', ...args })
    const answer = JSON.parse(await world.bind({ stage: 'proof', token, ...args }))
    expect([answer.errors, answer.next_step]).toEqual([
      ["there's no file here that a proof could cite"],
      'fix what `errors` lists and make the call in `next_call`, or start again with mode full',
    ])
  })

  it.each(['', 'lobby', 'bound', '__proto__'])('[ANCHOR-1] there is no stage `%s`', async (stage) => {
    const world = open()
    expect(JSON.parse(await world.bind({ stage, working_dir: world.project }))).toMatchObject({
      ok: false,
      state: 'LOBBY',
      errors: ['`stage` must be identity, context or proof'],
    })
  })
})

describe('knobs', () => {
  it.each([
    ['full', undefined, undefined, 'default'],
    ['full', 'quick', undefined, 'quick'],
    ['full', 'deep', undefined, 'deep'],
    ['lite', undefined, undefined, 'quick'],
    ['lite', 'deep', undefined, 'deep'],
    ['express', undefined, undefined, 'default'],
    ['lite', 'quick', 'deep', 'deep'],
    ['full', 'quick', 'default', 'default'],
  ] as const)(
    '[ANCHOR-7, ANCHOR-8, ANCHOR-15] mode %s with strictness %s and floor %s is %s',
    async (mode, strictness, floor, expected) => {
      const world = open({ anchor: floor ? { strictness: floor } : {} })
      expect(await begin(world, { mode, ...(strictness && { strictness }) })).toMatchObject({
        mode,
        strictness: expected,
      })
    },
  )

  it('[ANCHOR-17, ANCHOR-18, ANCHOR-19] lite takes one tension, full two, deep three with lines', async () => {
    for (const [over, few, enough] of [
      [{ mode: 'lite' }, [], [T1]],
      [{}, [T1], [T1, T2]],
      [{ strictness: 'deep' }, [T1, T2], [T1, T2, T3]],
    ] as const) {
      const world = open()
      const { session_token: token } = await begin(world, over)
      await context(world, token, BIND)
      expect(await proof(world, token, proven(...few))).toMatchObject({ ok: false, attempts_left: 2 })
      expect(await proof(world, token, proven(...enough))).toMatchObject({ ok: true, state: 'BOUND' })
    }
  })

  it.each([
    ['ANCHOR-7', { mode: 'bound' }, '`mode` must be one of full, express, lite, untracked'],
    ['ANCHOR-8', { strictness: 'none' }, '`strictness` must be one of quick, default, deep'],
    ['ANCHOR-22', { role: 'nobody' }, 'there is no role `nobody` here'],
    ['ANCHOR-52', { role: '../../etc/passwd' }, '`role` must be a name of letters, digits, `_` and `-`'],
    ['ANCHOR-52', { role: '-rf' }, '`role` must be a name of letters, digits, `_` and `-`'],
    ['ANCHOR-52', { role: '' }, '`role` must be a name of letters, digits, `_` and `-`'],
    ['ANCHOR-52', { role: 'a'.repeat(129) }, '`role` must be a name of letters, digits, `_` and `-`'],
    ['ANCHOR-52', { role: 'im\u0000plementer' }, '`role` has unprintable characters, or more than 2000 of them'],
    ['ANCHOR-20', { topic: '\ud800' }, '`topic` has unprintable characters, or more than 2000 of them'],
    ['ANCHOR-20', { topic: 'x'.repeat(2_001) }, '`topic` has unprintable characters, or more than 2000 of them'],
  ])(
    '[ANCHOR-7, ANCHOR-8, ANCHOR-20, ANCHOR-22, ANCHOR-52] by %s, %o is refused with the roles there are',
    async (_, over, error) => {
      const world = open()
      const answer = await begin(world, over as Arguments)
      expect([answer.ok, answer.errors, answer.next_call.arguments.stage]).toEqual([false, [error], 'identity'])
      expect(world.names('.hestai')).toEqual([])
    },
  )
})

describe('failing', () => {
  it('[ANCHOR-53] is counted by the server and final at the third time, with its errors', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    const wrong = 'BIND:\n  ROLE::REVIEWER'
    expect(await context(world, token, wrong)).toMatchObject({ ok: false, state: 'IDENTITY', attempts_left: 2 })
    expect(await context(world, token, BIND)).toMatchObject({ ok: true })
    expect(await proof(world, token, 'no')).toMatchObject({ ok: false, attempts_left: 1 })
    const last = await proof(world, token, 'no')
    expect(last).toMatchObject({ ok: false, state: 'FAILED', session_token: null, attempts_left: 0 })
    expect(last.errors[0]).toMatch(/^line 1, column 1/)
    expect(last.failures.map(({ stage, errors }: { stage: string; errors: string[] }) => [stage, errors[0]])).toEqual([
      ['context', expect.stringMatching(/^line 2, column 3: ROLE is `REVIEWER`/)],
      ['proof', expect.stringMatching(/^line 1, column 1/)],
      ['proof', expect.stringMatching(/^line 1, column 1/)],
    ])
    expect((await proof(world, token, proven(T1, T2))).errors).toEqual(['there is no handshake with this token'])
    expect(JSON.parse(world.read(`.hestai/sessions/pending/${token}/handshake.json`)).failures).toHaveLength(3)
    expect(await world.write()).toContain('"stage":"identity"')
  })

  it('[ANCHOR-53] a file that says so is closed, whatever the memory', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    const file = `.hestai/sessions/pending/${token}/handshake.json`
    const failures = [1, 2, 3].map(() => ({ stage: 'context', errors: ['x'] }))
    world.put(file, JSON.stringify({ ...JSON.parse(world.read(file)), failures }))
    expect((await context(world, token, BIND)).errors).toEqual(['this handshake failed three times and is closed'])
  })

  it('[ANCHOR-34] a file that claims a later stage than the record does is not believed', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    const file = `.hestai/sessions/pending/${token}/handshake.json`
    const server_arm = { phase: 'x', branch: 'x', files: 'x', focus: 'x', context_hash: 'x' }
    world.put(file, JSON.stringify({ ...JSON.parse(world.read(file)), stage: 'CONTEXT', server_arm, bind: BIND }))
    expect(await proof(world, token, proven(T1, T2))).toMatchObject({
      ok: false,
      state: 'IDENTITY',
      errors: ['this handshake is at IDENTITY; stage context comes first'],
    })
    expect(await context(world, token, BIND)).toMatchObject({ ok: true, state: 'CONTEXT' })
  })

  it('[ANCHOR-18] a file that asks for less proof than the operator does is not believed', async () => {
    const world = open({ anchor: { strictness: 'default' } })
    const { session_token: token } = await begin(world)
    await context(world, token, BIND)
    const file = `.hestai/sessions/pending/${token}/handshake.json`
    world.put(file, JSON.stringify({ ...JSON.parse(world.read(file)), strictness: 'quick' }))
    expect((await proof(world, token, proven(T1))).errors[0]).toContain('strictness default asks for at least 2')
    expect(await proof(world, token, proven(T1, T2))).toMatchObject({ state: 'BOUND' })
  })

  it('[ANCHOR-29] a branch that changed meanwhile takes the agent back to stage context', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    await context(world, token, BIND)
    execFileSync('git', ['switch', '-q', '-c', 'other'], { cwd: world.project })
    const answer = await proof(world, token, proven(T1, T2))
    expect([answer.state, answer.next_call.arguments.stage]).toEqual(['IDENTITY', 'context'])
    expect(answer.errors[0]).toContain('changed since stage context (now other)')
    await context(world, token, BIND)
    expect(await proof(world, token, proven(T1, T2))).toMatchObject({
      state: 'BOUND',
      work_permit: { role: 'implementer' },
    })
  })

  it('[ANCHOR-3, ANCHOR-28] a constitution that changed meanwhile is another one', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    world.put(
      '.hestai-sys/agents/implementer.oct.md',
      `${world.read('.hestai-sys/agents/implementer.oct.md')}\n// more\n`,
    )
    expect((await context(world, token, BIND)).errors).toEqual([
      'the constitution of `implementer` changed since this handshake started',
    ])
  })

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['another token', '{"version":1,"token":"x"}'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('[ANCHOR-54] a handshake file with %s in it is corrupt, and said to be', async (_, text) => {
    const world = open()
    const { session_token: token } = await begin(world)
    const file = `.hestai/sessions/pending/${token}/handshake.json`
    if (text === undefined) rmSync(world.path(file))
    else world.put(file, text)
    expect((await context(world, token, BIND)).errors[0]).toMatch(/handshake.json is missing or unreadable$/)
  })

  it('[ANCHOR-54] stage identity sweeps what is stale, replaces what the agent began, and leaves what it cannot read', async () => {
    const world = open({ anchor: { sweepHours: 1 } })
    const { session_token: first } = await begin(world)
    const old = `${'0'.repeat(31)}1`
    world.put(`.hestai/sessions/pending/${old}/handshake.json`, '{}')
    execFileSync('touch', ['-d', '2 hours ago', world.path(`.hestai/sessions/pending/${old}`)])
    world.put('.hestai/sessions/pending/corrupt/handshake.json', '{}')
    const second = await begin(world)
    expect(world.names('.hestai/sessions/pending')).toEqual(['corrupt', second.session_token].toSorted())
    expect(second.warnings).toEqual(['.hestai/sessions/pending/corrupt is unreadable and was left as it is'])
    expect((await world.facts()).filter(({ kind }) => kind === 'anchor.dropped')).toEqual([
      { kind: 'anchor.dropped', token: old, why: 'stale' },
      { kind: 'anchor.dropped', token: first, why: 'begun again' },
    ])
  })
})

describe('who calls', () => {
  it('[ANCHOR-58] a call that no hook saw binds nobody', async () => {
    const world = open()
    const answer = JSON.parse(await world.bind(identity(world), undefined, { unseen: true }))
    expect(answer).toMatchObject({ ok: false, session_token: null })
    expect(answer.errors[0]).toContain('no hook of Fairlead saw this call')
    expect(world.names('.hestai')).toEqual([])
  })

  it('[ANCHOR-43, ANCHOR-58] the token of one agent opens nothing for another', async () => {
    const world = open()
    const other = { session: 'session-2' }
    const sub = { session: 'session-1', agent: 'agent-1' }
    await follow(world, identity(world))
    expect(await world.write()).toBe('')
    expect(await world.write(other)).toContain('bind to a role')
    expect(await world.write(sub)).toContain('bind to a role')
    const { session_token: token } = await begin(world, {}, sub)
    for (const thief of [other, undefined, { session: 'session-1', agent: 'agent-2' }]) {
      expect((await context(world, token, BIND, thief)).errors).toEqual([
        'this token belongs to another agent; every agent binds itself',
      ])
    }
    await context(world, token, BIND, sub)
    expect(await proof(world, token, proven(T1, T2), sub)).toMatchObject({ state: 'BOUND' })
    expect(await world.write(sub)).toBe('')
    await world.hook('SubagentStop', { stop_hook_active: false }, sub)
    expect(await world.write(sub)).toContain('bind to a role')
  })

  it('[ANCHOR-58] a client that tells no number is known by what it said; the same words of two agents are told apart by the topic', async () => {
    const world = open()
    const call = { tool_name: 'mcp__fairlead__anchor', tool_input: identity(world), tool_use_id: 'other-1' }
    await world.hook('PreToolUse', call, { session: 'session-2' })
    const answer = JSON.parse(await world.bind(identity(world), undefined, { anonymous: true }))
    expect(answer.errors).toEqual([
      'two agents made the same call at the same time; repeat it with a `topic` of your own',
    ])
    const own = JSON.parse(await world.bind(identity(world, { topic: 'mine' }), undefined, { anonymous: true }))
    expect(own.state).toBe('IDENTITY')
    const args = { stage: 'context', token: own.session_token, working_dir: world.project, payload: BIND }
    await world.hook('PreToolUse', { ...call, tool_input: args, tool_use_id: 'other-2' }, { session: 'session-2' })
    expect(JSON.parse(await world.bind(args, undefined, { anonymous: true })).state).toBe('CONTEXT')
  })

  it('[ANCHOR-58] a call is answered once', async () => {
    const world = open()
    await world.bind(identity(world), undefined, { anonymous: true })
    const again = JSON.parse(await world.bind(identity(world), undefined, { anonymous: true, unseen: true }))
    expect(again.errors[0]).toContain('no hook of Fairlead saw this call')
  })

  it.each([['/'], ['/etc'], ['.'], [''], ['relative/path'], ['/nowhere\u0000']])(
    '[ANCHOR-20] `%s` is no working directory',
    async (folder) => {
      const world = open()
      const { text, isError } = await import('./anchor.ts').then(({ anchor }) =>
        anchor.call(
          { args: { stage: 'identity', role: 'implementer', working_dir: folder }, call: 'x' },
          world.context,
        ),
      )
      const answer = JSON.parse(text)
      expect([isError, answer.ok, answer.next_call.arguments.working_dir]).toEqual([true, false, world.project])
      expect(answer.errors[0]).toContain("isn't in a project that Fairlead governs")
      expect([answer.next_step, answer.template]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    },
  )

  it.each([
    ['strictness', 3],
    ['mode', ['express']],
    ['payload', { BIND: {} }],
    ['role', true],
  ])('[ANCHOR-20, ANCHOR-47] `%s` that is no text is refused, not left out', async (name, value) => {
    const world = open()
    const { anchor } = await import('./anchor.ts')
    const args = { ...identity(world), [name]: value }
    const { text, isError } = await anchor.call({ args, call: 'x' }, world.context)
    expect([isError, JSON.parse(text).errors]).toEqual([true, [`\`${name}\` must be a text`]])
    const empty = await anchor.call({ args: { ...identity(world), [name]: null }, call: 'x' }, world.context)
    expect(JSON.parse(empty.text).errors[0]).toContain('no hook of Fairlead saw this call')
  })

  it('[ANCHOR-47, ANCHOR-55] without a state to be read, and without an answer, the agent hears what to do', async () => {
    const world = open()
    const { anchor } = await import('./anchor.ts')
    const broken = { ...world.context, store: () => Promise.reject(new Error('no database')) }
    const mute = { ...world.context, gate: { ...world.gate, submit: async () => ({ kind: 'allow' }) as const } }
    for (const context of [broken, mute]) {
      const { text, isError } = await anchor.call({ args: identity(world), call: 'x' }, context)
      expect([isError, JSON.parse(text)]).toMatchObject([
        true,
        {
          ok: false,
          errors: [
            "Fairlead can't read or write its state, so no agent can bind; ask the person to run `fairlead doctor`",
          ],
          next_call: { arguments: { stage: 'identity', working_dir: world.project } },
        },
      ])
    }
  })

  it.each(['absent', 'README.md', 'out'])('[ANCHOR-20] nor is `%s` below the project', async (name) => {
    const world = open()
    symlinkSync('/etc', world.path('out'))
    expect((await begin(world, { working_dir: join(world.project, name) })).errors).toEqual([
      '`working_dir` must be a folder of the project this session belongs to; pass its absolute path',
    ])
  })

  it('[ANCHOR-20] a handshake stays in the folder it was begun in; paths are relative to it', async () => {
    const world = open()
    const src = join(world.project, 'src')
    const { session_token: token } = await begin(world, { working_dir: src })
    expect((await context(world, token, BIND)).errors).toEqual([`this handshake was started in \`${src}\``])
    await world.bind({ stage: 'context', token, working_dir: src, payload: BIND })
    const wrong = JSON.parse(await world.bind({ stage: 'proof', token, working_dir: src, payload: proven(T1, T2) }))
    expect(wrong.errors[0]).toContain('`src/a.ts` does not exist')
    const right = proven(T1.replace('src/a.ts', 'a.ts'), T2.replace('README.md:1-1', 'a.ts:1-1')).replace(
      'src/a.ts',
      'a.ts',
    )
    expect(JSON.parse(await world.bind({ stage: 'proof', token, working_dir: src, payload: right }))).toMatchObject({
      state: 'BOUND',
    })
  })
})

describe('[ANCHOR-61] where the operator says who may bind to what', () => {
  const sub: Agent = { session: 'session-1', agent: 'a1' }
  const roles = ['*=reviewer', '*=tester']

  it('another role is refused with those that are open, and read without being bound', async () => {
    const world = open({ anchor: { roles } })
    expect(await world.write(sub)).toContain('"role":"reviewer"')
    const refused = await begin(world, {}, sub)
    expect(refused).toMatchObject({
      ok: false,
      state: 'LOBBY',
      errors: ["your type of agent can't bind to `implementer` here, only to reviewer, tester (`anchor.roles`)"],
      roles: ['reviewer', 'tester'],
      next_call: { arguments: { role: 'reviewer' } },
    })
    expect(await begin(world, { mode: 'untracked' }, sub)).toMatchObject({ ok: true, session_token: null })
    expect(await begin(world, {})).toMatchObject({ ok: true, state: 'IDENTITY' })
    for (const role of ['Tester', 'TESTER']) expect(await begin(world, { role }, sub)).toMatchObject({ ok: true })
  })

  it('a role of the same letters is another one', async () => {
    const world = open({ anchor: { roles } })
    world.put('.claude/agents/_tester.oct.md', 'ROLE::TESTER\nCOGNITION::LOGOS\nPRINCIPLES::[ANYTHING_GOES]\n')
    expect(await begin(world, { role: '_tester' }, sub)).toMatchObject({ ok: false, roles: ['reviewer', 'tester'] })
    expect(await begin(world, { role: '_tester' })).toMatchObject({ ok: true })
  })

  it('a handshake that was begun before goes no further, nor does one whose file names another role', async () => {
    const world = open()
    const { session_token: token } = await begin(world, {}, sub)
    const stricter = open({ root: world.root, store: world.store, anchor: { roles } })
    expect(await context(stricter, token, BIND, sub)).toMatchObject({
      state: 'LOBBY',
      errors: ['your type of agent can no longer bind to `implementer`'],
      next_call: { arguments: { role: 'reviewer' } },
    })
    const file = `.hestai/sessions/pending/${token}/handshake.json`
    world.put(file, world.read(file).replace('"role": "implementer"', '"role": "tester"'))
    expect(await context(stricter, token, BIND, sub)).toMatchObject({
      errors: ['this handshake was started for the role `implementer`'],
    })
  })

  it('the permit says what the role opens, and the gate goes by the policy of the moment', async () => {
    const world = open({ anchor: { opens: ['implementer=edit'] } })
    const { session_token: token } = await begin(world, { mode: 'express' })
    const bound = await proof(world, token, '')
    expect(bound.work_permit.opens).toEqual(['edit'])
    expect(await world.write()).toBe('')
    expect(await world.use('Bash', { command: 'touch a' })).toContain('which opens edit and not shell')
    const later = open({ root: world.root, store: world.store, anchor: { opens: ['implementer=shell'] } })
    expect([await later.use('Bash', { command: 'touch a' }), await later.write()]).toEqual([
      '',
      expect.stringContaining('which opens shell and not edit'),
    ])
  })

  it('a role that opens nothing that is locked says so', async () => {
    const world = open({ anchor: { opens: ['implementer=mcp'], tools: ['edit'] } })
    const { session_token: token } = await begin(world, { mode: 'express' })
    expect(await proof(world, token, '')).toMatchObject({
      work_permit: { opens: [] },
      next_step: 'you are bound to the role `implementer`, which can only read',
    })
  })
})

it('[ANCHOR-6] one tool with stages is the whole contract, and no second one competes with it', () => {
  const all = toolsFor('claude-code', { ...DEFAULT_POLICY, mcp: { 'claude-code': 'all' } }, true)
  const binding = all.filter(({ inputSchema }) => /"(?:stage|role|token)"/.test(JSON.stringify(inputSchema)))
  expect(binding.map(({ name }) => name)).toEqual(['anchor'])
  expect(binding[0]?.inputSchema).toMatchObject({ required: expect.arrayContaining(['stage']) })
})

it('[ANCHOR-57] no tool of our own server is locked, and no other one under its name is open', async () => {
  const world = open()
  const all = toolsFor('claude-code', { ...DEFAULT_POLICY, mcp: { ...DEFAULT_POLICY.mcp, 'claude-code': 'all' } })
  expect(all.length).toBeGreaterThan(8)
  for (const { name } of all) expect(await world.use(`mcp__fairlead__${name}`, {})).not.toContain('bind to a role')
  expect(await world.use('mcp__fairlead__write_file', { path: 'x' })).toContain('bind to a role before it writes')
})

it.each([
  ['Write', { file_path: 7, content: 'x' }],
  ['Edit', { old_string: 'a', new_string: 'b' }],
  ['Bash', { command: ['touch', 'x'] }],
  ['Bash', {}],
  ['NotebookEdit', {}],
])('[ANCHOR-57] a %s with input %j that nobody can read is locked', async (tool, input) => {
  expect(await open().use(tool, input)).toMatch(/bind to a role before it writes|requires a role/)
})

it('[ANCHOR-57] a write is locked however long it is', async () => {
  const world = open()
  const content = 'x'.repeat(24 * 1_048_576)
  expect(await world.use('Write', { file_path: world.path('a.txt'), content })).toContain('bind to a role')
})

describe('hostile tokens', () => {
  it.each(['', '/etc', '..', '../..', 'a/b', 'a\\b', '.hidden', '-x', 'a'.repeat(129), 'ä', 'a..b'])(
    '[ANCHOR-39, ANCHOR-51] `%s` is refused before a path is made of it',
    async (token) => {
      const world = open()
      mkdirSync(world.path('.hestai/sessions/pending'), { recursive: true })
      expect((await context(world, token, BIND)).errors[0]).toMatch(/^`token` must be|^there is no handshake/)
      expect((await proof(world, token, '')).ok).toBe(false)
      expect(world.names('.hestai/sessions/pending')).toEqual([])
    },
  )
})

describe('folders that are not ours', () => {
  it.each(['.hestai', '.hestai/sessions', '.hestai/sessions/pending', '.hestai/sessions/active'])(
    '[ANCHOR-10] a link in the place of `%s` is refused and nothing is written through it',
    async (name) => {
      const world = open()
      const elsewhere = join(world.root, 'elsewhere')
      mkdirSync(elsewhere)
      mkdirSync(join(world.path(name), '..'), { recursive: true })
      symlinkSync(elsewhere, world.path(name))
      const answer = await begin(world)
      expect(answer).toMatchObject({
        ok: false,
        session_token: null,
        errors: [`\`${name}\` is a link or no folder; it must be a real folder of the project`],
      })
      expect(execFileSync('find', [elsewhere], { encoding: 'utf8' }).trim()).toBe(elsewhere)
    },
  )

  it('[ANCHOR-9, ANCHOR-55] a place that cannot be written binds nobody', async () => {
    const world = open()
    writeFileSync(world.path('.hestai-sys'), 'a file')
    const answer = await begin(world)
    expect(answer).toMatchObject({
      ok: false,
      session_token: null,
      errors: ['could not write the handshake below `.hestai`; nothing was started'],
    })
    expect(await world.write()).not.toBe('')
  })

  it('[ANCHOR-10, ANCHOR-55] an existing target is refused', async () => {
    const world = open()
    const { session_token: token } = await begin(world)
    await context(world, token, BIND)
    mkdirSync(world.path(`.hestai/sessions/active/${token}`), { recursive: true })
    const answer = await proof(world, token, proven(T1, T2))
    expect(answer.errors).toEqual(['`active` already has a folder for this token; start again with stage identity'])
    expect(await world.write()).not.toBe('')
  })
})

describe('[ANCHOR-35] what a proof cites is looked up on disk', () => {
  const cite = async (path: string, over: { readonly artifact?: string } = {}) => {
    const world = open()
    world.put('empty.txt', '')
    world.put('pixels.bin', 'a\u0000b\n')
    world.put('.proof/session_log.jsonl', '{}\n')
    world.put('active_context.yaml', 'mode: plan\n')
    world.put('long.txt', 'one line\n'.repeat(1_000_000))
    world.put('.hestai/sessions/old.txt', 'x\n')
    for (const [name, target] of [
      ['same.ts', 'src/a.ts'],
      ['git.txt', '.git/config'],
      ['out.ts', '/etc/passwd'],
      ['nowhere.ts', '/nowhere/at/all.ts'],
      ['lost', '/nowhere'],
      ['loop', 'loop'],
    ] as const)
      symlinkSync(target, world.path(name))
    const { session_token: token } = await begin(world)
    await context(world, token, BIND)
    const payload = proven(T1, `L2::[TESTS_FIRST]⇌CTX:${path}[as it is there]→TRIGGER[leave it]`)
    const answer = await proof(world, token, payload.replace('"src/a.ts"', `"${over.artifact ?? 'src/a.ts'}"`))
    return answer.state === 'BOUND' ? 'BOUND' : answer.errors[0].replace(/^line \d+, column \d+: /, '').split(';')[0]
  }
  it.each([
    ['README.md', 'BOUND'],
    ['empty.txt', 'tension 2: `empty.txt` is empty'],
    ['pixels.bin', 'tension 2: `pixels.bin` is not text'],
    ['./src/a.ts', 'tension 2 repeats tension 1'],
    ['src//../src/a.ts', 'tension 2 repeats tension 1'],
    ['same.ts', 'tension 2 repeats tension 1'],
    ['.git/config', "tension 2: `.git/config` belongs to git or to Fairlead and can't be cited"],
    ['src/../.git/config', "tension 2: `src/../.git/config` belongs to git or to Fairlead and can't be cited"],
    ['git.txt', "tension 2: `git.txt` belongs to git or to Fairlead and can't be cited"],
    [
      '.hestai/./sessions/old.txt',
      "tension 2: `.hestai/./sessions/old.txt` belongs to git or to Fairlead and can't be cited",
    ],
    [
      '.proof/session_log.jsonl',
      "tension 2: `.proof/session_log.jsonl` belongs to git or to Fairlead and can't be cited",
    ],
    ['active_context.yaml', "tension 2: `active_context.yaml` belongs to git or to Fairlead and can't be cited"],
    ['out.ts', 'tension 2: `out.ts` is outside the working directory'],
    ['nowhere.ts', 'tension 2: `nowhere.ts` is outside the working directory'],
    ['long.txt:900000-900001', 'BOUND'],
    ['long.txt:1000000-1000001', 'tension 2: `long.txt` has 932068 lines, and 1000000-1000001 are not among them'],
  ])('%s: %s', async (path, expected) => expect(await cite(path)).toBe(expected))

  it.each([
    ['new/file.ts', 'BOUND'],
    ['pixels.bin', 'BOUND'],
    ['nowhere.ts', 'ARTIFACT `nowhere.ts` is outside the working directory'],
    ['lost/below/it.ts', 'ARTIFACT `lost/below/it.ts` is outside the working directory'],
    ['loop', 'ARTIFACT `loop` is outside the working directory'],
    ['out.ts', 'ARTIFACT `out.ts` is outside the working directory'],
    ['src/../../x.ts', 'ARTIFACT `src/../../x.ts` is outside the working directory'],
    ['.git/hooks/pre-commit', 'ARTIFACT `.git/hooks/pre-commit` is not yours to write'],
    ['src/../.hestai/sessions/x', 'ARTIFACT `src/../.hestai/sessions/x` is not yours to write'],
  ])('the artifact %s: %s', async (artifact, expected) => expect(await cite('README.md', { artifact })).toBe(expected))

  it('[ANCHOR-35, ANCHOR-49] a template cites every name so that it can be sent back, and nothing that the gate keeps', async () => {
    const world = open()
    const names = ['a[slug].ts', 'b:c.ts', 'd"e.ts', 'f\\g.ts', ' h.ts', 'active_context.yaml', 'a<b>.ts', 'c\td.ts']
    for (const name of names) world.put(name, 'x\n')
    const { session_token: token } = await begin(world, { strictness: 'deep' })
    const answer = await context(world, token, BIND)
    expect(answer.context_files).toEqual([
      { path: ' h.ts', lines: 1, cite_as: 'CTX:" h.ts"' },
      { path: 'a[slug].ts', lines: 1, cite_as: 'CTX:"a[slug].ts"' },
      { path: 'b:c.ts', lines: 1, cite_as: 'CTX:"b:c.ts"' },
      { path: 'd"e.ts', lines: 1, cite_as: String.raw`CTX:"d\"e.ts"` },
      { path: 'f\\g.ts', lines: 1, cite_as: String.raw`CTX:"f\\g.ts"` },
    ])
    const args = nextArguments(JSON.stringify(answer))
    const bound = JSON.parse(await world.bind(args ?? {}))
    expect(bound).toMatchObject({
      state: 'BOUND',
      anchor: expect.stringContaining(String.raw`⇌CTX:\"a[slug].ts\":1-1[`),
    })
  })
})

describe('[ANCHOR-29] a work tree that git cannot look at in time', () => {
  it('has a branch all the same, so that the proof is made for the same place', async () => {
    const world = open()
    // Git waits for somebody to write the list of what it ignores.
    execFileSync('mkfifo', [join(world.project, '.gitignore')])
    const { session_token: token } = await begin(world)
    expect((await context(world, token, BIND)).server_arm).toMatchObject({ branch: 'main', files: 'unknown' })
    expect(await proof(world, token, proven(T1, T2))).toMatchObject({ state: 'BOUND' })
  })
})

describe('hostile payloads', () => {
  it.each([
    ['a megabyte of letters', 'A'.repeat(1_048_576)],
    ['a megabyte of brackets', '['.repeat(1_048_576)],
    ['a megabyte of quotes', '"'.repeat(1_048_576)],
    ['lists as deep as they fit', `BIND::${'['.repeat(60_000)}`],
    ['half a character', '\ud800'],
    ['a zero byte', 'BIND:\u0000'],
    ['a bell', 'BIND:\u0007'],
    ['a character that cannot be seen', 'BIND:\n  ROLE::IMPLE\u200bMENTER'],
    ['a change of direction', 'BIND:\n  ROLE::\u202eRETNEMELPMI'],
    ['bytes that were no text', 'BIND:\n  ROLE::\ufffd'],
    ['open fences without end', 'K::```\n'.repeat(9_000)],
  ])('[ANCHOR-28, ANCHOR-53] %s is refused, and costs at most an attempt', async (_, payload) => {
    const world = open()
    const { session_token: token } = await begin(world)
    const answer = await context(world, token, payload)
    expect([answer.ok, answer.errors.length > 0]).toEqual([false, true])
    expect(JSON.stringify(answer).length).toBeLessThan(20_000)
    expect(await context(world, token, BIND)).toMatchObject({ ok: true, state: 'CONTEXT' })
    expect(world.names('.hestai/sessions/pending')).toEqual([token])
  })
})
