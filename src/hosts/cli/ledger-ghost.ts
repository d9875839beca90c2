import { projectRootOf } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import { appendRow } from '../../evidence/append-row.ts'
import { ghostEntry } from '../../evidence/ghost-entry.ts'
import { lookForGhost } from '../../evidence/look-for-ghost.ts'
import { isAgentName } from '../../evidence/read-claims.ts'
import { DONE, type Exit, failed, misused } from './exit.ts'
import { count } from './show.ts'
import type { Context } from './terminal.ts'

export interface GhostOptions {
  readonly query: readonly string[]
  readonly control?: string
  readonly agent: string
  readonly json?: boolean
}

/** LEDGER-40: is a feature that is talked about really absent from the code. */
export async function ledgerGhost(
  { cwd, env, terminal }: Context,
  feature: string,
  options: GhostOptions,
): Promise<Exit> {
  const root = projectRootOf(cwd)
  if (root === undefined) return failed(`\`${cwd}\` is in no project; go to one and try again`)
  if (!isAgentName(options.agent)) return misused(`\`${options.agent}\` is no name of an agent`)
  const ground = { root, folder: pathsOf(env).evidence, env }
  const report = await lookForGhost(ground, { feature, queries: options.query }, options.control)
  appendRow({ root, agent: options.agent, atMs: Date.now(), entry: ghostEntry(report) })
  const { verdict, control, searches, degraded } = report
  if (options.json) terminal.out(JSON.stringify(report))
  else {
    terminal.out(verdict.label)
    for (const { query, results, best } of [control, ...searches])
      terminal.out(
        `  ${query === control.query ? 'control' : 'query'}  ${query}: ${count(results, 'hit')}, best score ${best}`,
      )
    if (degraded !== null)
      terminal.out(`  degraded: ${degraded}; the embedded search answered, which knows spelling and listed synonyms`)
  }
  return verdict.status === 'verified'
    ? DONE
    : failed(`not verified: ${verdict.why}; search with other words, or drop the claim`)
}
