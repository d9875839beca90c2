import type { Paths } from '../config/paths.ts'
import { describeVerdict } from '../core/protocols/ledger/cite/grounding.ts'
import type { LedgerHabitat } from '../gate/gather-ledger.ts'

/** A session does not wait longer for its start, and does not read more; what is not known by then is not told. */
const DEADLINE_MS = 500
const MAX_CHARS = 8_000_000

/** LEDGER-66, at resume: what the last decisions cite is opened again, and what has moved or changed is named. */
export function reopenCitations(paths: Paths): NonNullable<LedgerHabitat['reopenOf']> {
  return async (project, cited) => {
    const asked = Promise.all([import('./verify-citations.ts'), import('./witness.ts')]).then(
      async ([{ verifyCitations }, { openWitness }]) => {
        const witness = await openWitness(paths.evidence, project)
        const inputs = cited.map(({ path, line, quote, blob }) => ({ path, line, quote, ...(blob !== '' && { blob }) }))
        return verifyCitations({ root: project, witness, atMs: Date.now(), maxChars: MAX_CHARS }, inputs)
      },
    )
    const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), DEADLINE_MS).unref())
    const verified = await Promise.race([asked, late])
    return verified?.map(({ verdict }) => (verdict.kind === 'verified' ? null : describeVerdict(verdict)))
  }
}
