import { isForAgents } from '../book/own-verbs.ts'
import { isDataConsumer, onlyLooks, onlyShows } from '../book/readers.ts'
import { type Argv, argvOf, asksForHelp, GAP, optionValues, wordText } from '../options/argv.ts'
import { knownWord, pseudoCommand } from '../pseudo.ts'
import { basename } from '../shell/path.ts'
import type { ResolvedCommand, Step } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { atHome, type Landing, landingsOf } from './own-landings.ts'
import { holdsByPattern, mayReach, type OwnReach, ownReach } from './own-reach.ts'
import { goesBelow, isLinking, isPacked, isReading, packedFrom } from './own-readers.ts'
import { isVague, searchedOf } from './own-searches.ts'
import { spokenOf } from './own-spoken.ts'
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
  for (const [name, about] of [...touched(question), ...landed(question), ...searchedOf(command, ground)])
    tell(name, about)
  for (const about of answers(question.argv)) tell('<own-approve>', about)
  if (isElsewhere(question)) tell('<agent-elsewhere>', `${command.cwd}`)
  return deeds
}

/** Words that name what is ours, or may, where the program does not only read it. */
function touched(question: OwnQuestion): readonly (readonly [string, string])[] {
  const { command, first, argv } = question
  const found: (readonly [string, string])[] = []
  const look = (text: string, index: number, by = argv): void => {
    for (const piece of piecesOf(text, by.program)) {
      const name = touchOf(piece, index, { ...question, argv: by })
      if (name !== undefined) found.push([name, piece.replaceAll(GAP, '…')])
    }
  }
  if (first.includes('/')) look(first, -1)
  const isAway = isOtherHost(argv)
  argv.texts.forEach((text, index) => {
    if (!isExcluded(argv, index) && (!isAway || isValue(argv, index))) look(packedFrom(argv, index) + text, index)
  })
  for (const [name, value] of command.env) {
    const isWritten = WRITTEN_VARIABLES.test(name)
    look(wordText(value), isWritten ? 0 : OUTSIDE, isWritten ? argvOf({ argv: [AROUND, value] }) : argv)
  }
  const written = command.redirects.flatMap(({ op, target }) =>
    op !== '<' && target.kind === 'unknown' ? [target] : [],
  )
  for (const word of [...(command.kept ?? []), ...written]) look(wordText(word), 0, argvOf({ argv: [AROUND, word] }))
  for (const path of filesRead(command))
    if (isStolen(path, question) || isReopened(command, path, question.ground)) found.push(['<own-file>', path])
  for (const path of spokenOf(argv, command, question.ground))
    for (const name of spokenTouch(path, question.ground)) found.push([name, path])
  return found
}

function spokenTouch(path: string, ground: TargetContext): readonly string[] {
  const reach = reachOf(path, ground)
  if (reach === undefined) return []
  if (reach.relation === 'inside') return ['<own-file>']
  return isBroad(reach.path, ground.around) ? [] : ['<own-spread>']
}

/** `GIT_TRACE=x git status` writes what it does there. */
const WRITTEN_VARIABLES = /^GIT_|TRACE|_LOG|OUTPUT|DUMP|HISTFILE/

/** Of a word that is none of the program's own. */
const OUTSIDE = Number.MAX_SAFE_INTEGER
/** Whatever stands around a command and writes to a file. */
const AROUND = knownWord('<around>')

const filesRead = ({ input, redirects }: ResolvedCommand): readonly string[] => [
  ...(input.kind === 'file' ? [wordText(input.path)] : []),
  ...redirects.flatMap(({ op, target }) => (op === '<' ? [wordText(target)] : [])),
]

/** `--exclude=.claude/settings.json`: named, and left alone. */
const isExcluded = ({ options }: Argv, index: number): boolean =>
  options.some(({ names, name, index: at, value, inlineValue }) => {
    if (value !== index && (at !== index || inlineValue === undefined)) return false
    if (names !== undefined) return names.some((each) => EXCLUDING.test(each))
    return EXCLUDING.test(name) && (at === index || !/^--(?:include|filter)/.test(name))
  })

const EXCLUDING = /^--(?:exclude|ignore|include|filter)/

/** `ssh host cat .claude/settings.json`: not ours, but the values of its options are. */
const isOtherHost = ({ program, texts }: Argv): boolean =>
  (program === 'ssh' || program === 'mosh') &&
  !texts.some((text) => /^(?:[^@]*@)?(?:localhost|127\.|::1|0\.0\.0\.0)/.test(text))

const isValue = ({ options }: Argv, index: number): boolean =>
  options.some(({ value, index: at, inlineValue }) => value === index || (at === index && inlineValue !== undefined))

const REMOTE = /^(?:scp|rsync|ssh|sftp|rclone)$/

/** The paths in a word: `key=path`, `--opt=path`, `-opath`, `-xopath`, `UNIX-CONNECT:path`, `a:b`. Prose is none. */
export function piecesOf(given: string, program: string): readonly string[] {
  if (/^(?:-[\w-]*)?$/.test(given) || given.length > MAX_PATH_CHARS) return []
  // What curl finds for a pattern in the address takes the place of its number.
  const text = program === 'curl' ? given.replace(/#\d+/g, GAP) : given
  if (/\s/.test(text)) return /^[/~]/.test(text) && !/\n/.test(text) ? [text] : []
  const bare = text.replace(/^-[A-Za-z]+(?=[/~.])|^@|^file:\/\/(?=\/)/, '')
  if (REMOTE.test(program)) return [atHome(bare)]
  if (!/[=:,]/.test(bare)) return [bare]
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
  const held = /[*?[]/.test(real) ? holdsByPattern(real, ground.around) : undefined
  if (held === undefined) return undefined
  // As broad as what it stands for.
  const above = held.base.split('/').slice(0, real.split('/').length).join('/')
  return { ...held, path: above }
}

/** Programs that put one folder in the place of another. */
const MOUNTS = /^(?:bwrap|mount|umount|fusermount3?|proot|sshfs|bindfs|unionfs|mergerfs|firejail|exch|rename|mmv)$/

/** They take away, or change, whatever is in a folder that they are given. */
const MOVERS = /^(?:g?mv|rm|rmdir|chmod|chown|chattr|shred)$/
/** They take a folder for a place to write to, whatever else they do with their words. */
const BUILDERS = /^(?:git|npm|pnpm|yarn|bun|tsc|make|cmake|go|cargo|pip3?|uv|ninja)$/

function touchOf(given: string, index: number, { argv, ground }: OwnQuestion): string | undefined {
  const text = given.replace(PROCESS_ROOT, '')
  if (OTHERS_FILES.test(text)) return onlyLooks(argv) ? undefined : '<own-spread>'
  if (text.includes(GAP)) return perhapsTouched(text, index, { argv, ground })
  const reach = reachOf(text, ground)
  if (reach === undefined) return undefined
  if (reach.relation === 'inside') return isReading(argv, index, reach) ? undefined : '<own-file>'
  if (reach.secret && isPacked(argv, index) && !isLeftOut(argv, reach)) return '<own-file>'
  const isBelow = goesBelow(argv)
  if (isBroad(reach.path, ground.around)) return broadTouch(reach.path, index, { argv, ground })
  if (isBelow || MOUNTS.test(argv.program) || MOVERS.test(argv.program) || isLinking(argv)) return '<own-file>'
  // A folder that holds little else than what is ours, given to something that may change it.
  const isSpoken = isDataConsumer(argv.program) && !BUILDERS.test(argv.program)
  return isReading(argv, index, reach) || isSpoken ? undefined : '<own-spread>'
}

/** A home, or a project: second names of all that is in it, or all of it replaced. */
function broadTouch(path: string, index: number, { argv, ground }: Pick<OwnQuestion, 'argv' | 'ground'>) {
  const isHome = holdsHome(path, ground)
  if (isLinking(argv) && index !== argv.operands.at(-1)?.index) return isHome ? '<own-file>' : '<own-spread>'
  return goesBelow(argv) && isHome ? '<own-spread>' : undefined
}

/** What some process or other has opened: our database, too. Of one that is known, the link tells. */
const OTHERS_FILES = new RegExp(`^/proc/[^/]{0,80}[*?[${GAP}][^/]{0,80}/(?:task/[^/]{1,80}/)?(?:fd|map_files)/`)

/** The root of a process that is not known. */
const PROCESS_ROOT = new RegExp(`^/proc/${GAP}(?:/task/[^/]+)?/root(?=/)`)

/** A word that is known in part: what the shell, `find` or `curl` puts there may be what is ours. */
function perhapsTouched(
  text: string,
  index: number,
  { argv, ground }: Pick<OwnQuestion, 'argv' | 'ground'>,
): string | undefined {
  const before = text.slice(0, text.indexOf(GAP))
  const after = text.slice(text.lastIndexOf(GAP) + 1)
  const folder = before.slice(0, before.lastIndexOf('/') + 1)
  const place = absolute(folder === '' ? '.' : folder, ground)
  if (place === undefined) return undefined
  const real = followed(place, ground)
  const word = argv.words[index]
  const raw = word?.kind === 'unknown' ? word.raw : ''
  // `$X/.claude/settings.json`, wherever that is.
  if (before === '' && /\/[^/]+\/[^/]+$/.test(after))
    return mayReach('', after, ground.around) === undefined || /te?mp|test|fixture/i.test(raw)
      ? undefined
      : '<own-spread>'
  // `locate settings.json`, anywhere on this machine.
  if (before === '' && raw.startsWith('…') && /^\w[\w.-]*$/.test(after))
    return mayReach('', `/${after}`, ground.around) === undefined ? undefined : '<own-spread>'
  const start = `${real === '/' ? '' : real}/${before.slice(folder.length)}`
  const reach = mayReach(start, after, ground.around)
  if (reach === undefined || isReading(argv, index, reach)) return undefined
  if (!isBroad(real, ground.around)) return '<own-file>'
  if (!covers(real, ground.around.home)) return undefined
  // `~/$name` says itself where it is; what a variable or a list brings along does not.
  const isFound = argv.program === 'curl' || (raw !== '' && (!raw.includes('/') || /\{\}|…|\(/.test(raw)))
  if (after.includes('/') || (isFound && after !== '')) return '<own-file>'
  return isFound && before !== '' ? '<own-spread>' : undefined
}

/** `--exclude=.fairlead`. */
const isLeftOut = ({ texts, ...argv }: Argv, { base }: OwnReach): boolean =>
  texts.some((text, index) => {
    if (!isExcluded({ texts, ...argv }, index)) return false
    const name = basename(text.replace(/^--[\w-]+=/, ''))
    return base.split('/').includes(name.toLowerCase())
  })

/** Key, database or bundle on standard input. */
function isStolen(text: string, { argv, ground }: OwnQuestion): boolean {
  const reach = reachOf(text, ground)
  if (reach?.relation !== 'inside' || !reach.secret) return false
  return !(onlyShows(argv) && /\.(?:log|jsonl?)$/.test(text))
}

/** `curl -K x` may write anywhere; what this session wrote there was read. */
function unreadSettings(argv: Argv, ground: TargetContext): readonly Landing[] {
  if (argv.program !== 'curl') return []
  return optionValues(argv, ['-K', '--config'])
    .map(wordText)
    .filter((file) => file !== '-' && !ground.written.some(({ path }) => path === absolute(file, ground)))
    .map(() => ({ path: '~', spreads: 'archive' }))
}

/** Opened to be read, a file can be opened again to be written: `exec 3<x; echo >/dev/fd/3`. */
function isReopened({ argv, redirects }: ResolvedCommand, path: string, ground: TargetContext): boolean {
  if (reachOf(path, ground) === undefined) return false
  return (
    argvOf({ argv }).program === 'exec' ||
    [...argv, ...redirects.map(({ target }) => target)].some((word) =>
      /^\/(?:dev|proc\/[^/]+)\/fd\//.test(wordText(word)),
    )
  )
}

function landed({ command, argv, ground }: OwnQuestion): readonly (readonly [string, string])[] {
  return [...landingsOf(argv, command.env), ...unreadSettings(argv, ground)].flatMap(
    ({ path, spreads, from }): readonly (readonly [string, string])[] => {
      if (path.includes(GAP)) {
        const name = perhapsTouched(path, OUTSIDE, { argv, ground })
        return name === undefined ? [] : [[name, path.replaceAll(GAP, '…')]]
      }
      const brought = from === undefined ? undefined : broughtBy(from, ground)
      if (brought !== undefined) return [['<own-file>', brought]]
      const reach = reachOf(path, ground)
      if (reach === undefined) return []
      if (spreads === 'mount')
        return isBroad(reach.path, ground.around) && !argv.texts.some((text) => namesTail(text, ground))
          ? []
          : [['<own-spread>', path]]
      if (reach.relation === 'inside' || !isBroad(reach.path, ground.around)) return [['<own-file>', path]]
      if (spreads === 'no' || !holdsHome(reach.path, ground)) return []
      return [[spreads === 'copy' ? '<own-file>' : '<own-spread>', path]]
    },
  )
}

/** What of ours would be replaced by something in a folder or an archive. */
const broughtBy = (from: string, ground: TargetContext): string | undefined =>
  ground.around.bringing?.find((one) => one.from === absolute(from, ground))?.onto

/** `/mounted/.claude/settings.json`: the end of a path of ours, wherever home was put. */
const namesTail = (text: string, { around }: TargetContext): boolean =>
  mayReach('', textAt(/(?:\/[^/]+){2}$/.exec(text) ?? ['/'], 0), around) !== undefined

const holdsHome = (path: string, { around }: TargetContext): boolean =>
  covers(path.toLowerCase(), around.home.toLowerCase())

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
  command.cwd !== undefined && !covers(ground.around.project, command.cwd) && isClient(argv)

/** One that starts an agent. */
const isClient = ({ program, texts }: Argv): boolean =>
  /^(?:claude|claude-code|codex)$/.test(program) &&
  !texts.some((text) => /^(?:--help|-h|--version|-v|-V|doctor|mcp|update|login|logout)$/.test(text))

/** What lands in a folder only the disk can tell, afterwards: settings for the next client may be among it. */
const bringsFiles = (argv: Argv): boolean =>
  argv.program === 'git'
    ? /^(?:checkout|switch|merge|pull|rebase|reset|restore|stash|apply|am|cherry-pick|revert|read-tree|submodule)$/.test(
        textAt(argv.texts, argv.operands[0]?.index ?? -1),
      )
    : landingsOf(argv, []).some(({ spreads }) => spreads === 'archive' || spreads === 'copy')

/** The key itself, or a search through the folder it is in. */
export function keyReads(
  tool: { readonly name: string; readonly paths: readonly string[]; readonly pattern?: string },
  ground: TargetContext,
): readonly ResolvedCommand[] {
  const searches = tool.pattern !== undefined && tool.name !== 'Glob'
  return tool.paths.flatMap((path) => {
    const reach = reachOf(path, ground)
    if (!reach?.secret) return []
    if (reach.relation === 'holds')
      return searches && isVague(`${tool.pattern}`) && holdsHome(reach.path, ground)
        ? [pseudoCommand(['<own-spread>', path], { cwd: ground.cwd })]
        : []
    const low = reach.path.toLowerCase()
    const isKey = low.endsWith('/approval.key') || (searches && low === reach.base)
    return isKey ? [pseudoCommand(['<own-file>', path], { cwd: ground.cwd })] : []
  })
}

const FREEING = /^(?:HOME|CLAUDE_CONFIG_DIR|CODEX_HOME|FAIRLEAD_\w+)=/

/** `HOME=/tmp/x; claude`: exported already, so that setting it is enough. */
const SET_HOME = /(?:^|[;&\n{(])[^\S\n]*HOME=[^\s;&]*\s*[;&\n]/

/** What only several commands together give away. */
export function ownSteps(steps: readonly Step[], text: string): readonly string[] {
  const commands = steps.filter((step) => step.kind === 'command').map((step) => argvOf(step))
  const some = (program: RegExp, word: RegExp): boolean =>
    commands.some((argv) => program.test(argv.program) && argv.texts.some((text) => word.test(text)))
  const moves = some(/^(?:export|declare|typeset)$/, FREEING) || SET_HOME.test(text)
  const frees = moves && some(/^(?:claude|claude-code|codex)$/, /^(?!--version|--help)/)
  const first = commands.findIndex(bringsFiles)
  const isFollowed = first >= 0 && commands.slice(first).some(isClient)
  const ends = /\bPPID\b/.test(text) && some(/^(?:kill|gdb|lldb|strace|ltrace|gcore)$/, new RegExp(GAP))
  return [
    ...(frees ? ['<own-free>'] : []),
    ...(isFollowed ? ['<agent-elsewhere>'] : []),
    ...(ends ? ['<own-stop>'] : []),
  ]
}
