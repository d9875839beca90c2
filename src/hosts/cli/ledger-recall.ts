import { basename } from 'node:path'
import { projectRootOf, readGoverned } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import { SEARCH_MODES } from '../../evidence/search/found.ts'
import type { Kind } from '../../evidence/search/language.ts'
import { type Recalled, recall } from '../../evidence/search/recall.ts'
import { DONE, type Exit, failed, misused } from './exit.ts'
import { oneLine } from './show.ts'
import type { Context } from './terminal.ts'

const SCOPES: Readonly<Record<string, readonly Kind[]>> = {
  all: ['ledger', 'code', 'docs'],
  ledger: ['ledger'],
  code: ['code'],
  docs: ['docs'],
}
const MAX_RESULTS = 50

export interface RecallOptions {
  readonly mode: string
  readonly scope: string
  readonly topk: string
  readonly threshold?: string
  readonly allProjects?: boolean
  readonly jsonl?: boolean
}

/** LEDGER-25, LEDGER-82: a few places for a question, instead of whole files. */
export async function ledgerRecall(context: Context, text: string, options: RecallOptions): Promise<Exit> {
  const { cwd, env, terminal } = context
  const mode = SEARCH_MODES.find((name) => name === options.mode)
  const kinds = Object.hasOwn(SCOPES, options.scope) ? SCOPES[options.scope] : undefined
  const topk = Number(options.topk)
  const threshold = Number(options.threshold ?? 0)
  if (mode === undefined) return misused(`unknown mode \`${options.mode}\`; one of ${SEARCH_MODES.join(', ')}`)
  if (kinds === undefined)
    return misused(`unknown scope \`${options.scope}\`; one of ${Object.keys(SCOPES).join(', ')}`)
  if (!Number.isInteger(topk) || topk < 1 || topk > MAX_RESULTS)
    return misused(`\`--topk\` is a number from 1 to ${MAX_RESULTS}`)
  if (!(threshold >= 0 && threshold <= 1)) return misused('`--threshold` is a number from 0 to 1')
  const roots = rootsFor(context, options)
  if (roots.length === 0) return failed(`\`${cwd}\` is in no project; go to one and try again`)
  const { evidence: folder } = pathsOf(env)
  let count = 0
  for (const root of roots) {
    const recalled = await recall({ root, folder, env }, [{ text, mode, kinds, topk, threshold }])
    count += show(terminal.out, recalled, { root, many: roots.length > 1, ...options })
  }
  // As ck and grep do: nothing found is an answer that a script can tell from something.
  return count > 0 ? DONE : failed('nothing found; use other words, or `--scope all`')
}

/** Other projects are read only when a person asks for it by name of the option. */
function rootsFor({ cwd, env }: Context, { allProjects }: RecallOptions): readonly string[] {
  const root = projectRootOf(cwd)
  const governed = allProjects ? readGoverned(pathsOf(env).governed) : undefined
  const others = governed?.ok ? governed.roots : []
  return [...new Set([...(root === undefined ? [] : [root]), ...others])]
}

interface Showing {
  readonly root: string
  readonly many: boolean
  readonly jsonl?: boolean
}

function show(out: (text: string) => void, { results, degraded }: Recalled, { root, many, jsonl }: Showing): number {
  const found = results.flat()
  for (const one of found) {
    const path = many ? `${root}/${one.path}` : one.path
    const place = `${many ? basename(root) : `\${PROJECT_ROOT}`}/${one.path}:${one.span.line_start}-${one.span.line_end}`
    out(
      jsonl ? JSON.stringify({ ...one, path }) : `${oneLine(place, 300)}  ${one.score}\n  ${oneLine(one.snippet, 160)}`,
    )
  }
  if (!jsonl && degraded !== null) out(`degraded: ${degraded}; the embedded search answered`)
  return found.length
}
