import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gateRooms, standsIn } from '../../test/support/gate-rooms.ts'
import { listBackups } from '../backup/catalog.ts'
import { restore } from '../backup/restore.ts'
import { evolve } from '../core/evolve.ts'
import { eventId, type ProjectRoot, projectRoot, sessionId } from '../core/model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../core/model/policy.ts'
import { type Hold, INITIAL_STATE } from '../core/model/state.ts'
import { readGaps } from '../stores/gaps.ts'
import { memoryStore } from '../stores/memory/store.ts'
import type { Store } from '../stores/store.ts'
import type { GateRooms, HookCall } from './gate.ts'
import { makeGate } from './pipeline.ts'

let folder = ''
let project: ProjectRoot
let store: Store
let rooms: GateRooms
let minted = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-gate-'))
  project = projectRoot(folder)
  store = memoryStore({ evolve, initial: INITIAL_STATE })
  const governed = { rootOf, standing: standsIn(project), policy: () => DEFAULT_POLICY }
  rooms = { ...gateRooms({ project, store }), governed, person: { key: () => new Uint8Array(32).fill(1) } }
})

const rootOf = (at: string) => (at.startsWith(folder) ? project : undefined)
/** The same gate under other rules. */
const under = (policy: Policy): GateRooms => ({
  ...rooms,
  governed: { ...rooms.governed, policy: () => policy },
  person: { ...rooms.person, isReachable: () => true },
})
const gapsFile = () => join(folder, 'gaps.jsonl')

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function call(fields: object | string, over: Partial<HookCall> = {}): HookCall {
  minted += 1
  const stamp = { id: eventId(`event-${minted}`), atMs: 1_800_000_000_000 + minted }
  const base = { session_id: 's1', transcript_path: '/t', cwd: folder }
  const bytes = typeof fields === 'string' ? fields : JSON.stringify({ ...base, ...fields })
  return { runtime: 'claude-code', bytes, stamp, startDir: folder, ...over }
}

const bash = (command: string, id = 'toolu_1') => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: id,
})
const kindsOf = async (root = project) => (await store.facts(root, {})).map((row) => row.fact.kind)

describe('one hook call', () => {
  it('[EDGE-51] confirms no approval that the key could not sign', async () => {
    const gate = makeGate({ ...rooms, person: { ...rooms.person, key: () => undefined } })
    await gate.handle(call(bash('git push')))
    const who = { runtime: 'fairlead', session: sessionId('terminal'), cwd: String(project) }
    const act = { ...who, kind: 'edge', verb: 'approve', proof: { kind: 'human', door: 'cli' } } as const
    expect(await gate.submit({ ...act, id: eventId('a'), atMs: 2 }, project)).toEqual({
      kind: 'answer',
      refused: true,
      text: expect.stringMatching(/^nothing was approved: .*run `fairlead init`/),
    })
    expect(await kindsOf()).not.toContain('junction.approved')
  })

  it('is silent for routine work and denies in the native dialect what is held', async () => {
    const gate = makeGate(rooms)
    expect(await gate.handle(call(bash('ls')))).toEqual({ stdout: '' })
    const { stdout } = await gate.handle(call(bash('git push')))
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/^Fairlead held #1 "git push": .*\nJunction required: /),
      },
    })
    expect(await kindsOf()).toEqual([
      ...['call.judged', 'window.opened', 'checkpoint.skipped'],
      ...['call.judged', 'junction.opened', 'boundary.detected', 'window.opened', 'checkpoint.skipped', 'steer.issued'],
    ])
  })

  it('[PLANE-R12a] governs nobody for good because the list of projects could not be read for a moment', async () => {
    let reads = 0
    const kept = { kind: 'kept', problem: 'busy' } as const
    const standing = () => {
      reads += 1
      return reads === 1 ? kept : undefined
    }
    const governed = { ...rooms.governed, standing, rootOf: () => (standing() ? project : undefined) }
    expect(await makeGate({ ...rooms, governed }).handle(call(bash('git push')))).toEqual({ stdout: '' })
    expect([await kindsOf(), await store.projects()]).toEqual([[], []])
  })

  it('[PLANE-R13a] is the same contract for both runtimes', async () => {
    for (const name of ['claude-code', 'codex']) {
      const gate = makeGate({ ...rooms, store: async () => memoryStore({ evolve, initial: INITIAL_STATE }) })
      const { stdout } = await gate.handle(call({ ...bash('rm -rf /'), turn_id: 't', model: 'm' }, { runtime: name }))
      expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
    }
  })

  it('says nothing and touches nothing where no person asked to be governed', async () => {
    const untouched = { ...rooms, store: () => Promise.reject(new Error('opened')) }
    const far = (command: string) => call({ ...bash(command), cwd: '/elsewhere' }, { startDir: '/elsewhere' })
    expect(await makeGate(untouched).handle(far('git push'))).toEqual({ stdout: '' })
    expect(await makeGate(rooms).handle(far('git push'))).toEqual({ stdout: '' })
    expect(await makeGate(rooms).handle(call(bash('rm -rf /'), { runtime: 'unknown' }))).toEqual({ stdout: '' })
  })

  it.each(['/', '/elsewhere', '/home/dev'])(
    '[EDGE-38] blocks what cannot be undone in every folder (%s), without a list and without a database',
    async (at) => {
      const broken = { ...rooms, store: () => Promise.reject(new Error('gone')) }
      const far = (command: string) => call({ ...bash(command), cwd: at }, { startDir: at })
      for (const command of ['rm -rf /', 'rm -rf ~', 'rm -rf /home/dev'])
        expect((await makeGate(broken).handle(far(command))).stdout).toContain('deny')
      expect(await makeGate(broken).handle(far('npm test'))).toEqual({ stdout: '' })
    },
  )

  it('[EDGE-118] goes on governing when nobody can tell which projects are, and has it on record once a session', async () => {
    const kept = { rootOf, standing: () => ({ kind: 'kept', problem: 'lost' }) as const, policy: () => DEFAULT_POLICY }
    const gate = makeGate({ ...rooms, governed: kept })
    for (let times = 0; times < 2; times += 1)
      expect((await gate.handle(call(bash('git push')))).stdout).toContain('deny')
    const facts = (await store.facts(project, {})).map(({ fact }) => fact)
    expect(facts.filter(({ kind }) => kind === 'project.kept')).toEqual([{ kind: 'project.kept', problem: 'lost' }])
  })

  it('governs a session that began elsewhere and works here', async () => {
    const { stdout } = await makeGate(rooms).handle(call(bash('git push'), { startDir: '/elsewhere' }))
    expect(stdout).toContain('deny')
  })

  it('keeps a session in the project it began in, wherever it goes', async () => {
    const gate = makeGate(rooms)
    await gate.handle(call({ hook_event_name: 'SessionStart', source: 'startup' }))
    const moved = call({ ...bash('git push'), cwd: '/elsewhere' }, { startDir: '/elsewhere' })
    expect((await gate.handle(moved)).stdout).toContain('deny')
  })

  it('[EDGE-62] gives a second path to the same event the stored answer, and repeats no effect', async () => {
    const gate = makeGate(rooms)
    const result = call({
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_response: { stdout: 'x' },
      tool_use_id: 'a',
    })
    const push = call(bash('git push'))
    const answers = [await gate.handle(push), await gate.handle(push)]
    expect(answers[0]).toEqual(answers[1])
    await gate.handle(result)
    await gate.handle(result)
    const log = join(folder, '.proof', 'session_log.jsonl')
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        timestamp: expect.stringMatching(/^2027-/),
        tool: 'Bash',
        input_preview: 'ls',
        output_preview: 'x',
        success: true,
        session: 's1',
      },
    ])
    expect(statSync(log).mode & 0o777).toBe(0o600)
  })

  it('[EDGE-65, EDGE-89] writes the line of a result also when nothing else can be recorded', async () => {
    const gate = makeGate({ ...rooms, store: () => Promise.reject(new Error('no database')) })
    const result = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 'a',
    }
    expect(await gate.handle(call(result))).toEqual({ stdout: '' })
    const [line = ''] = readFileSync(join(folder, '.proof', 'session_log.jsonl'), 'utf8').split('\n')
    expect(JSON.parse(line)).toMatchObject({ tool: 'Bash', input_preview: 'npm test', test_run: true, session: 's1' })
  })

  describe('that may wait', () => {
    const PATIENT: Policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, parkSeconds: 30 } }
    const decide = (verb: 'approve' | 'skip') =>
      makeGate(rooms).submit(
        {
          id: eventId(`decided-${minted}`),
          atMs: 1_800_000_000_500,
          runtime: 'fairlead',
          session: sessionId('terminal'),
          cwd: folder,
          kind: 'edge',
          verb,
          proof: { kind: 'human', door: 'cli' },
        },
        project,
      )
    const caller = (onWait: () => void, isThere = () => true, hasGivenUp = () => false) => ({
      keepWaiting: onWait,
      isThere: async () => isThere(),
      hasGivenUp,
    })
    const push = () => call(bash('git push'), { waitSeconds: 100 })

    it('is kept open until the person has decided, and what was approved passes as this very call', async () => {
      const gate = makeGate(under(PATIENT))
      const answer = await gate.handle(
        push(),
        undefined,
        caller(() => void decide('approve')),
      )
      expect(answer).toEqual({ stdout: '' })
      const decided = (await kindsOf()).filter((kind) => /^(?:call|junction|allowance)\./.test(kind))
      expect(decided).toEqual([
        ...['call.judged', 'junction.opened', 'junction.approved', 'call.judged', 'allowance.reserved'],
      ])
      const refused = await gate.handle(
        push(),
        undefined,
        caller(() => void decide('skip')),
      )
      expect(refused.stdout).toContain('the person refused this')
    })

    it('spends nothing for a caller that has gone, and does not wait where nobody lets it', async () => {
      const gate = makeGate(under(PATIENT))
      let isThere = true
      const leave = () => {
        isThere = false
        void decide('approve')
      }
      expect(
        (
          await gate.handle(
            push(),
            undefined,
            caller(leave, () => isThere),
          )
        ).stdout,
      ).toContain('deny')
      expect(await kindsOf()).not.toContain('allowance.reserved')
      const never = caller(() => expect.unreachable())
      expect((await gate.handle(call(bash('npm publish')), undefined, never)).stdout).toContain('deny')
      expect(
        (await makeGate(rooms).handle(call(bash('npm publish'), { waitSeconds: 100 }), undefined, never)).stdout,
      ).toContain('deny')
      expect((await gate.handle(call(bash('ls'), { waitSeconds: 100 }), undefined, never)).stdout).toBe('')
    })

    it('[EDGE-131] does not wait where nobody can be reached, and judges what it meets anew', async () => {
      const never = caller(() => expect.unreachable())
      const alone = { ...under(PATIENT), person: { ...rooms.person, isReachable: () => false } }
      expect((await makeGate(alone).handle(push(), undefined, never)).stdout).toContain('deny')
    })

    it('[EDGE-39] decides no call for a caller that has given up: it decides by itself', async () => {
      const late = caller(
        () => undefined,
        () => true,
        () => true,
      )
      await expect(makeGate(rooms).handle(push(), undefined, late)).rejects.toThrow('decides by itself')
      expect(await kindsOf()).toEqual([])
      const broken = { ...rooms, store: () => Promise.reject(new Error('busy')), recordGap: () => expect.unreachable() }
      await expect(makeGate(broken).handle(push(), undefined, late)).rejects.toThrow('decides by itself')
      const result = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {}, tool_use_id: 'a' }
      expect(await makeGate(rooms).handle(call(result), undefined, late)).toEqual({ stdout: '' })
    })
  })

  it('signs an approval and honours it once', async () => {
    const gate = makeGate(rooms)
    await gate.handle(call(bash('git push')))
    minted += 1
    const decision = await gate.submit(
      {
        kind: 'edge',
        verb: 'approve',
        proof: { kind: 'human', door: 'demo' },
        id: eventId(`event-${minted}`),
        atMs: 1_800_000_000_000 + minted,
        runtime: 'fairlead',
        session: sessionId('person'),
        cwd: folder,
      },
      project,
    )
    expect(decision.kind).toBe('allow')
    const answers = [await gate.handle(call(bash('git push', 'b'))), await gate.handle(call(bash('git push', 'c')))]
    expect(answers.map((answer) => answer.stdout === '')).toEqual([true, false])
    await gate.close()
  })

  it('rejects and records a grant that this key did not sign', async () => {
    const gate = makeGate(rooms)
    await gate.handle(call(bash('git push')))
    const { edge } = await store.read(project)
    const grant = {
      id: 'forged',
      number: 1,
      fingerprint: edge.holds[0]?.fingerprint as never,
      session: sessionId('s1'),
      grantedAtMs: 1,
      door: 'cli',
    } as const
    const context = { eventId: eventId('forger'), atMs: 1, runtime: 'x', session: sessionId('s1') }
    await store.update(project, context, () => ({
      facts: [{ kind: 'junction.approved', grant, signature: 'ab' }],
      result: null,
    }))
    const { stdout } = await gate.handle(call(bash('git push', 'd')))
    expect(stdout).toContain('deny')
    expect(await kindsOf()).toContain('grant.rejected')
  })

  it('[EDGE-57] lets a hold of an earlier version lapse at the next event, on record', async () => {
    const gate = makeGate(rooms)
    await gate.handle(call(bash('git push')))
    const [held] = (await store.read(project)).edge.holds
    const junction = { ...held, number: 2, fingerprint: 'f'.repeat(64) } as Hold
    const context = { eventId: eventId('earlier'), atMs: 1, runtime: 'x', session: sessionId('s1') }
    await store.update(project, context, () => ({ facts: [{ kind: 'junction.opened', junction }], result: null }))
    await gate.handle(call(bash('ls', 'b')))
    expect((await store.read(project)).edge.holds.map(({ number }) => number)).toEqual([1])
    expect(await kindsOf()).toContain('junction.lapsed')
  })
})

describe('a steer', () => {
  const compaction = { hook_event_name: 'PostCompact', trigger: 'auto' }

  it('[PLANE-R13b] that a doorway cannot carry is recorded as not delivered', async () => {
    const policy = { ...DEFAULT_POLICY, plane: { ...DEFAULT_POLICY.plane, steerOn: ['task-lifecycle' as const] } }
    const gate = makeGate(under(policy))
    await gate.handle(call(bash('ls')))
    expect(await gate.handle(call(compaction))).toEqual({ stdout: '' })
    const rows = (await store.facts(project, {})).map((row) => row.fact)
    expect(rows.slice(-2)).toMatchObject([
      { kind: 'steer.issued', signal: 'task-lifecycle' },
      { kind: 'answer.reduced', doorway: 'compact.after', lost: ['steer'] },
    ])
  })
})

describe('when something is broken', () => {
  const broken = (): GateRooms => ({ ...rooms, store: () => Promise.reject(new Error('the disk is on fire')) })

  it('[PLANE-R12a] refuses the catastrophic, asks for the risky, lets the rest go on, and records the gap', async () => {
    const gate = makeGate(broken())
    const decisionOf = async (command: string, runtime = 'claude-code') => {
      const { stdout } = await gate.handle(call(bash(command), { runtime }))
      return stdout === '' ? 'silence' : JSON.parse(stdout).hookSpecificOutput.permissionDecision
    }
    expect([await decisionOf('rm -rf /'), await decisionOf('git push'), await decisionOf('ls')]).toEqual([
      'deny',
      'ask',
      'silence',
    ])
    // A runtime that cannot ask refuses instead: without state no approval could be honoured.
    expect([await decisionOf('git push', 'codex'), await decisionOf('ls', 'codex')]).toEqual(['deny', 'silence'])
    expect(readGaps(gapsFile()).map((gap) => [gap.problem, gap.outcome])).toEqual([
      ['the disk is on fire', 'block'],
      ['the disk is on fire', 'ask'],
      ['the disk is on fire', 'allow'],
      ['the disk is on fire', 'ask'],
      ['the disk is on fire', 'allow'],
    ])
  })

  it('[PLANE-R12a] answers by the rules alone whoever has no time left, without database and git', async () => {
    const never = new Promise<never>(() => undefined)
    const gate = makeGate({ ...rooms, store: () => never })
    const work = join(folder, 'work.ts')
    writeFileSync(work, 'of a person')
    const decisionOf = async (command: string, over: Partial<HookCall> = {}) => {
      const { stdout } = await gate.handleAlone(call(bash(command), over), 'it ran out of time')
      return stdout === '' ? 'silence' : JSON.parse(stdout).hookSpecificOutput.permissionDecision
    }
    const asked = ['rm -rf /', 'git push', 'cp /dev/null work.ts', 'rm wor?.*', 'rm none', 'ls']
    const decisions: string[] = []
    for (const command of asked) decisions.push(await decisionOf(command))
    expect(decisions).toEqual(['deny', 'ask', 'deny', 'ask', 'silence', 'silence'])
    expect(await decisionOf('git push', { runtime: 'codex' })).toBe('deny')
    expect(await gate.handleAlone(call({ hook_event_name: 'Stop' }), 'late')).toEqual({ stdout: '' })
    expect(readGaps(gapsFile()).map((gap) => gap.outcome)).toEqual([
      ...['block', 'ask', 'block', 'ask', 'allow', 'allow', 'ask', 'allow'],
    ])
    expect(await decisionOf('rm -rf /', { runtime: 'unknown' })).toBe('silence')
    const far = call({ ...bash('git push'), cwd: '/elsewhere' }, { startDir: '/elsewhere' })
    expect(await gate.handleAlone(far, 'late')).toEqual({ stdout: '' })
  })

  it('[EDGE-40] gives whoever has no time left what was decided and committed meanwhile', async () => {
    const durable = Promise.withResolvers<void>()
    const slow: Store = {
      ...store,
      update: (_root, _context, step) => {
        step(INITIAL_STATE).onCommitted?.(false)
        durable.resolve()
        return new Promise<never>(() => undefined)
      },
    }
    const gate = makeGate({ ...rooms, store: async () => slow })
    const push = call(bash('git push'))
    void gate.handle(push)
    await durable.promise
    expect((await gate.handleAlone(push, 'late')).stdout).toContain('"deny"')
    expect(readGaps(gapsFile())).toEqual([])
  })

  it('[PLANE-R12a] a long run without a database goes on, and every call leaves a gap', async () => {
    const gate = makeGate(broken())
    for (let index = 0; index < 30; index += 1)
      expect(await gate.handle(call(bash('npm test')))).toEqual({ stdout: '' })
    expect(readGaps(gapsFile())).toHaveLength(30)
  })

  it('[EDGE-88] lets a stop pass, whatever is broken', async () => {
    const stop = { hook_event_name: 'Stop', stop_hook_active: true }
    for (const gate of [makeGate(rooms), makeGate(broken())]) {
      const { stdout } = await gate.handle(call(stop))
      expect(stdout).not.toMatch(/block|deny|continue/)
    }
  })

  it('judges what is legible of a malformed payload and records it', async () => {
    const gate = makeGate(rooms)
    const torn = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf /' },
      tool_use_id: 7,
    }
    expect((await gate.handle(call(torn))).stdout).toContain('deny')
    expect(await gate.handle(call('{"hook_event'))).toEqual({ stdout: '' })
    expect(await gate.handle(call(''))).toEqual({ stdout: '' })
    expect(await kindsOf()).toEqual(['payload.malformed', 'payload.malformed', 'payload.malformed'])
  })

  it('answers any bytes', async () => {
    const gate = makeGate(rooms)
    const anything = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json())
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('claude-code', 'codex'), async (bytes, runtime) => {
        const { stdout } = await gate.handle(call(bytes, { runtime }))
        if (stdout !== '') JSON.parse(stdout)
      }),
    )
  })
})

describe('a discard that a person approved', () => {
  it('[PLANE-B2] is answered after its files were copied, and comes back from the copy', async () => {
    execFileSync('git', ['init', '-q'], { cwd: folder })
    writeFileSync(join(folder, 'work.txt'), 'not committed')
    const gate = makeGate(rooms)
    await gate.handle(call(bash('git clean -fd')))
    const proof = { kind: 'human', door: 'cli' } as const
    const edge = { id: eventId('approve'), atMs: 1, runtime: 'fairlead', session: sessionId('t'), cwd: folder }
    await gate.submit({ ...edge, kind: 'edge', verb: 'approve', proof }, project)
    const { stdout } = await gate.handle(call(bash('git clean -fd', 'toolu_2')))
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringMatching(/^backup \d{8}-\d{6}-[0-9a-f]{6}: 1 file;/),
    })
    const taken = (await store.facts(project, {})).flatMap(({ fact }) => (fact.kind === 'backup.taken' ? [fact] : []))
    const home = { folder: join(folder, 'backups'), capMb: 100, keepDays: 7 }
    const [backup] = await listBackups(home, realpathSync(folder))
    expect(taken).toMatchObject([{ id: backup?.id, tree: backup?.tree, files: 1, bytes: 13, before: 'git clean -fd' }])
    rmSync(join(folder, 'work.txt'))
    if (backup) await restore({ backup, paths: [], isClosed: () => false })
    expect(readFileSync(join(folder, 'work.txt'), 'utf8')).toBe('not committed')
  })
})

describe('a director at work', () => {
  it('[PLANE-L15h] leaves a fresh copy at a boundary, on record under an event of its own', async () => {
    execFileSync('git', ['init', '-q'], { cwd: folder })
    writeFileSync(join(folder, 'work.txt'), 'not committed')
    const plane = { ...DEFAULT_POLICY.plane, persistCalls: 1, floorCalls: 1, floorMs: 0 }
    const policy = { ...DEFAULT_POLICY, plane, roles: { ...DEFAULT_POLICY.roles, main: 'director' as const } }
    const gate = makeGate(under(policy))
    const commands = [...Array(4).fill('cat work.txt'), ...Array(4).fill('npm test')]
    for (const [index, command] of commands.entries()) await gate.handle(call(bash(command, `t${index}`)))
    const facts = await store.facts(project, {})
    const boundaries = facts.filter(({ fact }) => fact.kind === 'boundary.detected')
    const synced = facts.filter(({ fact }) => fact.kind === 'backup.taken')
    expect(boundaries.length).toBeGreaterThan(0)
    expect(synced.map((row) => row.eventId)).toEqual(boundaries.map((row) => `${row.eventId}:sync`))
    expect(synced[0]?.fact).toMatchObject({ before: 'a change of work while a director is active', files: 1 })
  })
})
