import { type Command, CommanderError } from 'commander'
import { problemOf } from '../../stores/store-failure.ts'
import { type Exit, failed, misused } from './exit.ts'
import { printable } from './printable.ts'
import { makeProgram } from './program.ts'
import type { Context } from './terminal.ts'

/** Runs one command line. Whatever happens, the answer is an exit code and at most one line: never a stack. */
export async function run(given: Context, args: readonly string[]): Promise<Exit> {
  const exit = await runSafely(withSafeText(given), args)
  return exit.code === 0 ? exit : { ...exit, line: printable(exit.line.trim().replaceAll(/(?<!\s)\s*\n\s*/g, '; ')) }
}

/** Agents choose much of what is printed here: none of it reaches the terminal as anything but text. */
function withSafeText(context: Context): Context {
  const { terminal } = context
  return { ...context, terminal: { ...terminal, out: (text) => terminal.out(printable(text)) } }
}

async function runSafely(context: Context, args: readonly string[]): Promise<Exit> {
  let ended: Exit = { code: 0 }
  const program = makeProgram({
    context,
    finish: async (exit) => {
      ended = await exit
    },
  })
  for (const [command, name] of everyCommand(program, [])) {
    command.configureOutput({ writeOut: (text) => context.terminal.out(text.trimEnd()), writeErr: () => {} })
    command.exitOverride((error) => {
      throw Object.assign(error, { typed: name })
    })
  }
  try {
    if (args.length === 0) {
      program.outputHelp()
      return ended
    }
    await program.parseAsync([...args], { from: 'user' })
    return ended
  } catch (error) {
    return error instanceof CommanderError ? usageExit(error, args) : unexpected(error)
  }
}

function everyCommand(command: Command, words: readonly string[]): readonly (readonly [Command, string])[] {
  const name = [...words, command.name()]
  return [[command, name.join(' ')], ...command.commands.flatMap((one) => everyCommand(one, name))]
}

function usageExit(error: CommanderError & { readonly typed?: string }, args: readonly string[]): Exit {
  if (error.exitCode === 0) return { code: 0 }
  const command = error.typed ?? 'fairlead'
  if (args[0] === 'help') return misused(`unknown command \`${args[1]}\`; see \`fairlead --help\``)
  if (error.code === 'commander.help') return misused(`\`${command}\` needs a command; see \`${command} --help\``)
  return misused(`${plain(error.message)}; see \`${command} --help\``)
}

/** Commander's sentences in our style: no "error:", one line, what was typed in backticks. */
function plain(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/^too many arguments for .*: (.+?)\.?$/, "unexpected argument '$1'")
    .replaceAll(/'([^']*)'/g, '`$1`')
    .replace(/(?<!\s)\s*\(Did you mean (.{1,80}?)\?\)/, '; did you mean `$1`')
    .replaceAll(/(?<!\s)\s*\n\s*/g, '; ')
    .replace(/\.$/, '')
}

/** A database or a disk that cannot be used is nobody's defect; everything else that was thrown is ours. */
function unexpected(error: unknown): Exit {
  const problem = problemOf(error)
  if (problem) return failed(`${problem.message}; run \`fairlead doctor\``)
  if (isFileError(error)) {
    const why = error.code === 'ENOSPC' ? 'the disk is full' : error.code
    return failed(`\`${error.path}\` cannot be used (${why}); mend that and try again`)
  }
  const what = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  return failed(`unexpected: ${what}; this is a defect, please report it`)
}

function isFileError(error: unknown): error is { readonly code: string; readonly path: string } {
  return error instanceof Error && 'code' in error && 'path' in error && typeof error.path === 'string'
}
