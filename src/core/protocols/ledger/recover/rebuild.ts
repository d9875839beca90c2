import { parseJson } from '../../../model/json.ts'
import { EMPTY_RECORD, type LedgerRecord, type NumberedEntry } from '../../../model/ledger.ts'
import { readLine } from '../record/line.ts'
import { foldEntry, GROUNDED, MAX_IDENTIFIERS, MAX_OBSERVED, MAX_RULINGS } from '../record/record.ts'

/** What a fold of the trajectory gives: the record, and what could not be read (LEDGER-21). */
export interface Rebuilt {
  readonly record: LedgerRecord
  readonly lines: number
  readonly malformed: number
}

export interface Rebuilding {
  /** Takes lines in any order; from the newest back is the fastest. False: nothing older in this file matters. */
  add(line: string): boolean
  /** The number of the newest snapshot so far; 0 is none. */
  snapshot(): number
  done(): Rebuilt
}

/** Lines that were written late stand out of order, but not further than this. */
const SLACK_LINES = 2_000

/** The beginning of a line as we write it. Any other line is read in full. */
const OURS =
  /^\{"ts":"[^"\\]{20,30}","agent":"[^"\\]{0,64}","phase":"([a-z_]{1,20})","session_id":"[^"\\]{0,256}","n":(\d{1,15}),/
/** A quote inside of a text is escaped, so this is the field and nothing else. */
const GROUNDING = /"grounding":"([a-z_]{1,20})"/
const SILENT: ReadonlySet<string> = new Set(['grounding_check', 'fork_detected', 'self_heal', 'recovery'])

/**
 * LEDGER-1: the record from lines alone. It holds the newest few of everything, so of a long trajectory without a
 * snapshot most lines need not be parsed: an older one counts, and changes nothing else.
 */
export function startRebuild(upTo = Number.MAX_SAFE_INTEGER): Rebuilding {
  const entries: NumberedEntry[] = []
  /** Decisions that only count: their number, and what a claim among them was grounded in. */
  const counted = new Map<number, string>()
  const files = newest(MAX_IDENTIFIERS)
  const rulings = newest(MAX_RULINGS)
  const observed = newest(MAX_OBSERVED)
  let [snapshot, searched, tested, malformed, highest, passed] = [0, 0, 0, 0, 0, 0]

  const countsOnly = (line: string): boolean => {
    const [, phase = '', digits] = OURS.exec(line) ?? []
    const n = Number(digits)
    if (!(n <= upTo) || !line.endsWith('}')) return false
    const isOld =
      SILENT.has(phase) ||
      (phase === 'execute' && n < files.floor()) ||
      (phase === 'search' && n < searched) ||
      (phase === 'result' && n < observed.floor() && (n < tested || !line.includes('"what":"tests"')))
    const grounding = phase === 'cite' && n < rulings.floor() ? GROUNDING.exec(line)?.[1] : undefined
    if (!isOld && grounding === undefined) return false
    const isLogged = phase === 'cite' || (phase === 'result' && !line.includes('"decision_id":""'))
    if (isLogged) counted.set(n, grounding ?? OBSERVED)
    highest = Math.max(highest, n)
    passed += n > snapshot ? 1 : 0
    return true
  }

  const keep = (read: NumberedEntry): void => {
    const { n, entry } = read
    entries.push(read)
    if (entry.phase === 'snapshot') snapshot = Math.max(snapshot, n)
    if (entry.phase === 'execute') files.add(entry.path, n)
    if (entry.phase === 'cite') rulings.add(`${n}`, n)
    if (entry.phase === 'result' && entry.decision_id !== '') observed.add(`${n}`, n)
    if (entry.phase === 'search' || entry.phase === 'pivot') searched = Math.max(searched, n)
    if (entry.phase === 'result' && entry.what === 'tests') tested = Math.max(tested, n)
  }

  return {
    snapshot: () => snapshot,
    add(line) {
      if (countsOnly(line)) return true
      const read = readLine(line)
      if (read === undefined) malformed += isForeign(line) ? 0 : 1
      else if (read.n <= upTo && read.n >= snapshot) keep(read)
      else return read.n > upTo || read.n + SLACK_LINES >= snapshot
      return true
    },
    done() {
      const { record, lines } = folded({ entries, counted, snapshot })
      return { record: { ...record, n: Math.max(record.n, highest) }, lines: lines + passed, malformed }
    },
  }
}

const OBSERVED = 'observed'

interface Collected {
  readonly entries: readonly NumberedEntry[]
  readonly counted: ReadonlyMap<number, string>
  readonly snapshot: number
}

function folded({ entries, counted, snapshot }: Collected): Omit<Rebuilt, 'malformed'> {
  const kept = entries.filter(({ n }) => n >= snapshot).toSorted((left, right) => left.n - right.n)
  const record = kept.reduce(foldEntry, EMPTY_RECORD)
  const known = new Set(kept.map(({ n }) => n))
  const decided = [...counted].filter(([n]) => n > snapshot && !known.has(n))
  const handedOff = kept.findLast(({ entry }) => entry.phase === 'session_handoff' && entry.settled)?.n ?? 0
  const claims = decided.filter(([n, what]) => what !== OBSERVED && n > handedOff).map(([, what]) => what)
  return {
    record: {
      ...record,
      decisionCount: record.decisionCount + decided.length,
      claims: {
        total: record.claims.total + claims.length,
        grounded: record.claims.grounded + claims.filter((what) => GROUNDED.has(what)).length,
        assumptions: record.claims.assumptions + claims.filter((what) => what === 'assumption').length,
      },
    },
    lines: known.size,
  }
}

/** Which keys came last, by number. `floor` is the number of the oldest among them once there are enough. */
function newest(size: number) {
  const latest = new Map<string, number>()
  let floor = 0
  return {
    floor: () => floor,
    add(key: string, n: number): void {
      latest.set(key, Math.max(n, latest.get(key) ?? 0))
      if (latest.size < size) return
      floor = Math.min(...[...latest.values()].toSorted((left, right) => right - left).slice(0, size))
      for (const [one, at] of latest) if (at < floor) latest.delete(one)
    },
  }
}

/** Sound JSON of another writer: it is theirs, and it is no damage. */
function isForeign(line: string): boolean {
  return typeof parseJson(line) === 'object'
}
