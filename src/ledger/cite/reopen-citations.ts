import type { RecordedCitation } from '../../core/model/citation.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { describeVerdict } from '../../core/words/ledger.ts'
import { verifyCitations } from './verify-citations.ts'
import { openWitness } from './witness.ts'

/** A session does not wait longer for its start, and does not read more; what is not known by then is not told. */
const DEADLINE_MS = 500
const MAX_CHARS = 8_000_000

/** LEDGER-66, at resume: null for each citation that still stands, words for each that has moved or changed. */
export async function reopenCitations(
  folder: string,
  project: ProjectRoot,
  cited: readonly RecordedCitation[],
): Promise<readonly (string | null)[] | undefined> {
  const inputs = cited.map(({ path, line, quote, blob }) => ({ path, line, quote, ...(blob !== '' && { blob }) }))
  const asked = openWitness(folder, project).then((witness) =>
    verifyCitations({ root: project, witness, atMs: Date.now(), maxChars: MAX_CHARS }, inputs),
  )
  const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), DEADLINE_MS).unref())
  const verified = await Promise.race([asked, late])
  return verified?.map(({ verdict }) => (verdict.kind === 'verified' ? null : describeVerdict(verdict)))
}
