import { request } from 'node:http'
import type { Fact } from '../../../src/core/model/fact.ts'
import type { Hold } from '../../../src/core/model/state.ts'
import { type ConsoleWorld, consoleWorld, openTerminal } from './console-world.ts'
import { seeder } from './seed.ts'

/** A machine on which three calls are held, with what an agent would need to talk to its console. */
export interface Attacked extends ConsoleWorld {
  readonly port: number
  readonly granted: () => Promise<readonly Fact[]>
  readonly refusals: () => Promise<readonly Fact[]>
  readonly hold: (number: number) => Promise<Hold | undefined>
  /** A program that says everything a browser would say. */
  readonly say: (sent: Sent) => Promise<Answered>
}

export interface Sent {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export async function attacked(): Promise<Attacked> {
  const made = await consoleWorld(async ({ world, env }) => {
    world.git('commit', '-q', '--allow-empty', '-m', 'second')
    const seed = seeder(world.project, env)
    for (const command of ['git push origin main', 'npm publish', 'git push --tags'])
      await seed.call('s1', Date.now(), { input: { command } })
    await seed.close()
  })
  const terminal = await openTerminal(made)
  const port = Number(new URL(terminal.url).port)
  terminal.child.kill('SIGKILL')
  const { factsOf } = made.fairlead
  return {
    ...made,
    port,
    granted: async () => [...(await factsOf('junction.approved')), ...(await factsOf('junction.dismissed'))],
    refusals: async () => [...(await factsOf('console.refused')), ...(await factsOf('approval.refused'))],
    hold: async (number) => {
      const store = await made.fairlead.store()
      const found = (await store.read(made.world.project as never)).edge.holds.find((one) => one.number === number)
      await store.close()
      return found
    },
    say: (sent) => answerTo(port, sent),
  }
}

function answerTo(port: number, { path, method = 'POST', headers = {}, body }: Sent): Promise<Answered> {
  const host = `fairlead.localhost:${port}`
  const said = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...said, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
    sent.on('error', fail)
    sent.end(body && JSON.stringify(body))
  })
}
