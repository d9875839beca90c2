import { pathsOf } from '../../../config/paths.ts'
import { count } from '../../../core/words/count.ts'
import { isAgentName } from '../../../ledger/cite/claims.ts'
import { appendUnnumbered } from '../../../ledger/files/trajectory.ts'
import type { GhostReport } from '../../../ledger/search/ghost.ts'
import { ghostEntry, ghostNote, lookForGhost } from '../../../ledger/search/ghost.ts'
import { callingSession } from '../../../runtimes/registry.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { openProject, projectHere } from '../open-project.ts'
import type { Context } from '../terminal.ts'

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
  if (!isAgentName(options.agent))
    return misused(`\`${options.agent}\` is no name of an agent; letters, digits, \`.\`, \`_\` and \`-\``)
  const ground = { root, folder: pathsOf(env).evidence, env }
  const report = await lookForGhost(ground, { feature, queries: options.query }, options.control)
  await record(context, root, { report, agent: options.agent })
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

/** Through the gate where it keeps a record of this project; where it does not, a line of the trajectory alone. */
async function record(
  context: Context,
  root: string,
  { report, agent }: { readonly report: GhostReport; readonly agent: string },
): Promise<void> {
  const opened = await openProject(context)
  if (!opened.ok) {
    appendUnnumbered(root, agent, Date.now(), ghostEntry(report))
    return
  }
  const { gate, paths, project } = opened.open
  try {
    const { tellLedger } = await import('../../../ledger/tell-ledger.ts')
    await tellLedger(
      { gate, paths, project, runtime: 'cli', session: callingSession(context.env) },
      { do: 'note', entry: ghostNote(report) },
    )
  } finally {
    await gate.close()
  }
}
