import type { ProjectRoot } from '../core/model/ids.ts'
import type { Parts } from './load-project.ts'
import type { FileFinding } from './reconcile.ts'
import { type Sight, see } from './yaml/sight.ts'
import { readingOf, type StateFileReading } from './yaml/state-file.ts'

/** A sight of the state file with what it says. Made outside the lock: parsing a hostile file takes seconds. */
export interface Look {
  readonly sight: Sight
  readonly reading: StateFileReading | undefined
}

function look({ homes, loadYaml, written }: Parts, project: ProjectRoot): Look {
  const sight = see(homes(project).own)
  if (sight.kind !== 'file') return { sight, reading: undefined }
  const ours = written.get(project)
  return { sight, reading: ours?.hash === sight.hash ? ours.reading : readingOf(sight, loadYaml) }
}

/**
 * A file that is made hard to read again and again must not keep a waiting caller from giving up in time: others have a turn
 * before every further look.
 */
export async function lookInTurn(parts: Parts, project: ProjectRoot): Promise<Look> {
  await new Promise((begin) => setImmediate(begin))
  return look(parts, project)
}

/** What the sight means, given an earlier look; undefined when the file must be looked into first. */
export function findingOf(sight: Sight, earlier: Look | undefined): FileFinding | undefined {
  if (sight.kind === 'missing') return { kind: 'missing' }
  if (sight.kind === 'unreadable') return { kind: 'unreadable', hash: '', problem: sight.problem }
  const { hash } = sight
  if (earlier?.sight.kind !== 'file' || earlier.sight.hash !== hash || !earlier.reading) return undefined
  const { reading } = earlier
  if (!reading.ok) return { kind: 'unreadable', hash, problem: reading.problem }
  return { kind: 'understood', hash, file: reading.file }
}
