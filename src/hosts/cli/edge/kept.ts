import { setTimeout as sleep } from 'node:timers/promises'
import type { Hold, KeptHold } from '../../../core/model/state.ts'
import { holdsMeant, waitingHolds } from '../../../core/protocols/edge/holds.ts'
import { isExpired } from '../../../core/protocols/edge/kept.ts'
import { CLI_EDGE_TEXTS, KEPT_LISTS } from '../../../core/words/cli-edge.ts'
import { asTyped, HOLD_DECISION_TEXTS } from '../../../core/words/edge.ts'
import { timeText } from '../../../core/words/kept.ts'
import { holdNumber, wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { everyFact, type OpenProject, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { holdHistory } from '../status/hold-history.ts'
import { actStamp } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

const MAX_SHOWN = 200

/** `edge list --kept`: what outlived its session, and what was approved for later and not used yet. */
export async function listKept(context: Context, options: { readonly json?: boolean }): Promise<Exit> {
  return withProject(context, async ({ store, project }) => {
    const nowMs = Date.now()
    const { kept, allowances } = (await store.read(project)).edge
    const waiting = kept.filter(({ keepUntilMs }) => nowMs < keepUntilMs)
    const given = allowances.filter((one) => one.scope === 'later' && one.use.kind === 'open' && !isExpired(one, nowMs))
    const lines = [
      ...waiting.map(keptLine),
      ...given.map(({ number, about = '', expiresAtMs = 0 }) =>
        KEPT_LISTS.given(number, oneLine(about, MAX_SHOWN), timeText(expiresAtMs)),
      ),
    ]
    if (options.json) context.terminal.out(JSON.stringify({ kept: waiting, given }, null, 2))
    else for (const line of lines.length === 0 ? [KEPT_LISTS.none] : lines) context.terminal.out(line)
    return DONE
  })
}

function keptLine(hold: KeptHold): string {
  const what = oneLine(hold.command ?? hold.reason, MAX_SHOWN)
  return KEPT_LISTS.kept(hold, what)
}

/** How a hold stands, in one word. */
type Standing = 'approved' | 'skipped' | 'lapsed' | 'waiting'

const POLL_MS = 500
/** A day: a hold that is kept longer is worth asking about again. */
const MOST_SECONDS = 86_400

/** `edge wait [n]`: for scripts; ends well only when the hold was approved. */
export async function edgeWait(
  context: Context,
  typed: string | undefined,
  options: { readonly seconds?: string },
): Promise<Exit> {
  const number = typed === undefined ? undefined : holdNumber(typed)
  const seconds = options.seconds === undefined ? MOST_SECONDS : wholeNumber(options.seconds, MOST_SECONDS)
  if (typed !== undefined && number === undefined) return misused(CLI_EDGE_TEXTS.grantNumber(oneLine(typed)))
  if (seconds === undefined) return misused(KEPT_LISTS.seconds(MOST_SECONDS))
  return withProject(context, async (open) => {
    const state = await open.store.read(open.project)
    const meant = number === undefined ? holdsMeant(state, { verb: 'skip', ...actStamp(context) }) : []
    if (number === undefined && meant.length !== 1) return failed(whichOne(meant))
    const hold = number ?? meant[0]?.number ?? 0
    const standing = await settled(open, hold, performance.now() + seconds * 1_000)
    if (standing === undefined) return failed(CLI_EDGE_TEXTS.noHold(hold))
    context.terminal.out(standing)
    return standing === 'approved' ? DONE : failed(KEPT_LISTS.notApproved(hold))
  })
}

function whichOne(several: readonly Hold[]): string {
  return several.length === 0
    ? CLI_EDGE_TEXTS.noHold(undefined)
    : asTyped(HOLD_DECISION_TEXTS.whichOne('wait', several, undefined)).replaceAll('\n', '; ')
}

async function settled(open: OpenProject, number: number, untilMs: number): Promise<Standing | undefined> {
  for (;;) {
    const { edge } = await open.store.read(open.project)
    const waits = waitingHolds(edge, Date.now()).some((hold) => hold.number === number)
    if (!waits) return outcomeOf(open, number)
    if (performance.now() >= untilMs) return 'waiting'
    await sleep(POLL_MS)
  }
}

/** From the record: what was decided leaves the state. */
async function outcomeOf(open: OpenProject, number: number): Promise<Standing | undefined> {
  const history = holdHistory()
  for await (const row of everyFact(open)) history.see(row)
  const outcome = history.holds().find((hold) => hold.number === number)?.outcome
  if (outcome === undefined) return undefined
  if (outcome === 'approved' || outcome === 'dismissed') return 'approved'
  return outcome === 'skipped' ? 'skipped' : 'lapsed'
}
