import { isForAgents } from '../book/own-verbs.ts'
import { isDataConsumer, onlyShows } from '../book/readers.ts'
import { type Argv, argvOf, asksForHelp, GAP, wordText } from '../options/argv.ts'
import { knownWord, pseudoCommand } from '../pseudo.ts'
import { basename } from '../shell/path.ts'
import type { ResolvedCommand, Step } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { landingsOf } from './own-landings.ts'
import { type OwnReach, ownReach } from './own-reach.ts'
import { isReading } from './own-readers.ts'
import { absolute, covers, followed, isBroad, MAX_PATH_CHARS, type TargetContext } from './targets.ts'

const MAX_PIECES = 16

/** One command, and what its words mean here. */
interface OwnQuestion {
  readonly command: ResolvedCommand
  /** The program as written. */
  readonly first: string
  readonly argv: Argv
  readonly ground: TargetContext
}

/**
 * What a command does to the gate, in words of our own: `<own-file>` touches what is ours other than by reading it,
 * `<own-spread>` may, `<own-approve>` answers for a person, `<agent-elsewhere>` starts an agent where the gate is not.
 */
export function ownDeeds(command: ResolvedCommand, ground: TargetContext): readonly ResolvedCommand[] {
  const [program] = command.argv
  if (program === undefined || command.place === 'remote') return []
  const first = wordText(program)
  if (first === '' || first.startsWith('<')) return []
  const question: OwnQuestion = { command, first, argv: argvOf(command), ground }
  const deeds: ResolvedCommand[] = []
  const tell = (name: string, about: string): void => {
    deeds.push(pseudoCommand([name, knownWord(about)], { cwd: command.cwd }))
  }
  for (const about of touched(question)) tell('<own-file>', about)
  for (const [name, about] of landed(question)) tell(name, about)
  for (const about of answers(question.argv)) tell('<own-approve>', about)
  if (isElsewhere(question)) tell('<agent-elsewhere>', `${command.cwd}`)
  return deeds
}

/** Words that name what is ours, where the program does not only read it. */
function touched(question: OwnQuestion): readonly string[] {
  const { command, first, argv } = question
  if (isOtherHost(argv)) return []
  const found: string[] = []
  const look = (text: string, index: number): void => {
    for (const piece of piecesOf(text, argv.program)) if (isTouched(piece, index, question)) found.push(piece)
  }
  if (first.includes('/')) look(first, -1)
  argv.texts.forEach((text, index) => {
    if (!isExcluded(argv, index)) look(text, index)
  })
  for (const [, value] of command.env) look(wordText(value), argv.texts.length)
  const { input } = command
  if (input.kind === 'file' && isStolen(wordText(input.path), question)) found.push(wordText(input.path))
  return found
}

/** `--exclude=.claude/settings.json`: named, and left alone. */
const isExcluded = ({ options }: Argv, index: number): boolean =>
  options.some(({ names, name, index: at, value, inlineValue }) => {
    if (value !== index && (at !== index || inlineValue === undefined)) return false
    if (names !== undefined) return names.some((each) => EXCLUDING.test(each))
    return EXCLUDING.test(name) && (at === index || !/^--(?:include|filter)/.test(name))
  })

const EXCLUDING = /^--(?:exclude|ignore|include|filter)/

/** `ssh host cat .claude/settings.json`: not ours. */
const isOtherHost = ({ program, texts }: Argv): boolean =>
  (program === 'ssh' || program === 'mosh') &&
  !texts.some((text) => /^(?:[^@]*@)?(?:localhost|127\.|::1|0\.0\.0\.0)/.test(text))

const REMOTE = /^(?:scp|rsync|ssh|sftp|rclone)$/

/** The paths in a word: `key=path`, `--opt=path`, `-opath`, `-xopath`, `UNIX-CONNECT:path`, `a:b`. Prose is none. */
export function piecesOf(text: string, program: string): readonly string[] {
  if (/^(?:-[\w-]*)?$/.test(text) || text.length > MAX_PATH_CHARS) return []
  if (/\s/.test(text)) return /^[/~]/.test(text) && !/\n/.test(text) ? [text] : []
  const bare = text.replace(/^-[A-Za-z]+(?=[/~.])|^@/, '')
  if (REMOTE.test(program) || !/[=:,]/.test(bare)) return [bare]
  return bare
    .split(/[=:,]/, MAX_PIECES)
    .map((piece) => piece.replace(/^@|(?<=\.(?:db|sqlite))\?.*$/g, ''))
    .filter((piece) => !/^(?:-[\w-]*)?$/.test(piece))
}

function reachOf(text: string, ground: TargetContext): (OwnReach & { readonly path: string }) | undefined {
  const written = absolute(text, ground)
  if (written === undefined) return undefined
  const real = followed(written, ground)
  for (const path of real === written ? [real] : [real, written]) {
    const reach = ownReach(path, ground.around)
    if (reach !== undefined) return { ...reach, path }
  }
  return undefined
}

/** Programs that put one folder in the place of another. */
const MOUNTS = /^(?:bwrap|mount|umount|fusermount3?|proot|sshfs|bindfs|unionfs|mergerfs|firejail|exch|rename|mmv)$/
const PACKERS = /^(?:g?cp|rsync|scp|tar|bsdtar|zip|7za?|rclone|ditto|cpio)$/

function isTouched(text: string, index: number, { argv, ground }: OwnQuestion): boolean {
  const reach = text.includes(GAP) ? undefined : reachOf(text, ground)
  if (reach === undefined) return false
  if (reach.relation === 'inside') return !isReading(argv, index, reach)
  if (isBroad(reach.path, ground.around)) return false
  if (MOUNTS.test(argv.program)) return true
  return reach.secret && PACKERS.test(argv.program)
}

/** Key, database or bundle on standard input. */
function isStolen(text: string, { argv, ground }: OwnQuestion): boolean {
  const reach = reachOf(text, ground)
  if (reach?.relation !== 'inside' || !reach.secret) return false
  return !(onlyShows(argv) && /\.(?:log|jsonl?)$/.test(text))
}

function landed({ argv, ground }: OwnQuestion): readonly (readonly [string, string])[] {
  return landingsOf(argv).flatMap(({ path, spreads }): readonly (readonly [string, string])[] => {
    const reach = reachOf(path, ground)
    if (reach === undefined) return []
    if (spreads === 'mount') return isBroad(reach.path, ground.around) ? [] : [['<own-spread>', path]]
    if (reach.relation === 'inside' || !isBroad(reach.path, ground.around)) return [['<own-file>', path]]
    if (spreads === 'no' || !isHome(reach.path, ground)) return []
    return [[spreads === 'copy' ? '<own-file>' : '<own-spread>', path]]
  })
}

const isHome = (path: string, { around }: TargetContext): boolean => path.toLowerCase() === around.home.toLowerCase()

const ANSWERS =
  /^(?:edge|approve|skip|dismiss|trust|pause|resume|uninstall|init|down|stop|daemon|hook|rules|grant|policy|backup|plane)$/
/** They run what they are given, whatever else they do with their words. */
const RUNNERS = /^(?:bun|npm|pnpm|yarn|env|sudo|nohup|watch|timeout|xargs|parallel)$/

/** Only a person answers a junction, switches the gate off or changes what it holds. */
function answers(argv: Argv): readonly string[] {
  const { program, texts } = argv
  if (program === 'fairlead') return asksForHelp(argv) || isForAgents(texts) ? [] : [`fairlead ${texts.join(' ')}`]
  if (isDataConsumer(program) && !RUNNERS.test(program)) return []
  const at = texts.findIndex((text) => basename(text) === 'fairlead')
  const rest = texts.slice(at + 1)
  if (at >= 0 && ANSWERS.test(textAt(rest, 0)) && !isForAgents(rest)) return [`fairlead ${rest.join(' ')}`]
  if (/^(?:npm|pnpm|yarn)$/.test(program)) return []
  const edge = texts.findIndex(
    (text, index) => text === 'edge' && /^(?:approve|skip|dismiss)$/.test(textAt(texts, index + 1)),
  )
  return edge < 0 ? [] : [texts.slice(edge).join(' ')]
}

/** `cd / && claude -p …`: the project's settings do not hold there. */
const isElsewhere = ({ command, argv, ground }: OwnQuestion): boolean =>
  /^(?:claude|claude-code|codex)$/.test(argv.program) &&
  command.cwd !== undefined &&
  !covers(ground.around.project, command.cwd) &&
  !argv.texts.some((text) => /^(?:--help|-h|--version|-v|-V|doctor|mcp|update|login|logout)$/.test(text))

/** The key itself, or a search through the folder it is in. */
export function keyReads(
  tool: { readonly name: string; readonly paths: readonly string[]; readonly pattern?: string },
  ground: TargetContext,
): readonly ResolvedCommand[] {
  const searches = tool.pattern !== undefined && tool.name !== 'Glob'
  return tool.paths.flatMap((path) => {
    const reach = reachOf(path, ground)
    if (reach?.relation !== 'inside' || !reach.secret) return []
    const low = reach.path.toLowerCase()
    const isKey = low.endsWith('/approval.key') || (searches && low === reach.base)
    return isKey ? [pseudoCommand(['<own-file>', path], { cwd: ground.cwd })] : []
  })
}

const GATE_PROCESS = /^fair|fairlead|daemon\.(?:mjs|sock)/i
const FREEING = /^(?:HOME|CLAUDE_CONFIG_DIR|CODEX_HOME|FAIRLEAD_\w+)=/

/** `HOME=/tmp/x; claude`: exported already, so that setting it is enough. */
const SET_HOME = /(?:^|[;&\n{(])[^\S\n]*HOME=[^\s;&]*\s*[;&\n]/

/** What only several commands together give away. */
export function ownSteps(steps: readonly Step[], text: string): readonly string[] {
  const commands = steps.filter((step) => step.kind === 'command').map((step) => argvOf(step))
  const some = (program: RegExp, word: RegExp): boolean =>
    commands.some((argv) => program.test(argv.program) && argv.texts.some((text) => word.test(text)))
  const ends = some(/^kill$/, UNKNOWN) && some(/^(?:pgrep|pidof|fuser|lsof)$/, GATE_PROCESS)
  const moves = some(/^(?:export|declare|typeset)$/, FREEING) || SET_HOME.test(text)
  const frees = moves && some(/^(?:claude|claude-code|codex)$/, /^(?!--version|--help)/)
  return [...(ends ? ['<own-stop>'] : []), ...(frees ? ['<own-free>'] : [])]
}

const UNKNOWN = new RegExp(GAP)
