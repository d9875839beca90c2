import { basename } from '../shell/path.ts'
import type { InlineCode } from '../shell/reading.ts'

type Language = 'shell' | InlineCode['language']

const PROGRAMS: readonly (readonly [language: Language, programs: string])[] = [
  ['shell', 'sh bash dash zsh ksh mksh ash rbash fish source'],
  ['python', 'python pypy ipython'],
  ['node', 'node nodejs bun deno tsx ts-node'],
  ['perl', 'perl'],
  ['ruby', 'ruby jruby rake erb'],
  ['php', 'php'],
  ['awk', 'awk gawk mawk nawk'],
  ['sed', 'sed gsed'],
  ['lua', 'lua luajit'],
]

const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  PROGRAMS.flatMap(([language, programs]) =>
    programs.split(' ').map((program): [string, Language] => [program, language]),
  ),
)

/** What a program reads: shell code, or the language of inline code. Versions do not matter: `python3.12` is python. */
export function languageOfProgram(program: string): Language {
  const name = basename(program).replace(/\.exe$/, '')
  return LANGUAGES.get(name.replace(/(?<![\d.])[\d.]+$/, '')) ?? 'other'
}

const EXTENSIONS: ReadonlyMap<string, InlineCode['language']> = new Map([
  ['py', 'python'],
  ['js', 'node'],
  ['mjs', 'node'],
  ['cjs', 'node'],
  ['ts', 'node'],
  ['rb', 'ruby'],
  ['pl', 'perl'],
  ['php', 'php'],
  ['lua', 'lua'],
])

/** The language that the name of a file tells. */
export const languageOfFile = (path: string): InlineCode['language'] | undefined =>
  EXTENSIONS.get(path.slice(path.lastIndexOf('.') + 1))
