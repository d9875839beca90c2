import { type Argv, optionValues, wordText } from '../options/argv.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { absolute, type TargetContext } from './targets.ts'

/** They carry out what a text says that they are given: `select writefile('x', …)`, `:w! x`, `.output x`. */
const INSTRUCTED =
  /^(?:sqlite3?|duckdb|psql|mysql|mariadb|mongosh?|redis-cli|g?vim?|nvim|view|ex|ed|emacs|gdb|lldb|gnuplot)$/
/** They take the names of files from a list. */
const LISTED = /^(?:g?tar|bsdtar|rsync|zip|7za?|wc|du|sort|wget|cpio)$/
const MAX_NAMES = 256

/** The names in texts that a program carries out, whether it is given them as a word, on its input or in a file. */
export function spokenOf(argv: Argv, command: ResolvedCommand, ground: TargetContext): readonly string[] {
  const texts =
    argv.program === 'curl'
      ? toldToCurl(argv, command, ground)
      : LISTED.test(argv.program)
        ? listed(argv, command, ground)
        : INSTRUCTED.test(argv.program)
          ? [...argv.texts, ...inputsOf(argv.texts, command, ground)]
          : []
  return texts
    .filter((text) => /[\s'"({=]/.test(text))
    .flatMap((text) => text.split(/[\s'"`(){},;=|<>]+/).slice(0, MAX_NAMES))
    .filter((name) => name !== '' && name !== '.')
}

/** Of what this session wrote; whatever else is in a list is not known. */
function listed(argv: Argv, command: ResolvedCommand, ground: TargetContext): readonly string[] {
  const lists = optionValues(argv, ['-T', '--files-from', '--files0-from', '--include-from', '-i@', '-@']).map(wordText)
  return lists.length === 0 ? [] : inputsOf(lists, command, ground).map((text) => `${text}\n`)
}

/** `-w '%output{x}'`, and the settings that `-K` names. */
function toldToCurl(argv: Argv, command: ResolvedCommand, ground: TargetContext): readonly string[] {
  const named = optionValues(argv, ['-K', '--config']).map(wordText)
  const formats = optionValues(argv, ['-w', '--write-out']).map(wordText)
  return [...formats, ...(named.length === 0 ? [] : inputsOf(named, command, ground))]
}

function inputsOf(names: readonly string[], { input }: ResolvedCommand, ground: TargetContext): readonly string[] {
  const given = input.kind === 'text' ? [input.text] : []
  if (ground.written.length === 0) return given
  const files = [...names, ...(input.kind === 'file' ? [wordText(input.path)] : [])].flatMap((name) =>
    name.split(/\s+/),
  )
  const paths = new Set(files.map((name) => absolute(name, ground)))
  return [
    ...given,
    ...ground.written.flatMap(({ path, text }) => (text !== undefined && paths.has(path) ? [text] : [])),
  ]
}
