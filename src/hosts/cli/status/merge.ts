import { basename, resolve } from 'node:path'
import { CLI_TEXTS } from '../../../core/words/cli.ts'
import { MERGE_TEXTS } from '../../../core/words/cli-status.ts'
import { exportedLines, exportedRows, verifyExport } from '../../../stores/export.ts'
import { DONE, type Exit, failed, fileTrouble } from '../exit.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { holdHistory, type PastHold } from './hold-history.ts'

interface Person {
  readonly name: string
  readonly project: string
  readonly entries: number
  readonly head: string
  readonly calls: number
  readonly blocked: number
  readonly holds: readonly PastHold[]
}

const COUNTED = ['calls', 'held', 'approved', 'refused', 'blocked'] as const
type Counts = Readonly<Record<(typeof COUNTED)[number], number>>

const LET_THROUGH: ReadonlySet<PastHold['outcome']> = new Set(['approved', 'dismissed', 'answered'] as const)
const MOST_COMMANDS = 10
const COMMAND_CHARS = 60
const NAME_CHARS = 40

/** What several people's exports say together. One that does not verify is named, and counts for nothing. */
export async function mergeReports({ cwd, terminal }: Context, files: readonly string[], json: boolean): Promise<Exit> {
  const people: Person[] = []
  for (const file of files) {
    try {
      const path = resolve(cwd, file)
      const found = verifyExport(exportedLines(path))
      if (!found.ok) return failed(MERGE_TEXTS.damaged(file, found.problem))
      people.push({ ...personIn(path), entries: found.facts, head: found.head })
    } catch (error) {
      return failed(CLI_TEXTS.unreadable(file, fileTrouble(error)))
    }
  }
  const shown = people.map(({ holds, calls, blocked, ...rest }) => ({
    ...rest,
    ...countsOf({ holds, calls, blocked }),
  }))
  const total = countsOf({
    calls: sum(people.map(({ calls }) => calls)),
    blocked: sum(people.map(({ blocked }) => blocked)),
    holds: people.flatMap(({ holds }) => holds),
  })
  const commands = mostHeld(people)
  if (json) {
    terminal.out(JSON.stringify({ people: shown, total, commands }, null, 2))
    return DONE
  }
  const width = Math.max(...shown.map(({ name }) => name.length), MERGE_TEXTS.all.length)
  const line = (name: string, counts: Counts) =>
    `${name.padEnd(width)} ${COUNTED.map((key) => String(counts[key]).padStart(MERGE_TEXTS.columns[key].length)).join('  ')}`
  terminal.out(`${' '.repeat(width)} ${COUNTED.map((key) => MERGE_TEXTS.columns[key]).join('  ')}`)
  for (const one of shown) terminal.out(line(one.name, one))
  terminal.out(line(MERGE_TEXTS.all, total))
  for (const { command, times, people: who } of commands) terminal.out(MERGE_TEXTS.command(command, times, who))
  return DONE
}

function personIn(path: string): Omit<Person, 'entries' | 'head'> {
  const history = holdHistory()
  let [calls, blocked, project] = [0, 0, '']
  for (const row of exportedRows(path)) {
    history.see(row)
    project = row.project
    if (row.fact.kind !== 'call.judged') continue
    calls += 1
    if (row.fact.outcome === 'block') blocked += 1
  }
  return { name: oneLine(basename(path, '.jsonl'), NAME_CHARS), project, calls, blocked, holds: history.holds() }
}

function countsOf({ calls, blocked, holds }: Pick<Person, 'calls' | 'blocked' | 'holds'>): Counts {
  const approved = holds.filter(({ outcome }) => LET_THROUGH.has(outcome)).length
  return { calls, held: holds.length, approved, refused: holds.length - approved, blocked }
}

/** Which commands are held most, and with how many people: a rule that all of them approve is worth a look. */
function mostHeld(people: readonly Person[]) {
  const all = people.flatMap(({ name, holds }) =>
    holds.map(({ command, reason }) => ({ name, what: command || reason })),
  )
  return [...Map.groupBy(all, ({ what }) => oneLine(what, COMMAND_CHARS))]
    .map(([command, same]) => ({ command, times: same.length, people: new Set(same.map(({ name }) => name)).size }))
    .toSorted((left, right) => right.times - left.times)
    .slice(0, MOST_COMMANDS)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
