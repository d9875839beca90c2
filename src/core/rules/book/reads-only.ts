import { basename } from '../shell/path.ts'
import { readShell } from '../shell/read-shell.ts'
import type { ReadingPlace, ResolvedCommand, Step, Word } from '../shell/reading.ts'
import { textAt } from '../text/at.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((name) => name !== ''))

/** They look and print, whatever they are given. */
const READERS = set(`
  ls dir stat du df test [ [[ readlink realpath basename dirname cd pushd popd pwd which type command echo printf true false :
  cat less more head tail bat batcat tac nl wc file grep egrep fgrep rg ag ack diff cmp comm cut paste column fold fmt hexdump od strings
  md5sum sha1sum sha256sum sha512sum shasum cksum b2sum jq tr seq date whoami id uname hostname env printenv ps uptime free nproc
  exit return break continue shift wait sleep read let
`)
/** Readers, unless one of these words is given. GNU programs take long options by their first letters. */
const GUARDED: ReadonlyMap<string, RegExp> = new Map([
  ['find', /^-(?:delete|exec|execdir|ok|okdir|fprint.*|fls)$/],
  ['fd', /^-[a-zA-Z]*[xX]|^--exec/],
  ['sort', /^-[a-zA-Z]*o|^--(?:o|co)/],
  ['tree', /^-[a-zA-Z]*[oR]|^--o/],
  ['yq', /^-[A-Za-z]*[is]|^--(?:in-|inpl|s)/],
  ['rg', /^--(?:pre|hostname-bin)/],
  ['bat', /^--(?:pag|gen)|^cache$/],
  ['batcat', /^--(?:pag|gen)|^cache$/],
  ['ag', /^--pag/],
  ['ack', /^--(?:pag|out)/],
  ['file', /^-[a-zA-Z]*C|^--com/],
  ['date', /^-(?!I)[a-zA-Z]*s|^--s|^\d{8,}/],
  ['hostname', /^[^-]|^-F|^--file/],
  ['jq', /^-i|^--in-?place/],
  ['env', /^[^-]|^-[a-zA-Z]*S|^--s/],
  ['command', /^[^-]/],
  ['less', /^\+|^-[a-zA-Z]*[oOk]|^--(?:log|LOG|lesskey)/],
  ['more', /^\+/],
  ['wait', /^-[a-zA-Z]*p/],
  ['uniq', /^(?!-)/],
])
const GIT_READS = set(
  'diff log show status blame annotate ls-files ls-tree check-ignore grep rev-parse cat-file shortlog describe rev-list',
)
/** Options of git that run or write something. */
const GIT_ACTS = /^(?:-c|--config-env|--exec-path|--git-dir|--work-tree|--output|--ext-diff|--textconv|-O)(?:=|$)|^--op/

/** True only when every command that would run is known to change nothing. What cannot be read is not read-only. */
export function readsOnly(command: string, place: ReadingPlace): boolean {
  const { steps } = readShell(command, place)
  return steps.length > 0 && steps.every(isReading)
}

function isReading(step: Step): boolean {
  return (
    step.kind === 'command' &&
    !step.privileged &&
    step.place === 'local' &&
    step.env.length === 0 &&
    step.led !== true &&
    isReader(step)
  )
}

function isReader({ argv, redirects }: ResolvedCommand): boolean {
  const texts: string[] = []
  for (const word of argv) {
    if (word.kind === 'unknown' || isMoreThanGlob(word)) return false
    texts.push(word.text)
  }
  if (redirects.some(({ op, target }) => isMoreThanGlob(target) || (op !== '<' && !isNowhere(target)))) return false
  const program = textAt(texts, 0)
  const words = texts.slice(1)
  if (program.includes('/') && program !== basename(program)) return false
  if (program === 'git') return isGitReading(words)
  if (program === 'sed') return isPrinting(words)
  const guard = GUARDED.get(program)
  return (
    (guard !== undefined || READERS.has(program)) && !(guard !== undefined && words.some((word) => guard.test(word)))
  )
}

const isNowhere = (word: Word): boolean => word.kind === 'known' && word.text === '/dev/null'

/** `*(e:'touch x':)` is a pattern to one shell and runs a command in another (zsh); so does `@(ni x)` in PowerShell. */
function isMoreThanGlob(word: Word): boolean {
  return word.kind === 'known' && word.glob && word.text.includes('(')
}

/** `sed` runs and writes in more ways than can be listed, so what only prints is listed: `sed -n 10,20p`. */
function isPrinting(words: readonly string[]): boolean {
  const at = words.findIndex((word) => !word.startsWith('-'))
  // Options count wherever they stand: `sed 1p file -i` writes.
  const isQuiet = words.every((word) => !word.startsWith('-') || /^-[nErsuz]+$/.test(word))
  return isQuiet && /^(?:(?:\d+|\$|\/[^/]*\/)(?:,(?:\d+|\$|\/[^/]*\/))?)?[pqd=]$/.test(textAt(words, at))
}

function isGitReading(words: readonly string[]): boolean {
  const at = words.findIndex((word) => !word.startsWith('-'))
  return !words.some((word) => GIT_ACTS.test(word)) && GIT_READS.has(textAt(words, at))
}
