import { type LedgerRecord, ROOT_MARK } from '../../../model/ledger.ts'

const MAX_FILES = 3
const MAX_CHARS = 300

/** LEDGER-29: where the work stands. What was asked last, and what was seen to happen since; nobody has to write it. */
export function reasoningOf(record: LedgerRecord): string {
  const { reasoning, intentMs, identifiers, decisions, tests } = record
  const edited = identifiers.filter(({ atMs }) => atMs >= intentMs).map(({ path }) => path.replace(`${ROOT_MARK}/`, ''))
  const commit = decisions.findLast((one) => isCommit(one) && one.atMs >= intentMs)
  const seen = [
    ...(edited.length === 0 ? [] : [`changed ${listed(edited)}`]),
    ...(tests === null ? [] : [tests.ok ? 'tests pass' : 'tests fail']),
    ...(commit === undefined ? [] : [commit.title]),
  ].join('; ')
  const whole = [reasoning, seen].filter((part) => part !== '').join(' — ')
  return whole.length > MAX_CHARS ? `${whole.slice(0, MAX_CHARS - 1)}…` : whole
}

/** The same as NOTES.md shows it. */
export function shownReasoning(record: LedgerRecord): string {
  return reasoningOf(record).replaceAll(/\s+/g, ' ').trim() || 'none'
}

function isCommit({ grounding, title }: LedgerRecord['decisions'][number]): boolean {
  return grounding === 'observed' && title.startsWith('Committed')
}

function listed(paths: readonly string[]): string {
  const newest = paths.slice(-MAX_FILES).join(', ')
  return paths.length > MAX_FILES ? `${newest} and ${paths.length - MAX_FILES} more` : newest
}
