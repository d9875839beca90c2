import type { TaskChange } from '../../core/model/citation.ts'
import type { ProjectHomes } from '../../core/model/homes.ts'
import { readLine } from '../../core/protocols/ledger/record/line.ts'
import { linesOf, trajectoryFiles } from '../files/trajectory.ts'
import { beadPathIn, readEmbedded, writeEmbedded } from './embedded-beads.ts'

/** Makes the files of tasks anew that the trajectory knows and nobody holds any more. Gives their ids. */
export async function remakeTasks(
  { ledger, notes: home }: Pick<ProjectHomes, 'ledger' | 'notes'>,
  wasDeleted: (path: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const made: string[] = []
  for (const [id, changes] of changesOf(ledger)) {
    if (readEmbedded(home, id).kind !== 'missing' || (await wasDeleted(beadPathIn(home, id)))) continue
    const written = changes.map(({ atMs, change }) => writeEmbedded({ home, id, atMs, change }))
    if (written.every(({ ok }) => ok)) made.push(id)
  }
  return made
}

/** What was said of each task, oldest first. */
function changesOf(home: ProjectHomes['ledger']) {
  const said = trajectoryFiles(home)
    .flatMap(linesOf)
    .flatMap((line) => (line.includes('"phase":"bead"') ? (readLine(line) ?? []) : []))
    .toSorted((left, right) => left.n - right.n)
  const changes = new Map<string, { readonly atMs: number; readonly change: TaskChange }[]>()
  for (const { atMs, entry } of said) {
    if (entry.phase !== 'bead') continue
    const known = changes.get(entry.bead_id) ?? []
    changes.set(entry.bead_id, [...known, { atMs, change: entry.change }])
  }
  return changes
}
