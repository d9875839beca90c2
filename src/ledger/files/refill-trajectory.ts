import type { ProjectRoot } from '../../core/model/ids.ts'
import { lineOf, readLine } from '../../core/protocols/ledger/record/line.ts'
import type { StoreReader } from '../../stores/store.ts'
import { appendLines, linesFromEnd, trajectoryFiles } from './trajectory.ts'

/**
 * LEDGER-15: lines that the facts know and no file holds any more, because they were damaged or taken away, are added.
 * Older ones than `sinceMs` left in good order. Gives how many came back.
 */
export async function refillTrajectory(store: StoreReader, project: ProjectRoot, sinceMs: number): Promise<number> {
  const facts = await store.facts(project, { newest: Number.MAX_SAFE_INTEGER })
  return store.alone(() => {
    const present = new Set<number>()
    for (const file of trajectoryFiles(project))
      for (const line of linesFromEnd(file)) present.add(readLine(line)?.n ?? 0)
    const lost = facts.flatMap(({ fact, atMs, session }) =>
      fact.kind === 'ledger.recorded' && atMs >= sinceMs && !present.has(fact.n)
        ? [{ n: fact.n, atMs, session, agent: fact.agent, entry: fact.entry }]
        : [],
    )
    for (const [agent, lines] of Map.groupBy(lost, (one) => one.agent)) appendLines(project, agent, lines.map(lineOf))
    return lost.length
  })
}
