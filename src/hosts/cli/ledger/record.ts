import { governedRootOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import type { LedgerAct } from '../../../core/model/event.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { type LISTS, SCENARIO_TYPES, type Scenario } from '../../../core/model/ledger.ts'
import { parseCitations } from '../../../core/protocols/ledger/cite/citation.ts'
import { HEAL_TEXTS, LEDGER_CLI, uncited } from '../../../core/words/ledger-cli.ts'
import { integrityOf } from '../../../install/ledger/integrity-of.ts'
import {
  focusOn,
  type LedgerDoor,
  type LedgerReply,
  recordDecision,
  tellLedger,
  writeHandoff,
} from '../../../ledger/doors.ts'
import { rebuildRecord } from '../../../ledger/files/ledger-files.ts'
import { callingRuntime, callingSession } from '../../../runtimes/registry.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused, type OrExit, refused } from '../exit.ts'
import { type OpenProject, openProject, policyOf, projectHere, withProject } from '../open-project.ts'
import type { Context } from '../terminal.ts'

interface DecideOptions {
  readonly why?: string
  readonly cite?: readonly string[]
  readonly assumption?: boolean
  readonly supersedes?: string
  readonly scenario?: readonly string[]
  readonly next?: readonly string[]
  readonly blocker?: readonly string[]
  readonly question?: readonly string[]
}

/** LEDGER-33: a decision, recorded at once, with every citation opened first. */
export async function ledgerDecide(
  context: Context,
  { title, decision }: { readonly title: string; readonly decision: string },
  options: DecideOptions,
): Promise<Exit> {
  const scenarios = (options.scenario ?? []).map(readScenario)
  const bad = scenarios.indexOf(undefined)
  if (bad >= 0) {
    return misused(LEDGER_CLI.badScenario(options.scenario?.[bad], SCENARIO_TYPES))
  }
  const noted = (list: (typeof LISTS)[number], texts: readonly string[] = []) => texts.map((text) => ({ list, text }))
  return operate(context, async (open) => {
    const { doubts, ...reply } = await recordDecision(doorOf(context, open), {
      title,
      decision,
      rationale: options.why ?? '',
      citations: (options.cite ?? []).flatMap((text) => citationsIn(text)),
      isAssumption: options.assumption === true,
      supersedes: options.supersedes ?? '',
      scenarios: scenarios.flatMap((one) => one ?? []),
      notes: [
        ...noted('next_step', options.next),
        ...noted('blocker', options.blocker),
        ...noted('question', options.question),
      ],
    })
    for (const doubt of doubts) context.terminal.out(uncited(doubt))
    return finished(context, reply)
  })
}

/** What is no citation at all still counts as one that does not stand. */
function citationsIn(text: string) {
  const found = parseCitations(text)
  return found.length > 0 ? found : [{ quote: text }]
}

function readScenario(text: string): Scenario | undefined {
  const [, kind = '', left = '', right = ''] = /^\s*([a-z_]+)\s*:(.+?)->(.+)$/.exec(text) ?? []
  const [name, expected] = [left.trim(), right.trim()]
  const type = SCENARIO_TYPES.find((one) => one === kind)
  return type && name !== '' && expected !== '' ? { name, type, expected } : undefined
}

/** One act, said and answered. */
export function ledgerTell(context: Context, act: LedgerAct): Promise<Exit> {
  return operate(context, async (open) => finished(context, await tellLedger(doorOf(context, open), act)))
}

/** LEDGER-116: hands on, and prints what another agent or runtime starts from. */
export function ledgerHandoff(
  context: Context,
  options: { readonly json?: boolean; readonly to?: string },
): Promise<Exit> {
  return operate(context, async (open) => {
    const reason = options.to === undefined ? 'handoff' : `handoff to ${options.to}`
    const { packet, ...reply } = await writeHandoff(doorOf(context, open), open.store, reason)
    if (!options.json || reply.isRefused) return finished(context, reply)
    context.terminal.out(JSON.stringify(packet, null, 2))
    return DONE
  })
}

/** LEDGER-94: what is worked on now, in the place of what was. */
export async function ledgerFocus(
  context: Context,
  state: string | undefined,
  { bead, title }: { readonly bead?: string; readonly title?: string },
): Promise<Exit> {
  if (state === undefined && bead === undefined && title === undefined) return misused(LEDGER_CLI.noFocus)
  const wanted = { bead: bead ?? '', title: title ?? '', reasoning: state ?? '' }
  return operate(context, async (open) => finished(context, await focusOn(doorOf(context, open), wanted)))
}

interface Pivot {
  readonly reason: string
  readonly results: string
  readonly failed: string
  readonly refined: string
}

/** LEDGER-105: why a search found too much, before it is refined. */
export async function ledgerPivot(context: Context, pivot: Pivot): Promise<Exit> {
  const resultCount = wholeNumber(pivot.results)
  if (resultCount === undefined) return misused(LEDGER_CLI.badResultCount(pivot.results))
  return ledgerTell(context, {
    do: 'pivot',
    reason: pivot.reason,
    resultCount,
    hypothesisFailure: pivot.failed,
    refinedHypothesis: pivot.refined,
  })
}

/** LEDGER-116: an earlier version becomes the newest; what came after is superseded, and nothing is erased. */
export async function ledgerRollback(context: Context, line: string): Promise<Exit> {
  const to = wholeNumber(line)
  if (to === undefined) return misused(LEDGER_CLI.badLine(line))
  return operate(context, async (open) => {
    const then = rebuildRecord(open.homes.ledger, to).record
    if (then.n !== to) return failed(LEDGER_CLI.noLine(to))
    const kept = new Set(then.decisions.map(({ id }) => id))
    const { decisions } = (await open.store.read(open.project)).ledger.record
    const decisionIds = decisions.filter(({ id, superseded }) => !superseded && !kept.has(id)).map(({ id }) => id)
    const act: LedgerAct = { do: 'rollback', to, decisionIds, intent: then.reasoning }
    return finished(context, await tellLedger(doorOf(context, open), act))
  })
}

/** The ledger of an open project, as whoever runs this command. The caller is named in lines of the record, which proves nothing. */
export function doorOf({ env }: Pick<Context, 'env'>, { gate, paths, project, homes }: OpenProject): LedgerDoor {
  const place = { root: project, homes, folder: paths.evidence, env }
  return { gate, project, place, runtime: callingRuntime(env)?.name ?? 'cli', session: callingSession(env) }
}

/** LEDGER-7, LEDGER-8: the project of this folder, where a framework operation may go on. */
export async function operable(context: Context): Promise<OrExit<ProjectRoot>> {
  const here = projectHere(context)
  if (!here.ok) return here
  const { policy } = await policyOf(context.env, here.open)
  const { halts } = integrityOf(pathsOf(context.env), here.open, policy.ledger)
  return halts ? refused(HEAL_TEXTS.halted) : here
}

async function operate(context: Context, work: (open: OpenProject) => Promise<Exit>): Promise<Exit> {
  const here = await operable(context)
  return here.ok ? withProject(context, work) : here.exit
}

/** With the record of this project open, where it is wanted and there is one. */
export async function withDoor<Result>(
  context: Context,
  isWanted: boolean,
  act: (door: LedgerDoor | undefined) => Promise<Result>,
): Promise<Result> {
  const isKept = isWanted && governedRootOf(context.cwd, governedIn(pathsOf(context.env))) !== undefined
  const opened = isKept ? await openProject(context) : undefined
  if (!opened?.ok) return act(undefined)
  try {
    return await act(doorOf(context, opened.open))
  } finally {
    await opened.open.gate.close()
  }
}

function finished({ terminal }: Context, { text, isRefused }: LedgerReply): Exit {
  if (isRefused) return failed(text)
  if (text !== '') terminal.out(text)
  return DONE
}
