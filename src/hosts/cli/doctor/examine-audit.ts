import { existsSync } from 'node:fs'
import type { Paths } from '../../../config/paths.ts'
import type { DaemonEnd } from '../../../core/model/event.ts'
import type { FactKind, StoredFact } from '../../../core/model/fact.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { count } from '../../../core/words/count.ts'
import type { Check } from '../../../install/runtime-health.ts'
import type { StoreReader } from '../../../stores/store.ts'
import { wired } from '../open-project.ts'
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
  if (!existsSync(paths.database)) return [{ what: 'audit', verdict: 'good', found: 'empty: no agent has called yet' }]
  try {
    const store = await (await wired(paths, context.env)).store()
    try {
      const checks: Check[] = []
      for (const root of roots) checks.push(...(await chainChecks(context, store, root)))
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
        found: `\`${shortPath(paths.database, context.env)}\` cannot be read (${why}); grants count for nothing until it can`,
      },
    ]
  }
}

async function chainChecks({ env }: Context, store: StoreReader, project: ProjectRoot): Promise<readonly Check[]> {
  const where = shortPath(project, env)
  const verified = await store.verify(project)
  const chain: Check = verified.ok
    ? { what: 'audit', verdict: 'good', found: `${where}: ${count(verified.facts, 'fact')}, the chain holds` }
    : {
        what: 'audit',
        verdict: 'bad',
        found: `${where}: ${verified.problem}; export it with \`fairlead audit export\` and look who changed it`,
      }
  const recent = await store.facts(project, { newest: RECENT_FACTS })
  const gaps = recent.filter(({ fact }) => GAP_KINDS.includes(fact.kind))
  const last = gaps.at(-1)
  const known = [chain, ...endedDaemon(where, recent)]
  if (last === undefined) return known
  const kinds = [...new Set(gaps.map(({ fact }) => fact.kind))].join(', ')
  const found = `${where}: ${gaps.length} in the last ${count(recent.length, 'fact')} (${kinds}), newest ${ago(last.atMs, Date.now())}; see \`fairlead audit tail\``
  return [...known, { what: 'gaps', verdict: 'odd', found }]
}

const ENDINGS: Readonly<Record<DaemonEnd, string>> = {
  killed: 'was killed or crashed',
  signal: 'was ended by a signal',
  told: 'was told to stop',
  newer: 'gave way to a newer caller',
  replaced: 'lost its socket to another',
}

/** A daemon that went without a word, or while an agent's call was running that may have ended it. */
function endedDaemon(where: string, recent: readonly StoredFact[]): readonly Check[] {
  const ends = recent.flatMap(({ fact, atMs }) => (fact.kind === 'daemon.ended' ? [{ ...fact, atMs }] : []))
  const last = ends.findLast(({ how, calls }) => how === 'killed' || calls.length > 0)
  if (!last) return []
  const { calls, how, atMs } = last
  const during = calls.map(({ tool, preview }) => `${tool} \`${oneLine(preview, MAX_PREVIEW_CHARS)}\``).join(', ')
  const meanwhile = calls.length === 0 ? 'no call was running' : `while ${during} ran`
  const found = `${where}: it ${ENDINGS[how]} ${ago(atMs, Date.now())}, ${meanwhile}; hooks decided by themselves; see \`fairlead audit tail\``
  return [{ what: 'daemon', verdict: 'odd', found }]
}
