import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { governedRootOf, readGoverned } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import { ROOT_PREFIX } from '../../../core/model/citation.ts'
import { fitLevel2 } from '../../../core/protocols/ledger/recover/tokens.ts'
import { countTokens } from '../../../ledger/count-tokens.ts'
import { type Kind, kindsIn, SEARCH_SCOPES } from '../../../ledger/search/language.ts'
import { recall, recallLedgers } from '../../../ledger/search/recall.ts'
import type { Query, SearchResult } from '../../../ledger/search/search.ts'
import { SEARCH_MODES } from '../../../ledger/search/search.ts'
import { tellLedger } from '../../../ledger/tell-ledger.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { openProject, policyOf, projectHere } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { type Context, type Environment, shortPath } from '../terminal.ts'
import { callerIn } from './caller-in.ts'
import { readThreshold } from './read-threshold.ts'

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
  if (mode === undefined) return misused(`unknown mode \`${options.mode}\`; one of ${SEARCH_MODES.join(', ')}`)
  if (kinds === undefined) return misused(`unknown scope \`${options.scope}\`; one of ${SEARCH_SCOPES.join(', ')}`)
  if (topk === undefined) return misused(`\`--topk\` is a number from 1 to ${MAX_RESULTS}`)
  if (threshold === undefined) return misused('`--threshold` is a number from 0 to 1')
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const { policy } = await policyOf(env, root)
  if (options.allProjects && !policy.ledger.allProjects) return failed(closedProjects(env))
  const query: Query = { text, mode, kinds, topk, threshold }
  const { found, degraded } = await searchHere(env, root, query)
  const others = options.allProjects ? await searchElsewhere(env, root, query) : []
  // Ranks mean the same everywhere; of two that are equal the one of this project comes first.
  const best = [...found, ...others].toSorted((left, right) => right.score - left.score).slice(0, topk)
  if (options.jsonl) for (const one of best) terminal.out(jsonOf(one))
  else await tellLevel2(context, best, { budget: policy.ledger.level2Tokens, degraded, kinds })
  // As ck and grep do: nothing found is an answer that a script can tell from something.
  const wider = options.scope === 'all' ? '' : ', or `--scope all`'
  return best.length > 0 ? DONE : failed(`nothing found; use other words${wider}`)
}

/** A result with the words that name its place: another project's is named in full. */
type Placed = SearchResult & { readonly place: string; readonly home?: string }

async function searchHere(env: Environment, root: string, query: Query) {
  const { results, degraded } = await recall({ root, folder: pathsOf(env).evidence, env }, [query])
  const found = results.flat().map((one): Placed => ({ ...one, place: placeOf(ROOT_PREFIX, one) }))
  return { found, degraded }
}

/** LEDGER-116: other projects are read only where the person's own policy opened them, and of them the ledgers alone. */
async function searchElsewhere(env: Environment, here: string, query: Query): Promise<readonly Placed[]> {
  const { governed, evidence: folder } = pathsOf(env)
  const list = readGoverned(governed)
  const roots = list.ok ? list.roots.filter((root) => root !== here && existsSync(root)) : []
  const found: Placed[] = []
  for (const root of roots) {
    const ledgers = await recallLedgers({ root, folder }, query)
    found.push(...ledgers.map((one) => ({ ...one, place: placeOf(`${root}/`, one), home: root })))
  }
  return found
}

function closedProjects(env: Environment): string {
  const file = shortPath(pathsOf(env).userPolicy, env)
  return `other projects are searched only where your own policy says so; put \`ledger: { all_projects: true }\` into \`${file}\``
}

function placeOf(root: string, { path, span }: SearchResult): string {
  return `${root}${path}:${span.line_start}-${span.line_end}`
}

function jsonOf({ place: _, home, ...one }: Placed): string {
  return JSON.stringify(home === undefined ? one : { ...one, path: join(home, one.path) })
}

interface Level2 {
  readonly budget: number
  readonly degraded: string | null
  readonly kinds: readonly Kind[]
}

/** LEDGER-25: within the budget of level 2, and what it cost is recorded where the ledger was asked. */
async function tellLevel2(
  context: Context,
  found: readonly Placed[],
  { budget, degraded, kinds }: Level2,
): Promise<void> {
  const texts = fitLevel2(found, budget, (one) => {
    const place = `${oneLine(one.place, 300)}  ${one.score}`
    return one.snippet === '' ? place : `${place}\n  ${oneLine(one.snippet, MAX_SNIPPET_CHARS)}`
  })
  for (const text of texts) context.terminal.out(text)
  if (texts.length < found.length) context.terminal.out(`${found.length - texts.length} more; \`--jsonl\` shows all`)
  if (degraded !== null) context.terminal.out(`degraded: ${degraded}; the embedded search answered`)
  if (texts.length > 0 && kinds.includes('ledger')) await recordLevel2(context, texts.join('\n'))
}

async function recordLevel2({ cwd, env }: Context, text: string): Promise<void> {
  if (governedRootOf(cwd, pathsOf(env).governed) === undefined) return
  const opened = await openProject({ cwd, env })
  if (!opened.ok) return
  const { gate, paths, project } = opened.open
  try {
    const act = { do: 'measured', level: 2, tokens: await countTokens(text) } as const
    await tellLedger({ gate, paths, project, ...callerIn(env) }, act)
  } finally {
    await gate.close()
  }
}
