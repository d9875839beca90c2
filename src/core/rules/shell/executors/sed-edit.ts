/** `s/old/new/` with any sign between; a backslash keeps the next character. */
const SUBSTITUTE =
  /(?:^|[;\n{\d$/])[^\S\n]*s([^\w\s\\])((?:\\.|(?!\1)[^\\\n]){0,4096})\1((?:\\.|(?!\1)[^\\\n]){0,4096})\1/g
/** `1i text`, `$a text`, `/x/c text`. */
const INSERT = /(?:^|[\n;])[^\S\n]*(?:(?:\d+|\$|\/[^/\n]*\/)[^\S\n]*)?[aic](?:\\\n?|\s)\s*([^\n]+)/g

/** The text after the edit; where a pattern is no plain text, with the new piece as a line of its own. */
export function editedBySed(text: string, script: string): string {
  let edited = text
  for (const [, , old = '', fresh = ''] of script.matchAll(SUBSTITUTE)) {
    const piece = fresh.replace(/\\(.)/g, '$1')
    edited =
      /[.*[\]^$\\&]/.test(old + fresh) || !edited.includes(old)
        ? `${edited}\n${piece}`
        : edited.replaceAll(old, () => piece)
  }
  for (const [, piece = ''] of script.matchAll(INSERT)) edited = `${edited}\n${piece}`
  return edited
}
