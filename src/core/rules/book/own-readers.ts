import type { Argv } from '../options/argv.ts'
import { basename } from '../shell/path.ts'
import type { OwnReach } from '../targets/own-reach.ts'
import { textAt } from '../text/at.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((name) => name !== ''))

/** They look at names, sizes and dates, or only speak of a path. */
const LOOKERS = set(`
  ls dir stat du test [ [[ readlink realpath basename dirname cd pushd popd pwd which type echo printf print export declare local readonly
  typeset set unset alias unalias read let : true false gh glab bd beads logger notify-send man tldr history
`)
/** They show what is in a file, and write nowhere but to standard output. */
const SHOWERS = set(`
  cat less more head tail bat batcat tac nl wc file grep egrep fgrep rg ag ack diff cmp comm cut paste column fold fmt hexdump od strings
  md5sum sha1sum sha256sum sha512sum shasum cksum b2sum base64 base32 gron shellcheck yamllint jsonlint xmllint ajv check-jsonschema
  fairlead source .
`)
/** Readers, unless one of these words is given. */
const GUARDED: ReadonlyMap<string, RegExp> = new Map([
  ['jq', /^-i|^--in-?place/],
  ['yq', /^-[A-Za-z]*i|^--in-?place/],
  ['find', /^-(?:delete|exec|execdir|ok|okdir|fprint.*|fls)$/],
  ['fd', /^-[xX]|^--exec/],
  ['sed', /^-[nErsuz]*i|^--in-place/],
  ['gsed', /^-[nErsuz]*i|^--in-place/],
  ['awk', /^-i|^--include|inplace/],
  ['gawk', /^-i|^--include|inplace/],
  ['sort', /^-[a-zA-Z]*o|^--output/],
  ['tree', /^-o/],
  ['prettier', /^-w$|^--write/],
  ['biome', /^--(?:write|fix|apply)/],
  ['eslint', /^--fix|^-o$|^--output/],
  ['shfmt', /^-w$|^--write/],
  ['git', /^--output/],
])
const GIT_READS = set(
  'diff log show status add commit blame annotate ls-files ls-tree check-ignore check-attr grep rev-parse cat-file shortlog tag notes',
)
/** They write to the second file they are given. */
const TWO_FILES = set('uniq xxd')
const COPIERS = set('cp gcp rsync scp install tar bsdtar zip')
const INTERPRETERS = /^(?:(?:ba|z|da|k)?sh|node|bun|deno|python[\d.]*|ruby|perl)$/

/** Is the word at `index` (-1: the program itself) only looked at? */
export function isReading(argv: Argv, index: number, reach: OwnReach): boolean {
  const { program, texts } = argv
  if (LOOKERS.has(program)) return true
  if (reach.secret) return readsSecret(argv, index)
  if (isShowing(argv) || isSource(argv, index)) return true
  if (program === 'mkdir') return !basename(textAt(texts, index)).includes('.', 1)
  if (/\/\.claude\/(?:hooks$|scripts\/)/.test(reach.base)) return index < 0 || INTERPRETERS.test(program)
  return /^python/.test(program) && texts.length === 3 && texts[1] === 'json.tool'
}

/** Logs and lists may be read; the key, the database and the bundle's code may not leave their place. */
function readsSecret(argv: Argv, index: number): boolean {
  if (index < 0) return argv.program === 'fairlead'
  if (/^(?:find|tree)$/.test(argv.program)) return isShowing(argv)
  return isShowing(argv) && /\.(?:log|jsonl?|md|txt|ya?ml)$/i.test(textAt(argv.texts, index))
}

export function isShowing({ program, texts, operands }: Argv): boolean {
  if (SHOWERS.has(program)) return true
  if (TWO_FILES.has(program)) return operands.length < 2 && !texts.some((text) => /^-r/.test(text))
  const guard = GUARDED.get(program)
  if (guard === undefined || texts.some((text) => guard.test(text))) return false
  return program !== 'git' || GIT_READS.has(textAt(texts, operands[0]?.index ?? -1))
}

/** Something to copy from: neither the last word, nor the archive, nor the folder to copy to. */
function isSource({ program, texts, operands }: Argv, index: number): boolean {
  if (!COPIERS.has(program)) return false
  const before = textAt(texts, index - 1)
  if (/tar$/.test(program)) return !/^-?[A-Za-z]*[fC]$|^--(?:file|directory)$/.test(before) && !isExtracting(texts)
  if (program === 'zip') return index !== operands[0]?.index
  if (/^-[A-Za-z]*t$|^--target-directory/.test(before) || /^-/.test(textAt(texts, index))) return false
  return index !== operands.at(-1)?.index || texts.some((text) => /^-[A-Za-z]*t$|^--target-directory/.test(text))
}

/** `tar xf`, `tar -xzf`, `tar --extract`. */
export const isExtracting = (texts: readonly string[]): boolean =>
  /^-?[A-Za-z]*x/.test(textAt(texts, 0)) || texts.some((text) => /^-[A-Za-z]*x|^--(?:extract|get)$/.test(text))
