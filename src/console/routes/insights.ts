import { Hono } from 'hono'
import { QUERIES } from '../contract/routes.ts'
import { type ConsoleDeps, type Env, rootOfId } from './deps.ts'
import { checked, found } from './problems.ts'

export function insightRoutes(deps: ConsoleDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/insights', async (c) => {
    const { project, days } = checked(QUERIES.insights, c.req.query())
    const root = project === undefined ? undefined : found(await rootOfId(deps, project))
    return c.json(found(await deps.views.ask('insights', { root, days, nowMs: Date.now() })))
  })
  return app
}
