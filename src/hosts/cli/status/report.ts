import type { StoredFact } from '../../../core/model/fact.ts'
import type { Hold } from '../../../core/model/state.ts'
import { HOLD_OUTCOME, REPORT_TEXTS } from '../../../core/words/cli-status.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { everyFact, type OpenProject, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { heldCommands, holdLine, lastRun } from './shown-state.ts'

interface ReportOptions {
  readonly session?: string
  readonly json?: boolean
}

/** How one hold of a run ended. */
interface Reported {
  readonly number: number
  readonly type: string
  readonly reason: string
  /** What the call wanted to run; empty for a hold without a call. */
  readonly command: string
  readonly outcome: keyof typeof HOLD_OUTCOME
}

/** Lists the holds of a run. Fails when one was not approved, so that a script notices. */
export async function report(context: Context, options: ReportOptions): Promise<Exit> {
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

const LET_THROUGH: ReadonlySet<Reported['outcome']> = new Set(['approved', 'dismissed', 'answered'] as const)

function lineOf({ number, command, reason, outcome }: Reported): string {
  return `#${number} ${HOLD_OUTCOME[outcome]}: ${holdLine(command, reason)}`
}

/** Read from the facts, since a hold that expired with its session is in no state. Undefined for an unknown run. */
async function holdsOfRun(open: OpenProject, session: string): Promise<readonly Reported[] | undefined> {
  const holds = new Map<number, Reported>()
  const held = heldCommands()
  let isKnown = false
  for await (const row of everyFact(open)) {
    isKnown ||= row.session === session
    note(holds, row, session)
    held.see(row)
  }
  if (!isKnown) return undefined
  return [...holds.values()].map((hold) => ({ ...hold, command: held.commands.get(hold.number) ?? '' }))
}

function note(holds: Map<number, Reported>, { fact }: StoredFact, session: string): void {
  if (fact.kind === 'junction.opened') {
    if (fact.junction.session === session) holds.set(fact.junction.number, opened(fact.junction))
    return
  }
  const [number, outcome] = endOf(fact) ?? []
  const hold = number === undefined ? undefined : holds.get(number)
  if (hold && outcome) holds.set(hold.number, { ...hold, outcome })
}

function opened({ number, type, reason }: Hold): Reported {
  return { number, type, reason, command: '', outcome: 'waiting' }
}

function endOf(fact: StoredFact['fact']): readonly [number, Reported['outcome']] | undefined {
  switch (fact.kind) {
    case 'junction.approved':
    case 'quality.overridden':
      return [fact.grant.number, 'approved']
    case 'junction.dismissed':
      return [fact.grant.number, 'dismissed']
    case 'junction.skipped':
      return [fact.junction.number, 'skipped']
    case 'junction.answered':
      return [fact.number, 'answered']
    case 'junction.lapsed':
      return [fact.number, 'lapsed']
    default:
      return undefined
  }
}
