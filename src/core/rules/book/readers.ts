import { type Argv, hasOption } from '../options/argv.ts'
import { basename } from '../shell/path.ts'
import { textAt, wordsIn } from '../text/word-table.ts'
import { programNamed } from './book.ts'
import { doesOnly, mayDo } from './effects.ts'
import { languageOfProgram } from './languages.ts'

/** Does it only look at the names of what it is given? */
export const onlyLooks = (argv: Argv): boolean => doesOnly(argv, 'looks speaks')

/** Does it write to none of the files it is given? What else it does is not asked. */
export const onlyShows = (argv: Argv): boolean => doesOnly(argv, 'sums prints shows encodes filters checks takes acts')

/** Does it change nothing at all, and run nothing? */
export function onlyReads(argv: Argv): boolean {
  if (argv.program === 'git') return isGitReading(argv)
  if (argv.program === 'sed') return isPrinting(argv.texts)
  return doesOnly(argv, 'looks sums prints shows tells')
}

/** Options of git itself, before the sub-command, that run something or look elsewhere. */
const GIT_LEADS = wordsIn('-c --config-env --exec-path --git-dir --work-tree')
const GIT_RUNS = wordsIn('--output --ext-diff --textconv --open-files-in-pager -O')

function isGitReading(argv: Argv): boolean {
  const [verb] = argv.operands
  const leads = argv.options.filter(({ index }) => verb === undefined || index < verb.index)
  return (
    doesOnly(argv, 'shows tells') && !hasOption({ ...argv, options: leads }, GIT_LEADS) && !hasOption(argv, GIT_RUNS)
  )
}

/** `sed` runs and writes in more ways than can be listed, so what only prints is listed: `sed -n 10,20p`. */
function isPrinting(words: readonly string[]): boolean {
  const at = words.findIndex((word) => !word.startsWith('-'))
  // Options count wherever they stand: `sed 1p file -i` writes.
  const isQuiet = words.every((word) => !word.startsWith('-') || /^-[nErsuz]+$/.test(word))
  return isQuiet && /^(?:(?:\d+|\$|\/[^/]*\/)(?:,(?:\d+|\$|\/[^/]*\/))?)?[pqd=]$/.test(textAt(words, at))
}

/** Programs that print, search, store or compare their arguments and never run them: a command inside is a mention. */
export const isDataConsumer = (program: string): boolean => programNamed(program)?.data === true

/** They print a file as it is. */
export const isDisplay = (program: string): boolean => mayDo(program, 'prints encodes')

/** They may stand beside a display without using what it shows. */
export const isBystander = (program: string): boolean => mayDo(program, 'prints encodes looks sums tells')

/** It destroys, or runs what it is given: as a word of another program it may be the command that this one starts. */
export function isDoer(word: string): boolean {
  const name = basename(word)
  return (
    /^(?:git|find|fd|xargs|parallel|dd|mkfs(?:\.\w+)?)$/.test(name) ||
    mayDo(name, 'deletes destroys uproots empties') ||
    languageOfProgram(name) !== 'other' ||
    programNamed(name)?.wraps?.privileged === true ||
    /^(?:env|nohup|timeout)$/.test(name)
  )
}
