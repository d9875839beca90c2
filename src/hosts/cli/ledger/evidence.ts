import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { governedRootOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import type { Grounding } from '../../../core/model/citation.ts'
import type { ProjectHome } from '../../../core/model/ids.ts'
import { type CitationInput, formatCitation, parseCitations } from '../../../core/protocols/ledger/cite/citation.ts'
import {
  type GroundingRule,
  isGrounded,
  refusalText,
  showRatio,
  showThreshold,
} from '../../../core/protocols/ledger/cite/grounding.ts'
import { NOTES_PATH } from '../../../core/protocols/ledger/notes/state-zone.ts'
import { describeVerdict } from '../../../core/words/ledger.ts'
import { CHECK_TEXTS, LEDGER_CLI } from '../../../core/words/ledger-cli.ts'
import {
  claimsOn,
  groundClaims,
  isAgentName,
  localDay,
  openClaims,
  type ReadClaims,
  readClaims,
} from '../../../ledger/cite/claims.ts'
import { type VerifiedCitation, verifyCitations } from '../../../ledger/cite/verify-citations.ts'
import { openWitness } from '../../../ledger/cite/witness.ts'
import { openText } from '../../../ledger/files/open-text.ts'
import { baseOf } from '../../../ledger/files/place.ts'
import { appendUnnumbered } from '../../../ledger/files/trajectory.ts'
import { governedIn, homesHere, ledgerPlaces } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { openProject, policyOf, projectHere } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

/** LEDGER-58: the agent whose claims are checked unless another is named. */
const DEFAULT_AGENT = 'implementing-tasks'
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
  const { agent = DEFAULT_AGENT, threshold } = options
  const given = threshold === undefined ? undefined : readThreshold(threshold)
  if (threshold !== undefined && given === undefined) return misused(LEDGER_CLI.badThreshold(threshold))
  if (!isAgentName(agent)) return misused(LEDGER_CLI.badAgent(agent))
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  if (options.shim && governedRootOf(root, governedIn(pathsOf(context.env))) === undefined) {
    context.terminal.out('governed=no')
    return DONE
  }
  const { ledger } = (await policyOf(context.env, root)).policy
  const rule: GroundingRule = { threshold: given ?? ledger.threshold, assumptionCap: ledger.assumptionCap }
  const atMs = Date.now()
  const homes = homesHere(pathsOf(context.env))(root)
  const open = await openHere(context, options, atMs)
  const { claims, malformed, found } = open ?? claimsFor(homes.ledger, options, atMs)
  if (!found && !options.shim) {
    context.terminal.out(options.json ? JSON.stringify({ found }) : CHECK_TEXTS.noTrajectory)
    return DONE
  }
  const witness = await openWitness(pathsOf(context.env).evidence, root)
  const grounding = await groundClaims({ root, witness, atMs }, claims, rule)
  if (found) appendUnnumbered(homes.ledger, agent, atMs, checkEntry(grounding, rule))
  if (malformed > 0) {
    const detail = `${malformed} malformed lines were skipped`
    appendUnnumbered(homes.ledger, 'fairlead', atMs, {
      phase: 'self_heal',
      what: 'trajectory',
      source: 'nothing',
      detail,
    })
  }
  if (options.shim) for (const line of verdictLines(grounding, rule, ledger.grounding)) context.terminal.out(line)
  else show(context, { options, grounding, malformed, rule })
  if (grounding.status !== 'fail') return DONE
  return failed(refusalText(grounding, rule))
}

/** Where nobody is named and we keep the record, the claims are those that the checkpoint weighs: one scope, one number. */
async function openHere(
  context: Context,
  { agent, date }: GroundOptions,
  nowMs: number,
): Promise<ReadClaims | undefined> {
  if (agent !== undefined || (date !== undefined && date !== localDay(nowMs))) return undefined
  if (governedRootOf(context.cwd, governedIn(pathsOf(context.env))) === undefined) return undefined
  const opened = await openProject(context)
  if (!opened.ok) return undefined
  const { gate, store, project, homes } = opened.open
  try {
    return openClaims(homes.ledger, (await store.read(project)).ledger.record.settledMs)
  } finally {
    await gate.close()
  }
}

/** Nobody was named and the published default has nothing: then everybody's claims of today are meant. */
function claimsFor(home: ProjectHome, { agent, date }: GroundOptions, nowMs: number): ReadClaims {
  const of = (name: string | null) => (date === undefined ? readClaims(home, name, nowMs) : claimsOn(home, name, date))
  const named = of(agent ?? DEFAULT_AGENT)
  return named.claims.length > 0 || agent !== undefined ? named : of(null)
}

/** What `grounding-check.sh` cannot know by itself. */
function verdictLines(grounding: Grounding, rule: GroundingRule, enforcement: string): readonly string[] {
  return [
    'governed=yes',
    `enforcement=${enforcement}`,
    `threshold=${showThreshold(rule.threshold)}`,
    `verified_ratio=${showRatio(grounding.ratio)}`,
    `status=${grounding.status === 'fail' ? 'fail' : 'pass'}`,
    `clears=${grounding.clears ? 'yes' : 'no'}`,
  ]
}

/** LEDGER-63. */
function checkEntry(grounding: Grounding, { threshold }: GroundingRule): Readonly<Record<string, unknown>> {
  return {
    phase: 'grounding_check',
    total_claims: grounding.total,
    grounded_claims: grounding.grounded,
    assumptions: grounding.assumptions,
    grounding_ratio: grounding.ratio === null ? null : Number(showRatio(grounding.ratio)),
    threshold,
    status: grounding.status === 'fail' ? 'fail' : 'pass',
  }
}

interface Shown {
  readonly options: GroundOptions
  readonly grounding: Grounding
  readonly malformed: number
  readonly rule: GroundingRule
}

function show({ terminal }: Context, { options, grounding, malformed, rule }: Shown): void {
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

/** LEDGER-67: what is no number between 0 and 1 is a mistake of the caller, never a pass. */
export function readThreshold(text: string): number | undefined {
  const value = /^(?:\d{1,3}(?:\.\d{1,12})?|\.\d{1,12})$/.test(text) ? Number(text) : Number.NaN
  return value >= 0 && value <= 1 ? value : undefined
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
