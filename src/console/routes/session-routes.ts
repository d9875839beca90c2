import { Hono } from 'hono'
import { waitingHolds } from '../../core/protocols/edge/holds.ts'
import { CONSOLE_PROBLEMS } from '../../core/words/person.ts'
import { WORK_NAMES } from '../../core/words/plane.ts'
import { RUNTIMES } from '../../runtimes/registry.ts'
import { BODIES } from '../contract/routes.ts'
import type { Redeemed, StateAnswer } from '../contract/shapes.ts'
import { whyNotPresent } from '../door/prove.ts'
import { type ConsoleDeps, type Env, projectRows } from './deps.ts'
import { type Guard, recordOpened } from './guard.ts'
import { checked } from './problems.ts'

/** Ticket → look; state of this page; lock. */
export function sessionRoutes(deps: ConsoleDeps, guard: Guard): Hono<Env> {
  const { sessions, version, views } = deps
  const app = new Hono<Env>()

  app.post('/session/redeem', async (c) => {
    const { ticket } = checked(BODIES.redeem, await c.req.json().catch(() => undefined))
    const { browser } = await guard.sightOf(c.env.incoming, true)
    const session = sessions.redeem(ticket, browser)
    if (!session) return guard.refuse(c, { kind: 'locked', ...CONSOLE_PROBLEMS.usedTicket }, browser)
    await recordOpened(deps, session, 'look')
    return c.json({ token: session.token, digits: session.digits } satisfies Redeemed)
  })

  app.use('/*', guard.session)

  app.delete('/session', (c) => {
    sessions.end(c.get('session'))
    return c.json({})
  })

  app.post('/session/seen', async (c) => {
    c.get('session').visible = checked(BODIES.seen, await c.req.json().catch(() => undefined)).visible
    return c.json({})
  })

  app.get('/state', async (c) => {
    const session = c.get('session')
    const until = sessions.presentUntilMs(session)
    const why = whyNotPresent(session.browser)
    return c.json({
      version,
      nowMs: Date.now(),
      level: session.level,
      ...(until !== undefined && { levelUntilMs: until }),
      ...(why !== undefined && { levelWhy: why }),
      ...(session.level === 'look' && why === undefined && { digits: session.digits }),
      projects: await projectRows(deps),
      works: WORK_NAMES,
      runtimes: Object.fromEntries(RUNTIMES.map(({ name, title }) => [name, title])),
      waiting: await countWaiting(deps),
      missing: views.filled()?.missing ?? 0,
    } satisfies StateAnswer)
  })
  return app
}

export async function countWaiting({ store }: ConsoleDeps): Promise<number> {
  const open = await store()
  const nowMs = Date.now()
  const states = await Promise.all((await open.projects()).map((project) => open.read(project)))
  return states.reduce((sum, { edge }) => sum + waitingHolds(edge, nowMs).length, 0)
}
