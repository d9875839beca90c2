import type { Citation, RecordedCitation, Verdict } from '../../core/model/citation.ts'
import { ROOT_PREFIX } from '../../core/model/citation.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { type CitationInput, readCitation } from '../../core/protocols/ledger/cite/citation.ts'
import { type CitedText, citedText } from '../../core/protocols/ledger/cite/find-quote.ts'
import type { CitedFileNow } from '../../core/protocols/ledger/cite/grounding.ts'
import { holdsAt, judgeCitation } from '../../core/protocols/ledger/cite/grounding.ts'
import { describeVerdict } from '../../core/words/ledger.ts'
import { openText } from '../files/open-text.ts'
import { blobName, type GitHistory, openHistory } from './git-history.ts'
import { openWitness, type Witness } from './witness.ts'

/** Texts kept at once while many citations of the same files are compared. */
const MAX_KEPT_CHARS = 32_000_000
/** A session's honest claims are far below; claims made to keep us busy end here, and are not grounded. */
const MAX_SCANNED_CHARS = 300_000_000

/** One piece of evidence after it was looked at. */
export interface VerifiedCitation {
  readonly verdict: Verdict
  /** In stored form and pinned to the blob of now, where it could be read at all. */
  readonly citation?: Citation
}

export interface Looking {
  /** A real path. */
  readonly root: string
  readonly witness: Witness
  readonly atMs: number
  /** How much may be looked through; the rest is not grounded. */
  readonly maxChars?: number
}

/** Opens everything that is cited, each file once, and says what became of each, in the order given. */
export async function verifyCitations(
  { root, witness, atMs, maxChars = MAX_SCANNED_CHARS }: Looking,
  inputs: readonly CitationInput[],
): Promise<readonly VerifiedCitation[]> {
  const work: Work = { look: keepingLook(root), history: openHistory(root), witness, left: maxChars }
  const read = inputs.map((input) => readCitation(input, root))
  const found = new Map<Citation, Judged>()
  const all = read.flatMap((one) => (one.ok ? [one.citation] : []))
  for (const citation of all.toSorted((left, right) => (left.path < right.path ? -1 : 1))) {
    found.set(citation, first(work, citation))
  }
  const doubtful = all.filter((citation) => isDoubtful(found.get(citation)?.verdict))
  const texts = await work.history.pinned(doubtful.flatMap(({ blob }) => (blob === undefined ? [] : [blob])))
  for (const citation of doubtful) {
    const settled = await settle(work, citation, texts)
    if (settled !== undefined) found.set(citation, settled)
  }
  witness.note(
    all.filter((citation) => found.get(citation)?.verdict.kind === 'verified'),
    atMs,
  )
  const outcome = (one: (typeof read)[number]): VerifiedCitation =>
    one.ok
      ? pinnedOutcome(one.citation, found.get(one.citation))
      : { verdict: { kind: 'rejected', problem: one.problem } }
  return read.map(outcome)
}

interface Work {
  readonly look: (path: string) => CitedFileNow
  readonly history: GitHistory
  readonly witness: Witness
  /** Characters that may still be looked through. */
  left: number
}

interface Judged {
  readonly verdict: Verdict
  readonly blob?: string
}

function first(work: Work, citation: Citation): Judged {
  const { look, witness } = work
  if (work.left < 0) return { verdict: { kind: 'unreadable', why: 'too-large' } }
  const now = look(citation.path)
  const held = witness.saw(citation)
  const verdict = judgeCitation(citation, now, held, [])
  if (now.kind === 'text') work.left -= costOf(citation, now.text, verdict)
  return { verdict, ...(now.kind === 'text' && { blob: now.blob }) }
}

/** What stands where it is cited costs those lines, everything else the whole file. */
function costOf({ line, lineEnd = line }: Citation, { lines, chars }: CitedText, verdict: Verdict): number {
  if (verdict.kind !== 'verified' || lineEnd - line > 100) return chars
  return lines.slice(line - 1, lineEnd).reduce((sum, one) => sum + one.length, 0)
}

/** History is asked only where the present does not bear the citation out. */
function isDoubtful(verdict: Verdict | undefined): boolean {
  return (
    verdict !== undefined && verdict.kind !== 'verified' && verdict.kind !== 'moved' && verdict.kind !== 'unreadable'
  )
}

async function settle(work: Work, citation: Citation, texts: ReadonlyMap<string, string>): Promise<Judged | undefined> {
  const { look, history, witness } = work
  const pinned = citation.blob === undefined ? undefined : texts.get(citation.blob)
  const held = witness.saw(citation) || (pinned !== undefined && holdsAt(citation, citedText(pinned)) !== undefined)
  if (!held) return undefined
  if (work.left < 0) return undefined
  const candidates = await history.candidates(citation.path.slice(ROOT_PREFIX.length), citation.blob)
  const elsewhere = candidates.flatMap((candidate): readonly { path: string; text: CitedText }[] => {
    const path = `${ROOT_PREFIX}${candidate}`
    const file = look(path)
    if (file.kind !== 'text') return []
    work.left -= file.text.chars
    return [{ path, text: file.text }]
  })
  const now = look(citation.path)
  const verdict = judgeCitation(citation, now, held, elsewhere)
  return { verdict, ...(now.kind === 'text' && { blob: now.blob }) }
}

/** A pin is set when the quote is seen for the first time, and kept from then on: it is what the quote stood in. */
function pinnedOutcome(citation: Citation, found: Judged | undefined): VerifiedCitation {
  const verdict = found?.verdict ?? { kind: 'missing' }
  if (verdict.kind !== 'verified' || found?.blob === undefined) return { verdict, citation }
  return { verdict, citation: { ...citation, blob: found.blob } }
}

function keepingLook(root: string): (path: string) => CitedFileNow {
  const kept = new Map<string, CitedFileNow>()
  let chars = 0
  return (path) => {
    const known = kept.get(path)
    if (known !== undefined) return known
    const opened = openText(root, path.slice(ROOT_PREFIX.length))
    if (opened.kind !== 'text') return opened
    if (chars > MAX_KEPT_CHARS) kept.clear()
    chars = kept.size === 0 ? opened.text.length : chars + opened.text.length
    const file: CitedFileNow = { kind: 'text', text: citedText(opened.text), blob: blobName(opened.bytes) }
    kept.set(path, file)
    return file
  }
}

/** A session does not wait longer for its start, and does not read more; what is not known by then is not told. */
const REOPEN_MS = 500
const MAX_REOPENED_CHARS = 8_000_000

/** LEDGER-66, at resume: null for each citation that still stands, words for each that has moved or changed. */
export async function reopenCitations(
  folder: string,
  project: ProjectRoot,
  cited: readonly RecordedCitation[],
  waitMs = REOPEN_MS,
): Promise<readonly (string | null)[] | undefined> {
  const inputs = cited.map(({ path, line, quote, blob }) => ({ path, line, quote, ...(blob !== '' && { blob }) }))
  const asked = openWitness(folder, project).then((witness) =>
    verifyCitations({ root: project, witness, atMs: Date.now(), maxChars: MAX_REOPENED_CHARS }, inputs),
  )
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), waitMs).unref())
  const verified = await Promise.race([asked, late])
  return verified?.map(({ verdict }) => (verdict.kind === 'verified' ? null : describeVerdict(verdict)))
}
