import { type Argv, argvOf, hasOption, optionValues, wordText } from '../options/argv.ts'
import { knownWord, pseudoCommand } from '../pseudo.ts'
import { resolvePath } from '../shell/path.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import type { TargetContext } from '../targets/targets.ts'
import { textAt } from '../text/word-table.ts'

const MAX_PATCHED = 256
/** They only tell what would be done. */
const LOOKS = ['--check', '--stat', '--numstat', '--summary', '--dry-run']

/** The patches that a command applies, as far as it names them; undefined where it applies none. */
export function patchesOf(command: ResolvedCommand): readonly string[] | undefined {
  const argv = argvOf(command)
  const words = argv.operands.map(({ index }) => textAt(argv.texts, index))
  const isGit = argv.program === 'git' && /^(?:apply|am)$/.test(textAt(words, 0))
  if (command.place === 'remote' || (!isGit && !/^g?patch$/.test(argv.program)) || hasOption(argv, LOOKS))
    return undefined
  const { input } = command
  const fed = [
    ...(input.kind === 'file' ? [wordText(input.path)] : []),
    // `cat x.patch | git apply`
    ...(input.kind === 'command' ? input.argv.slice(1).map(wordText) : []),
  ]
  return [...words.slice(1), ...(isGit ? [] : optionValues(argv, ['-i', '--input']).map(wordText)), ...fed]
}

/** What a patch changes is in its text: the same as edits of those files. */
export function patchDeeds(command: ResolvedCommand, { written }: TargetContext): readonly ResolvedCommand[] {
  const names = patchesOf(command)
  if (names === undefined) return []
  const paths = new Set(names.map((name) => resolvePath(name, command.cwd)))
  const texts = [
    ...(command.input.kind === 'text' ? [command.input.text] : []),
    ...written.flatMap(({ path, text }) => (text !== undefined && paths.has(path) ? [text] : [])),
  ]
  const changed = new Set(texts.flatMap((text) => patchedIn(text, argvOf(command))))
  return [...changed]
    .slice(0, MAX_PATCHED)
    .map((path) =>
      pseudoCommand(['<edit-tool>'], { cwd: command.cwd, redirects: [{ op: '>>', target: knownWord(path) }] }),
    )
}

const NAMED =
  /^(?:\+\+\+|---|rename (?:to|from)|copy to|Index:|diff --git "?a\/[^\n]{1,400} "?b\/?)[ \t]?"?([^\t\n"]{1,400})/gm

/** Every file that it names, below the folder that the program is told to work in. */
function patchedIn(text: string, argv: Argv): readonly string[] {
  const strip = Number(optionValues(argv, ['-p', '--strip']).map(wordText)[0] ?? 1)
  const folder = optionValues(argv, ['-d', '--directory']).map(wordText).join('/')
  return [...text.matchAll(NAMED)]
    .map((match) => textAt(match, 1).trim())
    .filter((name) => name !== '/dev/null')
    .map((name) => (/^[ab]\//.test(name) ? name.split('/').slice(strip).join('/') : name))
    .map((name) => (folder === '' || name.startsWith('/') ? name : `${folder}/${name}`))
}
