import type { InlineCode } from '../shell/reading.ts'
import { type WordTable, wordsIn } from '../text/word-table.ts'

/** A program that runs code of another language. */
export interface Interpreter {
  readonly language: InlineCode['language']
  /** Options whose value is code. */
  readonly code: readonly string[]
  readonly valued: readonly string[]
  /** Options whose value is glued to them: `-i.bak` of perl. */
  readonly glued?: readonly string[]
  /** Its short options do not cluster: `-pe` of node is an option of its own. */
  readonly singleDash?: boolean
  /** The option that runs an installed module: `-m`. */
  readonly module?: readonly string[]
  /** Options whose value is a file that is loaded first. */
  readonly loads?: readonly string[]
  /** First words with their own meaning: `deno eval code`, `bun run file`. */
  readonly verbs?: readonly { readonly name: string; readonly takes: 'code' | 'file' }[]
  /** What a word must look like to be a program file, for programs that also have sub-commands. */
  readonly files?: RegExp
  /** Finds shell code inside the code: `spawn …` of expect. */
  readonly shellIn?: RegExp
  /** With `-n`, `-p` or `-i` it changes files named in its words. */
  readonly filters?: boolean
}

/** A word with a folder or an extension. */
const FILE = /[./]./

export const INTERPRETERS: WordTable<() => Interpreter> = [
  [
    'python pypy ipython',
    () => ({ language: 'python', code: ['-c'], valued: wordsIn('-W -X -m --check-hash-based-pycs'), module: ['-m'] }),
  ],
  [
    'node nodejs tsx ts-node',
    () => ({
      language: 'node',
      code: wordsIn('-e -p -pe --eval --print'),
      singleDash: true,
      valued: wordsIn(
        '-r -C --require --import --loader --experimental-loader --conditions --env-file --input-type --project',
      ),
      loads: wordsIn('-r --require --import --loader --experimental-loader'),
    }),
  ],
  [
    'deno',
    () => ({
      language: 'node',
      code: ['--eval'],
      valued: wordsIn('--config --import-map --lock --cert --location --seed -c'),
      verbs: [
        { name: 'eval', takes: 'code' },
        { name: 'run', takes: 'file' },
      ],
      files: FILE,
    }),
  ],
  [
    'bun',
    () => ({
      language: 'node',
      code: wordsIn('-e -p -pe --eval --print'),
      singleDash: true,
      valued: wordsIn('-r --preload --cwd --config -c'),
      loads: wordsIn('-r --preload'),
      verbs: [{ name: 'run', takes: 'file' }],
      files: FILE,
    }),
  ],
  [
    'go',
    () => ({
      language: 'other',
      code: [],
      valued: wordsIn('-C -exec -o -tags'),
      verbs: [{ name: 'run', takes: 'file' }],
      files: FILE,
    }),
  ],
  [
    'rails spring',
    () => ({
      language: 'ruby',
      code: ['--eval'],
      valued: ['-e', '--environment'],
      verbs: [{ name: 'runner', takes: 'code' }],
      files: /^$/,
    }),
  ],
  [
    'perl',
    () => ({
      language: 'perl',
      code: ['-e', '-E'],
      valued: ['-I'],
      glued: wordsIn('-i -M -m -F -x -C -D -d'),
      filters: true,
    }),
  ],
  [
    'ruby jruby',
    () => ({
      language: 'ruby',
      code: ['-e'],
      valued: wordsIn('-I -r -E -C'),
      glued: wordsIn('-i -F -K -T -x -W'),
      filters: true,
    }),
  ],
  [
    'php',
    () => ({
      language: 'php',
      code: wordsIn('-r -B -R -E --run'),
      valued: wordsIn('-d -c -S -t -z --define'),
      loads: ['-f', '--file'],
    }),
  ],
  ['lua luajit', () => ({ language: 'lua', code: ['-e'], valued: ['-l'] })],
  [
    'Rscript R ocaml octave raku sbcl jshell jrunscript julia elixir groovy scala guile racket ghc clojure bb crystal swift',
    () => ({ language: 'other', code: wordsIn('-e -E -c --eval --expr'), valued: ['-m', '-t'], files: FILE }),
  ],
  [
    'osascript',
    () => ({ language: 'other', code: ['-e'], valued: ['-l', '-s'], shellIn: /do shell script "((?:[^"\\]|\\.)*)"/g }),
  ],
  [
    'expect',
    () => ({
      language: 'other',
      code: ['-c'],
      valued: ['-f'],
      loads: ['-f'],
      shellIn: /(?:^|[;\n])[^\S\n]*(?:spawn|exec|system)\s+([^;\n]+)/g,
    }),
  ],
  [
    'emacs emacsclient',
    () => ({
      language: 'other',
      code: wordsIn('--eval --execute -e'),
      valued: wordsIn('-l --load --script'),
      loads: wordsIn('-l --load --script'),
    }),
  ],
  [
    'cmake',
    () => ({
      language: 'other',
      code: [],
      valued: wordsIn('-S -B -G -D -T -A -P --build --target'),
      loads: ['-P'],
      files: /^$/,
    }),
  ],
  ['erb', () => ({ language: 'ruby', code: [], valued: [] })],
  [
    'tclsh wish',
    () => ({ language: 'other', code: [], valued: [], shellIn: /(?:^|[;\n[{])[^\S\n]*exec\s+([^;\n\]}]+)/g }),
  ],
  [
    'rake',
    () => ({
      language: 'ruby',
      code: ['-e', '-E'],
      valued: wordsIn('-f --rakefile -C -I -r'),
      loads: wordsIn('-f --rakefile -r'),
      files: /^$/,
    }),
  ],
]

/** Modules of Python that run code, or a file, given in their words. */
export const CODE_MODULES: ReadonlyMap<string, { readonly code: readonly string[]; readonly rest: 'code' | 'file' }> =
  new Map([
    ['timeit', { code: ['-s', '--setup'], rest: 'code' }],
    ['pdb', { code: ['-c', '--command'], rest: 'file' }],
    ['cProfile', { code: [], rest: 'file' }],
    ['profile', { code: [], rest: 'file' }],
    ['trace', { code: [], rest: 'file' }],
    ['runpy', { code: [], rest: 'file' }],
    ['pyinstrument', { code: ['-c'], rest: 'file' }],
    ['line_profiler', { code: [], rest: 'file' }],
    ['memory_profiler', { code: [], rest: 'file' }],
  ])

/** Modules that are programs of the same name, so that the rules for those apply. */
export const MODULE_PROGRAMS: ReadonlySet<string> = new Set(
  wordsIn(
    'pip pip3 pytest twine poetry uv alembic flask celery mypy black ruff isort coverage ansible awscli virtualenv build pipx',
  ),
)
