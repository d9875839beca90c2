/** ANCHOR-51: safe as the name of a folder, whatever the file system. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text) && !text.includes('..')
}

/** ANCHOR-52: checked before any path is built. */
export function isRoleName(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/.test(text)
}

/** `implementation-lead`, `IMPLEMENTATION_LEAD` and `Implementation Lead` are one name. */
export function fold(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** Half a surrogate pair has no bytes, and control characters hide what a person would see. */
export function isPlain(text: string): boolean {
  return !/[\p{Cs}\p{Cc}]/u.test(text.replaceAll(/[\t\n\r]/g, ''))
}

const PLACEHOLDERS = new Set(
  'TODO TBD FIXME XXX PLACEHOLDER EXAMPLE SAMPLE NA N_A NONE NULL UNDEFINED UNKNOWN ETC'.split(' '),
)

/** Words that stand for something still to be written, and what a template leaves between `<` and `>`. */
export function isPlaceholder(text: string): boolean {
  const folded = fold(text)
  return (
    folded.length < 2 ||
    PLACEHOLDERS.has(folded) ||
    /^(?:TODO|TBD|FIXME|XXX)(?:_|$)/.test(folded) ||
    /[<>{}…]|\.\.\./.test(text)
  )
}
