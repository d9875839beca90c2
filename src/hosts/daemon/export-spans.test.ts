import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { context, onMemory } from '../../../test/contracts/samples.ts'
import type { Fact } from '../../core/model/fact.ts'
import { callId, type ProjectRoot } from '../../core/model/ids.ts'
import type { Store } from '../../stores/store.ts'
import { exportSpans } from './export-spans.ts'

let server: Server
let endpoint = ''
let bodies: { readonly path: string; readonly body: unknown }[] = []
let status = 200
let folder = ''
let store: Store
let project: ProjectRoot

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-spans-'))
  bodies = []
  status = 200
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      bodies.push({ path: request.url ?? '', body: JSON.parse(text) })
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bench = await onMemory()
  store = bench.store
  project = bench.project
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const judged = (call: string, outcome: 'allow' | 'hold'): Fact => ({
  kind: 'call.judged',
  call: callId(call),
  tool: 'Bash',
  toolKind: 'shell',
  cwd: '/project',
  work: 'explore',
  preview: 'git push with a secret in it',
  tier: outcome === 'hold' ? 'junction' : 'routine',
  outcome,
  rules: outcome === 'hold' ? ['EDGE-43', 'git.push'] : [],
  refused: [],
})

async function decided(call: string, outcome: 'allow' | 'hold', atMs: number): Promise<void> {
  await store.update(project, context({ atMs }), () => ({ facts: [judged(call, outcome)], result: null }))
}

const send = (to = endpoint) =>
  exportSpans({
    store: async () => store,
    endpointOf: () => to,
    cursorFile: join(folder, 'cursor.json'),
    version: '1.2.3',
  })

it('sends every decision once, in the words of the GenAI conventions, and no text of it', async () => {
  await decided('call-1', 'hold', 1_800_000_000_123)
  await send()
  await send()
  expect(bodies).toEqual([
    {
      path: '/v1/traces',
      body: {
        resourceSpans: [
          {
            resource: {
              attributes: [
                { key: 'service.name', value: { stringValue: 'fairlead' } },
                { key: 'service.version', value: { stringValue: '1.2.3' } },
              ],
            },
            scopeSpans: [
              {
                scope: { name: 'fairlead', version: '1.2.3' },
                spans: [
                  {
                    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
                    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
                    name: 'execute_tool Bash',
                    kind: 1,
                    startTimeUnixNano: '1800000000123000000',
                    endTimeUnixNano: '1800000000123000000',
                    attributes: [
                      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                      { key: 'gen_ai.tool.name', value: { stringValue: 'Bash' } },
                      { key: 'gen_ai.tool.call.id', value: { stringValue: 'call-1' } },
                      { key: 'gen_ai.conversation.id', value: { stringValue: 'session-1' } },
                      { key: 'fairlead.runtime', value: { stringValue: 'claude-code' } },
                      { key: 'fairlead.decision', value: { stringValue: 'hold' } },
                      { key: 'fairlead.tier', value: { stringValue: 'junction' } },
                      {
                        key: 'fairlead.rules',
                        value: { arrayValue: { values: [{ stringValue: 'EDGE-43' }, { stringValue: 'git.push' }] } },
                      },
                      { key: 'fairlead.project', value: { stringValue: expect.stringMatching(/^[0-9a-f]{16}$/) } },
                      { key: 'fairlead.fact', value: { intValue: '1' } },
                    ],
                    status: { code: 2, message: 'hold' },
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ])
  expect(JSON.stringify(bodies)).not.toContain('secret')
})

it('sends again what was not taken, the same spans', async () => {
  await decided('call-1', 'allow', 1)
  status = 503
  await send()
  await send('http://127.0.0.1:1')
  await decided('call-2', 'allow', 2)
  status = 200
  await send()
  const [first, second] = bodies.map(({ body }) => JSON.stringify(body).match(/"spanId":"[^"]+"/g) ?? [])
  expect(second?.slice(0, 1)).toEqual(first)
  expect(second).toHaveLength(2)
  expect(JSON.parse(readFileSync(join(folder, 'cursor.json'), 'utf8'))).toEqual({ [project]: 2 })
})

it('sends nothing without an endpoint', async () => {
  await decided('call-1', 'allow', 1)
  await send('')
  expect(bodies).toEqual([])
})
