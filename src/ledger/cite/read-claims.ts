import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CitationInput } from '../../core/protocols/ledger/cite/citation.ts'
import { readLines } from '../files/read-lines.ts'

const MAX_CLAIMS = 20_000
const MAX_CLAIM_CHARS = 2_000
const MAX_EVIDENCE = 20

/** A claim as it was written, before anybody looked. */
export interface Claim {
  readonly claim: string
  readonly grounding: 'citation' | 'assumption' | 'none'
  readonly evidence: readonly CitationInput[]
  readonly session: string | null
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
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) && !text.includes('..')
}

/**
 * The claims of today's sessions, of one agent or (null) of all. `days` are today by the wall clock and by UTC, then the
 * day before: a session that began yesterday keeps its claims, one that ended yesterday is not counted again (C41).
 */
export function readClaims(folder: string, agent: string | null, days: TrajectoryDays): ReadClaims {
  const names = namesIn(folder).filter((name) => agent === null || name.startsWith(`${agent}-`))
  const of = (day: string): readonly string[] => names.filter((name) => isOfDay(name, agent, day))
  const today = readFiles(folder, [...new Set(days.today.flatMap(of))])
  const sessions = new Set(today.claims.flatMap(({ session }) => (session === null ? [] : [session])))
  const before = readFiles(folder, of(days.before))
  const earlier = before.claims.filter(({ session }) => session !== null && sessions.has(session))
  return { claims: [...earlier, ...today.claims], malformed: before.malformed + today.malformed, found: today.found }
}

/** LEDGER-103: `{agent}-{date}.jsonl`, and `{agent}-{date}.2.jsonl` where a day is long. */
function isOfDay(name: string, agent: string | null, day: string): boolean {
  const [, who, when] = /^(.{1,64})-(\d{4}-\d{2}-\d{2})(?:\.\d{1,4})?\.jsonl$/.exec(name) ?? []
  return when === day && (agent === null || who === agent)
}

function readFiles(folder: string, names: readonly string[]): ReadClaims {
  const claims: Claim[] = []
  let [malformed, found] = [0, false]
  for (const name of names) {
    const isThere = readLines(join(folder, name), (line) => {
      const row = parseRow(line)
      if (row === undefined) malformed += 1
      else if (row['phase'] === 'cite' && claims.length < MAX_CLAIMS) claims.push(claimOf(row))
    })
    found ||= isThere
  }
  return { claims, malformed, found }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

export interface TrajectoryDays {
  readonly today: readonly string[]
  readonly before: string
}

/** One object a line; anything else is malformed. */
function parseRow(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** LEDGER-132, and the shape with a list of citations. */
function claimOf(row: Readonly<Record<string, unknown>>): Claim {
  const { claim, grounding, evidence, citations, session_id: session } = row
  const list: readonly unknown[] = Array.isArray(citations) && citations.length > 0 ? citations : listOf(evidence)
  return {
    claim: typeof claim === 'string' ? claim.slice(0, MAX_CLAIM_CHARS) : '',
    grounding: groundOf(grounding),
    evidence: list.slice(0, MAX_EVIDENCE).map((one) => (isObject(one) ? one : {})),
    session: typeof session === 'string' ? session : null,
  }
}

/** LEDGER-67: only what can be opened and compared, or was called a guess, is more than a word. */
function groundOf(value: unknown): Claim['grounding'] {
  if (value === 'citation' || value === 'code_reference') return 'citation'
  return value === 'assumption' ? value : 'none'
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
