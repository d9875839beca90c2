import type { SessionMemory } from '../../model/tool.ts'
import { isTempRoot, isTempTree } from '../book/known-names.ts'
import { argvOf, arranged, wordText } from '../options/argv.ts'
import { basename, resolvePath } from '../shell/path.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import type { TargetContext } from '../targets/targets.ts'
import { textAt } from '../text/word-table.ts'

type Moves = TargetContext['moved']

const NONE: Moves = []
/** Moves of a session that are remembered, the last ones. */
const MAX_REMEMBERED = 64

/** `mv src /tmp/x`: from here on `/tmp/x` is as precious as `src` was. */
export function movesOf(command: ResolvedCommand): Moves {
  const argv = argvOf(command)
  if (argv.program !== 'mv') return NONE
  // The target comes last, be it named by `-t`.
  const paths = arranged(argv, 0).map((word) => `${resolvePath(wordText(word), command.cwd ?? '/?')}`)
  const target = textAt(paths, paths.length - 1)
  return paths.slice(0, -1).flatMap((from) => placesOf(from, target))
}

/** What was moved by earlier calls. */
export function movedBefore({ written }: SessionMemory): Moves {
  if (!written.some((file) => file.moved === true)) return NONE
  return written
    .filter((file) => file.moved === true)
    .slice(-MAX_REMEMBERED)
    .flatMap(({ path, from }) => (from === undefined || isTempTree(from) ? [] : placesOf(from, path)))
}

/** The target is the new name, or the folder it was moved into. */
function placesOf(from: string, target: string): Moves {
  const inner = { path: `${target}/${basename(from)}`, from }
  return isTempRoot(target) ? [inner] : [{ path: target, from }, inner]
}
