import { Hono } from 'hono'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { lookUp } from '../../core/model/language.ts'
import type { Hold, KeptHold, State } from '../../core/model/state.ts'
import { needsPassphrase, sealOf, waitingHolds } from '../../core/protocols/edge/holds.ts'
import { CONSOLE_PROBLEMS, LEVEL_PROBLEMS } from '../../core/words/person.ts'
import { PARAMS, QUERIES } from '../contract/routes.ts'
import type {
  Act,
  Asker,
  HoldDetail,
  HoldRow,
  HoldsAnswer,
  Level,
  PatchAnswer,
  PreviewAnswer,
} from '../contract/shapes.ts'
import { patchOf } from '../preview/commits.ts'
import { previewHold } from '../preview/preview.ts'
import { type ConsoleDeps, type Env, projectId, rootOfId, shortened } from './deps.ts'
import { checked, found, Told } from './problems.ts'

/** The queue: what waits, what was settled, one of them whole, and what it would touch now. */
export function holdRoutes(deps: ConsoleDeps): Hono<Env> {
  const { views } = deps
  const app = new Hono<Env>()

  app.get('/holds', async (c) => {
    const { state, project, limit, ...rest } = checked(QUERIES.holds, c.req.query())
    const root = project === undefined ? undefined : found(await rootOfId(deps, project))
    if (state === 'waiting') {
      const rows = await waitingRows(deps, root)
      const last =
        rows.length === 0
          ? (await views.ask('holds', { root, settledOnly: true, q: '', limit: 1 }))?.rows[0]
          : undefined
      return c.json({ rows, ...(last && { last: named(last) }) } satisfies HoldsAnswer)
    }
    const answer = await views.ask('holds', { root, settledOnly: state === 'settled', limit, ...rest })
    return c.json({ ...answer, rows: (answer?.rows ?? []).map(named) } satisfies HoldsAnswer)
  })

  app.get('/holds/:project/:number', async (c) => {
    const { root, number } = await meant(deps, c.req.param())
    return c.json(await detailOf(deps, root, number, c.get('session').level))
  })

  app.get('/holds/:project/:number/preview', async (c) => {
    const { root, number } = await meant(deps, c.req.param())
    const hold = await waitingHold(deps, root, number)
    if (!hold) throw new Told('gone', CONSOLE_PROBLEMS.gone(number))
    const folder = (await views.ask('hold', { root, number }))?.folder || root
    const answer: PreviewAnswer = await previewHold(hold, { folder, root, home: deps.home })
    return c.json(answer)
  })

  app.get('/holds/:project/:number/patch', async (c) => {
    const { root, number } = await meant(deps, c.req.param())
    const { commit } = checked(QUERIES.patch, c.req.query())
    const folder = (await views.ask('hold', { root, number }))?.folder || root
    return c.json(found(await patchOf(commit, folder)) satisfies PatchAnswer)
  })
  return app
}

export async function meant(deps: ConsoleDeps, given: Record<string, string>) {
  const root = found(await rootOfId(deps, checked(PARAMS.project, given['project'])))
  return { root, number: checked(PARAMS.number, given['number']) }
}

/** `project` of a row from the views is its folder. */
const named = (row: HoldRow): HoldRow => ({ ...row, project: projectId(row.project) })

export async function waitingHold(
  { store }: ConsoleDeps,
  root: ProjectRoot,
  number: number,
): Promise<Hold | KeptHold | undefined> {
  const { edge } = await (await store()).read(root)
  return waitingHolds(edge, Date.now()).find((hold) => hold.number === number)
}

/** Oldest first: the one that has waited longest is decided first. */
async function waitingRows({ store, views }: ConsoleDeps, only: ProjectRoot | undefined): Promise<readonly HoldRow[]> {
  const open = await store()
  const roots = only === undefined ? await open.projects() : [only]
  const rows = await Promise.all(
    roots.map(async (root) => {
      const state = await open.read(root)
      return Promise.all(
        waitingHolds(state.edge, Date.now()).map(async (hold) => {
          const known = await views.ask('hold', { root, number: hold.number })
          return rowOf(state, root, hold, { rule: known?.row.rule ?? '', calls: known?.callsSince ?? 0 })
        }),
      )
    }),
  )
  return rows.flat().toSorted((left, right) => left.atMs - right.atMs)
}

function rowOf(state: State, root: string, hold: Hold | KeptHold, { rule, calls }: Known): HoldRow {
  const session = lookUp(state.sessions, hold.session)
  return {
    project: projectId(root),
    number: hold.number,
    atMs: hold.createdAtMs,
    state: 'waiting',
    type: hold.type,
    rule,
    reason: hold.reason,
    command: hold.text ?? hold.command ?? '',
    session: hold.session,
    runtime: session?.runtime ?? '',
    agentType: hold.agentType ?? '',
    asker: askerOf(state, hold, calls),
    ...(isKept(hold) && { keptUntilMs: hold.keepUntilMs }),
  }
}

interface Known {
  readonly rule: string
  /** That its session made since. */
  readonly calls: number
}

const isKept = (hold: Hold | KeptHold): hold is KeptHold => 'met' in hold

const IDLE_MS = 60_000

function askerOf({ sessions }: State, { session, createdAtMs }: Hold, calls: number): Asker {
  const known = lookUp(sessions, session)
  if (!known || known.ended) return { kind: 'ended', sinceMs: known?.lastAtMs ?? createdAtMs, calls }
  const isWorking = calls > 0 && Date.now() - known.lastAtMs < IDLE_MS
  return { kind: isWorking ? 'working' : 'idle', sinceMs: isWorking ? createdAtMs : known.lastAtMs, calls }
}

async function detailOf(deps: ConsoleDeps, root: ProjectRoot, number: number, level: Level): Promise<HoldDetail> {
  const asked = await deps.views.ask('hold', { root, number })
  const state = await (await deps.store()).read(root)
  const hold = waitingHolds(state.edge, Date.now()).find((one) => one.number === number)
  const past = asked && named(asked.row)
  const row = hold ? rowOf(state, root, hold, { rule: past?.rule ?? '', calls: asked?.callsSince ?? 0 }) : found(past)
  return {
    ...row,
    seq: asked?.seq ?? 0,
    folder: shortened(asked?.folder || root, deps.home),
    targets: (hold?.targets ?? []).map((target) => shortened(target, deps.home)),
    exhibit: (hold?.exhibit ?? []).map(({ kind, name }) => ({ kind, name })),
    print: hold?.fingerprint ?? '',
    isCatastrophic: hold?.catastrophic === true,
    needsPassphrase:
      hold !== undefined && (needsPassphrase(deps.policy(root), 'approve', hold) || sealOf(hold) !== undefined),
    before: asked?.before ?? [],
    ruleCounts: asked?.counts ?? { rule: row.rule, days: 30, held: 0, passed: 0 },
    ...(hold?.safer !== undefined && { safer: hold.safer }),
    ...(hold?.notWhole !== undefined && { notWhole: hold.notWhole }),
    ...(hold && isKept(hold) && hold.met > 0 && { met: hold.met }),
    acts: hold
      ? actsOn(deps, root, hold, level)
      : state.edge.allowances.some((one) => one.number === number && one.use.kind === 'open')
        ? [revoke(deps, number, level)]
        : [],
  }
}

/** What this page may decide about it now, and the command that does the same. */
export function actsOn({ cli, policy }: ConsoleDeps, root: ProjectRoot, hold: Hold, level: Level): readonly Act[] {
  return (['approve', 'dismiss', 'skip'] as const).flatMap((verb): readonly Act[] => {
    if (verb === 'dismiss' && hold.catastrophic) return []
    const why = whyNot(verb, hold, level, needsPassphrase(policy(root), verb, hold) || sealOf(hold) !== undefined)
    const command = `${cli} edge ${verb} ${verb === 'dismiss' ? `'#${hold.number}' 60` : hold.number}`
    return [{ verb, allowed: why === undefined, command, ...(why !== undefined && { why }) }]
  })
}

function revoke({ cli }: ConsoleDeps, number: number, level: Level): Act {
  const why = level === 'present' ? undefined : LEVEL_PROBLEMS.look
  return { verb: 'revoke', allowed: why === undefined, command: `${cli} edge revoke ${number}`, ...(why && { why }) }
}

function whyNot(verb: Act['verb'], hold: Hold, level: Level, demanded: boolean): string | undefined {
  if (level === 'look') return LEVEL_PROBLEMS.look
  if (verb === 'skip') return undefined
  if (demanded) return LEVEL_PROBLEMS.passphrase
  return hold.catastrophic ? LEVEL_PROBLEMS.catastrophic : undefined
}
