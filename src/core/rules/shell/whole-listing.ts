import type { Word } from 'unbash'

/** How commands are marked that run once for every file of a tree. */
export const EACH_FILE = 'each listed file'

const LISTINGS = [
  /^git (?:ls-files|ls-tree -r --name-only \S+|diff --name-only(?: HEAD)?)(?: -\S+)*$/,
  /^ls(?: -[aA1dpR]+)*(?: \.)?$/,
  /^g?find(?: [^\s*?[\]-][^\s*?[\]]*)?(?: -(?:type [fd]|maxdepth \d+|mindepth \d+|print0?))*$/,
  /^(?:fdfind|fd)(?: \.)?(?: -(?:t|-type)[ =]?\w+| -H| --hidden)*$/,
  /^rg --files(?: --hidden)?$/,
]

/** Whether this command prints every file of a tree, and not a choice of them. */
export const isWholeListing = (words: readonly string[]): boolean => {
  const text = words.join(' ')
  return LISTINGS.some((listing) => listing.test(text))
}

/** Whether a word of a loop is `$(git ls-files)` or the like. */
export function listsAll({ parts = [] }: Word): boolean {
  return parts.some((part) => {
    if (part.type !== 'CommandExpansion') return false
    const command = part.script?.commands[0]?.command
    if (command?.type !== 'Command' || part.script?.commands.length !== 1) return false
    return isWholeListing(
      [command.name, ...command.suffix].flatMap((item) => (item?.type === 'Word' ? [item.value] : [])),
    )
  })
}
