import type { WrittenFile } from '../../model/tool.ts'
import { languageOfFile } from '../book/languages.ts'
import { type Argv, argvOf } from '../options/argv.ts'
import { isAddress, NOWHERE } from '../shell/files.ts'
import { basename } from '../shell/path.ts'
import type { InlineCode, ResolvedCommand } from '../shell/reading.ts'
import { hasWord, textAt, valueNamed, type WordTable, wordsIn } from '../text/word-table.ts'
import { destroyingLines } from './code-spoken.ts'
import { stringsIn } from './code-text.ts'

/** Code that a command runs from a file which none of its words names. */
export interface ImpliedRun {
  readonly text: string
  readonly language: 'shell' | InlineCode['language']
}

interface Implied {
  readonly program: RegExp
  /** Which of its sub-commands, as typed; any when absent. */
  readonly when?: RegExp
  /** The files it looks for by itself, in lower case. */
  readonly names?: string
  /** Paths of the files it reads, where they have no fixed name. */
  readonly files?: RegExp
  readonly read: (text: string, argv: Argv, path: string) => readonly ImpliedRun[]
}

const NONE: readonly ImpliedRun[] = []

const as =
  (language: ImpliedRun['language']): Implied['read'] =>
  (text) => [{ text, language }]

function linesAfter(mark: RegExp, language: ImpliedRun['language']): (text: string) => readonly ImpliedRun[] {
  return (text) => [...text.matchAll(mark)].map((match) => ({ text: textAt(match, 1).trim(), language }))
}

const TASKFILES = 'taskfile.yml taskfile.yaml taskfile.dist.yml taskfile.dist.yaml'

const COMPILER = /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc|rustc|javac|swiftc|ghc|nim|zig|kotlinc)$/

export const isCompiler = (program: string): boolean => COMPILER.test(program)

const IMPLIED: readonly Implied[] = [
  { program: /^(?:npm|pnpm|yarn|bun)$/, names: 'package.json', read: packageScripts },
  { program: /^git$/, files: /\/(?:pre|post|prepare|commit|applypatch)-[a-z-]+$/, read: hooksOf },
  {
    program: /^direnv$/,
    when: /^(?:allow|permit|grant|exec|reload|export)/,
    names: '.envrc',
    read: as('shell'),
  },
  { program: /^ninja$/, names: 'build.ninja', read: linesAfter(/^[ \t]*command[ \t]*=[ \t]*(.+)$/gm, 'shell') },
  { program: /^cmake$/, names: 'cmakelists.txt', files: /\.cmake$/, read: as('other') },
  { program: /^(?:gradle|gradlew)$/, files: /\.gradle(?:\.kts)?$/, read: as('other') },
  {
    program: /^(?:npm|npx|pnpm)$/,
    names: '.npmrc',
    read: linesAfter(/^[ \t]*script-shell[ \t]*=[ \t]*(.+)$/gm, 'shell'),
  },
  { program: /^just$/, names: 'justfile .justfile', read: indentedLines },
  { program: /^(?:task|go-task)$/, names: TASKFILES, read: taskCommands },
  { program: /^(?:pytest|py\.test)$/, names: 'conftest.py', read: as('python') },
  {
    program: /^(?:pip[\d.]*|uv|pipx|poetry|pdm|build|hatch)$/,
    when: /\b(?:install|sync|build|develop)\b/,
    names: 'setup.py',
    read: as('python'),
  },
  { program: /^nox$/, names: 'noxfile.py', read: as('python') },
  { program: /^(?:invoke|inv)$/, names: 'tasks.py', read: as('python') },
  { program: /^fab$/, names: 'fabfile.py', read: as('python') },
  { program: /^scons$/, names: 'sconstruct sconscript', read: as('python') },
  { program: /^rake$/, names: 'rakefile', files: /\.rake$/, read: as('ruby') },
  { program: /^cargo$/, when: /^(?:run|r|test|t|build|b|bench|install)\b/, files: /\.rs$/, read: as('other') },
  { program: /^go$/, when: /^(?:run|test|build|install|generate)\b/, files: /\.go$/, read: as('other') },
  {
    program: COMPILER,
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
  const readers = readersFor(argv)
  const configured = CONFIGURED.test(argv.program)
  if (readers.length === 0 && !configured) return NONE
  return written.flatMap(({ path, text }) => {
    if (text === undefined) return NONE
    const found = readers.filter((reader) => isReadBy(reader, path)).flatMap(({ read }) => read(text, argv, path))
    return configured && isConfigOf(argv.program, path) ? [...found, { text, language: 'node' as const }] : found
  })
}

/** A file that this session fetched from elsewhere and that the command runs by itself. */
export function fetchedRuns(command: ResolvedCommand, written: readonly WrittenFile[]): string | undefined {
  const fetched = written.filter(({ from }) => isAddress(from))
  if (fetched.length === 0 || command.place === 'remote') return undefined
  const readers = readersFor(argvOf(command))
  return fetched.find(({ path }) => readers.some((reader) => isReadBy(reader, path)))?.path
}

function readersFor(argv: Argv): readonly Implied[] {
  const typed = argv.texts.join(' ')
  return IMPLIED.filter(({ program, when }) => program.test(argv.program) && when?.test(typed) !== false)
}

const isReadBy = ({ names, files }: Implied, path: string): boolean =>
  (names !== undefined && hasWord(names, basename(path).toLowerCase())) || files?.test(path) === true

/** Files that have a fixed name and are read by a program that nobody gives it to: what it does, and where to. */
const READ_ONLY_NAMES: WordTable<string> = [
  ['make gmake', 'gnumakefile makefile'],
  ['docker docker-compose podman', 'compose.yaml compose.yml docker-compose.yaml docker-compose.yml dockerfile'],
  ['terraform tofu', '*.tf *.tfvars'],
  ['kubectl kustomize', 'kustomization.yaml kustomization.yml ~/.kube/config'],
  ['helm', '~/.kube/config'],
  ['npm pnpm yarn bun', '.npmrc .yarnrc.yml ~/.npmrc'],
  ['twine', '~/.pypirc'],
  ['fly flyctl', 'fly.toml dockerfile'],
  ['wrangler', 'wrangler.toml wrangler.json wrangler.jsonc'],
  ['vercel now', 'vercel.json'],
  ['netlify ntl', 'netlify.toml'],
  ['firebase', 'firebase.json'],
  ['cargo', 'cargo.toml build.rs'],
  ['goreleaser', '.goreleaser.yml .goreleaser.yaml'],
  ['git', '.pre-commit-config.yaml lefthook.yml'],
]

/** Files that a program which the person starts runs by itself; what the agent starts is judged when it does. */
const RUN_BY_OTHERS: readonly { readonly files: RegExp; readonly read: (text: string) => readonly ImpliedRun[] }[] = [
  { files: /\/\.vscode\/(?:tasks|settings|launch)\.json$|\/\.?devcontainer\.json$/, read: spokenLines },
  {
    files:
      /\/\.(?:husky|zed|idea|github\/workflows|circleci|forgejo\/workflows)\/|\/\.(?:envrc|exrc|nvimrc|vimrc|pre-commit-config\.yaml|gitlab-ci\.yml|gitmodules|travis\.yml|lintstagedrc)$|\/(?:lefthook|bitbucket-pipelines|azure-pipelines)\.ya?ml$|\/Jenkinsfile$/,
    read: (text) => destroyingLines(text).map((line) => ({ text: line, language: 'shell' })),
  },
  {
    files: /\/\.(?:gdbinit|sqliterc|psqlrc|lldbinit|exrc)$/,
    read: linesAfter(/^[ \t]*(?:\.?(?:shell|system)|\\?!)[ \t]+(.+)$/gm, 'shell'),
  },
  {
    files:
      /\/(?!(?:Docker|Container)file)[A-Za-z]*[fF]ile(?:\.ya?ml)?$|\.mk$|\/(?:CMakeLists\.txt|package\.json|tox\.ini|SConstruct|BUILD)$/,
    read: (text) => [...destroyingLines(text), ...shellCalls(text)].map((line) => ({ text: line, language: 'shell' })),
  },
  { files: /\/(?:conftest|setup|noxfile|tasks|fabfile)\.py$/, read: (text) => [{ text, language: 'python' }] },
  {
    files: /\/[\w.-]*\.(?:config|conf)\.[cm]?[jt]s$|\/(?:gulp|grunt)file\.[cm]?js$/i,
    read: (text) => [{ text, language: 'node' }],
  },
  { files: /\.gradle(?:\.kts)?$|\/build\.xml$|\/meson\.build$/, read: (text) => [{ text, language: 'other' }] },
  { files: /\/[Rr]akefile$|\.rake$|\/Vagrantfile$/, read: (text) => [{ text, language: 'ruby' }] },
  { files: /\/build\.rs$/, read: (text) => [{ text, language: 'other' }] },
  { files: /\.pth$/, read: (text) => [{ text, language: 'python' }] },
]

/** `$(shell …)` of make. */
const shellCalls = (text: string): readonly string[] =>
  [...text.matchAll(/\$\(shell ([^()\n]{1,400})\)/g)].map((match) => textAt(match, 1))

/** Hooks outside the project serve every repository of the person. */
const HOOK = /\/\.?(?:git)?hooks\/[a-z-]+$/

/** What a file runs without the agent naming it. */
export function runsUnasked(
  { path, text }: Pick<WrittenFile, 'path' | 'text'>,
  project: string,
): readonly ImpliedRun[] {
  if (text === undefined) return NONE
  if (HOOK.test(path) && !path.startsWith(`${project}/`)) return [{ text, language: 'shell' }]
  // Where it lies is not known, and so not who reads it.
  if (path.startsWith(NOWHERE)) return [{ text, language: languageOfFile(path) ?? 'shell' }]
  // As make writes it.
  const plain = text.replaceAll('$(HOME)', '$HOME')
  return RUN_BY_OTHERS.filter(({ files }) => files.test(path)).flatMap(({ read }) => read(plain))
}

/** The strings of a settings file, each taken for a command. */
function spokenLines(text: string): readonly ImpliedRun[] {
  return stringsIn(text).map((spoken) => ({ text: spoken, language: 'shell' }))
}

/** The names, in lower case, of files that a program looks for by itself: in the home, or in its folder or above. */
export function soughtNames(argv: Argv): readonly string[] {
  const { program } = argv
  const names = [...readersFor(argv).map((reader) => reader.names), valueNamed(READ_ONLY_NAMES, program)]
  const configs = CONFIGURED.test(program) ? CONFIG_ENDINGS.map((ending) => `${program}.config.${ending}`) : []
  return [...new Set([...names.flatMap((list) => wordsIn(list ?? '')), ...configs])]
}

const CONFIG_ENDINGS = wordsIn('js mjs cjs ts')

/** What of a file's text a program would run; undefined where that is not known, and all of it counts. */
export function runsIn(text: string, path: string, argv: Argv): readonly ImpliedRun[] | undefined {
  const readers = readersFor(argv).filter((reader) => isReadBy(reader, path))
  return readers.length === 0 ? undefined : readers.flatMap(({ read }) => read(text, argv, path))
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
  ...wordsIn('rebuild rb update up upgrade dedupe link prune').map((verb): [string, string] => [verb, LIFE_CYCLE]),
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
const HOOKS: ReadonlyMap<string, string> = new Map([
  ['commit', 'pre-commit prepare-commit-msg commit-msg post-commit'],
  ['push', 'pre-push'],
  ['merge', 'pre-merge-commit post-merge commit-msg'],
  ['pull', 'post-merge post-rewrite post-checkout'],
  ['checkout', 'post-checkout'],
  ['switch', 'post-checkout'],
  ['clone', 'post-checkout'],
  ['rebase', 'pre-rebase post-rewrite post-checkout'],
  ['am', 'applypatch-msg pre-applypatch post-applypatch'],
])

/** Names of the hooks that this command of git starts. */
export function hookNames({ texts, operands }: Argv): readonly string[] {
  const names = operands.map(({ index }) => HOOKS.get(textAt(texts, index))).find((found) => found !== undefined)
  return wordsIn(names ?? '')
}

function hooksOf(text: string, argv: Argv, path: string): readonly ImpliedRun[] {
  return hookNames(argv).includes(basename(path)) ? [{ text, language: 'shell' }] : NONE
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
