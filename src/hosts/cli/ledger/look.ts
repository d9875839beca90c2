import type { ProjectHome } from '../../../core/model/ids.ts'
import { canonicalJson } from '../../../core/model/json.ts'
import type { LedgerRecord, Savings } from '../../../core/model/ledger.ts'
import { isoTime } from '../../../core/model/time.ts'
import { parseRef, type Resolved, resolveRef } from '../../../core/protocols/ledger/notes/notes-ref.ts'
import { NOTES_PATH } from '../../../core/protocols/ledger/notes/state-zone.ts'
import { identifierText } from '../../../core/protocols/ledger/record/identifier.ts'
import { readLine } from '../../../core/protocols/ledger/record/line.ts'
import { reasoningOf } from '../../../core/protocols/ledger/record/record.ts'
import { synthesise } from '../../../core/protocols/ledger/recover/synthesis.ts'
import { LEDGER_CLI, LEDGER_SHOW, LEDGER_STATUS } from '../../../core/words/ledger-cli.ts'
import { checkClaims } from '../../../ledger/cite/claims.ts'
import { ledgerFiles, rebuildRecord } from '../../../ledger/files/ledger-files.ts'
import { readNotesText } from '../../../ledger/files/notes-file.ts'
import { lastNumber, linesOf, trajectoryFiles } from '../../../ledger/files/trajectory.ts'
import { ledgerPlaces } from '../../../wiring/wire-gate.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type OpenProject, policyOf, withProject } from '../open-project.ts'
import { oneLine, rows } from '../show.ts'
import type { Context } from '../terminal.ts'

interface Json {
  readonly json?: boolean
}

/** Where the record stands, and whether the files hold all of it. */
export function ledgerStatus(context: Context, options: Json): Promise<Exit> {
  return withProject(context, async ({ paths, project, homes, store }) => {
    const { record, attention, trouble } = (await store.read(project)).ledger
    const found = { project, record, attention, trouble, filesAtLine: lastNumber(homes.ledger) }
    if (options.json) {
      context.terminal.out(JSON.stringify(found, null, 2))
      return DONE
    }
    const { lists } = record
    const { policy } = await policyOf(context.env, project)
    const place = ledgerPlaces(paths, context.env)(project)
    const grounding = await checkClaims(place, { record, policy: policy.ledger })
    const { unmet } = synthesise({ record, trouble }, grounding, policy.ledger)
    const { total, grounded } = grounding
    const behind = found.filesAtLine < record.n ? LEDGER_STATUS.behind(found.filesAtLine) : ''
    const table: readonly (readonly [string, string])[] = [
      ['task', record.bead === '' ? LEDGER_STATUS.none : `${record.bead} ${record.beadTitle}`],
      ['left off', reasoningOf(record) || LEDGER_STATUS.nothingYet],
      ['decisions', LEDGER_STATUS.decisions(record.decisionCount, grounded, total)],
      ['open', LEDGER_STATUS.open(lists.next_step.length, lists.blocker.length, lists.question.length)],
      ['still unmet', unmet.join('; ') || LEDGER_STATUS.nothingUnmet],
      ...(record.savings ? ([['identifiers', savingsText(record.savings)]] as const) : []),
      ['versions', `${record.n}${behind}`],
      ...(trouble === null ? [] : ([['trouble', trouble]] as const)),
    ]
    for (const line of rows(table.map(([name, value]) => [name, oneLine(value, 200)]))) context.terminal.out(line)
    return DONE
  })
}

/** LEDGER-121: of the last session, as the tokenizer counted. */
function savingsText({ identifiers, identifier_tokens, block_tokens, file_tokens }: Savings): string {
  const saved = (whole: number) => (whole === 0 ? 0 : Math.max(0, (1 - identifier_tokens / whole) * 100)).toFixed(1)
  const [lines, files] = [
    LEDGER_STATUS.saved(saved(block_tokens), 'lines', block_tokens),
    LEDGER_STATUS.saved(saved(file_tokens), 'files', file_tokens),
  ]
  return LEDGER_STATUS.savings(identifiers, identifier_tokens, lines, files)
}

/** LEDGER-116: the versions of the ledger, newest last. */
export async function ledgerLog(context: Context, options: Json & { readonly lines: string }): Promise<Exit> {
  const wanted = wholeNumber(options.lines)
  if (wanted === undefined) return misused(LEDGER_CLI.badLineCount(options.lines))
  return withProject(context, async ({ homes }) => {
    const entries = trajectoryFiles(homes.ledger)
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
  options: { readonly full?: boolean; readonly json?: boolean },
): Promise<Exit> {
  const number = line === undefined ? undefined : wholeNumber(line)
  if (line !== undefined && number === undefined) return misused(LEDGER_CLI.badLine(line))
  return withProject(context, async ({ homes }) => {
    if (options.full) return showNotes(context, homes.notes)
    const { record } = rebuildRecord(homes.ledger, number)
    if (record.n === 0 && number === undefined) return failed(LEDGER_CLI.nothingRecorded)
    if (number !== undefined && record.n !== number) return failed(LEDGER_CLI.noLine(number))
    if (options.json) context.terminal.out(JSON.stringify(record, null, 2))
    else for (const line of readable(record)) context.terminal.out(line)
    return DONE
  })
}

/** One thing a line, for people. */
function readable(record: LedgerRecord): readonly string[] {
  const { bead, beadTitle, decisions, identifiers, lists } = record
  const each = (name: string, texts: readonly string[]) => texts.map((text): readonly [string, string] => [name, text])
  const told = decisions.map((one) => {
    const { id, title, decision, grounding, superseded } = one
    return LEDGER_SHOW.decision(superseded ? LEDGER_SHOW.superseded : grounding, title, decision, id)
  })
  return rows(
    [
      ...each('task', bead === '' ? [] : [`${bead} ${beadTitle}`]),
      ...each('left off', [reasoningOf(record) || LEDGER_STATUS.nothingYet]),
      ...each('decided', told),
      ...each('next step', lists.next_step),
      ...each('blocker', lists.blocker),
      ...each('question', lists.question),
      ...each(
        'file',
        identifiers.map(({ purpose, ...one }) => `${identifierText(one)} (${purpose})`),
      ),
    ].map(([name, text]) => [name, oneLine(text, 200)]),
  )
}

function showNotes({ terminal }: Context, home: ProjectHome): Exit {
  const notes = readNotesText(home)
  if (notes.kind === 'problem') return failed(notes.problem)
  if (notes.kind !== 'text') return failed(LEDGER_CLI.noNotes)
  terminal.out(notes.text)
  return DONE
}

/** Makes the record from the files alone and compares it, field by field, with what the audit knows. */
export function ledgerRebuild(context: Context, options: Json): Promise<Exit> {
  return withProject(context, async ({ project, homes, store }) => {
    const { record } = (await store.read(project)).ledger
    const rebuilt = rebuildRecord(homes.ledger)
    const texts = (of: LedgerRecord) => Object.entries(of).map(([name, value]) => [name, canonicalJson(value)] as const)
    const known = new Map(texts(record))
    const names = texts(rebuilt.record).flatMap(([name, text]) => (known.get(name) === text ? [] : [name]))
    if (options.json) context.terminal.out(JSON.stringify({ ...rebuilt, differs: names }, null, 2))
    else context.terminal.out(LEDGER_CLI.rebuilt(rebuilt.lines, rebuilt.malformed))
    if (names.length === 0) return DONE
    return failed(LEDGER_CLI.differs(names))
  })
}

/** LEDGER-108, now and not at the end of a session. */
export function ledgerTend(context: Context): Promise<Exit> {
  return withProject(context, async ({ project, homes }) => {
    const { policy } = await policyOf(context.env, project)
    ledgerFiles(() => homes).tend(project, Date.now(), policy.ledger)
    const files = trajectoryFiles(homes.ledger)
    const archived = files.filter(({ isArchived }) => isArchived).length
    context.terminal.out(LEDGER_CLI.tended(files.length - archived, archived))
    return DONE
  })
}

/** C30: what became of the places in NOTES.md that a handoff or a decision points at. */
export async function ledgerRef(
  context: Context,
  given: string | undefined,
  { json }: { readonly json?: boolean },
): Promise<Exit> {
  if (given !== undefined && parseRef(given) === undefined) return misused(LEDGER_CLI.badReference(oneLine(given, 200)))
  return withProject(context, async (open) => {
    const refs = given === undefined ? await lastRefs(open) : [given]
    if (refs.length === 0) return failed(LEDGER_CLI.noHandoff)
    const notes = readNotesText(open.homes.notes)
    if (notes.kind === 'problem') return failed(notes.problem)
    const found = refs.flatMap((text) => {
      const ref = parseRef(text)
      return ref ? [{ ref: text, ...resolveRef(notes.kind === 'text' ? notes.text : '', ref) }] : []
    })
    for (const one of found) context.terminal.out(json ? JSON.stringify(one) : describe(one))
    const lost = found.filter(({ kind }) => kind === 'changed' || kind === 'gone').length
    return lost === 0 ? DONE : failed(LEDGER_CLI.lostPlaces(lost))
  })
}

async function lastRefs({ project, store }: OpenProject): Promise<readonly string[]> {
  return (await store.read(project)).ledger.record.handoff?.refs ?? []
}

function describe(one: Resolved & { readonly ref: string }): string {
  const where =
    one.kind === 'gone' ? '' : ` ${NOTES_PATH}:${one.lines.from}-${one.lines.to} ${oneLine(one.heading, 120)}`
  return `${one.kind}:${where || ` ${oneLine(one.ref, 200)}`}`
}
