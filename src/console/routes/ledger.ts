import { Hono } from 'hono'
import type { LedgerRecord } from '../../core/model/ledger.ts'
import { PARAMS, QUERIES } from '../contract/routes.ts'
import type { DecisionRow, LedgerAnswer } from '../contract/shapes.ts'
import { type ConsoleDeps, type Env, rootOfId } from './deps.ts'
import { checked, found } from './problems.ts'

const DAY_MS = 86_400_000

/** What the record says, to read: decisions with what they stand on, and what is open. */
export function ledgerRoutes(deps: ConsoleDeps): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/ledger/:project', async (c) => {
    checked(QUERIES.none, c.req.query())
    const root = found(await rootOfId(deps, checked(PARAMS.project, c.req.param('project'))))
    const { ledger } = await (await deps.store()).read(root)
    return c.json(answerOf(ledger.record) satisfies LedgerAnswer)
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
    citations: evidence.map(({ path, line, status }) => ({
      place: `${path.replace(/^\$\{PROJECT_ROOT\}\//, '')}:${line}`,
      standing: status,
    })),
  }
}
