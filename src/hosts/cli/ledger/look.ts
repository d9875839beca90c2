import type { ProjectRoot } from '../../../core/model/ids.ts'
import { canonicalJson } from '../../../core/model/json.ts'
import type { LedgerRecord, Savings } from '../../../core/model/ledger.ts'
import { isoTime } from '../../../core/model/time.ts'
import { readLine } from '../../../core/protocols/ledger/record/line.ts'
import { reasoningOf } from '../../../core/protocols/ledger/record/record.ts'
import { count } from '../../../core/words/count.ts'
import { LEDGER_FILES, rebuildRecord } from '../../../ledger/files/ledger-files.ts'
import { linesOf, trajectoryFiles } from '../../../ledger/files/trajectory.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { oneLine, rows } from '../show.ts'
import type { Context } from '../terminal.ts'

interface Json {
  readonly json?: boolean
}

/** Where the record stands, and whether the files hold all of it. */
export function ledgerStatus(context: Context, options: Json): Promise<Exit> {
  return withProject(context, async ({ project, store }) => {
    const { record, attention, trouble } = (await store.read(project)).ledger
    const found = { project, record, attention, trouble, filesAtLine: LEDGER_FILES.lastNumber(project) }
    if (options.json) {
      context.terminal.out(JSON.stringify(found, null, 2))
      return DONE
    }
    const { total, grounded } = record.claims
    const behind = found.filesAtLine < record.n ? `, the files are at ${found.filesAtLine}` : ''
    const table: readonly (readonly [string, string])[] = [
      ['task', record.bead === '' ? 'none' : `${record.bead} ${record.beadTitle}`],
      ['left off', reasoningOf(record) || 'nothing recorded yet'],
      ['decisions', `${record.decisionCount}, ${grounded} of ${total} claims grounded since the last handoff`],
      ['open', openText(record)],
      ['still unmet', record.debt.join('; ') || 'nothing'],
      ...(record.savings ? ([['identifiers', savingsText(record.savings)]] as const) : []),
      ['versions', `${record.n}${behind}`],
      ...(trouble === null ? [] : ([['trouble', trouble]] as const)),
    ]
    for (const line of rows(table.map(([name, value]) => [name, oneLine(value, 200)]))) context.terminal.out(line)
    return DONE
  })
}

function openText({ lists }: LedgerRecord): string {
  const { next_step, blocker, question } = lists
  return [
    count(next_step.length, 'next step'),
    count(blocker.length, 'blocker'),
    count(question.length, 'question'),
  ].join(', ')
}

/** LEDGER-121: of the last session, as the tokenizer counted. */
function savingsText({ identifiers, identifier_tokens, block_tokens, file_tokens }: Savings): string {
  const saved = (whole: number) => (whole === 0 ? 0 : Math.max(0, (1 - identifier_tokens / whole) * 100)).toFixed(1)
  return `${identifiers} of the last session: ${identifier_tokens} model tokens, ${saved(block_tokens)} % less than their lines (${block_tokens}), ${saved(file_tokens)} % less than their files (${file_tokens})`
}

/** LEDGER-116: the versions of the ledger, newest last. */
export async function ledgerLog(context: Context, options: Json & { readonly lines: string }): Promise<Exit> {
  const wanted = wholeNumber(options.lines)
  if (wanted === undefined) return misused(`\`${options.lines}\` is no number of lines; give 1 or more`)
  return withProject(context, async ({ project }) => {
    const entries = trajectoryFiles(project)
      .flatMap(linesOf)
      .flatMap((line) => readLine(line) ?? [])
      .toSorted((left, right) => left.n - right.n)
      .slice(-wanted)
    for (const { n, atMs, agent, entry } of entries) {
      const { phase, ...fields } = entry
      const shown = phase === 'snapshot' ? '' : oneLine(JSON.stringify(fields), 160)
      context.terminal.out(
        options.json
          ? JSON.stringify({ n, ts: isoTime(atMs), agent, ...entry })
          : `${n} ${isoTime(atMs)} ${agent} ${phase} ${shown}`.trimEnd(),
      )
    }
    return DONE
  })
}

/** The record as it was after one line; without a number, as it is. With `--full`, NOTES.md whole (LEDGER-26). */
export async function ledgerShow(
  context: Context,
  line: string | undefined,
  options: { readonly full?: boolean },
): Promise<Exit> {
  const number = line === undefined ? undefined : wholeNumber(line)
  if (line !== undefined && number === undefined)
    return misused(`\`${line}\` is no line of the ledger; see \`fairlead ledger log\``)
  return withProject(context, async ({ project }) => {
    if (options.full) return showNotes(context, project)
    const { record } = rebuildRecord(project, number)
    if (record.n === 0 && number === undefined)
      return failed('nothing is recorded yet; `fairlead ledger focus` or a session begins it')
    if (number !== undefined && record.n !== number)
      return failed(`line ${number} is not in the ledger; see \`fairlead ledger log\``)
    context.terminal.out(JSON.stringify(record, null, 2))
    return DONE
  })
}

function showNotes({ terminal }: Context, project: ProjectRoot): Exit {
  const notes = LEDGER_FILES.readNotes(project)
  if (notes.kind === 'problem') return failed(notes.problem)
  if (notes.kind !== 'text') return failed('there is no NOTES.md yet; `fairlead ledger heal` makes one')
  terminal.out(notes.text)
  return DONE
}

/** Makes the record from the files alone and compares it, field by field, with what the audit knows. */
export function ledgerRebuild(context: Context, options: Json): Promise<Exit> {
  return withProject(context, async ({ project, store }) => {
    const { record } = (await store.read(project)).ledger
    const rebuilt = rebuildRecord(project)
    const texts = (of: LedgerRecord) => Object.entries(of).map(([name, value]) => [name, canonicalJson(value)] as const)
    const known = new Map(texts(record))
    const names = texts(rebuilt.record).flatMap(([name, text]) => (known.get(name) === text ? [] : [name]))
    if (options.json) context.terminal.out(JSON.stringify({ ...rebuilt, differs: names }, null, 2))
    else context.terminal.out(`${count(rebuilt.lines, 'line')} read, ${rebuilt.malformed} malformed`)
    if (names.length === 0) return DONE
    return failed(
      `the files differ from the audit in ${names.join(', ')}; start a session or run \`fairlead ledger clear\` to catch up`,
    )
  })
}

/** LEDGER-108, now and not at the end of a session. */
export function ledgerTend(context: Context): Promise<Exit> {
  return withProject(context, async ({ project }) => {
    const { policy } = await policyOf(context.env, project)
    LEDGER_FILES.tend(project, Date.now(), policy.ledger)
    const files = trajectoryFiles(project)
    const archived = files.filter(({ isArchived }) => isArchived).length
    context.terminal.out(`${count(files.length - archived, 'trajectory')}, ${archived} in the archive`)
    return DONE
  })
}
