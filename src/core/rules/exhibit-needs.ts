import type { Finding, Harm } from '../model/assessment.ts'
import type { Exhibit, ExhibitNeeds, ExhibitPart, GitNeed, SoughtFiles } from '../model/exhibit.ts'
import { NO_FILES_SEEN, type Surroundings } from '../model/surroundings.ts'
import { NO_MEMORY, type ToolCall } from '../model/tool.ts'
import { commandsOf } from './assess.ts'
import { languageOfFile, languageOfProgram } from './book/languages.ts'
import { loadedNames, moduleNames } from './flow/code-loads.ts'
import { hookNames, runsIn, soughtNames } from './flow/implied-runs.ts'
import { entryEndings } from './judge-step.ts'
import { type Argv, argvOf, hasOption, shown } from './options/argv.ts'
import { knownWord, pseudoCommand } from './pseudo.ts'
import { basename, dirname, resolvePath } from './shell/path.ts'
import { readShell } from './shell/read-shell.ts'
import type { ResolvedCommand, Step, Word } from './shell/reading.ts'
import { textAt, wordSet } from './text/word-table.ts'

/** Words of one file that are looked up; of the call itself, all are. */
const MAX_NAMES = 4_000
const MAX_NAME_CHARS = 300

/** What a call runs, feeds and hands on, so far as its own text tells: the one place that knows (EDGE-57). */
export function exhibitNeeds(tool: ToolCall, around: Surroundings, findings: readonly Finding[]): ExhibitNeeds {
  const steps = stepsOf(tool, around)
  // What a script of this session does shows in the findings only.
  const inside = findings.filter(({ argv }) => !steps.some((step) => isSpelled(step, argv)))
  const found = inside.map(({ argv, cwd }) => pseudoCommand(argv, { cwd: cwd ?? around.cwd }))
  const needs = {
    ...needsOf([...steps.map((step) => withoutVictims(step, findings)), ...found], around.cwd, around.home),
    targets: victimsOf(findings, around.cwd),
    trees: treesOf(findings, around.cwd),
  }
  // Of a text that is too long to be read, the words at least.
  const isUnread = tool.kind === 'shell' && steps.some((step) => step.kind === 'unresolved')
  return isUnread ? { ...needs, names: [...needs.names, ...namesIn(tool.command, around.home)] } : needs
}

const MAX_TARGETS = 20

/** EDGE-57: what is lost is part of what a person decides about; of git it is what lies below where it runs. */
function victimsOf(findings: readonly Finding[], cwd: string): readonly string[] {
  const lost = findings.filter(({ harm }) => SUFFERED.has(harm))
  const paths = lost.flatMap(({ targets, argv, cwd: at = cwd }) => {
    const named = targets.filter((path) => path.startsWith('/'))
    return named.length === 0 && argv[0] === 'git' ? [at] : named
  })
  return [...new Set(paths)].slice(0, MAX_TARGETS)
}

/** A deploy, a migration and a package carry the work tree as it stands; what a push carries are commits. */
function treesOf(findings: readonly Finding[], cwd: string): readonly string[] {
  const handing = findings.filter(
    ({ harm, argv }) => harm === 'deploy' || harm === 'migrate' || (harm === 'publish' && argv[0] !== 'git'),
  )
  return [...new Set(handing.map((finding) => finding.cwd ?? cwd))]
}

/** Without what the session remembers: the disk tells what is in a file now. */
function stepsOf(tool: ToolCall, around: Surroundings): readonly Step[] {
  return tool.kind === 'shell'
    ? readShell(tool.command, { ...placeOf(around), cwd: around.cwd }).steps
    : commandsOf(tool, { ...around, ...NO_FILES_SEEN }, NO_MEMORY)
}

const SUFFERED: ReadonlySet<Harm> = new Set<Harm>(['delete', 'overwrite', 'discard-uncommitted'])

/** What a command deletes, overwrites or works on as a database is not what it feeds; another command may still run it. */
function withoutVictims(step: Step, findings: readonly Finding[]): Step {
  if (step.kind !== 'command') return step
  const own = findings.filter(({ harm, argv }) => SUFFERED.has(harm) && isSpelled(step, argv))
  const targets = new Set(own.flatMap((finding) => finding.targets))
  const program = argvOf(step)
  const database = FILE_DATABASES.has(program.program) ? program.operands[0]?.index : undefined
  const argv = step.argv.filter(
    (word, at) => at - 1 !== database && !targets.has(resolvePath(shown(word), step.cwd) ?? ''),
  )
  return argv.length === step.argv.length ? step : { ...step, argv }
}

/** They change by themselves while somebody works with them. */
const FILE_DATABASES = wordSet('sqlite3 sqlite litecli duckdb')

const placeOf = ({ home, project }: Surroundings) => ({ home, project, written: [] })

/** A file that is run or read in, with its text. */
export interface ReadPart {
  readonly path: string
  readonly text: string
  /** The folder in which it is run. */
  readonly folder: string
  /** Words of the program that looked for it by itself. */
  readonly argv?: readonly string[]
  /** The program that was given it; empty where it was started by itself. */
  readonly interpreter?: string
}

/** What such a file runs or reads in turn. */
export function furtherNeeds(part: ReadPart, around: Surroundings): ExhibitNeeds {
  const { path, text, folder, argv } = part
  const program = argv && argvOf({ argv: argv.map(knownWord) })
  const runs = (program && runsIn(text, path, program)) ?? [{ text, language: languageOf(part) }]
  const all = runs.map((run) => needsIn(run, part, around))
  const code = runs.map((run) => run.text).join('\n')
  const names = [
    ...loadedNames(code),
    ...all.flatMap((one) => one.names),
    ...namesIn(code, around.home).filter(isPathLike),
  ]
  return {
    names: [...new Set(names)].slice(0, MAX_NAMES),
    folders: [...new Set([folder, dirname(path), ...all.flatMap(({ folders }) => folders)])],
    sought: all.flatMap(({ sought }) => sought),
    git: all.flatMap(({ git }) => git),
    runs: all.flatMap((one) => one.runs),
  }
}

/** The same question for each command of a text. */
function needsIn(run: { text: string; language: string }, { path, folder }: ReadPart, around: Surroundings) {
  const needsOfText = (text: string) =>
    needsOf(readShell(text, { ...placeOf(around), cwd: folder }).steps, folder, around.home)
  if (run.language === 'shell') return needsOfText(run.text)
  if (run.language !== 'other' || !MAY_BE_COMMANDS.test(path)) return NOTHING
  const text = withValues(run.text.replace(/^\t[@+-]+/gm, '\t'))
  const needs = needsOfText(text)
  const included = [...text.matchAll(INCLUDED)].flatMap((match) => textAt(match, 1).split(/\s+/))
  const started = new Set(needs.runs.map(([name]) => name))
  return { ...needs, names: [...included, ...needs.names.filter((name) => isPathLike(name) || started.has(name))] }
}

/** With the variables of a makefile that have a plain value. */
function withValues(text: string): string {
  const set = [...text.matchAll(/^(\w{1,80})[ \t]*[:?]{0,3}=[ \t]*(\S{1,200})[ \t]*$/gm)]
  const values = new Map([['MAKE', 'make'], ...set.map((match) => [textAt(match, 1), textAt(match, 2)] as const)])
  return text.replace(/\$[({](\w{1,80})[)}]/g, (all, name: string) => values.get(name) ?? all)
}

/** A makefile, or a file whose name tells nothing. */
const MAY_BE_COMMANDS = /(?:^|\/)(?:[^/.]+|[^/]+\.(?:mk|mak|make)|makefile\.[^/]+)$/i
/** Also what make would take in if it were there. */
const INCLUDED = /^ *[-s]?include[ \t]+(.{1,2000})$/gm

const NOTHING: ExhibitNeeds = { names: [], folders: [], sought: [], git: [], runs: [] }

/** In a text of unknown making, only what looks like a path is looked up. */
const isPathLike = (name: string): boolean => /[./]\w/.test(name)

function languageOf({ path, text, interpreter }: ReadPart): string {
  const program = interpreter || /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(\S+)/.exec(text)?.[1]
  if (program !== undefined) return languageOfProgram(program)
  // What the system cannot start, a shell reads.
  return interpreter === '' || /\.(?:ba|z|k|da)?sh$/.test(path) ? 'shell' : (languageOfFile(path) ?? 'other')
}

function needsOf(steps: readonly Step[], folder: string, home: string): ExhibitNeeds {
  const commands = steps.filter((step) => step.kind === 'command')
  const placed = commands.map((command) => ({ argv: argvOf(command), command, folder: command.cwd ?? folder }))
  const inHome = placed.flatMap(({ argv }) => soughtNames(argv).filter(isInHome))
  const words = [...steps.flatMap(wordsOf), ...placed.flatMap(modulesOf), ...inHome]
  return {
    names: [...new Set(words.flatMap((text) => namesIn(text, home)))],
    folders: [...new Set([folder, ...placed.flatMap((one) => [one.folder, ...pythonFolders(one)])])],
    sought: placed.flatMap(soughtBy),
    git: placed.flatMap((one) => gitNeedOf(one)),
    runs: steps.flatMap((step) => (step.kind === 'run-file' ? [[textOf(step.path), step.interpreter] as const] : [])),
  }
}

/** `python3 -m pk.mod`: the words that follow are its own. */
function modulesOf({ argv }: PlacedCommand): readonly string[] {
  if (languageOfProgram(argv.program) !== 'python') return []
  const at = argv.texts.findIndex((text) => /^-[A-Za-z]*m/.test(text))
  if (at < 0) return []
  const glued = textAt(argv.texts, at).replace(/^-[A-Za-z]*?m/, '')
  const names = moduleNames(glued || textAt(argv.texts, at + 1))
  return names.flatMap((name) => ['.py', '/__init__.py', '/__main__.py'].map((ending) => name + ending))
}

/** Where else Python looks. */
const pythonFolders = ({ command, folder }: PlacedCommand): readonly string[] =>
  command.env
    .filter(([name]) => name === 'PYTHONPATH')
    .flatMap(([, value]) => textOf(value).split(':'))
    .map((path) => (path.startsWith('/') ? path : `${folder}/${path}`))

function wordsOf(step: Step): readonly string[] {
  switch (step.kind) {
    case 'command': {
      const { argv, env, input, redirects } = step
      const read = redirects.filter(({ op }) => op.startsWith('<')).map(({ target }) => target)
      const words = [...argv, ...env.map(([, value]) => value), ...read]
      return [...words, ...(input.kind === 'file' ? [input.path] : [])].map(textOf)
    }
    case 'run-file': {
      const path = textOf(step.path)
      return [path, ...entryEndings(step.interpreter).map((entry) => path + entry)]
    }
    case 'code': {
      const text = step.text ?? ''
      return [text, ...loadedNames(text)]
    }
    case 'unresolved':
      return [step.raw]
  }
}

/** `"$(dirname "$0")/lib.sh"`: the end tells the name. */
const textOf = (word: Word): string => (word.kind === 'known' ? word.text : `${word.prefix} ${word.suffix}`)

/** Whatever in a text may be the name of a file: as it stands, and every piece between marks that stand beside names. */
function namesIn(text: string, home: string): readonly string[] {
  const pieces = new Set(text.replace(/\$\{[^}\n]{0,80}\}|\$\w{0,80}/g, ' ').split(/[\s=,:;@'"`()<>|&{}[\]\\]+/))
  return [text, ...pieces].flatMap((piece) => {
    // The value may be glued to an option: `-fseed.sql`.
    const name = piece.startsWith('-') ? piece.slice(2) : piece
    if (name === '' || name.length > MAX_NAME_CHARS || name.startsWith('-') || name.includes('\n')) return []
    if (name.startsWith('~/')) return [home + name.slice(1)]
    // What is left of `$HERE/lib.sh`.
    return name.startsWith('/') && name !== text ? [name, name.replace(/^\/+/, './')] : [name]
  })
}

interface PlacedCommand {
  readonly argv: Argv
  readonly command: ResolvedCommand
  readonly folder: string
}

function soughtBy({ argv, command, folder }: PlacedCommand): readonly SoughtFiles[] {
  const names = soughtNames(argv).filter((name) => !isInHome(name))
  return names.length === 0 ? [] : [{ names, from: folder, argv: command.argv.map(shown) }]
}

const isInHome = (name: string): boolean => name.startsWith('~/')

/** Those that a setting cannot make mean something else; a rare one that is missing is looked for in vain. */
const GIT_VERBS = wordSet(
  'add am apply archive bisect blame branch bundle cat-file checkout cherry-pick clean clone commit config describe diff ' +
    'fetch filter-branch for-each-ref format-patch fsck gc grep help init log ls-files ls-remote ls-tree maintenance merge ' +
    'merge-base mv notes prune pull push range-diff rebase reflog remote repack replace reset restore rev-list rev-parse ' +
    'revert rm shortlog show show-ref sparse-checkout stash status submodule switch symbolic-ref tag update-index ' +
    'update-ref version worktree',
)
const COMMITTING = wordSet('commit merge pull rebase cherry-pick revert am')

function gitNeedOf({ argv, folder }: PlacedCommand): readonly GitNeed[] {
  if (argv.program !== 'git') return []
  const [verb = '', ...words] = argv.operands.map(({ index }) => textAt(argv.texts, index))
  const all = hasOption(argv, ['--all', '--mirror', '--tags', '--branches', '--follow-tags'])
  const isPush = verb === 'push'
  const hooks = hookNames(argv)
  const commits = COMMITTING.has(verb)
  if (verb !== '' && !GIT_VERBS.has(verb)) return [{ folder, hooks, commits, alias: verb }]
  return hooks.length === 0 && !commits ? [] : [{ folder, hooks, commits, ...(isPush && { pushes: { words, all } }) }]
}

/**
 * The parts through which a finding comes about, for a dismissal: what is pushed is new each time, and a file that another
 * command of the same call runs has nothing to do with it.
 */
export function partsBehind(
  finding: Finding,
  tool: ToolCall,
  around: Surroundings & { readonly exhibit: Exhibit },
): Exhibit {
  const lasting = around.exhibit.filter(({ kind }) => kind !== 'commit' && kind !== 'target')
  if (lasting.length === 0) return []
  const own = stepsOf(tool, around).filter((step) => isSpelled(step, finding.argv))
  if (own.length === 0) return lasting
  const { names, folders, sought, git } = needsOf(own, around.cwd, around.home)
  const paths = new Set(names.flatMap((name) => folders.map((folder) => resolvePath(name, folder))))
  const soughtHere = new Set(sought.flatMap((one) => one.names))
  const hooks = new Set(git.flatMap((need) => need.hooks))
  const isRun = ({ path }: ExhibitPart) =>
    path !== undefined && (paths.has(path) || soughtHere.has(basename(path).toLowerCase()))
  if (lasting.some(isRun)) return lasting
  return lasting.filter(({ path }) => git.length > 0 && (path === undefined || hooks.has(basename(path))))
}

const isSpelled = (step: Step, words: readonly string[]): boolean =>
  step.kind === 'command' &&
  step.argv.length === words.length &&
  step.argv.every((word, at) => shown(word) === words[at])
