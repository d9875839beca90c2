import { HOLD_OUTCOME, REPORT_TEXTS } from '../../../core/words/cli-status.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { everyFact, type OpenProject, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { holdHistory, type PastHold } from './hold-history.ts'
import { mergeReports } from './merge.ts'
import { holdLine, lastRun } from './shown-state.ts'

interface ReportOptions {
  readonly session?: string
  readonly json?: boolean
  readonly merge?: readonly string[]
}

/** Lists the holds of a run. Fails when one was not approved, so that a script notices. */
export async function report(context: Context, options: ReportOptions): Promise<Exit> {
  if (options.merge !== undefined) return mergeReports(context, options.merge, options.json === true)
  return withProject(context, async (open) => {
    const session = options.session ?? lastRun(await open.store.read(open.project))?.[0]
    if (session === undefined) return failed(REPORT_TEXTS.noRun)
    const holds = await holdsOfRun(open, session)
    if (holds === undefined) return failed(REPORT_TEXTS.unknownRun(oneLine(session, 60)))
    const undone = holds.filter(({ outcome }) => !LET_THROUGH.has(outcome))
    if (options.json) context.terminal.out(JSON.stringify({ session, holds }, null, 2))
    else for (const hold of holds) context.terminal.out(lineOf(hold))
    if (undone.length > 0) return failed(REPORT_TEXTS.notApproved(undone.length))
    if (holds.length === 0 && !options.json) context.terminal.out(REPORT_TEXTS.nothingHeld)
    return DONE
  })
}

const LET_THROUGH: ReadonlySet<PastHold['outcome']> = new Set(['approved', 'dismissed', 'answered'] as const)

function lineOf({ number, command, reason, outcome }: PastHold): string {
  return `#${number} ${HOLD_OUTCOME[outcome]}: ${holdLine(command, reason)}`
}

/** Undefined for an unknown run. */
async function holdsOfRun(open: OpenProject, session: string): Promise<readonly PastHold[] | undefined> {
  const history = holdHistory()
  let isKnown = false
  for await (const row of everyFact(open)) {
    isKnown ||= row.session === session
    history.see(row)
  }
  return isKnown ? history.holds().filter((hold) => hold.session === session) : undefined
}
