import { Hono } from 'hono'
import { type RecordedCitation, ROOT_PREFIX } from '../../core/model/citation.ts'
import type { LedgerRecord } from '../../core/model/ledger.ts'
import { packetFor } from '../../core/protocols/ledger/recover/packet.ts'
import { gatherAtStart } from '../../ledger/gather.ts'
import { PARAMS, QUERIES } from '../contract/routes.ts'
import type { DecisionRow, LedgerAnswer, PacketAnswer, RecheckAnswer } from '../contract/shapes.ts'
import { type ConsoleDeps, type Env, rootOfId } from './deps.ts'
import { checked, found } from './problems.ts'

const DAY_MS = 86_400_000
/** Somebody waits for it, and nothing else does. */
const RECHECK_MS = 10_000

/** What the record says, to read: decisions with what they stand on, and what is open. */
export function ledgerRoutes(deps: ConsoleDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/ledger/:project', async (c) => {
    checked(QUERIES.none, c.req.query())
    const root = found(await rootOfId(deps, checked(PARAMS.project, c.req.param('project'))))
    const { ledger } = await (await deps.store()).read(root)
    return c.json(answerOf(ledger.record) satisfies LedgerAnswer)
  })

  app.post('/ledger/:project/recheck', async (c) => {
    const root = found(await rootOfId(deps, checked(PARAMS.project, c.req.param('project'))))
    const { record } = (await (await deps.store()).read(root)).ledger
    const cited = record.decisions.flatMap(({ id, evidence }) => evidence.map((one) => ({ decision: id, one })))
    const looked = await deps.ledger.lookups?.reopen?.(
      root,
      cited.map(({ one }) => one),
      RECHECK_MS,
    )
    const cites = (looked ?? []).flatMap((how, at) => {
      const asked = cited[at]
      return asked
        ? [{ decision: asked.decision, place: placeOf(asked.one), stands: how === null, how: how ?? '' }]
        : []
    })
    return c.json({ cites } satisfies RecheckAnswer)
  })

  app.get('/ledger/:project/packet', async (c) => {
    checked(QUERIES.none, c.req.query())
    const root = found(await rootOfId(deps, checked(PARAMS.project, c.req.param('project'))))
    const { record } = (await (await deps.store()).read(root)).ledger
    const gathered = await gatherAtStart(deps.ledger, root, record)
    const packet = packetFor(gathered.adopted ?? record, gathered, deps.policy(root).ledger)
    const text = packet?.text ?? ''
    const tokens = (await deps.ledger.countTokens?.(text)) ?? packet?.tokens ?? 0
    return c.json({ text, tokens } satisfies PacketAnswer)
  })
  return app
}

function answerOf({ decisions, lists }: LedgerRecord): LedgerAnswer {
  const claimed = decisions.filter(({ grounding }) => grounding !== 'observed')
  const byDay = Map.groupBy(claimed, ({ atMs }) => Math.floor(atMs / DAY_MS))
  return {
    decisions: decisions.toReversed().map(rowOf),
    nextSteps: lists.next_step,
    blockers: lists.blocker,
    questions: lists.question,
    grounding: [...byDay].map(([day, made]) => ({
      day,
      grounded: made.filter(({ grounding }) => grounding === 'citation' || grounding === 'code_reference').length,
      all: made.length,
    })),
  }
}

function rowOf({
  id,
  title,
  decision,
  rationale,
  atMs,
  superseded,
  grounding,
  evidence,
}: LedgerRecord['decisions'][number]): DecisionRow {
  return {
    id,
    title,
    claim: decision,
    rationale,
    atMs,
    isSuperseded: superseded,
    grounding,
    citations: evidence.map((one) => ({ place: placeOf(one), standing: one.status })),
  }
}

const placeOf = ({ path, line }: Pick<RecordedCitation, 'path' | 'line'>): string =>
  `${path.startsWith(ROOT_PREFIX) ? path.slice(ROOT_PREFIX.length) : path}:${line}`
