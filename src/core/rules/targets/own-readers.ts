import { onlyLooks, onlyShows } from '../book/readers.ts'
import { type Argv, hasOption, optionValues, wordText } from '../options/argv.ts'
import { basename } from '../shell/path.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import type { OwnReach } from './own-reach.ts'

const COPIERS = wordSet('cp gcp rsync scp install tar bsdtar zip 7z 7za rclone ditto pax borg restic')
const INTERPRETERS = /^(?:(?:ba|z|da|k)?sh|node|bun|deno|python[\d.]*|ruby|perl)$/

/** Is the word at `index` (-1: the program itself) only looked at? */
export function isReading(argv: Argv, index: number, reach: OwnReach): boolean {
  const { program, texts } = argv
  if (onlyLooks(argv)) return true
  if (reach.secret) return readsSecret(argv, index)
  if (onlyShows(argv) || isSource(argv, index)) return true
  if (program === 'mkdir') return !basename(textAt(texts, index)).includes('.', 1)
  if (/\/\.claude\/(?:hooks$|scripts\/)/.test(reach.base)) return index < 0 || INTERPRETERS.test(program)
  return /^python/.test(program) && texts.length === 3 && texts[1] === 'json.tool'
}

/** Logs and lists may be read; the key, the database and the bundle's code may not leave their place. */
function readsSecret(argv: Argv, index: number): boolean {
  if (index < 0) return argv.program === 'fairlead'
  if (/^(?:find|tree)$/.test(argv.program)) return onlyShows(argv)
  return onlyShows(argv) && /\.(?:log|jsonl?|md|txt|ya?ml)$/i.test(textAt(argv.texts, index))
}

/** Something to copy from: neither the last word, nor the archive, nor the folder to copy to. */
function isSource(argv: Argv, index: number): boolean {
  const { program, texts, operands } = argv
  if (isPackingModule(argv)) return index > 3
  if (!COPIERS.has(program) || isGoal(argv, index) || isLinking(argv)) return false
  if (/tar$/.test(program)) return !/^[A-Za-z]*[fC]$/.test(textAt(texts, index - 1)) && !isExtracting(texts)
  if (/^(?:zip|restic)$/.test(program)) return index !== operands[0]?.index
  if (program === 'pax') return hasOption(argv, ['-w'])
  if (/^(?:7za?|borg)$/.test(program)) return operands.slice(0, 2).every((operand) => operand.index !== index)
  return index !== operands.at(-1)?.index || hasOption(argv, ['--target-directory'])
}

/** A second name of the same file, through which it can be changed. */
export const isLinking = (argv: Argv): boolean =>
  /^g?cp$/.test(argv.program)
    ? hasOption(argv, ['-l', '--link'])
    : argv.program === 'rsync' && hasOption(argv, ['--link-dest'])

const COMPRESSORS = /^(?:un)?(?:gzip|gunzip|pigz|bzip2|pbzip2|xz|unxz|lzma|zstd|unzstd|lz4|lzip|brotli|compress)$/

/** Whatever is below a folder is replaced, or taken away into an archive. */
export const goesBelow = (argv: Argv): boolean =>
  (COMPRESSORS.test(argv.program) && hasOption(argv, ['-r', '--recursive'])) ||
  (argv.program === 'zip' && hasOption(argv, ['-m', '--move']))

/** `python3 -m zipfile -c x.zip ~`. */
const isPackingModule = ({ program, texts }: Argv): boolean =>
  /^python/.test(program) &&
  texts[0] === '-m' &&
  /^(?:zip|tar)file$/.test(textAt(texts, 1)) &&
  /^(?:-c|--create)$/.test(textAt(texts, 2))

/** Copied or packed as a whole, with whatever is in it. */
export const isPacked = (argv: Argv, index: number): boolean => isSource(argv, index) && isOperand(argv, index)

const isOperand = ({ operands }: Argv, index: number): boolean => operands.some((operand) => operand.index === index)

/** `tar -C ~ -c .`: the folder that the word is looked for in. */
export function packedFrom(argv: Argv, index: number): string {
  if (!/tar$/.test(argv.program) || isExtracting(argv.texts) || !isOperand(argv, index)) return ''
  if (/^[/~]/.test(textAt(argv.texts, index))) return ''
  const [folder] = optionValues(argv, ['--directory']).slice(-1)
  return folder === undefined ? '' : `${wordText(folder)}/`
}

/** Options that name what is written. */
const GOALS = ['--target-directory', '--file', '--directory', '--output-file']

const isGoal = ({ options }: Argv, index: number): boolean =>
  options.some(
    ({ value, index: at, names = [] }) =>
      (value === index || at === index) && GOALS.some((name) => names.includes(name)),
  )

/** `tar xf`, `tar -xzf`, `tar --extract`. */
export const isExtracting = (texts: readonly string[]): boolean =>
  /^-?[A-Za-z]*x/.test(textAt(texts, 0)) || texts.some((text) => /^-[A-Za-z]*x|^--(?:ext|get$)/.test(text))
