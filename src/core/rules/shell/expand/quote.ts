import { hasActiveGlob, isConstant, withoutGlobs } from '../marks.ts'

/** The marked text as a shell word that means the same when it is parsed again. */
export function quoteWord(text: string): string {
  if (text === '') return "''"
  return [...text].map(quoteChar).join('')
}

function quoteChar(char: string): string {
  if (hasActiveGlob(char)) return withoutGlobs(char)
  if (/[\w./=:,@%+-]/.test(char) || !isConstant(char)) return char
  return char === '\n' ? "'\n'" : `\\${char}`
}
