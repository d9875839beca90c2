import { Hono } from 'hono'
import type { ProjectRoot, SessionId } from '../../core/model/ids.ts'
import { lookUp } from '../../core/model/language.ts'
import type { SessionState, State } from '../../core/model/state.ts'
import { livePause } from '../../core/protocols/edge/grants.ts'
import { liveHolds } from '../../core/protocols/edge/holds.ts'
import { goneSessions } from '../../person/processes.ts'
import { QUERIES } from '../contract/routes.ts'
import type { NowAnswer, NowCard, OpenGrant, SessionDetail } from '../contract/shapes.ts'
import { type ConsoleDeps, type Env, projectId, rootOfId } from './deps.ts'
import { checked, found } from './problems.ts'

const HOUR_MS = 3_600_000
/** What `doctor` tries is no agent's session. */
const DOCTOR = 'fairlead-doctor'
const WORKING_MS = 2 * 60_000
const RECENT = 5
const MAX_CARDS = 40
const RANK = ['waiting', 'looping', 'working', 'idle'] as const

/** The sessions that live, those that wait for the person first. */
export function nowRoutes(deps: ConsoleDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/now', async (c) => {
    const { project, hours } = checked(QUERIES.now, c.req.query())
    const open = await deps.store()
    const roots = project === undefined ? await open.projects() : [found(await rootOfId(deps, project))]
    const nowMs = Date.now()
    const states = await Promise.all(roots.map(async (root) => ({ root, state: await open.read(root) })))
    const cards = await Promise.all(
      states.map((one) => cardsOf(deps, one, { nowMs, sinceMs: nowMs - hours * HOUR_MS })),
    )
    return c.json({
      nowMs,
      cards: cards
        .flat()
        .toSorted(
          (left, right) => RANK.indexOf(left.standing) - RANK.indexOf(right.standing) || right.lastMs - left.lastMs,
        )
        .slice(0, MAX_CARDS),
      open: states.flatMap(({ root, state }) => openGrants(root, state, nowMs)),
    } satisfies NowAnswer)
  })
  return app
}

interface Span {
  readonly nowMs: number
  readonly sinceMs: number
}

async function cardsOf(
  deps: ConsoleDeps,
  { root, state }: { readonly root: ProjectRoot; readonly state: State },
  span: Span,
): Promise<readonly NowCard[]> {
  const gone = new Set<string>(goneSessions(state, span.nowMs))
  const live = Object.entries<SessionState>(state.sessions).filter(
    ([id, { ended, lastAtMs }]) => !ended && !gone.has(id) && id !== DOCTOR && lastAtMs >= span.sinceMs,
  )
  const cards = await Promise.all(
    live.map(async ([id]) => {
      const session = await deps.views.ask('session', { root, session: id })
      return session ? cardOf(deps, state, { root, session, ...span }) : []
    }),
  )
  return cards.flat()
}

async function cardOf(
  deps: ConsoleDeps,
  state: State,
  { root, session, nowMs, sinceMs }: Span & { readonly root: ProjectRoot; readonly session: SessionDetail },
): Promise<NowCard> {
  const id = session.session as SessionId
  const recent = await deps.views.ask('rows', { root, session: id, kinds: ['call.judged'], q: '', limit: RECENT })
  const hold = liveHolds(state.edge, nowMs).find((one) => one.session === id)
  const attention = lookUp(state.ledger.attention, id)
  const working = state.roles.working.filter((one) => one.session === id)
  const since = attention && attention.tokens - attention.syncedTokens
  const { ribbon, boundaries, ...row } = session
  const standing = hold
    ? 'waiting'
    : session.loops > 0 && isLooping(state, id)
      ? 'looping'
      : nowMs - row.lastMs < WORKING_MS
        ? 'working'
        : 'idle'
  return {
    ...row,
    project: projectId(root),
    standing,
    mode: state.edge.mode,
    objective: row.title || lookUp(state.sessions, id)?.prompt || state.edge.claims.objective,
    agents: working.map(({ agent, type }) => ({ id: agent, type })),
    ribbon: ribbon.filter(({ toMs }) => toMs >= sinceMs),
    boundaries: boundaries.filter((atMs) => atMs >= sinceMs),
    ...(attention && {
      attention: {
        level: attention.level,
        tokens: since ?? 0,
        ...(attention.window !== null && attention.window > 0 && { share: attention.tokens / attention.window }),
      },
    }),
    recent: recent?.rows ?? [],
    ...(hold && { hold: { number: hold.number, command: hold.command ?? hold.reason } }),
  }
}

/** The window that is open saw several failures in a row. */
function isLooping({ plane }: State, session: SessionId): boolean {
  return Object.entries(plane.scopes).some(
    ([key, scope]) => key.includes(session) && scope.ended === null && (scope.window?.failures ?? 0) >= 2,
  )
}

function openGrants(root: ProjectRoot, { edge }: State, nowMs: number): readonly OpenGrant[] {
  const project = projectId(root)
  const pause = livePause(edge, nowMs)
  return [
    ...edge.allowances
      .filter(({ use }) => use.kind === 'open')
      .map(({ number, about = '' }) => ({ project, number, kind: 'approval' as const, about })),
    ...edge.dismissals
      .filter(({ expiresAtMs }) => nowMs < expiresAtMs)
      .map(({ number, about = '', expiresAtMs }) => ({
        project,
        number,
        kind: 'dismissal' as const,
        about,
        untilMs: expiresAtMs,
      })),
    ...(pause ? [{ project, number: 0, kind: 'pause' as const, about: '', untilMs: pause.expiresAtMs }] : []),
  ]
}
