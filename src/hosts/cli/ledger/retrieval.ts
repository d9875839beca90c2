import { existsSync, realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathsOf } from '../../../config/paths.ts'
import { ROOT_PREFIX } from '../../../core/model/citation.ts'
import { rootsIn } from '../../../core/model/homes.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { isInside } from '../../../core/model/inside.ts'
import type { Environment } from '../../../core/model/json.ts'
import { LEDGER_CLI, RECALL_TEXTS } from '../../../core/words/ledger-cli.ts'
import { isAgentName } from '../../../ledger/cite/claims.ts'
import { readThreshold } from '../../../ledger/cite/ground.ts'
import { checkGhost, showWithin } from '../../../ledger/doors.ts'
import { appendUnnumbered } from '../../../ledger/files/trajectory.ts'
import { ghostEntry, lookForGhost } from '../../../ledger/search/ghost.ts'
import { type Kind, kindsIn, SEARCH_SCOPES } from '../../../ledger/search/language.ts'
import { recall, recallLedgers } from '../../../ledger/search/recall.ts'
import { type Query, SEARCH_MODES, type SearchResult } from '../../../ledger/search/search.ts'
import { sectionsOf } from '../../../ledger/sections/section.ts'
import { governedIn, ledgerPlaces } from '../../../wiring/wire-gate.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { policyOf, projectHere } from '../open-project.ts'
import { oneLine, withoutCodes } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import { withDoor } from './record.ts'

const MAX_RESULTS = 50
const MAX_SNIPPET_CHARS = 400

interface RecallOptions {
  readonly mode: string
  readonly scope: string
  readonly topk: string
  readonly threshold?: string
  readonly allProjects?: boolean
  readonly jsonl?: boolean
}

/** LEDGER-25, LEDGER-82: a few places for a question, instead of whole files. */
export async function ledgerRecall(context: Context, text: string, options: RecallOptions): Promise<Exit> {
  const { env, terminal } = context
  const mode = SEARCH_MODES.find((name) => name === options.mode)
  const kinds = kindsIn(options.scope)
  const topk = wholeNumber(options.topk, MAX_RESULTS)
  const threshold = readThreshold(options.threshold ?? '0')
  if (mode === undefined) return misused(RECALL_TEXTS.unknownMode(options.mode, SEARCH_MODES))
  if (kinds === undefined) return misused(RECALL_TEXTS.unknownScope(options.scope, SEARCH_SCOPES))
  if (topk === undefined) return misused(RECALL_TEXTS.badTopk(MAX_RESULTS))
  if (threshold === undefined) return misused(RECALL_TEXTS.badThreshold)
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const { policy } = await policyOf(env, root)
  if (options.allProjects && !policy.ledger.allProjects)
    return failed(RECALL_TEXTS.closed(shortPath(pathsOf(env).userPolicy, env)))
  const query: Query = { text, mode, kinds, topk, threshold }
  const { found, degraded } = await searchHere(env, root, query)
  const others = options.allProjects ? await searchElsewhere(env, root, query) : []
  // Ranks mean the same everywhere; of two that are equal the one of this project comes first.
  const best = [...found, ...others].toSorted((left, right) => right.score - left.score).slice(0, topk)
  if (options.jsonl) for (const one of best) terminal.out(jsonOf(one))
  else await showResults(context, best, kinds, policy.ledger.level2Tokens)
  if (!options.jsonl && degraded !== null) terminal.out(RECALL_TEXTS.degraded(degraded))
  // As ck and grep do: nothing found is an answer that a script can tell from something.
  return best.length > 0 ? DONE : failed(RECALL_TEXTS.nothing(options.scope !== 'all'))
}

/** A result with the words that name its place: another project's is named in full. */
type PlacedResult = SearchResult & { readonly place: string; readonly home?: string }

async function searchHere(env: Environment, root: ProjectRoot, query: Query) {
  const { results, degraded } = await recall(ledgerPlaces(pathsOf(env), env)(root), [query])
  const found = results.flat().map((one): PlacedResult => ({ ...one, place: `${ROOT_PREFIX}${spanOf(one)}` }))
  return { found, degraded }
}

/** LEDGER-116: other projects are read only where the person's own policy opened them, and of them the ledgers alone. */
async function searchElsewhere(env: Environment, here: string, query: Query): Promise<readonly PlacedResult[]> {
  const paths = pathsOf(env)
  const placeOf = ledgerPlaces(paths, env)
  const roots = rootsIn(governedIn(paths)).filter((root) => root !== here && existsSync(root))
  const found: PlacedResult[] = []
  for (const root of roots) {
    const ledgers = await recallLedgers(placeOf(root), query)
    found.push(...ledgers.map((one) => ({ ...one, place: `${root}/${spanOf(one)}`, home: root })))
  }
  return found
}

function spanOf({ path, span }: SearchResult): string {
  return `${path}:${span.line_start}-${span.line_end}`
}

function jsonOf({ place: _, home, ...one }: PlacedResult): string {
  return JSON.stringify(home === undefined ? one : { ...one, path: join(home, one.path) })
}

async function showResults(
  context: Context,
  results: readonly PlacedResult[],
  kinds: readonly Kind[],
  budget: number,
): Promise<void> {
  const render = (one: PlacedResult) => {
    const place = `${oneLine(one.place, 300)}  ${one.score}`
    return one.snippet === '' ? place : `${place}\n  ${oneLine(one.snippet, MAX_SNIPPET_CHARS)}`
  }
  const texts = await withDoor(context, kinds.includes('ledger'), (door) =>
    showWithin(door, results, { kinds, budget, render }),
  )
  for (const text of texts) context.terminal.out(text)
  if (texts.length < results.length) context.terminal.out(RECALL_TEXTS.more(results.length - texts.length))
}

interface SectionOptions {
  readonly name?: string
  readonly json?: boolean
}

/** LEDGER-83: the whole function or class around a line, or of a name. */
export async function ledgerSection(context: Context, place: string, options: SectionOptions): Promise<Exit> {
  const { cwd, env, terminal } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const [, named = place, line] = /^(.+?):(\d{1,8})(?:-\d{1,8})?$/.exec(place) ?? []
  if (line === undefined && options.name === undefined) return misused(RECALL_TEXTS.whichPart)
  const full = named.startsWith(ROOT_PREFIX)
    ? resolve(root, named.slice(ROOT_PREFIX.length))
    : resolve(realpathSync(cwd), named)
  if (!isInside(full, root)) return failed(RECALL_TEXTS.outside(place))
  const path = relative(root, full)
  const wanted = options.name === undefined ? { line: Number(line) } : { name: options.name }
  const answer = await sectionsOf({ root, env }, path, wanted)
  if (!answer.ok) return failed(`\`${place}\`: ${RECALL_TEXTS.section[answer.problem]}`)
  for (const section of answer.sections) {
    if (options.json) terminal.out(JSON.stringify(section))
    else {
      const mark = section.complete ? `${section.kind} ${section.name ?? ''}`.trim() : RECALL_TEXTS.linesOnly
      terminal.out(terminal.colors.dim(`${ROOT_PREFIX}${path}:${section.line_start}-${section.line_end}  ${mark}`))
      terminal.out(withoutCodes(section.text.replaceAll('\r\n', '\n')))
    }
  }
  return DONE
}

interface GhostOptions {
  readonly query: readonly string[]
  readonly control?: string
  readonly agent: string
  readonly json?: boolean
}

/** LEDGER-40: is a feature that is talked about really absent from the code. */
export async function ledgerGhost(context: Context, feature: string, options: GhostOptions): Promise<Exit> {
  const { env, terminal } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  if (!isAgentName(options.agent)) return misused(LEDGER_CLI.badAgent(options.agent))
  const inquiry = { feature, queries: options.query }
  const report = await withDoor(context, true, async (door) => {
    if (door !== undefined) return checkGhost({ ...door, runtime: 'cli' }, inquiry, options.control)
    // Where no database keeps a record of this project, the trajectory alone gets a line.
    const place = ledgerPlaces(pathsOf(env), env)(root)
    const found = await lookForGhost(place, inquiry, options.control)
    appendUnnumbered(place.homes.ledger, options.agent, Date.now(), ghostEntry(found))
    return found
  })
  const { verdict, control, searches, degraded } = report
  if (options.json) terminal.out(JSON.stringify(report))
  else {
    terminal.out(verdict.label)
    for (const { query, results, best } of [control, ...searches])
      terminal.out(RECALL_TEXTS.ghostSearch(query === control.query ? 'control' : 'query', query, results, best))
    if (degraded !== null) terminal.out(RECALL_TEXTS.ghostDegraded(degraded))
  }
  return verdict.status === 'verified' ? DONE : failed(RECALL_TEXTS.unverified(verdict.why))
}
