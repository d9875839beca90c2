import type { Paths } from '../config/paths.ts'
import { backupsOf } from './apply.ts'
import { readFileState, sha256 } from './file-state.ts'
import { readRecord } from './record.ts'
import { EDGE_SKILL } from './skill.ts'

/** Every `/edge` that `init` installed still says what it said, so that the client keeps models away from it. */
export function skillIsIntact(paths: Paths): boolean {
  const recorded = readRecord(backupsOf(paths)).files.filter((file) => file.kind === 'skill')
  const places = recorded.length > 0 ? recorded.map((file) => file.path) : [paths.claude.edgeSkill]
  return places.every((path) => {
    const state = readFileState(path)
    return state.kind === 'file' && sha256(state.text) === sha256(EDGE_SKILL)
  })
}
