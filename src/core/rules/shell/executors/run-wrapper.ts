import { programNamed, type Wrapper } from '../../book/book.ts'
import { doesOnly, wordsDone } from '../../book/effects.ts'
import { isDoer } from '../../book/readers.ts'
import { argvOf } from '../../options/argv.ts'
import type { Grammar } from '../../options/grammar.ts'
import { afterDashes, isGiven, type Option, readOptions, tableOf, valuesOf } from '../../options/read-options.ts'
import { executeText } from '../execute.ts'
import { quoteWord } from '../expand/quote.ts'
import { newProcess, through } from '../frames.ts'
import { type Arg, arg, argText, type Executor, type Frame, type Stream, textsOf } from '../machine.ts'
import { isOneName, toWord } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { resolvePath } from '../path.ts'
import { reportCommand, reportUnresolved } from '../report.ts'
import { runVariable } from './variables.ts'

/** `instead` runs what such a program does when it starts no command. */
export function wrapperNamed(name: string, instead: Executor | undefined): Executor | undefined {
  const wrapper = programNamed(name)?.wraps
  if (wrapper === undefined) return instead
  return (args, frame) =>
    instead !== undefined && afterVerb(wrapper, args, tableOf(argText(args, 0))) === undefined
      ? instead(args, frame)
      : runWrapper(wrapper, args, frame)
}

/** Takes the wrapper off and runs what it starts; a wrapper that starts nothing is a plain command. */
function runWrapper(wrapper: Wrapper, args: readonly Arg[], frame: Frame): Stream {
  const grammar = tableOf(argText(args, 0))
  const words = afterVerb(wrapper, args, grammar)
  const found = words === undefined ? undefined : unwrap(wrapper, words, grammar)
  if (found === undefined || (found.command.length === 0 && found.code === undefined)) {
    reportCommand(args, frame)
    return outputOf(args, frame)
  }
  const { command, code } = found
  // `time -o log cmd`, `systemd-run --on-boot=5 cmd`: what it does itself is no part of the command.
  const own = args.slice(0, args.length - command.length)
  if (actsItself(own)) reportCommand(own, frame)
  const inner = innerFrame(wrapper, found, { frame, name: argText(args, 0) })
  // `setarch -R rm x`: the word that may stand before the command is one.
  if (isDoer(argText(found.kept, 0)))
    frame.machine.runProgram(args.slice(args.findIndex(({ text }) => text === argText(found.kept, 0))), inner)
  if (code !== undefined)
    return executeText([code.text, ...command.map((word) => quoteWord(word.text))].join(' '), inner, code.raw)
  if (wrapper.joins === true)
    return executeText(textsOf(command).join(' '), inner, command.map((word) => word.raw).join(' '))
  if (wrapper.packages === true && /^(?:git\+)?https?:/.test(argText(command, 0)))
    return reportUnresolved({ why: 'network-code', raw: argText(command, 0) }, inner)
  return frame.machine.runProgram(asProgram(wrapper, command), inner)
}

function actsItself(words: readonly Arg[]): boolean {
  if (words.length < 2) return false
  const argv = argvOf({ argv: words.map(({ text, raw }) => toWord(text, raw)) })
  return doesOnly(argv, 'acts') || wordsDone(argv, 'overwrites').length > 0
}

function asProgram(wrapper: Wrapper, command: readonly Arg[]): readonly Arg[] {
  if (wrapper.packages === true) return command.map(withoutVersion)
  return wrapper.scripts !== undefined && argText(command, 0).endsWith('.py')
    ? [arg(wrapper.scripts), ...command]
    : command
}

/** `rimraf@5` is `rimraf`; the other words stay as they are. */
function withoutVersion(word: Arg, index: number): Arg {
  return index === 0 ? { text: word.text.replace(/(?<=.)@[^/@]*$/, ''), raw: word.raw } : word
}

/** The words after `exec` in `mise exec …`; undefined when it is another sub-command. */
function afterVerb(wrapper: Wrapper, args: readonly Arg[], grammar: Grammar): readonly Arg[] | undefined {
  const words = args.slice(1)
  if (wrapper.verbs === undefined) return words
  const { rest } = readOptions(words, grammar)
  return wrapper.verbs.includes(argText(rest, 0)) ? rest.slice(1) : undefined
}

interface Unwrapped {
  readonly command: readonly Arg[]
  readonly code: Arg | undefined
  readonly env: readonly (readonly [string, Arg])[]
  readonly folder: string | undefined
  /** What is neither the command nor about where it runs. */
  readonly kept: readonly Arg[]
}

function unwrap(wrapper: Wrapper, words: readonly Arg[], grammar: Grammar): Unwrapped | undefined {
  const { folder = [], code = [], idle = [] } = wrapper
  const last = wrapper.codeTakesRest === true ? code : []
  const options: Option[] = []
  const env: (readonly [string, Arg])[] = []
  const kept: Arg[] = []
  let skips = wrapper.skips ?? 0
  let left = wrapper.afterDashes === true ? afterDashes(words) : words
  for (;;) {
    const found = readOptions(left, grammar, last)
    options.push(...found.options)
    left = found.rest
    if (isGiven(found.options, wrapper.named ?? [])) skips = 0
    const [first] = left
    const isCodeFound = wrapper.codeTakesRest === true && isGiven(found.options, code)
    if (first === undefined || isCodeFound) break
    const equals = wrapper.assigns === true ? assignmentAt(first.text) : -1
    // `env - claude` is `env -i claude`.
    if (wrapper.clears !== undefined && first.text === '-')
      options.push({ name: '-i', names: ['-i'], value: undefined })
    else if (equals > 0) env.push([first.text.slice(0, equals), { text: first.text.slice(equals + 1), raw: first.raw }])
    else if (skips > 0) {
      kept.push(first)
      skips -= first.text === '-' ? 0 : 1
    } else break
    left = left.slice(1)
  }
  if (isGiven(options, idle)) return undefined
  // An agent with another environment is as free as one with another home.
  const isAgent = /(?:^|\/)(?:claude|claude-code|codex)$/.test(argText(left, 0))
  if (isAgent && wrapper.clears !== undefined && isGiven(options, wrapper.clears))
    env.push(['CLAUDE_CONFIG_DIR', arg('')])
  const [text] = valuesOf(options, code)
  const isMeant = (name: string): boolean => folder.includes(name) || code.includes(name)
  const isSplit = text !== undefined && wrapper.codeTakesRest === true
  return {
    command: text === undefined || isSplit ? left : [],
    code: text,
    env,
    folder: valuesOf(options, folder).at(-1)?.text,
    kept: [
      ...kept,
      ...options.flatMap(({ names, value }) => (value === undefined || names.some(isMeant) ? [] : [value])),
      ...(text === undefined || isSplit ? [] : left),
    ],
  }
}

function assignmentAt(text: string): number {
  return /^[A-Za-z_]\w*(?:%%)?=/.test(text) ? text.indexOf('=') : -1
}

function innerFrame(wrapper: Wrapper, found: Unwrapped, from: { readonly frame: Frame; readonly name: string }): Frame {
  for (const [name, value] of found.env) runVariable(name, value, from.frame)
  const { env, kept } = from.frame
  const outer = { ...from.frame, env: [...env, ...found.env], kept: [...kept, ...found.kept] }
  const inner = wrapper.inShell === true ? through(outer, from.name) : newProcess(outer, from.name)
  if (found.folder !== undefined) {
    inner.scope.cwd = isOneName(found.folder) ? resolvePath(found.folder, inner.scope.cwd) : undefined
  }
  return wrapper.privileged === true ? { ...inner, privileged: true } : inner
}
