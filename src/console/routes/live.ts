import { Hono } from 'hono'
import type { LiveEvent } from '../contract/shapes.ts'
import type { ConsoleSession } from '../door/sessions.ts'
import { type ConsoleDeps, type Env, projectId } from './deps.ts'
import { countWaiting } from './session-routes.ts'

const BEAT_MS = 15_000
/** At most four a second. */
const PAUSE_MS = 250

/** What happens, as hints: the page asks again for what it shows. */
export function liveRoutes(deps: ConsoleDeps): Hono<Env> {
  const { views, version } = deps
  const app = new Hono<Env>()
  let open = 0

  app.get('/live', (c) => {
    const session = c.get('session')
    const encoder = new TextEncoder()
    let stop = () => {}
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        let heads = new Map(views.filled()?.heads)
        let isDue = false
        const send = (event: LiveEvent) => {
          try {
            controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
          } catch {
            stop()
          }
        }
        const advance = async () => {
          isDue = false
          const filled = views.filled()
          if (!filled) return
          const moved = filled.heads.filter(([root, seq]) => heads.get(root) !== seq).map(([root]) => projectId(root))
          heads = new Map(filled.heads)
          send({ kind: 'advance', projects: moved, missing: filled.missing, waiting: await countWaiting(deps) })
        }
        const unfollow = views.onFilled(() => {
          if (isDue) return
          isDue = true
          setTimeout(() => void advance().catch(() => undefined), PAUSE_MS)
        })
        const beat = setInterval(() => {
          send(levelOf(deps, session))
          send({ kind: 'beat' })
        }, BEAT_MS)
        open += 1
        session.streams += 1
        views.watch(true)
        const ended = Promise.withResolvers<void>()
        void deps.working(() => ended.promise)
        stop = () => {
          stop = () => {}
          unfollow()
          clearInterval(beat)
          open -= 1
          session.streams -= 1
          if (open === 0) views.watch(false)
          ended.resolve()
        }
        send({ kind: 'hello', version, nowMs: Date.now() })
      },
      cancel: () => stop(),
    })
    return c.body(body, 200, { 'content-type': 'text/event-stream' })
  })
  return app
}

function levelOf({ sessions }: ConsoleDeps, session: ConsoleSession): LiveEvent {
  const untilMs = sessions.presentUntilMs(session)
  const level = sessions.at(session.token, false)?.level ?? 'look'
  return { kind: 'level', level, ...(untilMs !== undefined && { untilMs }) }
}
