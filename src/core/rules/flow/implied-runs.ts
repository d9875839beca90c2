import type { WrittenFile } from '../../model/tool.ts'
import { type Argv, argvOf } from '../options/argv.ts'
import type { InlineCode, ResolvedCommand } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'

/** Code that a command runs from a file which none of its words names. */
export interface ImpliedRun {
  readonly text: string
  readonly language: 'shell' | InlineCode['language']
}

interface Implied {
  readonly program: RegExp
  /** Which of its sub-commands, as typed; any when absent. */
  readonly when?: RegExp
  /** Paths of the files it reads. */
  readonly files: RegExp
  readonly read: (text: string, argv: Argv, path: string) => readonly ImpliedRun[]
}

const NONE: readonly ImpliedRun[] = []

const as =
  (language: ImpliedRun['language']): Implied['read'] =>
  (text) => [{ text, language }]

const IMPLIED: readonly Implied[] = [
  { program: /^(?:npm|pnpm|yarn|bun)$/, files: /(?:^|\/)package\.json$/, read: packageScripts },
  { program: /^git$/, files: /\/(?:pre|post|prepare|commit|applypatch)-[a-z-]+$/, read: hooksOf },
  {
    program: /^direnv$/,
    when: /^(?:allow|permit|grant|exec|reload|export)/,
    files: /(?:^|\/)\.envrc$/,
    read: as('shell'),
  },
  { program: /^just$/, files: /(?:^|\/)\.?justfile$/i, read: indentedLines },
  { program: /^(?:task|go-task)$/, files: /(?:^|\/)taskfile(?:\.dist)?\.ya?ml$/i, read: taskCommands },
  { program: /^(?:pytest|py\.test)$/, files: /(?:^|\/)conftest\.py$/, read: as('python') },
  {
    program: /^(?:pip[\d.]*|uv|pipx|poetry|pdm|build|hatch)$/,
    when: /\b(?:install|sync|build|develop)\b/,
    files: /(?:^|\/)setup\.py$/,
    read: as('python'),
  },
  { program: /^nox$/, files: /(?:^|\/)noxfile\.py$/, read: as('python') },
  { program: /^(?:invoke|inv)$/, files: /(?:^|\/)tasks\.py$/, read: as('python') },
  { program: /^fab$/, files: /(?:^|\/)fabfile\.py$/, read: as('python') },
  { program: /^scons$/, files: /(?:^|\/)SCons(?:truct|cript)$/, read: as('python') },
  { program: /^rake$/, files: /(?:^|\/)Rakefile$|\.rake$/, read: as('ruby') },
  { program: /^cargo$/, when: /^(?:run|r|test|t|build|b|bench|install)\b/, files: /\.rs$/, read: as('other') },
  { program: /^go$/, when: /^(?:run|test|build|install|generate)\b/, files: /\.go$/, read: as('other') },
  {
    program: /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc|rustc|javac|swiftc|ghc|nim|zig|kotlinc)$/,
    files: /\.(?:c|cc|cpp|cxx|rs|java|swift|hs|nim|zig|kt)$/,
    read: as('other'),
  },
]

/** `vite` reads `vite.config.ts`, `gulp` reads `gulpfile.js`. */
const CONFIGURED =
  /^(?:vite|vitest|webpack|rollup|jest|gulp|grunt|eslint|next|nuxt|babel|postcss|tailwindcss|playwright|cypress|esbuild|tsup|astro|svelte-kit|commitlint|semantic-release|karma|mocha|ava|metro|parcel|remix|snowpack|wdio)$/

/** What else would run, as far as this session wrote it. */
export function impliedRuns(command: ResolvedCommand, written: readonly WrittenFile[]): readonly ImpliedRun[] {
  if (written.length === 0 || command.place === 'remote') return NONE
  const argv = argvOf(command)
  const typed = argv.texts.join(' ')
  const readers = IMPLIED.filter(({ program, when }) => program.test(argv.program) && when?.test(typed) !== false)
  const configured = CONFIGURED.test(argv.program)
  if (readers.length === 0 && !configured) return NONE
  return written.flatMap(({ path, text }) => {
    if (text === undefined) return NONE
    const found = readers.filter(({ files }) => files.test(path)).flatMap(({ read }) => read(text, argv, path))
    return configured && isConfigOf(argv.program, path) ? [...found, { text, language: 'node' as const }] : found
  })
}

function isConfigOf(program: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.includes(program) && /(?:config|file|rc|setup|mocharc)[^/]{0,255}\.[cm]?[jt]sx?$/.test(name)
}

const LIFE_CYCLE = 'preinstall install postinstall prepublish preprepare prepare postprepare dependencies'
const OWN_SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['install', LIFE_CYCLE],
  ['i', LIFE_CYCLE],
  ['ci', LIFE_CYCLE],
  ['add', LIFE_CYCLE],
  ['', LIFE_CYCLE],
  ['t', 'test'],
  ['publish', 'prepublishOnly prepack prepare postpack publish postpublish'],
  ['pack', 'prepack prepare postpack'],
  ['version', 'preversion version postversion'],
])

/** The scripts of a `package.json`, whole or a piece of it, that this call starts. */
function packageScripts(text: string, { texts, operands }: Argv): readonly ImpliedRun[] {
  const words = operands.map(({ index }) => textAt(texts, index))
  const verb = textAt(words, 0)
  const name = /^(?:run|run-script|rum|urn|exec)$/.test(verb) ? textAt(words, 1) : verb
  const wanted = new Set(
    (OWN_SCRIPTS.get(verb) ?? name).split(' ').flatMap((each) => [each, `pre${each}`, `post${each}`]),
  )
  return [...text.matchAll(/"([\w:./-]+)"\s*:\s*"((?:[^"\\\n]|\\.)*)"/g)]
    .filter((match) => wanted.has(textAt(match, 1)))
    .map((match) => ({ text: textAt(match, 2).replace(/\\(["\\/])/g, '$1'), language: 'shell' }))
}

/** Hooks by the sub-command that starts them. */
const HOOKS: ReadonlyMap<string, RegExp> = new Map([
  ['commit', /\/(?:pre-commit|prepare-commit-msg|commit-msg|post-commit)$/],
  ['push', /\/pre-push$/],
  ['merge', /\/(?:pre-merge-commit|post-merge|commit-msg)$/],
  ['pull', /\/(?:post-merge|post-rewrite|post-checkout)$/],
  ['checkout', /\/post-checkout$/],
  ['switch', /\/post-checkout$/],
  ['clone', /\/post-checkout$/],
  ['rebase', /\/(?:pre-rebase|post-rewrite|post-checkout)$/],
  ['am', /\/(?:applypatch-msg|pre-applypatch|post-applypatch)$/],
])

function hooksOf(text: string, { texts, operands }: Argv, path: string): readonly ImpliedRun[] {
  const hooks = operands.map(({ index }) => HOOKS.get(textAt(texts, index))).find((found) => found !== undefined)
  return hooks?.test(path) === true ? [{ text, language: 'shell' }] : NONE
}

/** The recipes of a justfile. */
function indentedLines(text: string): readonly ImpliedRun[] {
  const lines = text.split('\n').filter((line) => /^[ \t]+\S/.test(line))
  return lines.length === 0
    ? NONE
    : [{ text: lines.map((line) => line.trim().replace(/^[@-]+/, '')).join('\n'), language: 'shell' }]
}

/** The commands of a Taskfile: entries of lists, and what stands after `cmd:` or `sh:`. */
function taskCommands(text: string): readonly ImpliedRun[] {
  const lines = [...text.matchAll(/^[ \t]*(?:-\s+(?:cmd:\s*)?|(?:cmd|sh):\s*)(?![\w-]+:\s)(\S.*)$/gm)].map((match) =>
    textAt(match, 1).replace(/^(["'])(.*)\1$/, '$2'),
  )
  return lines.length === 0 ? NONE : [{ text: lines.join('\n'), language: 'shell' }]
}
