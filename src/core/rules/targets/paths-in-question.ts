import type { Words } from '../../model/rule.ts'
import { type CallSurroundings, NO_FILES_SEEN, type Surroundings } from '../../model/surroundings.ts'
import type { ToolCall } from '../../model/tool.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { commandsOf } from '../assess.ts'
import { equivalents } from '../book/equivalents.ts'
import { type CommandView, named, viewOf } from '../match.ts'
import { hasOption } from '../options/argv.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import type { TargetContext } from './targets.ts'

/** Git is asked about no more than this many paths for one call. */
const MAX_PATHS = 64

/** Programs whose verdict hangs on what git and the disk know of the named words. */
const ASKERS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['rm', 'operands'],
  ['grm', 'operands'],
  ['unlink', 'operands'],
  ['shred', 'operands'],
  ['tee', 'operands'],
  ['sponge', 'operands'],
  ['sed', 'operands'],
  ['gsed', 'operands'],
  ['dd', 'key:of'],
  ['sort', 'option:-o|--output'],
  ['cp', 'landings'],
  ['mv', 'landings'],
  ['install', 'landings'],
  ['ln', 'landings'],
  ['truncate', 'operands'],
  ['<find-delete>', 'operands'],
  ['rsync', 'last'],
])

/** Sub-commands of git that may throw away uncommitted work. */
const DISCARDS = wordSet(
  'reset clean checkout restore switch rm read-tree checkout-index rebase merge cherry-pick am revert apply',
)

/** Letters, blanks and what names are made of: nothing here becomes another word, and nothing is written. */
const PLAIN = /^[\w ./:=@,+-]{0,300}$/
/** What one of the programs above, or a sub-command of git, would have to contain. */
const ASKING =
  /rm|unlink|shred|tee|sponge|sed|dd|sort|cp|mv|install|ln|truncate|find|bfs|rsync|del-cli|premove|cmake|reset|clean|checkout|restore|switch|read-tree|rebase|merge|cherry|am|revert|apply|show|cat-file/i

/** Nearly every call: read in one glance instead of being judged twice. */
const asksNothing = (tool: ToolCall): boolean =>
  tool.kind === 'shell' && PLAIN.test(tool.command) && !ASKING.test(tool.command)

/** The paths whose state would change the verdict: empty for nearly every call, so that git is not started. */
export function pathsInQuestion(tool: ToolCall, where: Surroundings): readonly string[] {
  if (asksNothing(tool)) return []
  const around: CallSurroundings = { ...where, ...NO_FILES_SEEN }
  const commands = commandsOf(tool, around, NO_MEMORY)
  const paths = commands
    .flatMap((command) => [command, ...equivalents(command)])
    .flatMap((command) => pathsOf(command, around))
  return [...new Set(paths)].slice(0, MAX_PATHS)
}

function pathsOf(command: ResolvedCommand, around: CallSurroundings): readonly string[] {
  if (command.place === 'remote') return []
  const ground: TargetContext = { around, cwd: command.cwd, place: 'local', written: [], session: [], moved: [] }
  const view = viewOf(command, ground)
  if (view.argv.program === 'git') return askedByGit(view, around)
  const words = isAsking(view) ? ASKERS.get(view.argv.program) : undefined
  const targets = [...(words === undefined ? [] : named(view, words, 0)), ...named(view, 'emptying', 0)]
  // What a whole tree is worth does not follow from the names in it.
  const isTree = hasOption(view.argv, ['-r', '-R', '--recursive'])
  return targets.flatMap(({ path }) => (path === undefined || (isTree && /[*?[]/.test(path)) ? [] : [path]))
}

function askedByGit(view: CommandView, around: Surroundings): readonly string[] {
  const { texts, operands } = view.argv
  const verbs = operands.map(({ index }) => textAt(texts, index))
  if (/^(?:show|cat-file)$/.test(`${verbs[0]}`)) return named(view, 'written', 0).flatMap(({ path }) => path ?? [])
  if (!verbs.some((verb) => DISCARDS.has(verb))) return []
  const removed = verbs[0] === 'rm' ? named(view, 'operands', 1) : []
  return [around.project, ...removed.flatMap(({ path }) => path ?? [])]
}

/** Of `sed` it matters only when all lines go. */
const isAsking = ({ argv }: CommandView): boolean =>
  !/^g?sed$/.test(argv.program) ||
  (hasOption(argv, ['-i', '--in-place']) && argv.texts.some((text) => /(?:^|[^\w])d$/.test(text)))
