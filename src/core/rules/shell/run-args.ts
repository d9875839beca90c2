import { programNamed } from '../book/book.ts'
import { programMatching, programName } from '../book/known-programs.ts'
import { runFile } from './execute.ts'
import { runOptionCode } from './executors/option-hooks.ts'
import { executorNamed } from './executors.ts'
import { quoteWord } from './expand/quote.ts'
import { fileAt, followLinks, isAddress } from './files.ts'
import { through, withVariables } from './frames.ts'
import { MAX_DEPTH, MAX_NESTING } from './limits.ts'
import { literalCommandsIn } from './literal-commands.ts'
import { type Arg, arg, argText, type Executor, type Frame, NO_STREAM, rawOf, type Stream } from './machine.ts'
import { hasActiveGlob, isConstant, NETWORK_HOLE, TRUSTED_HOLE, withoutHoles } from './marks.ts'
import { outputOf } from './outputs.ts'
import { basename } from './path.ts'
import { reportCommand, reportUnread, reportUnresolved, resolvedCommand } from './report.ts'
import { type FunctionBody, removeAlias, restoreVariable, setAlias } from './scope.ts'
import { walkBody } from './walk.ts'

/** Whatever the first word stands for in this shell: an alias, a function, or a program. */
export function runArgs(args: readonly Arg[], frame: Frame): Stream {
  const name = argText(args, 0)
  // A quoted name is no alias.
  const alias = args[0]?.raw === name ? frame.scope.aliases.get(name) : undefined
  const body = frame.scope.functions.get(name)
  const other = alias !== undefined ? runAlias(alias, args, frame) : body && callFunction(body, args, frame)
  if (other === undefined) return runProgram(args, frame)
  // A name adds a meaning and takes none away: scripts expand no alias, and a branch that was not taken defines nothing.
  if (isProgram(name) && (alias !== undefined || frame.scope.unsure.has(name))) runProgram(args, frame)
  return other
}

const isProgram = (name: string): boolean =>
  executorOf(name) !== undefined || programNamed(basename(name)) !== undefined

/** The program the first word names: an executor, or a command to report. */
export function runProgram(args: readonly Arg[], frame: Frame): Stream {
  const { machine } = frame
  if (machine.nesting >= MAX_NESTING) return reportUnread('too-deep', rawOf(args), frame)
  machine.nesting += 1
  const output = startProgram(args, frame)
  machine.nesting -= 1
  return output
}

function startProgram(args: readonly Arg[], frame: Frame): Stream {
  const first = args[0]
  if (first === undefined) return NO_STREAM
  const rest = args.slice(1)
  if (!isConstant(first.text)) return runUnknown(first, rest, frame)
  const name = nameOf(first, frame)
  if (name === undefined) return reportUnknownCommand(args, frame)
  const stood = standsFor(name, frame)
  if (stood !== undefined && stood !== name) {
    const output = runProgram([{ text: stood, raw: first.raw }, ...rest], frame)
    if (!isProgram(name)) return output
  }
  const verb = verbOf(name)
  if (verb !== undefined) return runProgram([{ text: 'git', raw: first.raw }, arg(verb), ...rest], frame)
  const resolved = withResponses(resolvedArgs(name, args, frame), frame)
  const executor = executorOf(name)
  if (executor !== undefined) return executor(resolved, frame)
  // What is no program may be one that the shell is told how to find.
  const handler =
    frame.scope.functions.get('command_not_found_handle') ?? frame.scope.functions.get('command_not_found_handler')
  if (handler !== undefined) callFunction(handler, [first, ...args], frame)
  runOptionCode(reportCommand(resolved, frame), resolved, frame)
  const output = outputOf(resolved, frame)
  const path = name.includes('/') && !name.startsWith('@') ? name : installedAs(name, frame)
  return path === undefined
    ? output
    : runFile({ path: { text: path, raw: first.raw }, interpreter: '', positional: rest }, frame)
}

/** The words as they are, where no name and no link of this session changes one. */
function resolvedArgs(name: string, args: readonly Arg[], frame: Frame): readonly Arg[] {
  if (frame.machine.links.size === 0 && argText(args, 0) === name) return args
  return args.map((word, index) => (index === 0 ? { text: name, raw: word.raw } : behindLinks(word, frame)))
}

/** `gcc @args`: the words in a file of this session stand for its name. */
function withResponses(args: readonly Arg[], frame: Frame): readonly Arg[] {
  if (frame.machine.files.size === 0 || !args.some(({ text }) => /^@./.test(text))) return args
  return args.flatMap((word, index) => {
    const content = index > 0 && /^@./.test(word.text) ? fileAt(word.text.slice(1), frame)?.content : undefined
    return content?.kind === 'text'
      ? content.text
          .split(/\s+/)
          .filter((text) => text !== '')
          .map(arg)
      : [word]
  })
}

function behindLinks(word: Arg, frame: Frame): Arg {
  const text = followLinks(word.text, frame)
  return text === word.text ? word : { text, raw: word.raw }
}

/** `/opt/venv/bin/python3.12` is looked up as `python`. */
function executorOf(name: string): Executor | undefined {
  const base = basename(name).replace(/\.exe$/, '')
  return executorNamed(base) ?? executorNamed(base.replace(/(?<![\d.])[\d.]+$/, ''))
}

/** `git-push`, and every program in the folder of git's own. */
const verbOf = (name: string): string | undefined =>
  /^(?:git-(push|reset|clean|checkout|rm|restore|switch|branch|tag|stash|rebase|gc|reflog|update-ref|config)|.*\/git-core\/git-([a-z-]+))$/
    .exec(name)
    ?.slice(1)
    .find((verb) => verb !== undefined)

/** Program folders are taken off, globs are worked out. */
function nameOf(first: Arg, frame: Frame): string | undefined {
  if (hasActiveGlob(first.text)) return programMatching(first.text)
  // In zsh `=rm` is the path of rm.
  // In zsh `zf_rm` is the built-in rm.
  return programName(first.text.replace(/^(?:=|zf_)(?=\w)/, ''), frame.scope.cwd)
}

/** The program behind a copy or link of this session. Its own name stays: the copy may be gone, or not the one that is found. */
function standsFor(name: string, frame: Frame): string | undefined {
  const origin = name.includes('/') ? fileAt(name, frame)?.from : copiedAs(name, frame)
  return origin === undefined || isAddress(origin) ? undefined : programName(origin, frame.scope.cwd)
}

/** A bare name may be found in a folder of the search path, and this session may have put a program there. */
function copiedAs(name: string, frame: Frame): string | undefined {
  for (const [path, file] of frame.machine.files) {
    if (file.from !== undefined && basename(path) === name && !programName(file.from, undefined).includes('/'))
      return file.from
  }
  return undefined
}

/** A script that this session put where programs are looked for: `node_modules/.bin/x`, `~/.local/bin/x`. */
function installedAs(name: string, frame: Frame): string | undefined {
  for (const [path, file] of frame.machine.files)
    if (file.content.kind === 'text' && path.endsWith(`bin/${name}`)) return path
  return undefined
}

function runUnknown(first: Arg, rest: readonly Arg[], frame: Frame): Stream {
  if (first.text === TRUSTED_HOLE) return NO_STREAM
  if (/^"?\$\{?(SHELL|BASH)\}?"?$/.test(first.raw)) return frame.machine.runProgram([arg('sh'), ...rest], frame)
  // `"$(git --exec-path)"/git-push`: wherever the folder is, the program has its name.
  const name = /\/([\w.+-]+)$/.exec(first.text)?.[1]
  if (name !== undefined && isConstant(name) && !/\.\w+$/.test(name))
    return frame.machine.runProgram([{ text: name, raw: first.raw }, ...rest], frame)
  return reportUnknownCommand([first, ...rest], frame)
}

/** What the command may be: the words alone when the first is empty or a wrapper, its likely value, the code it is given. */
function reportUnknownCommand(args: readonly Arg[], frame: Frame): Stream {
  const raw = rawOf(args)
  const rest = args.slice(1)
  const name = withoutHoles(argText(args, 0))
  const likely = /^"?\$\{\w+:?[-=]([^}]+)\}/.exec(raw)?.[1]
  const words = rest.map((word) => quoteWord(word.text)).join(' ')
  const inside = [
    ...(rest.length === 0 ? [] : [resolvedCommand(rest, frame)]),
    ...(name === '' ? [] : [resolvedCommand([arg(name), ...rest], frame)]),
    ...(likely === undefined ? [] : literalCommandsIn(`${likely} ${words}`)),
    ...rest
      .filter((_word, at) => /^-\w*[ce]$/.test(argText(rest, at - 1)))
      .flatMap((word) => literalCommandsIn(word.text)),
  ]
  const why = argText(args, 0).includes(NETWORK_HOLE)
    ? 'network-code'
    : PRINTED.test(raw)
      ? 'unknown-code'
      : 'unknown-command'
  return reportUnresolved({ why, raw, inside }, frame)
}

/** `$(cat cmd.txt)`, `$(<cmd.txt)`: the whole command is what stands in a file. */
const PRINTED = /^"?(?:\$\(|`)\s*(?:<|(?:cat|head|tail|sed|awk|base64|jq|tr|rev|cut)\s)[^|]*[)`]"?$/

function callFunction(body: FunctionBody, args: readonly Arg[], frame: Frame): Stream {
  if (frame.depth >= MAX_DEPTH) return reportUnresolved({ why: 'too-deep', raw: argText(args, 0) }, frame)
  const { scope } = frame
  const { positional, locals } = scope
  scope.positional = args.slice(1).map((word) => word.text)
  scope.locals = new Map()
  const output = withVariables(frame, () => walkBody(body, { ...frame, env: [], depth: frame.depth + 1 }))
  for (const [name, value] of scope.locals) restoreVariable(scope, name, value)
  scope.positional = positional
  scope.locals = locals
  return output
}

/** The alias is text in front of the words. Its own name inside is the program, not the alias again. */
function runAlias(alias: string, args: readonly Arg[], frame: Frame): Stream {
  const name = argText(args, 0)
  removeAlias(frame.scope, name)
  const text = [alias, ...args.slice(1).map((word) => quoteWord(word.text))].join(' ')
  const output = frame.machine.runText(text, through(frame, `alias ${name}`))
  setAlias(frame.scope, name, alias)
  return output
}
