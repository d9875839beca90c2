import { Hono } from 'hono'
import { exportLines } from '../../stores/export.ts'
import { PARAMS, QUERIES } from '../contract/routes.ts'
import type { FactAnswer, SessionDetail, SessionsAnswer, TimelineAnswer } from '../contract/shapes.ts'
import { type ConsoleDeps, type Env, projectId, rootOfId } from './deps.ts'
import { checked, found } from './problems.ts'

/** Sessions, their timelines, the audit, and single facts. */
export function recordRoutes(deps: ConsoleDeps): Hono<Env> {
  const { views, store } = deps
  const app = new Hono<Env>()
  const rootIn = async (id: string | undefined) => found(await rootOfId(deps, checked(PARAMS.project, id)))
  const optional = async (id: string | undefined) => (id === undefined ? undefined : found(await rootOfId(deps, id)))

  app.get('/sessions', async (c) => {
    const { project, ...query } = checked(QUERIES.sessions, c.req.query())
    const answer = await views.ask('sessions', { root: await optional(project), ...query })
    const rows = (answer?.rows ?? []).map((row) => ({ ...row, project: projectId(row.project) }))
    return c.json({ ...answer, rows } satisfies SessionsAnswer)
  })

  app.get('/sessions/:project/:session', async (c) => {
    const [root, session] = [await rootIn(c.req.param('project')), checked(PARAMS.session, c.req.param('session'))]
    const answer = found(await views.ask('session', { root, session }))
    return c.json({ ...answer, project: projectId(answer.project) } satisfies SessionDetail)
  })

  app.get('/sessions/:project/:session/timeline', async (c) => {
    const [root, session] = [await rootIn(c.req.param('project')), checked(PARAMS.session, c.req.param('session'))]
    const query = checked(QUERIES.timeline, c.req.query())
    return c.json(((await views.ask('rows', { root, session, ...query })) ?? NOTHING) satisfies TimelineAnswer)
  })

  app.get('/audit/:project', async (c) => {
    const root = await rootIn(c.req.param('project'))
    const query = checked(QUERIES.audit, c.req.query())
    return c.json(((await views.ask('rows', { root, ...query })) ?? NOTHING) satisfies TimelineAnswer)
  })

  app.get('/audit/:project/fact/:seq', async (c) => {
    const root = await rootIn(c.req.param('project'))
    const seq = checked(PARAMS.seq, c.req.param('seq'))
    const [row] = await (await store()).facts(root, { after: seq - 1, limit: 1 })
    const { hash, prevHash, project: _project, seq: _seq, ...recorded } = found(row)
    return c.json({ seq, hash, prevHash, body: JSON.stringify(recorded, null, 2) } satisfies FactAnswer)
  })

  app.get('/audit/:project/stream', async (c) => {
    const root = await rootIn(c.req.param('project'))
    checked(QUERIES.stream, c.req.query())
    const lines = exportLines(await store(), root)
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const chunk: string[] = []
        while (chunk.length < LINES_AT_ONCE) {
          const next = await lines.next()
          if (next.done) break
          chunk.push(next.value)
        }
        if (chunk.length > 0) controller.enqueue(encoder.encode(`${chunk.join('\n')}\n`))
        if (chunk.length < LINES_AT_ONCE) controller.close()
      },
      cancel: async () => void (await lines.return(undefined)),
    })
    return c.body(body, 200, { 'content-type': 'application/x-ndjson; charset=utf-8' })
  })
  return app
}

const LINES_AT_ONCE = 500
const NOTHING: TimelineAnswer = { rows: [], isWhole: true }
