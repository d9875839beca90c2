import { type Command, CommanderError } from 'commander'
import { isForAgents, namedByPath } from '../../core/rules/book/own-verbs.ts'
import { AGENT_DOOR_TEXTS, CLI_TEXTS } from '../../core/words/cli.ts'
import { callingRuntime } from '../../runtimes/registry.ts'
import { storeProblemOf } from '../../stores/store.ts'
import { DONE, type Exit, failed, misused, wordsForCode } from './exit.ts'
import { makeProgram } from './program.ts'
import { fitted, printable } from './show.ts'
import type { Context } from './terminal.ts'

/** Runs one command line. The answer is always an exit code and at most one line, never a stack trace. */
export async function run(given: Context, args: readonly string[]): Promise<Exit> {
  const named = namesFor(given)
  const exit = await runSafely(withSafeText(given, named), args)
  if (exit.code === 0) return exit
  return { ...exit, line: named(printable(exit.line.trim().replaceAll(/(?<!\s)\s*\n\s*/g, '; '))) }
}

/** Our program is on no agent's PATH: what an agent may run is named by its path. */
function namesFor({ env }: Context): (text: string) => string {
  return callingRuntime(env) === undefined ? (text) => text : namedByPath
}

/** The same for an agent whose words came through its door: nothing but what is in the table of agents' verbs. */
export async function runForAgent(context: Context, args: readonly string[]): Promise<Exit> {
  return isForAgents(args) ? run(context, args) : failed(AGENT_DOOR_TEXTS.persons(`fairlead ${args.join(' ')}`))
}

/**
 * Agents choose much of what is printed here, so control codes are escaped before they reach the terminal. Every line keeps
 * within its width, but for JSON, which is for programs.
 */
function withSafeText(context: Context, named: (text: string) => string): Context {
  const { terminal } = context
  const fit = (line: string) => fitted(line, terminal.columns)
  const fits = (text: string) => (/^[[{]/.test(text) ? text : text.split('\n').map(fit).join('\n'))
  return { ...context, terminal: { ...terminal, out: (text) => terminal.out(fits(printable(named(text)))) } }
}

async function runSafely(context: Context, args: readonly string[]): Promise<Exit> {
  let ended: Exit = { code: 0 }
  const program = makeProgram(context, async (exit) => {
    ended = await exit
  })
  for (const [command, name] of everyCommand(program, [])) {
    // We answer `help` ourselves: commander's own takes one word only.
    command.helpCommand(false)
    command.configureOutput({ writeOut: (text) => context.terminal.out(text.trimEnd()), writeErr: () => {} })
    command.exitOverride((error) => {
      throw Object.assign(error, { typed: name, surplus: command.args[command.registeredArguments.length] })
    })
  }
  try {
    const asked = helpAsked(program, args)
    if (asked && asked.unknown === undefined) {
      asked.command.outputHelp()
      return DONE
    }
    // A word that names no command is parsed, so that the answer suggests the nearest one. Nothing is run for it.
    await program.parseAsync(asked ? asked.words : [...args], { from: 'user' })
    return ended
  } catch (error) {
    return error instanceof CommanderError ? usageExit(error) : unexpected(error, args[0] === 'doctor')
  }
}

function everyCommand(command: Command, words: readonly string[]): readonly (readonly [Command, string])[] {
  const name = [...words, command.name()]
  return [[command, name.join(' ')], ...command.commands.flatMap((one) => everyCommand(one, name))]
}

/** What `fairlead`, `fairlead help edge approve` or `fairlead edge help approve` asks about; undefined for anything else. */
function helpAsked(program: Command, args: readonly string[]) {
  const [before, after] = splitAt(args, 'help')
  const place = commandAt(program, before)
  if (after === undefined && args.length > 0) return undefined
  // After a command without subcommands, `help` is an argument of it.
  if (place.rest.length > 0 || place.command.commands.length === 0) return undefined
  const words = [...before, ...(after ?? [])]
  const { command, rest } = commandAt(program, words)
  const isGroup = command.commands.length > 0
  const unknown = isGroup && !rest[0]?.startsWith('-') ? rest[0] : undefined
  return { command, unknown, words: words.slice(0, words.length - rest.length + 1) }
}

function splitAt(words: readonly string[], word: string) {
  const at = words.indexOf(word)
  return at < 0 ? ([words, undefined] as const) : ([words.slice(0, at), words.slice(at + 1)] as const)
}

/** The command that the words name, and the words after it. */
function commandAt(program: Command, words: readonly string[]) {
  let [command, known] = [program, 0]
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word)
    if (!next) break
    ;[command, known] = [next, known + 1]
  }
  return { command, rest: words.slice(known) }
}

type Misuse = CommanderError & { readonly typed?: string; readonly surplus?: string }

function usageExit(error: Misuse): Exit {
  if (error.exitCode === 0) return { code: 0 }
  const command = error.typed ?? 'fairlead'
  if (error.code === 'commander.help') return misused(CLI_TEXTS.needsCommand(command))
  const isSurplus = error.code === 'commander.excessArguments'
  const problem = isSurplus ? CLI_TEXTS.unexpectedArgument(error.surplus ?? '') : plain(error.message)
  // `explain` takes a command line, whose own options look like ours.
  const isUnquoted = command === 'fairlead explain' && (isSurplus || error.code === 'commander.unknownOption')
  return misused(isUnquoted ? CLI_TEXTS.quoteIt(problem, command) : CLI_TEXTS.seeHelp(problem, command))
}

/** Commander's messages in our style: no "error:", one line, user text in backticks. */
function plain(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/^required option (.+) not specified$/, 'missing required option $1')
    .replaceAll(/'([^']*)'/g, '`$1`')
    .replace(/(?<!\s)\s*\(Did you mean (.{1,80}?)\?\)/, '; did you mean `$1`?')
    .replaceAll(/(?<!\s)\s*\n\s*/g, '; ')
    .replace(/\.$/, '')
}

/** What the program is built for. */
const NODE = 24

/** A broken database or disk is reported as such; anything else that was thrown is our bug. */
function unexpected(error: unknown, isDoctor: boolean): Exit {
  const problem = storeProblemOf(error)
  if (problem) return failed(isDoctor ? problem.message : CLI_TEXTS.runDoctor(problem.message))
  if (isFileError(error)) return failed(CLI_TEXTS.badPath(error.path, wordsForCode(error.code)))
  const what = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  const isOld = Number.parseInt(process.versions.node, 10) < NODE
  return failed(isOld ? CLI_TEXTS.oldNode(process.version, what) : CLI_TEXTS.defect(what))
}

function isFileError(error: unknown): error is { readonly code: string; readonly path: string } {
  return error instanceof Error && 'code' in error && 'path' in error && typeof error.path === 'string'
}
