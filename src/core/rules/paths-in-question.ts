import type { Words } from '../model/rule.ts'
import { NO_MEMORY } from '../model/session-memory.ts'
import type { Surroundings } from '../model/surroundings.ts'
import type { ToolCall } from '../model/tool.ts'
import { hasOption } from './argv.ts'
import { commandsOf } from './assess.ts'
import { textAt } from './at.ts'
import { equivalents } from './equivalents.ts'
import { named, type View, viewOf } from './match.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import type { Ground } from './targets.ts'

/** Git is asked about no more than this many paths for one call. */
const MAX_PATHS = 64

/** Programs whose verdict hangs on what git and the disk know of the named words. */
const ASKERS: ReadonlyMap<string, Words> = new Map([
  ['rm', 'operands'],
  ['grm', 'operands'],
  ['shred', 'operands'],
  ['truncate', 'operands'],
  ['<find-delete>', 'operands'],
  ['rsync', 'last'],
])

/** Sub-commands of git that may throw away uncommitted work. */
const DISCARDS = new Set(
  'reset clean checkout restore switch rm read-tree checkout-index rebase merge cherry-pick am revert'.split(' '),
)

/** The paths whose state would change the verdict: empty for nearly every call, so that git is not started. */
export function pathsInQuestion(tool: ToolCall, around: Surroundings): readonly string[] {
  const commands = commandsOf(tool, around, NO_MEMORY)
  const paths = commands
    .flatMap((command) => [command, ...equivalents(command)])
    .flatMap((command) => pathsOf(command, around))
  return [...new Set(paths)].slice(0, MAX_PATHS)
}

function pathsOf(command: ResolvedCommand, around: Surroundings): readonly string[] {
  if (command.place === 'remote') return []
  const ground: Ground = { around, cwd: command.cwd, place: 'local', written: [], moved: [] }
  const view = viewOf(command, ground)
  if (view.argv.program === 'git')
    return view.argv.operands.some(({ index }) => DISCARDS.has(textAt(view.argv.texts, index))) ? [around.project] : []
  const words = isTree(view) ? ASKERS.get(view.argv.program) : undefined
  const targets = [...(words === undefined ? [] : named(view, words, 0)), ...named(view, 'emptying', 0)]
  return targets.flatMap(({ path }) => (path === undefined || /[*?[]/.test(path) ? [] : [path]))
}

/** A plain `rm file` is judged by its name alone. */
const isTree = (view: View): boolean =>
  !/^g?rm$/.test(view.argv.program) || hasOption(view.argv, ['-r', '-R', '--recursive'])
