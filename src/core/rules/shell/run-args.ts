import { runFile } from './execute.ts'
import { EXECUTORS } from './executors.ts'
import { MAX_DEPTH } from './limits.ts'
import type { Arg, Frame, Stream } from './machine.ts'
import { hasActiveGlob, isConstant, NETWORK_HOLE, TRUSTED_HOLE, withoutGlobs } from './marks.ts'
import { outputOf } from './outputs.ts'
import { basename, dirname } from './path.ts'
import { reportCommand, reportUnresolved, resolvedCommand } from './report.ts'
import { walkBody } from './walk.ts'

/** Whatever the first word stands for: alias, function, executor, or a program to report. */
export function runArgs(args: readonly Arg[], frame: Frame): Stream {
  const [first, ...rest] = args
  if (first === undefined) return { kind: 'none' }
  if (!isConstant(first.text)) return unknownCommand(first, rest, frame)
  const body = frame.scope.functions.get(first.text)
  if (body !== undefined) return callFunction(first, rest, frame)
  const program = programName(first)
  const executor = EXECUTORS.get(basename(program.text))
  if (executor !== undefined) return executor([program, ...rest], frame)
  reportCommand([program, ...rest], frame)
  if (program.text.includes('/')) return runFile({ path: program, interpreter: '', positional: rest }, frame)
  return outputOf([program, ...rest], frame)
}

function unknownCommand(first: Arg, rest: readonly Arg[], frame: Frame): Stream {
  if (first.text === TRUSTED_HOLE) return { kind: 'none' }
  const why = first.text.includes(NETWORK_HOLE) ? 'network-code' : 'unknown-command'
  // The unknown word may be empty or a wrapper such as sudo, and then the next word is the command.
  const inside = rest.length > 0 ? [resolvedCommand(rest, frame)] : []
  return reportUnresolved({ why, raw: [first, ...rest].map((word) => word.raw).join(' '), inside }, frame)
}

function callFunction(first: Arg, rest: readonly Arg[], frame: Frame): Stream {
  const body = frame.scope.functions.get(first.text)
  if (body === undefined) return { kind: 'none' }
  if (frame.depth >= MAX_DEPTH) return reportUnresolved({ why: 'too-deep', raw: first.raw, inside: [] }, frame)
  const { scope } = frame
  const { positional } = scope
  scope.positional = rest.map((word) => word.text)
  const stream = walkBody(body, { ...frame, depth: frame.depth + 1 })
  scope.positional = positional
  return stream
}

const PROGRAM_FOLDERS: ReadonlySet<string> = new Set([
  '/bin',
  '/usr/bin',
  '/usr/local/bin',
  '/sbin',
  '/usr/sbin',
  '/opt/homebrew/bin',
])

/** `/bin/rm` is `rm`; a program elsewhere keeps its path. */
function programName(first: Arg): Arg {
  const text = hasActiveGlob(first.text) ? withoutGlobs(first.text) : first.text
  return PROGRAM_FOLDERS.has(dirname(text)) ? { text: basename(text), raw: first.raw } : { text, raw: first.raw }
}
