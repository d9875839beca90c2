import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { governedRootOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import type { Grounding } from '../../../core/model/citation.ts'
import type { LedgerRecord } from '../../../core/model/ledger.ts'
import { type CitationInput, formatCitation, parseCitations } from '../../../core/protocols/ledger/cite/citation.ts'
import { isGrounded, refusalText, showRatio, showThreshold } from '../../../core/protocols/ledger/cite/grounding.ts'
import { NOTES_PATH } from '../../../core/protocols/ledger/notes/state-zone.ts'
import { describeVerdict } from '../../../core/words/ledger.ts'
import { CHECK_TEXTS, LEDGER_CLI } from '../../../core/words/ledger-cli.ts'
import { type Grounded, groundAsked, NOT_GOVERNED, readQuestion, verdictLines } from '../../../ledger/cite/ground.ts'
import { type VerifiedCitation, verifyCitations } from '../../../ledger/cite/verify-citations.ts'
import { openWitness } from '../../../ledger/cite/witness.ts'
import { openText } from '../../../ledger/files/open-text.ts'
import { baseOf } from '../../../ledger/files/place.ts'
import { governedIn, ledgerPlaces } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { openProject, policyOf, projectHere } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

const MAX_LISTED = 10

interface GroundOptions {
  readonly agent?: string
  readonly threshold?: string
  readonly date?: string
  /** For the installed script: our verdict, where we govern; and nothing else. */
  readonly shim?: boolean
  readonly json?: boolean
}

/** Opens everything that the claims of today's sessions cite, and says how much of it is true. An empty argument is none. */
export async function ledgerGround(context: Context, given: GroundOptions): Promise<Exit> {
  const named = Object.entries(given).filter(([, value]) => value !== '')
  return ground(context, Object.fromEntries(named))
}

async function ground(context: Context, options: GroundOptions): Promise<Exit> {
  const read = readQuestion(options)
  if (!read.ok)
    return misused(read.word === 'agent' ? LEDGER_CLI.badAgent(read.given) : LEDGER_CLI.badThreshold(read.given))
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const isGoverned = governedRootOf(root, governedIn(pathsOf(context.env))) !== undefined
  if (options.shim && !isGoverned) {
    context.terminal.out(NOT_GOVERNED)
    return DONE
  }
  const { ledger } = (await policyOf(context.env, root)).policy
  const place = ledgerPlaces(pathsOf(context.env), context.env)(root)
  const record = async () => (isGoverned ? recordHere(context) : undefined)
  const grounded = await groundAsked(read.question, { place, policy: ledger, record, atMs: Date.now() })
  if (!grounded.found && !options.shim) {
    context.terminal.out(options.json ? JSON.stringify({ found: false }) : CHECK_TEXTS.noTrajectory)
    return DONE
  }
  if (options.shim) for (const line of verdictLines(grounded, ledger.grounding)) context.terminal.out(line)
  else show(context, options, grounded)
  const { grounding, rule } = grounded
  return grounding.status === 'fail' ? failed(refusalText(grounding, rule)) : DONE
}

async function recordHere(context: Context): Promise<LedgerRecord | undefined> {
  const opened = await openProject(context)
  if (!opened.ok) return undefined
  const { gate, store, project } = opened.open
  try {
    return (await store.read(project)).ledger.record
  } finally {
    await gate.close()
  }
}

function show({ terminal }: Context, options: GroundOptions, { grounding, malformed, rule }: Grounded): void {
  if (options.json) {
    terminal.out(JSON.stringify({ found: true, threshold: rule.threshold, malformed, ...grounding }))
    return
  }
  for (const line of scriptLines(grounding, options.threshold ?? showThreshold(rule.threshold))) terminal.out(line)
  if (grounding.status === 'no-data') terminal.out(CHECK_TEXTS.noClaims)
  for (const { claim, why } of grounding.ungrounded.slice(0, MAX_LISTED))
    terminal.out(CHECK_TEXTS.ungrounded(oneLine(claim, 80), why))
  for (const claim of grounding.flagged.slice(0, MAX_LISTED)) terminal.out(CHECK_TEXTS.assumption(oneLine(claim, 80)))
  if (malformed > 0) terminal.out(CHECK_TEXTS.skipped(malformed))
}

/** LEDGER-58, LEDGER-59, LEDGER-61: the lines of the published script. */
function scriptLines(grounding: Grounding, threshold: string): readonly string[] {
  const ratio = showRatio(grounding.ratio)
  if (grounding.total === 0) return [`grounding_ratio=${ratio}`, 'status=pass']
  const counts = [
    `total_claims=${grounding.total}`,
    `grounded_claims=${grounding.grounded}`,
    `assumptions=${grounding.assumptions}`,
    `grounding_ratio=${ratio}`,
  ]
  if (grounding.status !== 'fail') return [...counts, 'status=pass']
  return [...counts, 'status=fail', `message=Grounding ratio ${ratio} below threshold ${threshold}`]
}

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
  const place = ledgerPlaces(pathsOf(env), env)(root)
  const path = file === undefined ? NOTES_PATH : relative(root, resolve(realpathSync(cwd), file))
  const text = options.text ?? readFile(baseOf(place, path), path)
  if (text === null) return failed(CHECK_TEXTS.unreadable(file ?? NOTES_PATH))
  const inputs = parseCitations(text)
  const witness = await openWitness(pathsOf(env).evidence, root)
  const verified = await verifyCitations({ root, witness, atMs: Date.now() }, inputs)
  const bad = verified.filter(({ verdict }) => !isGrounded(verdict)).length
  for (const [index, one] of verified.entries()) terminal.out(citationLine(one, inputs[index] ?? {}, options))
  if (!options.json) terminal.out(CHECK_TEXTS.verified(inputs.length, inputs.length - bad))
  return bad === 0 ? DONE : failed(CHECK_TEXTS.failed(bad))
}

function citationLine({ verdict, citation }: VerifiedCitation, input: CitationInput, { json }: VerifyOptions): string {
  if (json)
    return JSON.stringify({ ...input, ...citation, verdict, ...(citation && { text: formatCitation(citation) }) })
  return `${oneLine(`${input.path}:${input.line}`, 200)}: ${describeVerdict(verdict)}`
}

function readFile(base: string, path: string): string | null {
  const opened = openText(base, path, MAX_VERIFIED_BYTES)
  return opened.kind === 'text' ? opened.text : null
}
