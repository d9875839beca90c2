import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { CONSOLE_PROBLEMS } from '../../core/words/person.ts'
import { API } from '../contract/shapes.ts'
import { decideRoutes } from './decide.ts'
import type { ConsoleDeps, Env } from './deps.ts'
import { makeGuard, withHeaders } from './guard.ts'
import { holdRoutes } from './holds.ts'
import { insightRoutes } from './insights.ts'
import { ledgerRoutes } from './ledger.ts'
import { liveRoutes } from './live.ts'
import { nowRoutes } from './now.ts'
import { problemResponse, Told } from './problems.ts'
import { recordRoutes } from './records.ts'
import { sessionRoutes } from './session-routes.ts'
import { pageFiles } from './static.ts'
import { terminalDoor } from './terminal-door.ts'

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 16 * 1_024
const REQUEST_MS = 10_000

export interface ConsoleServer {
  readonly port: number
  readonly close: () => Promise<void>
}

/** The second server of the daemon: page, its questions, and the door for the terminal. */
export function consoleApp(deps: ConsoleDeps): Hono<Env> {
  const guard = makeGuard(deps)
  const app = new Hono<Env>()
  app.use(withHeaders)
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => problemResponse(c, { kind: 'malformed', ...CONSOLE_PROBLEMS.tooBig }),
    }),
  )
  app.use((_c, next) => deps.working(next))
  app.route('/door', terminalDoor(deps, guard))
  app.use(guard.address)
  const api = sessionRoutes(deps, guard)
  for (const routes of [holdRoutes, decideRoutes, nowRoutes, recordRoutes, insightRoutes, ledgerRoutes, liveRoutes])
    api.route('/', routes(deps))
  api.all('/*', (c) => problemResponse(c, { kind: 'missing', ...CONSOLE_PROBLEMS.missing }))
  app.route(API, api)
  app.route('/', pageFiles(deps.page))
  app.onError((error, c) => {
    if (error instanceof Told) return problemResponse(c, error.problem)
    return problemResponse(c, { kind: 'broken', ...CONSOLE_PROBLEMS.broken })
  })
  return app
}

/** Listens on the port that was used before, or on a free one. */
export async function listenConsole(app: Hono<Env>, wanted: number | undefined): Promise<ConsoleServer | undefined> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { requestTimeout: REQUEST_MS } }) as Server
  const port = (await bound(server, wanted ?? 0)) ?? (await bound(server, 0))
  if (port === undefined) return undefined
  return {
    port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function bound(server: Server, port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const failed = () => done(undefined)
    server.once('error', failed)
    server.listen(port, HOST, () => {
      server.off('error', failed)
      const address = server.address()
      done(typeof address === 'object' && address !== null ? address.port : undefined)
    })
  })
}
