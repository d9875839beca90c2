import { describe, expect, it } from 'vitest'
import { common, PROJECT, SESSION, shell } from '../../../../test/support/events.ts'
import { decide } from '../../../core/decide.ts'
import { evolve } from '../../../core/index.ts'
import type { Decision } from '../../../core/model/decision.ts'
import type { ClientSight } from '../../../core/model/door.ts'
import type { ParsedEvent } from '../../../core/model/event.ts'
import { DEFAULT_POLICY, type Policy } from '../../../core/model/policy.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import type { KeyboardEvidence } from '../../../person/terminal.ts'
import { memoryStore } from '../../../stores/memory/store.ts'
import type { ToolContext } from '../tool.ts'
import { toolsFor } from '../tools.ts'
import { makeAskPerson } from './ask-person.ts'

const CLIENT: ClientSight = { pid: 7, started: 1, tty: true }
const APPROVED: Decision = { kind: 'allow', notice: 'hold #1 approved once', steer: 'run it again now' }

interface Scene {
  readonly client?: ClientSight
  readonly evidence?: KeyboardEvidence
  readonly answer?: string
  readonly args?: Readonly<Record<string, number>>
  readonly decision?: Decision
  readonly governed?: boolean
}

/** A held push of a session whose client is 7; what the tool says, asks and hands to the gate. */
async function play(scene: Scene) {
  const store = memoryStore({ evolve, initial: INITIAL_STATE })
  const held = { ...shell('git push'), atMs: Date.now() }
  const facts = decide(INITIAL_STATE, held, DEFAULT_POLICY).facts
  await store.update(PROJECT, { eventId: held.id, atMs: held.atMs, runtime: 'codex', session: SESSION }, () => ({
    facts: [{ kind: 'client.registered', client: CLIENT }, ...facts],
    result: null,
  }))
  const submitted: ParsedEvent[] = []
  const asked: string[] = []
  const context: ToolContext = {
    gate: {
      handle: async () => ({ stdout: '' }),
      handleAlone: async () => ({ stdout: '' }),
      submit: async (event) => {
        submitted.push(event)
        return scene.decision ?? APPROVED
      },
      settled: async () => undefined,
      close: async () => undefined,
    },
    store: async () => store,
    runtime: 'codex',
    cwd: '/p',
    projectOf: () => (scene.governed === false ? undefined : PROJECT),
  }
  const tool = makeAskPerson({
    clientHere: async () => scene.client,
    weigh: () => scene.evidence ?? { kind: 'person' },
  })
  const askPerson = async (message: string) => {
    asked.push(message)
    return scene.answer
  }
  const answer = await tool.call({ args: scene.args ?? {}, call: undefined, askPerson }, context)
  return { answer, asked, submitted }
}

describe('the dialog', () => {
  it('brings the person’s decision to the gate', async () => {
    for (const args of [{}, { hold: 1 }]) {
      const { answer, asked, submitted } = await play({ client: CLIENT, answer: 'approve', args })
      expect(answer).toEqual({ text: 'hold #1 approved once; run it again now' })
      expect(asked).toEqual([expect.stringContaining('hold #1 `git push`: pushes commits')])
      expect(submitted).toMatchObject([
        {
          kind: 'edge',
          verb: 'approve',
          hold: 1,
          session: SESSION,
          runtime: 'codex',
          proof: { kind: 'human', door: 'codex' },
        },
      ])
    }
  })

  it('is no decision when the person gave none', async () => {
    const { answer, submitted } = await play({ client: CLIENT })
    expect(answer.text).toContain('has not decided about hold #1')
    expect(submitted).toEqual([])
  })

  it('proves nobody where the terminal tells against it', async () => {
    const evidence: KeyboardEvidence = { kind: 'refuted', why: 'no key was pressed' }
    const decision: Decision = { kind: 'answer', text: 'not accepted' }
    const { answer, submitted } = await play({ client: CLIENT, answer: 'dismiss', evidence, decision })
    expect(answer).toEqual({ text: 'not accepted', isError: true })
    expect(submitted).toMatchObject([
      {
        verb: 'dismiss',
        proof: {
          kind: 'unproven',
          why: 'no key was pressed',
          means: expect.stringContaining('an MCP server started by'),
        },
      },
    ])
  })

  it('says nothing after a decision without words', async () => {
    const decision: Decision = { kind: 'block', reasons: [{ ruleId: 'x', text: 'y' }] }
    expect((await play({ client: CLIENT, answer: 'skip', decision })).answer).toEqual({ text: '' })
  })

  it('is not opened for anybody but the client of the session, and the attempt is on record', async () => {
    for (const client of [undefined, { ...CLIENT, started: 2 }]) {
      const { answer, asked, submitted } = await play({
        ...(client && { client }),
        answer: 'approve',
        args: { hold: 1 },
      })
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("wasn't started by the client") })
      expect(asked).toEqual([])
      expect(submitted).toMatchObject([
        { verb: 'approve', hold: 1, proof: { kind: 'unproven', means: expect.any(String) } },
      ])
    }
    expect(await play({ governed: false })).toMatchObject({ answer: { isError: true }, submitted: [] })
  })

  it('knows when nothing waits', async () => {
    const { answer, submitted } = await play({ client: CLIENT, args: { hold: 9 } })
    expect(answer).toEqual({ text: 'this session has no hold #9', isError: true })
    expect(submitted).toEqual([])
  })
})

describe('what a runtime is offered', () => {
  const names = (runtime: string, mcp: Policy['mcp'], required = false) =>
    toolsFor(runtime, {
      ...DEFAULT_POLICY,
      mcp: { ...DEFAULT_POLICY.mcp, ...mcp },
      anchor: { ...DEFAULT_POLICY.anchor, required },
    }).map(({ name }) => name)

  it('follows the settings', () => {
    expect([
      names('codex', {}),
      names('claude-code', {}),
      names('codex', { codex: 'all' }),
      names('codex', { codex: 'off' }),
      names('claude-code', {}, true),
    ]).toEqual([
      ['ask_person'],
      [],
      [
        'ask_person',
        'anchor',
        'checkpoint',
        'objective',
        'plan',
        'memory',
        'ledger_status',
        'ledger_decide',
        'ledger_withdraw',
        'ledger_pivot',
        'ledger_handoff',
        'ledger_recall',
        'ledger_section',
        'ledger_ghost',
        'ledger_tasks',
        'ledger_task',
        'waive',
      ],
      [],
      ['anchor'],
    ])
    // LEDGER-111: where the record is installed its tools are there, and no others.
    expect(toolsFor('claude-code', DEFAULT_POLICY, true).map(({ name }) => name)).toEqual(
      names('codex', { codex: 'all' }).slice(3, -1),
    )
    const led = (roles: Partial<Policy['roles']>) =>
      toolsFor('claude-code', { ...DEFAULT_POLICY, roles: { ...DEFAULT_POLICY.roles, ...roles } }).map(
        ({ name }) => name,
      )
    expect([led({ director: 'lead' }), led({ main: 'director' })]).toEqual([['waive'], ['waive']])
  })
})

it('here nothing is a client', async () => {
  const tool = makeAskPerson()
  const context: ToolContext = {
    gate: {
      handle: async () => ({ stdout: '' }),
      handleAlone: async () => ({ stdout: '' }),
      submit: async () => APPROVED,
      settled: async () => undefined,
      close: async () => undefined,
    },
    store: async () => memoryStore({ evolve, initial: INITIAL_STATE }),
    runtime: 'codex',
    cwd: '/p',
    projectOf: () => undefined,
  }
  const answer = await tool.call({ args: {}, call: common().id, askPerson: async () => 'approve' }, context)
  expect(answer).toEqual({ text: 'this session has no hold, or several: name the number', isError: true })
})
