import { executeCode, executeText } from '../execute.ts'
import { process, withInput } from '../frames.ts'
import { type Arg, type Executor, type Frame, NOTHING, type Stream, textAt, textsOf } from '../machine.ts'
import { outputOf } from '../outputs.ts'
import { reportCommand } from '../report.ts'
import { streamText } from '../streams.ts'

/** A program whose own language has a way out to the shell. */
interface Escape {
  readonly names: readonly string[]
  /** The shell code is the rest of the line after this. */
  readonly marks: RegExp
  /** The option after which a command to start stands. */
  readonly starts?: string
}

const ESCAPES: readonly Escape[] = [
  {
    names: ['vim', 'vi', 'nvim', 'view', 'vimdiff', 'gvim', 'ex'],
    marks: /^\+?(?::|normal |silent!? )*(?:%|\d+,\$?|r |read |w |write )*!(.+)$/gm,
  },
  { names: ['ed', 'red'], marks: /^(?:r |w |e )?!(.+)$/gm },
  { names: ['sqlite3', 'sqlite'], marks: /^\s*\.(?:shell|system|sh)\s+(.+)$/gm },
  { names: ['duckdb'], marks: /^\s*\.(?:shell|system)\s+(.+)$/gm },
  { names: ['mysql', 'mariadb'], marks: /(?:^|;)\s*(?:\\!|system\b)\s*([^;\n]+)/gm },
  { names: ['psql'], marks: /(?:^|;)\s*\\!\s*(.+)$/gm },
  { names: ['gdb'], marks: /^\s*(?:shell|!)\s*(.+)$/gm, starts: '--args' },
  { names: ['socat'], marks: /(?:EXEC|SYSTEM|SHELL):"?([^",]+)/gi },
  { names: ['ftp', 'lftp', 'gnuplot', 'bc', 'telnet'], marks: /^\s*!(.+)$/gm },
]

export const ESCAPE_EXECUTORS: readonly (readonly [name: string, executor: Executor])[] = [
  ...ESCAPES.flatMap((way) =>
    way.names.map((name): readonly [string, Executor] => [name, (args, frame) => runEscapes(way, args, frame)]),
  ),
  ['concurrently', runEach],
  ['npm-run-all', runEach],
]

/** Looks for the way out in every word and in the input; the program itself is reported too. */
function runEscapes(way: Escape, args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const inner = withInput(process(frame, `${textAt(args, 0)} !`), NOTHING)
  const input = frame.input.kind === 'text' ? [streamText(frame.input, frame)] : []
  for (const text of [...textsOf(args.slice(1)), ...input]) {
    for (const match of text.matchAll(way.marks)) executeText(match.slice(1, 2).join(''), inner, text)
    const call = /\bsystem(?:list)?\((['"])(.+?)\1\)/.exec(text)
    if (call !== null && /vim?$|^ex$/.test(textAt(args, 0))) executeCode('other', text, inner)
  }
  const at = args.findIndex((word) => word.text === way.starts)
  return at < 0 ? outputOf(args, frame) : frame.machine.runProgram(args.slice(at + 1), inner)
}

/** Every word that is not an option is a shell text. */
function runEach(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const inner = withInput(process(frame, textAt(args, 0)), NOTHING)
  for (const word of args.slice(1)) {
    if (/\s/.test(word.text) && !word.text.startsWith('-')) executeText(word.text, inner, word.raw)
  }
  return NOTHING
}
