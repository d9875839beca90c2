import type { Words } from '../../model/rule.ts'
import { type CallSurroundings, NO_FILES_SEEN, type Surroundings } from '../../model/surroundings.ts'
import type { ToolCall } from '../../model/tool.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { commandsOf } from '../assess.ts'
import { equivalents } from '../book/equivalents.ts'
import { patchesOf } from '../flow/patches.ts'
import { entryEndings } from '../judge-step.ts'
import { type CommandView, named, viewOf } from '../match.ts'
import { mcpValues } from '../mcp-values.ts'
import { argvOf, GAP, hasOption, wordText } from '../options/argv.ts'
import { knownWord } from '../pseudo.ts'
import { resolvePath } from '../shell/path.ts'
import { readShell } from '../shell/read-shell.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import { piecesOf } from './own.ts'
import { landingsOf } from './own-landings.ts'
import { numbersIn } from './own-processes.ts'
import { CONTROLS } from './own-reach.ts'
import { absolute, MAX_PATH_CHARS, type TargetContext, unfolded } from './targets.ts'

/** Git is asked about no more than this many paths for one call. */
const MAX_PATHS = 64

/** Commands of which the book does not tell what is lost. */
const ASKERS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['sed', 'operands'],
  ['gsed', 'operands'],
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
  /rm|unlink|shred|wipe|tee|sponge|sed|dd|sort|cp|mv|install|ln|truncate|find|bfs|rsync|curl|wget|tar|zip|7z|xz|bz|zst|lz|uniq|xxd|less|eslint|sqlite|shuf|iconv|pandoc|trace|openssl|ssh-keygen|patch|script|rename|mmv|fallocate|perl|ruby|awk|vi|ed|ex|nano|ffmpeg|convert|magick|sox|del-cli|premove|cmake|reset|clean|checkout|restore|switch|read-tree|rebase|merge|cherry|am|revert|apply|show|cat-file|bundle|mailinfo|index-pack|pack-objects|tags|cscope|brotli|lz4|cp|docker|kube/i

/** A path that may lead out of the project, or an option that may name what is written. */
const OUTSIDE = /(?:^|[ =:,@])(?:\/|\.\.)| -\S*(?:o|dump|save|dest|write|rec|trace|prof)/i

/** Nearly every call: read in one glance instead of being judged twice. */
const asksNothing = (tool: ToolCall): boolean =>
  tool.kind === 'shell' && PLAIN.test(tool.command) && !ASKING.test(tool.command) && !OUTSIDE.test(tool.command)

/** What the disk and git are asked before a call is judged. */
export interface PathsInQuestion {
  /** The paths whose state would change the verdict: empty for nearly every call, so that git is not started. */
  readonly asked: readonly string[]
  /** Every path that the call names, absolute and as written: `..` after a link leads elsewhere than it reads. */
  readonly named: readonly string[]
  readonly spreads: readonly SpreadSource[]
  /** Numbers of processes. */
  readonly processes: readonly number[]
}

/** More are not looked at one by one. */
const MAX_PROCESSES = 64

export function pathsInQuestion(tool: ToolCall, where: Surroundings): PathsInQuestion {
  const around: CallSurroundings = { ...where, ...NO_FILES_SEEN }
  const ground: TargetContext = { around, cwd: where.cwd, place: 'local', written: [], session: [], moved: [] }
  if (tool.kind === 'shell' && asksNothing(tool))
    return {
      asked: [],
      spreads: [],
      named: placed(wordsIn(tool.command.split(' '), ''), ground),
      processes: numbersIn([argvOf({ argv: tool.command.trim().split(' ').map(knownWord) })]),
    }
  const commands = commandsOf(tool, around, NO_MEMORY).filter(({ place }) => place === 'local')
  const asked = commands
    .flatMap((command) => [command, ...equivalents(command)])
    .flatMap((command) => pathsOf(command, { ...ground, cwd: command.cwd }))
  const named = [
    ...placed(pathsIn(tool), ground),
    ...commands.flatMap((command) => placed(namesIn(command), { ...ground, cwd: command.cwd })),
  ]
  const processes = numbersIn(commands.map((command) => argvOf(command))).slice(0, MAX_PROCESSES)
  const spreads = commands.flatMap((command) => spreadsOf(command, around)).slice(0, MAX_PATHS)
  return { asked: [...new Set(asked)].slice(0, MAX_PATHS), named: [...new Set(named)], spreads, processes }
}

/** What may run a script or apply a patch. */
const RUNNING =
  /sh\b|source|python|node|ruby|perl|php|bun|deno|lua|tsx|patch|apply|\bam\b|(?:^|[\s;&|({])\.{0,2}(?:\/| )/

/** Files whose text tells what a shell text does: scripts that it runs, patches that it applies. */
export function textsInQuestion(text: string, { cwd, home, project }: Surroundings): readonly string[] {
  if (!RUNNING.test(text)) return []
  const { steps } = readShell(text, { cwd, home, project, written: [] })
  return steps.flatMap((step) => {
    if (step.kind === 'command') return (patchesOf(step) ?? []).flatMap((name) => resolvePath(name, step.cwd) ?? [])
    if (step.kind !== 'run-file' || step.place === 'remote' || step.path.kind === 'unknown') return []
    const path = resolvePath(step.path.text, step.cwd)
    return path === undefined ? [] : [path, ...entryEndings(step.interpreter).map((ending) => path + ending)]
  })
}

/** Something that would be spread over a folder, and the names in it that would land on what is ours. */
export interface SpreadSource {
  readonly from: string
  readonly into: string
  readonly names: readonly string[]
}

/** What only the disk can tell of copied folders and unpacked archives. */
function spreadsOf(command: ResolvedCommand, around: CallSurroundings): readonly SpreadSource[] {
  const ground: TargetContext = { around, cwd: command.cwd, place: 'local', written: [], session: [], moved: [] }
  return landingsOf(argvOf(command), command.env).flatMap(({ path, from }) => {
    const [source, goal] = [from, path].map((text) =>
      text === undefined || text.includes(GAP) ? undefined : absolute(text, ground),
    )
    if (source === undefined || goal === undefined) return []
    const names = [...around.ownPaths, ...CONTROLS.map((name) => `${around.project}/${name}`)]
    const below = names.filter((own) => own.startsWith(`${goal}/`)).map((own) => own.slice(goal.length + 1))
    return below.length === 0 ? [] : [{ from: source, into: goal, names: [...new Set(below)] }]
  })
}

/** What tools other than a shell are given. */
function pathsIn(tool: ToolCall): readonly string[] {
  if (tool.kind === 'edit') return tool.changes.flatMap(({ path, to }) => [path, ...(to === undefined ? [] : [to])])
  if (tool.kind === 'read') return tool.paths
  if (tool.kind !== 'mcp') return []
  return mcpValues(tool.input).values.map(({ text }) => text.replace(/^file:\/\//, ''))
}

/** Every word that may be a path, or start with one. */
function namesIn(command: ResolvedCommand): readonly string[] {
  const { argv, redirects, env, input } = command
  const words = [...argv, ...redirects.map(({ target }) => target), ...env.map(([, value]) => value)]
  const files = input.kind === 'file' ? [input.path] : []
  return ['.', ...wordsIn([...words, ...files].map(wordText), argvOf(command).program)]
}

/** A program without a folder is looked for elsewhere. */
const wordsIn = (texts: readonly string[], program: string): readonly string[] =>
  texts.flatMap((text, index) => (index === 0 && !text.includes('/') ? [] : piecesOf(text, program)))

/** Of a pattern and of a word that is known in part, the folder that is certain. */
function placed(texts: readonly string[], ground: TargetContext): readonly string[] {
  return texts.flatMap((text) => {
    if (text === '' || text.length > MAX_PATH_CHARS || text.includes('\n')) return []
    const unknown = text.search(/[*?[\0]/)
    const known = unknown < 0 ? text : text.slice(0, text.lastIndexOf('/', unknown) + 1)
    return (known === '' ? undefined : unfolded(known, ground)) ?? []
  })
}

function pathsOf(command: ResolvedCommand, ground: TargetContext): readonly string[] {
  const view = viewOf(command, ground)
  if (view.argv.program === 'git')
    return [...askedByGit(view, ground.around), ...named(view, 'overwrites', 0).flatMap(({ path }) => path ?? [])]
  const words = isAsking(view) ? ASKERS.get(view.argv.program) : undefined
  const lost: readonly Words[] = [
    ...(words === undefined ? [] : [words]),
    'deletes',
    'overwrites',
    'alters',
    'emptying',
  ]
  const outside = [
    ...named(view, 'written', 0),
    ...named(view, 'alters', 0),
    ...named(view, isGiven(view) ? 'operands' : 'read', 0),
  ].filter(({ class: kind }) => /^(?:outside-project|home-config)$/.test(kind))
  const targets = [...lost.flatMap((each) => named(view, each, 0)), ...outside]
  // What a whole tree is worth does not follow from the names in it.
  const isTree = hasOption(view.argv, ['-r', '-R', '--recursive'])
  return targets.flatMap(({ path }) => (path === undefined || (isTree && /[*?[]/.test(path)) ? [] : [path]))
}

function askedByGit(view: CommandView, around: Surroundings): readonly string[] {
  const { texts, operands } = view.argv
  const verbs = operands.map(({ index }) => textAt(texts, index))
  const written = named(view, 'written', 0).flatMap(({ path }) => path ?? [])
  if (!verbs.some((verb) => DISCARDS.has(verb))) return written
  const removed = verbs[0] === 'rm' ? named(view, 'operands', 1) : []
  return [around.project, ...written, ...removed.flatMap(({ path }) => path ?? [])]
}

/** Of `sed` it matters only when all lines go. */
const isAsking = ({ argv }: CommandView): boolean =>
  !/^g?sed$/.test(argv.program) ||
  (hasOption(argv, ['-i', '--in-place']) && argv.texts.some((text) => /(?:^|[^\w])d$/.test(text)))

/** Folders of a person that are handed to others. */
const isGiven = ({ argv }: CommandView): boolean => argv.program === '<mount>' || argv.program === '<serves>'
