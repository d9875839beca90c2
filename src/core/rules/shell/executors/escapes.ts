import { executeCode, executeText, runFile } from '../execute.ts'
import { fileAt } from '../files.ts'
import { newProcess, withInput } from '../frames.ts'
import { type Arg, arg, argText, type Executor, type Frame, NO_STREAM, type Stream, textsOf } from '../machine.ts'
import { outputOf } from '../outputs.ts'
import { reportCommand } from '../report.ts'
import { streamText } from '../streams.ts'
import { writing } from './text-programs.ts'

/** A program whose own language has a way out to the shell. */
interface Escape {
  readonly names: readonly string[]
  /** The shell code is the rest of the line after this. */
  readonly marks: RegExp
  /** The option after which a command to start stands. */
  readonly starts?: string
  /** Files that its own language fills anew. */
  readonly writes?: RegExp
}

const ESCAPES: readonly Escape[] = [
  {
    names: ['vim', 'vi', 'nvim', 'view', 'vimdiff', 'gvim', 'ex'],
    marks: /^\+?(?::|normal |silent!? )*(?:%|\d+,\$?|r |read |w |write )*!(.+)$/gm,
  },
  { names: ['ed', 'red'], marks: /^(?:r |w |e )?!(.+)$/gm },
  {
    names: ['sqlite3', 'sqlite'],
    marks: /^[ \t\f\v]*\.(?:(?:shell|system|sh)\s+|(?:once|output)\s+['"]?\|)([^'"\n]+)/gm,
    writes: /^[ \t\f\v]*\.(?:output|once|backup|save|clone|log|trace)\s+(?:main\s+)?['"]?([^|'"\s-][^'"\s]*)/gm,
  },
  { names: ['duckdb'], marks: /^[ \t\f\v]*\.(?:shell|system)\s+(.+)$/gm },
  { names: ['mysql', 'mariadb'], marks: /(?:^|;)[ \t\f\v]*(?:\\!|system\b)\s*([^;\n]+)/gm },
  { names: ['psql'], marks: /(?:^|;)[ \t\f\v]*\\!\s*(.+)$|\b(?:to|from)\s+program\s+'((?:[^']|'')*)'/gim },
  { names: ['gdb'], marks: /^[ \t\f\v]*(?:shell|!)\s*(.+)$/gm, starts: '--args' },
  { names: ['dc'], marks: /!([^\n]+)/gm },
  { names: ['m4'], marks: /(?:syscmd|esyscmd)\(([^)\n]+)/gm },
  { names: ['socat'], marks: /(?:EXEC|SYSTEM|SHELL):"?([^",]+)/gi },
  { names: ['ftp', 'lftp', 'gnuplot', 'bc', 'telnet', 'less', 'more', 'most'], marks: /^[ \t\f\v+]*!(.+)$/gm },
]

/** Fits no text. */
const NOTHING = /(?!)/g

export const ESCAPE_EXECUTORS: readonly (readonly [name: string, executor: Executor])[] = [
  ...ESCAPES.flatMap((way) =>
    way.names.map((name): readonly [string, Executor] => [name, (args, frame) => runEscapes(way, args, frame)]),
  ),
  ['concurrently', runEach],
  ['npm-run-all', runEach],
  ['pee', runEach],
  ['gh', runForge],
  ['npm', runNpm],
]

/** Looks for the way out in every word and in the input; the program itself is reported too. */
function runEscapes(way: Escape, args: readonly Arg[], frame: Frame): Stream {
  const input = /^(?:text|file)$/.test(frame.input.kind) ? [streamText(frame.input, frame)] : []
  // `psql -f x.sql`: what this session wrote is read.
  const files = args.slice(1).flatMap(({ text }) => fileAt(text, frame) ?? [])
  const texts = [...textsOf(args.slice(1)), ...input, ...files.map(({ content }) => streamText(content, frame))]
  const written = texts.flatMap((text) => [...text.matchAll(way.writes ?? NOTHING)].flatMap((match) => match.slice(1)))
  reportCommand(args, writing(written, frame))
  const inner = withInput(newProcess(frame, `${argText(args, 0)} !`), NO_STREAM)
  for (const text of texts) {
    for (const match of text.matchAll(way.marks)) executeText(match.slice(1).join(''), inner, text)
    // Their own languages reach files too: `call delete(…)` of vim, `python …` of gdb.
    if (/vim?$|^(?:ex|gdb)$/.test(argText(args, 0)) && /\w\s*\(/.test(text)) executeCode('other', text, inner)
  }
  if (/vim?$|^ex$/.test(argText(args, 0)))
    args.forEach((word, index) => {
      if (/^-[uS]$/.test(argText(args, index - 1))) runFile({ path: word, interpreter: 'vim', positional: [] }, inner)
    })
  const at = args.findIndex((word) => word.text === way.starts)
  return at < 0 ? outputOf(args, frame) : frame.machine.runProgram(args.slice(at + 1), inner)
}

/** `gh alias set x '!code'`: from now on `gh x` runs it. */
function runForge(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const texts = textsOf(args)
  if (texts[1] === 'alias' && texts[2] === 'set') {
    const isShell = texts.some((text) => /^(?:-s|--shell)$/.test(text))
    const code = args.at(-1)
    if (code !== undefined && (isShell || code.text.startsWith('!')))
      executeText(code.text.replace(/^!/, ''), newProcess(frame, 'gh alias'), code.raw)
  }
  return outputOf(args, frame)
}

/** `npm pkg set scripts.x=code`: from now on `npm run x` runs it. `npm exec -c code` runs it at once. */
function runNpm(args: readonly Arg[], frame: Frame): Stream {
  const texts = textsOf(args)
  const inner = newProcess(frame, 'npm')
  if (/^(?:exec|x)$/.test(texts[1] ?? '')) return frame.machine.runProgram([arg('npx'), ...args.slice(2)], inner)
  reportCommand(args, frame)
  if (texts[1] === 'pkg' && texts[2] === 'set') {
    for (const word of args.slice(3)) {
      const code = /^scripts(?:\.[\w:-]+|\[[^\]]+\])=([\s\S]*)$/.exec(word.text)?.[1]
      if (code !== undefined) executeText(code, inner, word.raw)
    }
  }
  const shell = args.find((word) => word.text.startsWith('--script-shell='))
  if (shell !== undefined)
    runFile({ path: arg(shell.text.slice('--script-shell='.length)), interpreter: '', positional: [] }, inner)
  if (texts[1] === 'set-script') executeText(argText(args, 3), inner, argText(args, 3))
  return outputOf(args, frame)
}

/** Every word that is not an option is a shell text. */
function runEach(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const inner = withInput(newProcess(frame, argText(args, 0)), NO_STREAM)
  for (const word of args.slice(1)) {
    if (/\s/.test(word.text) && !word.text.startsWith('-')) executeText(word.text, inner, word.raw)
  }
  return NO_STREAM
}
