import type { ProjectHome } from '../core/model/ids.ts'
import type { FileFinding } from './reconcile.ts'
import { type Sight, see } from './yaml/sight.ts'
import { readingOf, type StateFileReading, type YamlLoader } from './yaml/state-file.ts'

/** A sight of the state file with what it says. Made outside the lock: parsing a hostile file takes seconds. */
export interface Look {
  readonly sight: Sight
  readonly reading: StateFileReading | undefined
}

function look(home: ProjectHome, loadYaml: YamlLoader): Look {
  const sight = see(home)
  return { sight, reading: sight.kind === 'file' ? readingOf(sight, loadYaml) : undefined }
}

/**
 * A file that is made hard to read again and again must not keep a waiting caller from giving up in time: others have a turn
 * before every further look.
 */
export async function lookInTurn(home: ProjectHome, loadYaml: YamlLoader): Promise<Look> {
  await new Promise((begin) => setImmediate(begin))
  return look(home, loadYaml)
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
