import type { Finding } from '../model/assessment.ts'
import { isInside } from '../model/inside.ts'
import { unreachable } from '../model/language.ts'
import type { Surroundings } from '../model/surroundings.ts'
import type { WrittenFile } from '../model/tool.ts'
import { isTempTree } from './book/known-names.ts'
import { languageOfFile, languageOfProgram } from './book/languages.ts'
import { isDataConsumer, isDoer } from './book/readers.ts'
import { loadedFiles } from './flow/code-loads.ts'
import { MAX_CODE_CHARS } from './flow/code-text.ts'
import { flowsOf, isShellWrap } from './flow/flows.ts'
import { fetchedRuns, impliedRuns, isCompiler } from './flow/implied-runs.ts'
import { codeDeeds } from './flow/inline-code.ts'
import { mountDeeds } from './flow/mounts.ts'
import { movesOf } from './flow/moves.ts'
import { patchDeeds } from './flow/patches.ts'
import { servingDeeds } from './flow/serving.ts'
import { MAX_SPOKEN_CHARS, spokenReach } from './flow/spoken-reach.ts'
import { judgeCommand } from './judge-command.ts'
import { argvOf, MAX_ARGUMENTS, shown, wordText } from './options/argv.ts'
import { knownWord, pseudoCommand } from './pseudo.ts'
import { isKnownProgram, type RuleBook } from './rule-book.ts'
import { matchesPattern } from './shell/expand/patterns.ts'
import { isAddress } from './shell/files.ts'
import { literalCommandsIn } from './shell/literal-commands.ts'
import { basename, resolvePath } from './shell/path.ts'
import { readShell } from './shell/read-shell.ts'
import type { InlineCode, ResolvedCommand, RunFile, ShellReading, Step, Unresolved, Word } from './shell/reading.ts'
import { attaches, handlesOurs } from './targets/own-processes.ts'
import type { TargetContext } from './targets/targets.ts'
import { spelled } from './text/canonical.ts'
import { textAt } from './text/word-table.ts'

/** Shell inside code inside shell: deeper is not looked into. */
const MAX_DEPTH = 3
/** Trees moved in one call that are followed; more are held as unreadable. */
const MAX_MOVES = 256
/** As many deeds as `codeDeeds` tells of one piece of code: there may have been more. */
const MANY_DEEDS = 64

export interface Judging {
  readonly ground: TargetContext
  readonly book: RuleBook
  readonly depth: number
  /** Texts being judged around this one: a file that runs itself says nothing new. */
  readonly within?: readonly string[]
}

export interface Judged {
  readonly findings: readonly Finding[]
  /** Everything that would run, code included, in the words of commands. */
  readonly commands: readonly ResolvedCommand[]
}

/** All findings of one reading. */
export function judgeReading(reading: ShellReading, judge: Judging): Judged {
  let ground: TargetContext =
    reading.writes.length === 0
      ? judge.ground
      : { ...judge.ground, written: [...reading.writes, ...judge.ground.written] }
  const commands: ResolvedCommand[] = []
  const findings: Finding[] = []
  const lost = new Set<string | undefined>()
  for (const read of reading.steps) {
    const step = 'cwd' in read && lost.has(read.cwd) ? { ...read, cwd: undefined } : read
    const deeds = deedsOf(step, { ...judge, ground })
    commands.push(...deeds.commands)
    const seen = step.kind === 'command' ? ground : withoutAbsent(ground)
    for (const command of deeds.commands) findings.push(...judgeCommand(command, seen, judge.book))
    findings.push(...deeds.findings)
    if (mayMove(read)) lost.add(read.cwd)
    const moved = step.kind === 'command' ? movesOf(step) : []
    if (moved.length > 0) ground = { ...ground, moved: [...ground.moved, ...moved].slice(0, MAX_MOVES) }
  }
  if (ground.moved.length >= MAX_MOVES)
    findings.push(...judgeCommand(pseudoCommand(['<too-long>'], {}), ground, judge.book))
  const flows = [
    ...flowsOf(reading.steps, commands, ground),
    ...(handlesOurs(commands, ground) ? [OWN_STOP] : []),
    ...(commands.some(attaches) ? [ATTACH] : []),
  ]
  for (const flow of flows) findings.push(...judgeCommand(flow, ground, judge.book))
  return { findings, commands }
}

/** What is not there may be there when code gets to it: only a word of the shell itself is cleared by a missing file. */
const withoutAbsent = (ground: TargetContext): TargetContext => ({
  ...ground,
  around: { ...ground.around, paths: ground.around.paths.filter(({ exists }) => exists) },
})

const OWN_STOP = pseudoCommand(['<own-stop>'], {})
const ATTACH = pseudoCommand(['<attach>'], {})

/** `builtin time cd ..`: whether this shell moves is not certain, so relative paths after it are not. */
const mayMove = (step: Step): step is ResolvedCommand =>
  step.kind === 'command' &&
  // What stands before the innermost shell moves that shell as a whole.
  isCarried(step.via.slice(step.via.findLastIndex(isShellWrap) + 1)) &&
  /^(?:cd|pushd|popd)$/.test(argvOf(step).program)

const isCarried = (via: readonly string[]): boolean =>
  via.length > 0 && via.every((name) => /^(?:builtin|command|time)$/.test(name))

export interface Deeds {
  readonly commands: readonly ResolvedCommand[]
  readonly findings: readonly Finding[]
}

function deedsOf(step: Step, judge: Judging): Deeds {
  switch (step.kind) {
    case 'command':
      return {
        commands: [
          step,
          ...tooManyWords(step),
          ...spokenReach(step),
          ...patchDeeds(step, judge.ground),
          ...mountDeeds(step),
          ...servingDeeds(step, judge.ground.around.project),
        ],
        findings: [...handedOn(step, judge), ...impliedFindings(step, judge)],
      }
    case 'code':
      return step.text === undefined ? unknownCode(step) : codeFindings(step.text, step, judge)
    case 'run-file':
      return runFile(step, judge)
    case 'unresolved':
      return unresolvedDeeds(step, judge)
    default:
      return unreachable(step)
  }
}

/** `npm test`, `git commit`, `go run .`: what this session put where they look is run too. */
function impliedFindings(step: ResolvedCommand, judge: Judging): readonly Finding[] {
  const fetched = fetchedRuns(step, judge.ground.written)
  if (fetched !== undefined)
    return judgeCommand(pseudoCommand(['<run-download>', fetched], { cwd: step.cwd }), judge.ground, judge.book)
  const compiled = step.input.kind === 'text' && isCompiler(argvOf(step).program) ? [step.input.text] : []
  if (compiled.length > 0) return compiled.flatMap((text) => graveIn(text, { ...step, language: 'other' }, judge))
  return impliedRuns(step, judge.ground.written).flatMap(({ text, language }) =>
    language === 'shell' ? judgeText(text, step.cwd, judge) : graveIn(text, { ...step, language }, judge),
  )
}

type CodePlace = Pick<InlineCode, 'language' | 'given' | 'cwd' | 'via' | 'place' | 'privileged'> & {
  /** Only what it does counts, not what its strings say. */
  readonly isPlain?: boolean
}

/** Programs delete what they made themselves, and who can tell; what nothing brings back is told from that. */
export function graveIn(text: string, place: CodePlace, judge: Judging): readonly Finding[] {
  const { within = [] } = judge
  if (judge.depth >= MAX_DEPTH || within.includes(text)) return []
  const inner: Judging = { ...judge, depth: judge.depth + 1, within: [...within, text] }
  const deeds = codeFindings(text, place, inner)
  const found = deeds.commands.flatMap((command) => judgeCommand(command, judge.ground, judge.book))
  return [...found, ...deeds.findings].filter(isGrave)
}

const isGrave = ({ tier, harm, targetClass }: Finding): boolean =>
  tier === 'catastrophic' || (GRAVE.test(harm) && !/unknown|any/.test(targetClass))

const GRAVE = /^(?:delete|overwrite)$/

/** The rules see so many words; what comes after them could be anything. */
const tooManyWords = (step: ResolvedCommand): readonly ResolvedCommand[] =>
  step.argv.length > MAX_ARGUMENTS && !MERE_PRINTERS.test(argvOf(step).program)
    ? [pseudoCommand(['<too-long>'], step), { ...step, argv: ends(step.argv) }]
    : []

const MERE_PRINTERS = /^(?:echo|printf|print|:|true)$/

const ends = (words: readonly Word[]): readonly Word[] => [...words.slice(0, 8), ...words.slice(8 - MAX_ARGUMENTS)]

const unknownCode = (step: InlineCode): Deeds => ({
  commands: [pseudoCommand(['<unknown-code>', step.language], step)],
  findings: [],
})

/** From there on a relative path of the code is somewhere else. */
const CHANGES_FOLDER = /\b(?:os\.chdir|process\.chdir|Dir\.chdir|Deno\.chdir)\s*\(|^[ \t]*(?:use\s+cwd|chdir)\b/m

/** What a piece of code would do. */
export function codeFindings(text: string, place: CodePlace, judge: Judging): Deeds {
  const step = CHANGES_FOLDER.test(text) ? { ...place, cwd: undefined } : place
  const deeds = codeDeeds(text, step.language, step)
  const isMore = text.length > MAX_CODE_CHARS || deeds.commands.length + deeds.shell.length >= MANY_DEEDS
  return {
    commands: isMore ? [...deeds.commands, pseudoCommand(['<too-long>'], step)] : deeds.commands,
    findings: [
      ...deeds.shell.flatMap((shell) => judgeText(shell, step.cwd, judge)),
      ...loadedFiles(text, step.cwd, judge.ground.written).flatMap((file) =>
        isAddress(file.from)
          ? judgeCommand(pseudoCommand(['<run-download>', file.path], { cwd: step.cwd }), judge.ground, judge.book)
          : graveIn(`${file.text}`, { ...step, language: languageOfFile(file.path) ?? step.language }, judge),
      ),
    ],
  }
}

/** A text that a shell would be given. */
export function judgeText(text: string, cwd: string | undefined, judge: Judging): readonly Finding[] {
  const { within = [] } = judge
  if (within.includes(text)) return []
  if (judge.depth >= MAX_DEPTH) return tooDeep(text, cwd, judge)
  const { around, written } = judge.ground
  const reading = readShell(text, { cwd: cwd ?? around.cwd, home: around.home, written })
  return judgeReading(reading, { ...judge, depth: judge.depth + 1, within: [...within, text] }).findings
}

/** Not read any further: held, and judged by the commands it seems to hold. */
function tooDeep(text: string, cwd: string | undefined, judge: Judging): readonly Finding[] {
  return [
    pseudoCommand(['<too-deep>', text], { cwd }),
    ...literalCommandsIn(text).map((found) => ({ ...found, cwd })),
  ].flatMap((command) => judgeCommand(command, judge.ground, judge.book))
}

/** Write-then-run: a file written in this session is judged by what is in it. */
function runFile(step: RunFile, judge: Judging): Deeds {
  const files = filesNamed(step, judge.ground.written)
  if (
    files.every(({ onDisk }) => onDisk === true) &&
    isStray(step, resolvePath(wordText(step.path), step.cwd), judge.ground.around)
  )
    return { commands: [pseudoCommand(['<stray-script>', step.path], step)], findings: [] }
  const all = files.map((file) => runWritten(file, step, judge))
  return { commands: all.flatMap(({ commands }) => commands), findings: all.flatMap(({ findings }) => findings) }
}

/** What `node .` and `python x` look for in a folder, and `node x` under other names. */
const ENTRIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.mjs', '/index.cjs', '/index.ts', '/main.js']],
  ['python', ['/__main__.py', '.py']],
])

/** What a program puts behind the name of a file that it is given. */
export const entryEndings = (interpreter: string): readonly string[] =>
  ENTRIES.get(languageOfProgram(interpreter)) ?? []

/** The files of this session that the path may name: one, those that fit a pattern, or those that end like it. */
function filesNamed({ path, cwd, interpreter }: RunFile, written: readonly WrittenFile[]): readonly WrittenFile[] {
  if (written.length === 0) return []
  if (path.kind === 'unknown') {
    const end = basename(path.suffix)
    return end === ''
      ? []
      : written.filter((file) => file.path.endsWith(`/${end}`) || (end.startsWith('.') && file.path.endsWith(end)))
  }
  const named = resolvePath(path.text, cwd)
  if (named === undefined) return []
  if (path.glob) return written.filter((file) => matchesPattern(named, file.path))
  const exact = written.filter((file) => file.path === named)
  if (exact.length > 0) return exact.filter((file, at) => at === 0 || file.onDisk === true)
  const entries = entryEndings(interpreter).map((entry) => named + entry)
  return written.filter((file) => entries.includes(file.path)).slice(0, 1)
}

function runWritten(file: WrittenFile, step: RunFile, judge: Judging): Deeds {
  const language = scriptLanguage(step, file)
  if (file.onDisk === true)
    return { commands: [], findings: foundFindings(`${file.text}`, { ...step, language }, judge) }
  const commands = riskyScript(file, language).map((name) => pseudoCommand([name, step.path], step))
  if (file.text === undefined) return { commands, findings: [] }
  if (language === 'shell') return { commands, findings: judgeText(file.text, step.cwd, judge) }
  const deeds = codeFindings(file.text, { ...step, language }, judge)
  return { ...deeds, commands: [...commands, ...deeds.commands] }
}

/** A script that somebody wrote before: what it surely does. What it makes and takes away again, its text does not tell. */
function foundFindings(
  text: string,
  { language, ...step }: RunFile & { readonly language: 'shell' | InlineCode['language'] },
  judge: Judging,
): readonly Finding[] {
  const deeds: Deeds =
    language === 'shell'
      ? { commands: [], findings: judgeText(text, step.cwd, judge) }
      : codeFindings(text, { ...step, language, isPlain: true }, judge)
  const found = deeds.commands.flatMap((command) => judgeCommand(command, judge.ground, judge.book)).filter(isGrave)
  return [...found, ...deeds.findings.filter((finding) => isGrave(finding) || isSure(finding))]
}

const isSure = ({ harm }: Finding): boolean => harm !== 'execute-unresolved' && !GRAVE.test(harm)

/** What was found when the file was written and cannot be found in what is kept of it. */
function riskyScript({ risk }: WrittenFile, language: string): readonly string[] {
  if (risk === 'unread') return language === 'shell' ? ['<unread-script>'] : []
  if (risk === undefined) return []
  return [risk === 'catastrophic' ? '<grave-script>' : '<risky-script>']
}

/** A shell script in a temporary folder that this session did not put there: anybody may have, unless it is one of ours. */
const isStray = (step: RunFile, path: string | undefined, { ownPaths, project }: Surroundings): boolean =>
  step.place === 'local' &&
  path !== undefined &&
  isTempTree(path) &&
  // A project may lie there: its own `.env` is no stray.
  !isInside(path, project) &&
  languageOfProgram(step.interpreter) === 'shell' &&
  !ownPaths.includes(path)

function scriptLanguage(step: RunFile, file: WrittenFile): 'shell' | InlineCode['language'] {
  const named = languageOfProgram(step.interpreter)
  if (named !== 'other') return named
  const first = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(\S+)/.exec(`${file.text}`)?.[1]
  if (first !== undefined) return languageOfProgram(first)
  return languageOfFile(file.path) ?? 'shell'
}

function unresolvedDeeds(step: Unresolved, judge: Judging): Deeds {
  const where = { via: step.via, cwd: judge.ground.cwd }
  const inside = step.inside.flatMap((command) =>
    judgeCommand({ ...command, cwd: command.cwd ?? judge.ground.cwd }, judge.ground, judge.book),
  )
  switch (step.why) {
    case 'network-code':
    case 'unknown-code':
    case 'too-long':
    case 'too-deep':
      return { commands: [pseudoCommand([`<${step.why}>`, step.raw], where)], findings: inside }
    case 'unknown-command':
      return {
        commands: isMenacing(step) ? [pseudoCommand([`<${step.why}>`, step.raw], where)] : [],
        findings: inside,
      }
    case 'unparsable':
      return {
        commands: codeDeeds(step.raw, 'other', { ...where, place: 'local', privileged: false }).commands,
        findings: inside,
      }
    default:
      return unreachable(step.why)
  }
}

/** `-rf` in any order, with the flags that go with it. */
const forces = (words: readonly string[]): boolean =>
  words.some((word) => /^-[rRfvdiI]{2,6}$/.test(word) && /r/i.test(word) && word.includes('f'))

/** Arguments that only a destroyer takes. */
function isMenacing({ raw, inside }: Unresolved): boolean {
  const words = [...raw.split(/\s/), ...inside.flatMap((command) => command.argv.map(wordText))]
  return (
    forces(words) ||
    words.some((word) =>
      /^--(?:hard|force|recursive|no-preserve-root|mirror)$|^(?:of=)?\/dev\/(?:sd|nvme|disk)/.test(word),
    )
  )
}

/** Unknown executor with a destructive literal inside: a junction, unless the program only stores or prints its arguments. */
function handedOn(command: ResolvedCommand, judge: Judging): readonly Finding[] {
  if (command.argv.length < 2 && command.input.kind !== 'text') return []
  const argv = argvOf(command)
  if (argv.program === '' || isDataConsumer(argv.program) || isKnownProgram(judge.book, argv.program)) return []
  const given = [...argv.texts, ...argv.options.flatMap(({ inlineValue = '' }) => inlineValue)]
  const whole = given.findIndex((text) => isCommandLike(text))
  const fed = command.input.kind === 'text' ? command.input.text : ''
  const inner = [
    ...(whole < 0 ? tailFindings(command, judge) : judgeText(textAt(given, whole), command.cwd, judge)),
    ...[...given, fed].filter((text) => HIDES.test(text)).flatMap((text) => escapedFindings(text, command, judge)),
  ]
  if (!inner.some((finding) => finding.tier === 'catastrophic')) return []
  const pseudo = pseudoCommand(['<unknown-executor>', textAt(given, Math.max(whole, 0))], command)
  return judgeCommand(pseudo, judge.ground, judge.book)
}

/** A destroying command behind a sign of another language: `!rm -rf x`, `syscmd(rm -rf x)`, `(system "rm -rf x")`. */
const HIDES = /[!("'`=]\s{0,8}(?:sudo\s+)?(?:rm\s+-\w*[rf]|shred\s|mkfs[.\s]|dd\s+\S*of=)/

function escapedFindings(text: string, command: ResolvedCommand, judge: Judging): readonly Finding[] {
  return text
    .slice(0, MAX_SPOKEN_CHARS)
    .split(/[!()"'`;\n]+|=\s/)
    .filter(isCommandLike)
    .flatMap((piece) => judgeText(piece, command.cwd, judge))
}

const isCommandLike = (text: string): boolean =>
  text.length <= MAX_SPOKEN_CHARS && /^\s*(sudo\s+)?[a-z./][\w./-]*\s+\S/.test(text)

/** `wrapper -x rm -rf /`: the rest of the words is a command. */
function tailFindings(command: ResolvedCommand, judge: Judging): readonly Finding[] {
  const at = command.argv.findIndex((word, index) => index > 0 && isDoer(wordText(word)))
  if (at > 0) return judgeText(spelled(command.argv.slice(at).map(shown)), command.cwd, judge)
  // A name nobody knows with the arguments of `rm -rf /`.
  const renamed = judgeCommand(
    { ...command, argv: [knownWord('rm'), ...command.argv.slice(1)] },
    judge.ground,
    judge.book,
  )
  return forces(argvOf(command).texts) ? renamed.filter((finding) => finding.override === 'passphrase') : []
}
