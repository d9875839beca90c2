import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredFact } from '../../../core/model/fact.ts'
import { isoTime } from '../../../core/model/time.ts'
import { DONE, type Exit, misused } from '../exit.ts'
import { withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { wholeNumber } from '../whole-number.ts'

interface TailOptions {
  readonly lines: string
  readonly follow?: boolean
}

const POLL_MS = 500
const MAX_LINES = 10_000

/** The newest facts, oldest of them first. */
export async function auditTail(context: Context, options: TailOptions): Promise<Exit> {
  const newest = wholeNumber(options.lines, MAX_LINES)
  if (newest === undefined)
    return misused(`\`${options.lines}\` is no number of lines; give one from 1 to ${MAX_LINES}`)
  return withProject(context, async ({ store, project }) => {
    let facts = await store.facts(project, { newest })
    for (let after = 0; ; ) {
      for (const fact of facts) context.terminal.out(describe(context, fact))
      if (!options.follow) return DONE
      after = facts.at(-1)?.seq ?? after
      await sleep(POLL_MS)
      facts = await store.facts(project, { after, limit: MAX_LINES })
    }
  })
}

function describe({ terminal }: Context, row: StoredFact): string {
  const { dim, bold } = terminal.colors
  const { kind, ...rest } = row.fact
  const details = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
  return `${dim(`${row.seq}`.padStart(6))} ${dim(isoTime(row.atMs))} ${dim(row.runtime.padEnd(11))} ${bold(kind)} ${oneLine(details, 200)}`
}
