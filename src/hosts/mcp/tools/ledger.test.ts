import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeSearchedProject, type SearchedProject } from '../../../../test/support/searched-project.ts'
import { evolve } from '../../../core/index.ts'
import { projectRoot } from '../../../core/model/ids.ts'
import type { Json } from '../../../core/model/json.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import { countTokens } from '../../../ledger/count-tokens.ts'
import { memoryStore } from '../../../stores/memory/store.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { ghostTool, recallTool, sectionTool } from './ledger.ts'

let project: SearchedProject
beforeEach(() => {
  project = makeSearchedProject({ git: true })
  vi.stubEnv('HOME', project.folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  project.remove()
})

let told: unknown[] = []

async function call(tool: Tool, args: Readonly<Record<string, Json>>) {
  const context: ToolContext = {
    gate: {
      handle: async () => ({ stdout: '' }),
      handleAlone: async () => ({ stdout: '' }),
      submit: async (event) => {
        told.push(event)
        return { kind: 'allow' }
      },
      settled: async () => undefined,
      close: async () => undefined,
    },
    store: async () => memoryStore({ evolve, initial: INITIAL_STATE }),
    runtime: 'claude-code',
    cwd: project.root,
    projectOf: (folder) => (folder === project.root ? projectRoot(folder) : undefined),
  }
  return tool.call({ args, call: undefined }, context)
}

describe('ledger_recall', () => {
  it('[LEDGER-84] gives a few places, a JSON object a line, and says what it is', async () => {
    const { text, isError } = await call(recallTool, { query: 'hash password', scope: 'code', topk: 1 })
    const [first, note] = text.split('\n')
    expect([JSON.parse(first ?? '{}').path, note, isError]).toEqual([
      'src/auth/password.ts',
      'degraded: ck is not installed; the embedded search answered',
      undefined,
    ])
    expect((await call(recallTool, { query: 'zebra' })).text).toMatch(/^nothing found/)
  })

  it('[LEDGER-25] searches the ledger within the budget of level 2, and tells what it cost', async () => {
    told = []
    const { text } = await call(recallTool, { query: 'when do sessions expire', scope: 'ledger' })
    const [first = '{}'] = text.split('\n')
    expect(Object.keys(JSON.parse(first))).toEqual(['path', 'span', 'score', 'snippet', 'engine'])
    const lines = text.split('\n').filter((line) => line.startsWith('{'))
    expect(told).toMatchObject([{ act: { do: 'measured', level: 2, tokens: await countTokens(lines.join('\n')) } }])
  })

  it.each<readonly [Record<string, Json>, RegExp]>([
    [{}, /`query` is empty/],
    [{ query: 7 }, /`query` is empty/],
    [{ query: 'x', scope: 'toString' }, /unknown scope/],
    [{ query: 'x', working_dir: '/elsewhere' }, /isn't set up/],
  ])('a bad call is told the next step: %j', async (args, says) => {
    expect(await call(recallTool, args)).toMatchObject({ text: expect.stringMatching(says), isError: true })
  })
})

describe('ledger_section', () => {
  it('[LEDGER-44, LEDGER-83] gives the whole of it', async () => {
    const { text } = await call(sectionTool, { path: '${PROJECT_ROOT}/src/auth/login.ts', line: 5 })
    expect(JSON.parse(text)).toMatchObject({ name: 'authenticateUser', line_start: 3, line_end: 6, complete: true })
    expect((await call(sectionTool, { path: '${PROJECT_ROOT}/src/auth/login.ts', name: 'SessionStore' })).isError).toBe(
      undefined,
    )
  })

  it.each<readonly [Record<string, Json>, RegExp]>([
    [{ path: 'src/a.ts', line: 1 }, /relative/],
    [{ path: '/etc/passwd', line: 1 }, /outside/],
    [{ path: '${PROJECT_ROOT}/../x', line: 1 }, /traversal/],
    [{ path: '${PROJECT_ROOT}/src/auth/login.ts' }, /pass `line` or `name`/],
    [{ path: '${PROJECT_ROOT}/never.ts', line: 1 }, /missing/],
    [{ path: '${PROJECT_ROOT}/a', line: 1, working_dir: '/' }, /isn't set up/],
  ])('[LEDGER-85] a bad call is told the next step: %j', async (args, says) => {
    expect(await call(sectionTool, args)).toMatchObject({ text: expect.stringMatching(says), isError: true })
  })
})

describe('ledger_ghost', () => {
  it('[LEDGER-40] looks before it says absent', async () => {
    const args = { feature: 'rate limiting', query1: 'rate limit clients', query2: 'throttle quota middleware' }
    told = []
    expect(JSON.parse((await call(ghostTool, args)).text)).toMatchObject({ verdict: { status: 'verified' } })
    const queries = ['rate limit clients', 'throttle quota middleware', 'rate limiting']
    const entry = {
      phase: 'negative_ground',
      feature: 'rate limiting',
      status: 'verified',
      queries,
      scores: [expect.any(Number), expect.any(Number), expect.any(Number)],
    }
    expect(told).toMatchObject([{ kind: 'ledger', act: { do: 'note', entry }, runtime: 'claude-code' }])
    expect(await call(ghostTool, { ...args, query2: '' })).toMatchObject({ isError: true })
    expect(await call(ghostTool, { ...args, working_dir: '/' })).toMatchObject({ isError: true })
  })
})
