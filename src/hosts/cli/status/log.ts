import type { Fact, StoredFact } from '../../../core/model/fact.ts'
import { NO_NOISE, type Noise, noiseIn, watchNoise } from '../../../core/protocols/plane/noise.ts'
import { HOLD_OUTCOME, LOG_TEXTS } from '../../../core/words/cli-status.ts'
import { DOCTOR_SESSION } from '../../../install/probe.ts'
import { DONE, type Exit, misused } from '../exit.ts'
import { factsSince, type OpenProject, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import { holdHistory, type PastHold } from './hold-history.ts'
import { holdLine } from './shown-state.ts'
import { sinceOf } from './since.ts'

interface LogOptions {
  readonly since?: string
  readonly session?: string
  /** Holds alone, each with its end. */
  readonly holds?: boolean
  /** How much was held, and what of it looks like noise. */
  readonly summary?: boolean
  readonly json?: boolean
}

const DAY_MS = 86_400_000

/** What happened, in sentences: today's, unless another time is asked for. A summary looks at a week. */
export async function log(context: Context, options: LogOptions): Promise<Exit> {
  const nowMs = Date.now()
  const fallback = options.summary ? nowMs - 7 * DAY_MS : new Date(nowMs).setHours(0, 0, 0, 0)
  const sinceMs = options.since === undefined ? fallback : sinceOf(options.since, nowMs)
  if (sinceMs === undefined) return misused(LOG_TEXTS.badSince(options.since ?? ''))
  return withProject(context, async (open) => {
    const read = await readLog(open, { sinceMs, session: options.session })
    if (options.json) context.terminal.out(JSON.stringify(plainOf(read, options, sinceMs), null, 2))
    else for (const line of linesOf(context, open, read, { ...options, sinceMs })) context.terminal.out(line)
    return DONE
  })
}

interface Told {
  readonly atMs: number
  readonly session: string
  readonly text: string
}

interface Log {
  readonly entries: readonly Told[]
  readonly holds: readonly PastHold[]
  readonly blocked: number
  readonly calls: number
  readonly sessions: number
  readonly noise: readonly Noise[]
}

interface Window {
  readonly sinceMs: number
  readonly session: string | undefined
}

async function readLog(open: OpenProject, { sinceMs, session }: Window): Promise<Log> {
  const [entries, sessions]: [Told[], Set<string>] = [[], new Set()]
  const history = holdHistory()
  let [calls, blocked, watch] = [0, 0, NO_NOISE]
  for await (const row of factsSince(open, sinceMs)) {
    if (row.session === DOCTOR_SESSION) continue
    history.see(row)
    watch = watchNoise(watch, row)
    if (session !== undefined && !row.session.startsWith(session)) continue
    if (row.fact.kind === 'call.judged') {
      calls += 1
      sessions.add(row.session)
      if (row.fact.outcome === 'block') blocked += 1
    }
    const text = sentenceOf(row, () => history.holds().at(-1)?.command ?? '')
    if (text !== undefined) entries.push({ atMs: row.atMs, session: row.session, text })
  }
  const holds = history.holds().filter((hold) => session === undefined || hold.session.startsWith(session))
  return { entries, holds, blocked, calls, sessions: sessions.size, noise: noiseIn(watch) }
}

/** One fact as a sentence; most facts are no news to a person. `held` is what the hold that was opened last is about. */
function sentenceOf({ fact, runtime }: StoredFact, held: () => string): string | undefined {
  switch (fact.kind) {
    case 'session.started':
      return LOG_TEXTS.started(runtime)
    case 'session.ended':
      return LOG_TEXTS.ended
    case 'session.lost':
      return LOG_TEXTS.lost
    case 'call.judged':
      return fact.outcome === 'block' ? LOG_TEXTS.blocked(oneLine(fact.preview, 80), fact.rules.join(', ')) : undefined
    case 'junction.opened':
      return LOG_TEXTS.held(fact.junction.number, holdLine(held(), fact.junction.reason))
    default:
      return decisionOf(fact)
  }
}

function decisionOf(fact: Fact): string | undefined {
  switch (fact.kind) {
    case 'junction.approved':
      return LOG_TEXTS.approved(fact.grant.number)
    case 'junction.dismissed':
      return LOG_TEXTS.dismissed(fact.grant.number)
    case 'junction.skipped':
      return LOG_TEXTS.skipped(fact.junction.number)
    case 'junction.lapsed':
      return LOG_TEXTS.lapsed(fact.number)
    case 'approval.refused':
      return LOG_TEXTS.refused(fact.why)
    case 'pause.started':
      return LOG_TEXTS.paused
    case 'backup.taken':
      return LOG_TEXTS.backedUp(fact.files, fact.id)
    case 'policy.changed':
      return LOG_TEXTS.policyChanged
    case 'config.changed':
      return fact.refused ? LOG_TEXTS.changeRefused(fact.source, fact.path) : undefined
    default:
      return undefined
  }
}

function linesOf(
  { terminal, env }: Context,
  { project }: OpenProject,
  read: Log,
  options: LogOptions & { readonly sinceMs: number },
): readonly string[] {
  const { bold, dim } = terminal.colors
  if (options.summary) return summaryOf(read, options.sinceMs)
  const title = `${bold(shortPath(project, env))} ${dim(LOG_TEXTS.since(shownTime(options.sinceMs, 'long')))}`
  const shown = options.holds
    ? read.holds.map(({ atMs, number, outcome, command, reason }) => ({
        atMs,
        text: `#${number} ${HOLD_OUTCOME[outcome]}: ${holdLine(command, reason)}`,
      }))
    : read.entries
  const isLong = Date.now() - options.sinceMs > DAY_MS
  const lines = shown.map(({ atMs, text }) => `  ${dim(shownTime(atMs, isLong ? 'long' : 'short'))}  ${text}`)
  return [title, ...lines, LOG_TEXTS.total(read.calls, read.sessions, read.holds.length, read.blocked)]
}

function summaryOf({ holds, blocked, noise }: Log, sinceMs: number): readonly string[] {
  const ended = (...outcomes: readonly PastHold['outcome'][]) =>
    holds.filter(({ outcome }) => outcomes.includes(outcome)).length
  const approved = ended('approved', 'dismissed', 'answered')
  const [days] = [Math.max(1, Math.round((Date.now() - sinceMs) / DAY_MS))]
  const first = LOG_TEXTS.summary({
    held: holds.length,
    days,
    approved,
    stopped: ended('skipped', 'revoked') + blocked,
    waiting: ended('waiting'),
    expired: ended('lapsed'),
  })
  return [
    first,
    ...noise.map(({ preview, number, approvals }) => LOG_TEXTS.noise(oneLine(preview, 60), approvals, number)),
  ]
}

function plainOf(read: Log, options: LogOptions, sinceMs: number): object {
  const { entries, holds, blocked, calls, sessions, noise } = read
  if (options.summary) return { sinceMs, held: holds.length, blocked, calls, sessions, holds, noise }
  return options.holds ? { sinceMs, holds } : { sinceMs, entries, blocked, calls, sessions }
}

function shownTime(atMs: number, length: 'short' | 'long'): string {
  const at = new Date(atMs)
  const two = (number: number) => String(number).padStart(2, '0')
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  return length === 'short' ? time : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`
}
