import type { StoredFact } from '../../../core/model/fact.ts'
import type { Junction, SessionState, State } from '../../../core/model/state.ts'
import { DOCTOR_SESSION } from '../../../install/probe.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { type OpenProject, openProject } from '../open-project.ts'
import { count, oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

export interface ReportOptions {
  readonly session?: string
  readonly json?: boolean
}

/** How one hold of a run ended. */
interface Reported {
  readonly number: number
  readonly type: string
  readonly reason: string
  readonly outcome: 'waiting' | 'approved' | 'skipped' | 'dismissed' | 'answered' | 'lapsed'
}

/** What a run was held for. Fails when something was not let through, so that a script notices. */
export async function report(context: Context, options: ReportOptions): Promise<Exit> {
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  try {
    const session = options.session ?? lastRun(await opened.open.store.read(opened.open.project))
    if (session === undefined) return failed('no run was recorded here yet; start an agent first')
    const holds = await holdsOfRun(opened.open, session)
    const undone = holds.filter(
      ({ outcome }) => outcome !== 'approved' && outcome !== 'dismissed' && outcome !== 'answered',
    )
    if (options.json) context.terminal.out(JSON.stringify({ session, holds }, null, 2))
    else for (const hold of holds) context.terminal.out(lineOf(hold))
    if (undone.length > 0) return failed(`${count(undone.length, 'hold')} of this run not let through; see above`)
    if (holds.length === 0 && !options.json) context.terminal.out('this run was held for nothing')
    return DONE
  } finally {
    await opened.open.store.close()
  }
}

function lineOf({ number, reason, outcome }: Reported): string {
  return `#${number} ${outcome}: ${oneLine(reason, 200)}`
}

function lastRun({ sessions }: State): string | undefined {
  const known: readonly (readonly [string, SessionState])[] = Object.entries(sessions)
  const runs = known.filter(([id]) => id !== DOCTOR_SESSION)
  return runs.toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs)[0]?.[0]
}

const PAGE_FACTS = 1_000

/** From the facts: a hold that lapsed with its session is in no state any more. */
async function holdsOfRun({ store, project }: OpenProject, session: string): Promise<readonly Reported[]> {
  const holds = new Map<number, Reported>()
  for (let after = 0; ; ) {
    const rows = await store.facts(project, { after, limit: PAGE_FACTS })
    for (const row of rows) note(holds, row, session)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_FACTS) return [...holds.values()]
    after = last.seq
  }
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

function opened({ number, type, reason }: Junction): Reported {
  return { number, type, reason, outcome: 'waiting' }
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
