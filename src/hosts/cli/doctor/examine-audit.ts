import type { Paths } from '../../../config/paths.ts'
import type { FactKind, StoredFact } from '../../../core/model/fact.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { DOCTOR_TEXTS } from '../../../core/words/doctor.ts'
import { doubtText } from '../../../core/words/gate.ts'
import type { Check } from '../../../install/runtime-health.ts'
import type { StoreReader } from '../../../stores/store.ts'
import { isRecorded, wired } from '../open-project.ts'
import { ago, oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'

const GAP_KINDS: readonly FactKind[] = [
  ...(['gate.failed', 'state.unreadable', 'payload.malformed', 'answer.reduced'] as const),
  ...(['signal.disabled', 'signal.failed'] as const),
]
const RECENT_FACTS = 500
const MAX_PREVIEW_CHARS = 80

/** The audit of every governed project: does its chain hold, and what do the newest facts say of the gate itself? */
export async function examineAudit(
  context: Context,
  paths: Paths,
  roots: readonly ProjectRoot[],
): Promise<readonly Check[]> {
  if (!isRecorded(paths)) return [{ what: 'audit', verdict: 'good', found: DOCTOR_TEXTS.auditEmpty }]
  try {
    const store = await (await wired(paths, context.env)).store()
    try {
      const checks: Check[] = []
      for (const root of roots) checks.push(...(await chainChecks(context, store, root)))
      for (const doubt of await store.doubts()) {
        const found = DOCTOR_TEXTS.auditBroken(shortPath(doubt.of, context.env), doubtText(doubt))
        if (!roots.includes(doubt.of)) checks.push({ what: 'audit', verdict: 'bad', found })
      }
      return checks
    } finally {
      await store.close()
    }
  } catch (error) {
    const why = error instanceof Error ? oneLine(error.message) : 'unknown'
    return [
      {
        what: 'audit',
        verdict: 'bad',
        found: DOCTOR_TEXTS.auditUnreadable(shortPath(paths.database, context.env), why),
      },
    ]
  }
}

async function chainChecks({ env }: Context, store: StoreReader, project: ProjectRoot): Promise<readonly Check[]> {
  const where = shortPath(project, env)
  const verified = await store.verify(project)
  const chain: Check = verified.ok
    ? { what: 'audit', verdict: 'good', found: DOCTOR_TEXTS.auditFine(where, verified.facts) }
    : {
        what: 'audit',
        verdict: verified.isRecorded ? 'odd' : 'bad',
        found: DOCTOR_TEXTS.auditBroken(where, verified.problem),
      }
  const recent = await store.facts(project, { newest: RECENT_FACTS })
  const gaps = recent.filter(({ fact }) => GAP_KINDS.includes(fact.kind))
  const last = gaps.at(-1)
  const known = [chain, ...endedDaemon(where, recent)]
  if (last === undefined) return known
  const kinds = [...new Set(gaps.map(({ fact }) => fact.kind))].join(', ')
  const found = DOCTOR_TEXTS.gaps(where, `${gaps.length} (${kinds})`, recent.length, ago(last.atMs, Date.now()))
  return [...known, { what: 'gaps', verdict: 'odd', found }]
}

/** A daemon that went without a word, or while an agent's call was running that may have ended it. */
function endedDaemon(where: string, recent: readonly StoredFact[]): readonly Check[] {
  const ends = recent.flatMap(({ fact, atMs }) => (fact.kind === 'daemon.ended' ? [{ ...fact, atMs }] : []))
  const last = ends.findLast(({ how, calls }) => how === 'killed' || calls.length > 0)
  if (!last) return []
  const { calls, how, atMs } = last
  const during = calls.map(({ tool, preview }) => `${tool} \`${oneLine(preview, MAX_PREVIEW_CHARS)}\``).join(', ')
  const meanwhile = calls.length === 0 ? DOCTOR_TEXTS.noCall : DOCTOR_TEXTS.duringCalls(during)
  const found = DOCTOR_TEXTS.daemonEnded(where, DOCTOR_TEXTS.ending[how], ago(atMs, Date.now()), meanwhile)
  return [{ what: 'daemon', verdict: 'odd', found }]
}
