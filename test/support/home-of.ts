import { pathsOf } from '../../src/config/paths.ts'
import { type ProjectRoot, projectRoot } from '../../src/core/model/ids.ts'
import { homesHere } from '../../src/wiring/wire-gate.ts'
import type { Seat } from './fake-terminal.ts'

/** Where the files of the project are that somebody sits in, as the product finds them. */
export function homeOf({ cwd, env }: Pick<Seat, 'cwd' | 'env'>, root: ProjectRoot = projectRoot(cwd)): string {
  return homesHere(pathsOf(env))(root).own
}
