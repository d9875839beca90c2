import { ROOT_PREFIX } from '../../../model/citation.ts'
import type { EventOf } from '../../../model/event.ts'
import { isInside } from '../../../model/inside.ts'
import type { LedgerEntry, LedgerRecord, Lines } from '../../../model/ledger.ts'
import type { FileChange, ToolCall } from '../../../model/tool.ts'
import { readShell } from '../../../rules/shell/read-shell.ts'
import { previewOf, redactedPreview } from '../../../rules/text/preview.ts'
import { textAt } from '../../../rules/text/word-table.ts'
import { commandWords } from '../../../rules/work/command-words.ts'
import { isOurs } from '../notes/state-zone.ts'
import { joinSpans, spanOf, spanText } from './identifier.ts'
import { inOneLine } from './key-points.ts'
import { decisionId, lastCommit } from './record.ts'

const MAX_FILES = 8
const MAX_SUBJECT = 160
/** A file that is edited again within this time is the same identifier still. */
const FRESH_MS = 10 * 60_000

/** LEDGER-131: what one finished call adds to the record, from what was seen. */
export function observedEntries(record: LedgerRecord, event: EventOf<'tool.after'>): readonly LedgerEntry[] {
  const { tool, outcome } = event
  return [
    ...(outcome.ok ? changedFiles(record, event) : []),
    ...(tool.kind === 'shell' ? [...testOutcome(record, event), ...(outcome.ok ? gitResult(record, event) : [])] : []),
    ...broadSearch(event),
  ]
}

function changedFiles(record: LedgerRecord, event: EventOf<'tool.after'>): readonly LedgerEntry[] {
  const { around, atMs } = event
  const changed = new Map<string, Changed>()
  for (const [index, { path: full, op }] of changesIn(event).entries()) {
    const path = rememberedPath(full, around.project)
    if (path === undefined) continue
    const lines = joinSpans(changed.get(path)?.lines ?? null, around.ledger.edited?.[index] ?? null)
    changed.set(path, { purpose: PURPOSES[op], lines })
  }
  return [...changed].flatMap(([path, { purpose, lines }]): readonly LedgerEntry[] => {
    const known = record.identifiers.find((one) => one.path === path)
    const isFresh = known?.purpose === purpose && atMs - known.atMs < FRESH_MS && known.atMs >= record.intentMs
    const span = spanText(joinSpans(isFresh ? spanOf(known.lines) : null, lines))
    return isFresh && span === known.lines ? [] : [{ phase: 'execute', path, purpose, lines: span }]
  })
}

/** A shell writes files, too, as far as its text says which. */
function changesIn({ tool, around }: EventOf<'tool.after'>): readonly Pick<FileChange, 'path' | 'op'>[] {
  if (tool.kind === 'edit')
    return tool.changes.slice(0, MAX_FILES).map(({ op, path, to }) => ({ op, path: to ?? path }))
  if (tool.kind !== 'shell') return []
  const { writes } = readShell(tool.command, { cwd: around.cwd, home: around.home, written: [] })
  return writes.slice(0, MAX_FILES).map(({ path }) => ({ op: 'write', path }))
}

interface Changed {
  readonly purpose: string
  readonly lines: Lines | null
}

const PURPOSES = { write: 'written', edit: 'edited', delete: 'deleted', move: 'moved here' } as const

/** C4: below the project a path is kept with the mark; anything outside is not ours to remember. */
function rememberedPath(path: string, project: string): string | undefined {
  if (path === project || !isInside(path, project)) return undefined
  const inside = path.slice(project.length + 1)
  return isOurs(inside) || inside.includes('\n') ? undefined : `${ROOT_PREFIX}${inside}`
}

/** A run that says what the last one said is a line of the trajectory once a file changed, and no entry of the log. */
function testOutcome({ tests, decisions }: LedgerRecord, event: EventOf<'tool.after'>): readonly LedgerEntry[] {
  const { tool, around, outcome } = event
  if (!commandWords(tool, around).tests) return []
  const detail = inOneLine(previewOf(tool, MAX_SUBJECT))
  if (tests !== null && tests.ok === outcome.ok && tests.detail === detail) return []
  const title = outcome.ok ? 'Tests pass' : 'Tests fail'
  const logged = decisions.findLast((one) => one.grounding === 'observed' && one.title.startsWith('Tests '))
  const isSame = logged?.title === title && logged.decision === detail
  const decision_id = isSame ? '' : decisionId(event, 'tests')
  return [{ phase: 'result', decision_id, supersedes: '', what: 'tests', title, detail, ok: outcome.ok }]
}

const COMMIT = /^\[\S+(?: \([a-z-]+\))? ([0-9a-f]{7,40})\] ([^\n]{1,400})$/m
const UNDOES: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  revert: () => true,
  reset: (words) => words.includes('--hard'),
  restore: (words) => !words.includes('--staged') || words.includes('--worktree'),
  checkout: (words) => words.includes('--'),
}

/** Git itself says what it committed; the message on the command line is only what somebody meant to say. */
function gitResult(record: LedgerRecord, event: EventOf<'tool.after'>): readonly LedgerEntry[] {
  const { tool, outcome } = event
  if (tool.kind !== 'shell' || !/\bgit\b/.test(tool.command)) return []
  const runs = gitRuns(tool, event)
  const [, hash, subject] = (runs.some((words) => words[0] === 'commit') && COMMIT.exec(outcome.output)) || []
  const undone = runs.find(([verb, ...words]) => (verb === undefined ? undefined : UNDOES[verb])?.(words))
  const isAmended = runs.some((words) => words[0] === 'commit' && words.includes('--amend'))
  const entry = { phase: 'result', ok: true, supersedes: '' } as const
  return [
    ...(hash === undefined || subject === undefined
      ? []
      : [
          {
            ...entry,
            what: 'commit' as const,
            supersedes: isAmended ? (lastCommit(record)?.id ?? '') : '',
            decision_id: decisionId(event, 'commit'),
            title: `Committed ${hash}: ${redactedPreview(subject, MAX_SUBJECT)}`,
            detail: redactedPreview(subject, MAX_SUBJECT),
          },
        ]),
    ...(undone === undefined
      ? []
      : [
          {
            ...entry,
            what: 'revert' as const,
            decision_id: decisionId(event, 'revert'),
            title: `Undone with git ${textAt(undone, 0)}`,
            detail: inOneLine(previewOf(tool, MAX_SUBJECT)),
          },
        ]),
  ]
}

/** What follows `git` in every command that ran, without its own options. */
function gitRuns(
  tool: Extract<ToolCall, { kind: 'shell' }>,
  { around }: EventOf<'tool.after'>,
): readonly (readonly string[])[] {
  const { steps } = readShell(tool.command, { cwd: around.cwd, home: around.home, written: [] })
  return steps.flatMap((step) => {
    if (step.kind !== 'command') return []
    const [program, ...words] = step.argv.map((word) => (word.kind === 'known' ? word.text : ''))
    return program === 'git' ? [withoutOptions(words)] : []
  })
}

/** `git -C folder -c key=value --no-pager commit` commits. */
function withoutOptions(words: readonly string[]): readonly string[] {
  const verb = words.findIndex((word, index) => !word.startsWith('-') && !/^-[cC]$/.test(textAt(words, index - 1)))
  return verb < 0 ? [] : words.slice(verb)
}

function broadSearch({ tool, outcome }: EventOf<'tool.after'>): readonly LedgerEntry[] {
  const query = searchIn(tool)
  if (query === undefined) return []
  const count = countResults(outcome.output)
  if (count <= BROAD_RESULTS) return []
  return [{ phase: 'search', query: redactedPreview(inOneLine(query), MAX_SUBJECT), result_count: count }]
}

/** LEDGER-47: more results than this mean that the question was wrong, not that the list was long. */
const BROAD_RESULTS = 50
const MAX_COUNTED = 100_000

/** Programs that search text, at the start of a command or after something that runs one. */
const SEARCHES = /(?:^|[|;&(]\s*|\bgit\s+)(?:rg|grep|egrep|fgrep|ag|ack|ck|ugrep)\s+([^|;&\n]+)/

/** The query of a search, or undefined when the call is none. */
export function searchIn(tool: ToolCall): string | undefined {
  if (tool.kind === 'read') return tool.pattern
  return tool.kind === 'shell' ? SEARCHES.exec(tool.command)?.[1]?.trim() : undefined
}

/** One result a line, as every search prints them. */
function countResults(output: string): number {
  let count = 0
  for (let at = 0; at < output.length && count < MAX_COUNTED; ) {
    const newline = output.indexOf('\n', at)
    const end = newline < 0 ? output.length : newline
    if (end > at) count += 1
    at = end + 1
  }
  return count
}
