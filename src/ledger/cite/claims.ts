import type { Grounding } from '../../core/model/citation.ts'
import type { ProjectHome } from '../../core/model/ids.ts'
import { isRecord, parseJson } from '../../core/model/json.ts'
import type { LedgerRecord } from '../../core/model/ledger.ts'
import type { Policy } from '../../core/model/policy.ts'
import { isoTime } from '../../core/model/time.ts'
import type { CitationInput } from '../../core/protocols/ledger/cite/citation.ts'
import { type GroundingRule, judgeGrounding } from '../../core/protocols/ledger/cite/grounding.ts'
import type { LedgerPlace } from '../files/place.ts'
import { linesOf, type TrajectoryFile, trajectoryFiles } from '../files/trajectory.ts'
import { type Looking, verifyCitations } from './verify-citations.ts'
import { openWitness } from './witness.ts'

/** A check looks at no more than this; what is older was looked at before. */
const MAX_CLAIMS = 20_000

/** LEDGER-38: every citation of an open claim is opened again and compared. */
export async function checkClaims(
  { folder, root, homes }: Omit<LedgerPlace, 'env'>,
  { record, policy }: { readonly record: LedgerRecord; readonly policy: Policy['ledger'] },
): Promise<Grounding> {
  const witness = await openWitness(folder, root)
  const { claims } = openClaims(homes.ledger, record.settledMs)
  return groundClaims({ root, witness, atMs: Date.now() }, claims, policy)
}

/** Opens what the claims cite and weighs them. */
export async function groundClaims(
  looking: Looking,
  claims: readonly Claim[],
  rule: GroundingRule,
): Promise<Grounding> {
  const verified = await verifyCitations(
    looking,
    claims.flatMap(({ evidence }) => evidence),
  )
  let at = 0
  const judged = claims.map(({ claim, grounding, evidence }) => {
    const own = verified.slice(at, at + evidence.length)
    at += evidence.length
    return { claim, grounding, verdicts: own.map(({ verdict }) => verdict) }
  })
  return judgeGrounding(judged, rule)
}

/**
 * The claims that are open: of the trajectory since a handoff settled what was claimed before, by whichever agent, across
 * files and midnight (C41), without those that were withdrawn or said anew.
 */
export function openClaims(home: ProjectHome, sinceMs: number): ReadClaims {
  const day = utcDay(sinceMs)
  const files = trajectoryFiles(home).filter((file) => !file.isArchived && file.day >= day)
  const { claims, malformed, withdrawn } = readFiles(files)
  const open = claims.filter(({ id, atMs }) => atMs > sinceMs && !(id !== undefined && withdrawn.has(id)))
  return { claims: open, malformed, found: files.length > 0 }
}

const MAX_CLAIM_CHARS = 2_000
const MAX_EVIDENCE = 20

/** A claim as it was written, before anybody looked. */
export interface Claim {
  readonly claim: string
  readonly grounding: 'citation' | 'assumption' | 'none'
  readonly evidence: readonly CitationInput[]
  readonly session: string | null
  /** Of a claim that was made through one of our doors. */
  readonly id?: string | undefined
  /** Infinite where the row does not say. */
  readonly atMs: number
}

export interface ReadClaims {
  readonly claims: readonly Claim[]
  /** LEDGER-21: lines that are no JSON object; they were skipped. */
  readonly malformed: number
  /** False: the agent has no trajectory for these days. */
  readonly found: boolean
}

/** LEDGER-103: an agent's name is part of a file's name, and nothing else. */
export function isAgentName(text: string): boolean {
  return /^[^/\p{Cc}]{1,64}$/u.test(text) && !text.includes('..')
}

/** The claims of one day, as its files are named. */
export function claimsOn(home: ProjectHome, agent: string | null, day: string): ReadClaims {
  const files = filesOf(home, agent).filter((file) => file.day === day)
  const { claims, malformed } = readFiles(files)
  return { claims, malformed, found: files.length > 0 }
}

function filesOf(home: ProjectHome, agent: string | null): readonly TrajectoryFile[] {
  return trajectoryFiles(home).filter((file) => !file.isArchived && (agent === null || file.agent === agent))
}

/**
 * The claims of today's sessions, of one agent or (null) of all. A session that began yesterday keeps its claims, one that
 * ended yesterday is not counted again (C41). Today is the day of the wall clock and that of UTC.
 */
export function readClaims(home: ProjectHome, agent: string | null, nowMs: number): ReadClaims {
  const files = filesOf(home, agent)
  const today = files.filter(({ day }) => day === localDay(nowMs) || day === utcDay(nowMs))
  const before = files.filter((file) => file.day === localDay(nowMs - DAY_MS) && !today.includes(file))
  const now = readFiles(today)
  const earlier = readFiles(before)
  const sessions = new Set(now.claims.flatMap(({ session }) => session ?? []))
  const carried = earlier.claims.filter(({ session }) => session !== null && sessions.has(session))
  return {
    claims: [...carried, ...now.claims],
    malformed: earlier.malformed + now.malformed,
    found: today.length > 0,
  }
}

const DAY_MS = 86_400_000

/** A day as file names carry it, by the wall clock. */
export function localDay(atMs: number): string {
  const date = new Date(atMs)
  const two = (value: number): string => `${value}`.padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function utcDay(atMs: number): string {
  return isoTime(atMs).slice(0, 'YYYY-MM-DD'.length)
}

function readFiles(files: readonly TrajectoryFile[]) {
  const claims: Claim[] = []
  const withdrawn = new Set<unknown>()
  let malformed = 0
  for (const line of files.flatMap(linesOf)) {
    const row = parseJson(line)
    if (!isRecord(row)) {
      malformed += 1
      continue
    }
    if (row['phase'] === 'cite') claims.push(claimOf(row))
    for (const id of row['phase'] === 'supersede' ? listOf(row['decision_ids']) : [row['supersedes']])
      if (id !== '') withdrawn.add(id)
  }
  return { claims: claims.slice(-MAX_CLAIMS), malformed, withdrawn }
}

/** LEDGER-132, and the shape with a list of citations. */
function claimOf(row: Readonly<Record<string, unknown>>): Claim {
  const { claim, grounding, evidence, citations, session_id: session, decision_id: id, ts, timestamp } = row
  const list: readonly unknown[] = Array.isArray(citations) && citations.length > 0 ? citations : listOf(evidence)
  const atMs = Date.parse(String(ts ?? timestamp))
  return {
    claim: typeof claim === 'string' ? claim.slice(0, MAX_CLAIM_CHARS) : '',
    grounding: groundOf(grounding, list),
    evidence: list.slice(0, MAX_EVIDENCE).map((one) => (isRecord(one) ? one : {})),
    session: typeof session === 'string' ? session : null,
    id: typeof id === 'string' && id !== '' ? id : undefined,
    atMs: Number.isNaN(atMs) ? Number.POSITIVE_INFINITY : atMs,
  }
}

/**
 * LEDGER-67: only what can be opened and compared, or was called a guess, is more than a word. What we could not verify when
 * it was written may be true by now.
 */
function groundOf(value: unknown, evidence: readonly unknown[]): Claim['grounding'] {
  if (value === 'citation' || value === 'code_reference') return 'citation'
  if (value === 'ungrounded' && evidence.length > 0) return 'citation'
  return value === 'assumption' ? value : 'none'
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}
