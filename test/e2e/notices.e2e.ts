import { execFileSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownPolicy } from '../support/confirm-policy.ts'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import { governedMachine } from './support/governed-machine.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Somebody's own receiver, on this machine. */
async function receiver(): Promise<{ readonly address: string; readonly got: readonly Got[] }> {
  const got: Got[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      reply.end('{"approve":1}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got }
}

const RUNS = {
  claude: (world: World) => {
    const push = [{ name: 'Bash', input: { command: 'git push -q', description: 'push' } }]
    return runClaudePrint({ ...world, prompt: 'go', script: [push, ['Done.']] })
  },
  codex: (world: World) => {
    const push = [{ name: 'exec_command', arguments: { cmd: 'git push -q' } }]
    return runCodexExec({ ...world, prompt: 'go', script: [push, ['Done.']] })
  },
} as const

describe.each(['claude', 'codex'] as const)('a receiver of notices, of a run of %s without a terminal', (name) => {
  const cases = casesFor(name)

  it.skipIf(cases.skip)(
    cases.title('[EDGE-123, EDGE-133] hears once that a hold is kept, also of what happened while no daemon ran'),
    async () => {
      const { world, fairlead } = governedMachine()
      world.git('commit', '-q', '--allow-empty', '-m', 'second')
      const { address, got } = await receiver()
      const secret = fairlead.cli('notify', 'secret').stdout.trim()
      await RUNS[name](world)
      fairlead.stopDaemon()
      ownPolicy({ HOME: world.home }, `notify: { channels: [webhook], webhook: "${address}", text: number }\n`)
      await fairlead.startDaemon()
      await until(() => got.length > 0, 'the notice', { timeoutMs: 20_000 })
      fairlead.stopDaemon()
      await fairlead.startDaemon()
      await pause(5_000)
      expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
        { type: 'hold.kept', data: { project: 'project', holds: [{ number: 1 }] } },
      ])
      const [{ headers, body } = { headers: {}, body: '' }] = got
      expect(body).not.toMatch(/push|commit|remote/)
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64').toString('hex')
      const signed = execFileSync(
        'openssl',
        ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'],
        { input: `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}` },
      )
      expect(headers['webhook-signature']).toBe(`v1,${signed.toString('base64')}`)
      expect(await fairlead.factsOf('notice.sent')).toEqual([
        { kind: 'notice.sent', of: 'hold.kept', channel: 'webhook', holds: [1] },
      ])
      expect(await fairlead.factsOf('junction.approved')).toEqual([])
    },
  )
})
