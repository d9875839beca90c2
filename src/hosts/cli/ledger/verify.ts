import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { pathsOf } from '../../../config/paths.ts'
import { type CitationInput, formatCitation, parseCitations } from '../../../core/protocols/ledger/cite/citation.ts'
import { isGrounded } from '../../../core/protocols/ledger/cite/grounding.ts'
import { NOTES_PATH } from '../../../core/protocols/ledger/notes/state-zone.ts'
import { count } from '../../../core/words/count.ts'
import { describeVerdict } from '../../../core/words/ledger.ts'
import { type VerifiedCitation, verifyCitations } from '../../../ledger/cite/verify-citations.ts'
import { openWitness } from '../../../ledger/cite/witness.ts'
import { openText } from '../../../ledger/files/open-text.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { projectHere } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

/** NOTES.md only grows. */
const MAX_VERIFIED_BYTES = 64_000_000

interface VerifyOptions {
  /** A text with citations, instead of a file. */
  readonly text?: string
  readonly json?: boolean
}

/** Opens every citation of a text or a file and says what became of it. */
export async function ledgerVerify(context: Context, file: string | undefined, options: VerifyOptions): Promise<Exit> {
  const { cwd, env, terminal } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const text =
    options.text ?? readFile(root, file === undefined ? NOTES_PATH : relative(root, resolve(realpathSync(cwd), file)))
  if (text === null)
    return failed(`\`${file ?? NOTES_PATH}\` cannot be read as text of this project; name another file`)
  const inputs = parseCitations(text)
  const witness = await openWitness(pathsOf(env).evidence, root)
  const verified = await verifyCitations({ root, witness, atMs: Date.now() }, inputs)
  const bad = verified.filter(({ verdict }) => !isGrounded(verdict)).length
  for (const [index, one] of verified.entries()) terminal.out(lineOf(one, inputs[index] ?? {}, options))
  if (!options.json) terminal.out(`${count(inputs.length, 'citation')}, ${inputs.length - bad} verified`)
  return bad === 0 ? DONE : failed(`${count(bad, 'citation')} not borne out; mend them or mark the claims [ASSUMPTION]`)
}

function lineOf({ verdict, citation }: VerifiedCitation, input: CitationInput, { json }: VerifyOptions): string {
  if (json)
    return JSON.stringify({ ...input, ...citation, verdict, ...(citation && { text: formatCitation(citation) }) })
  return `${oneLine(`${input.path}:${input.line}`, 200)}: ${describeVerdict(verdict)}`
}

function readFile(root: string, path: string): string | null {
  const opened = openText(root, path, MAX_VERIFIED_BYTES)
  return opened.kind === 'text' ? opened.text : null
}
