import { Lexer } from 'yaml'

/** The package takes twenty seconds for a megabyte of commas, and a hook has ten. For so much it takes less than half of one. */
const MAX_LEXEMES = 25_000
/** A colon among commas is two: itself, and the empty value behind it. */
const LEXEMES_PER_CHARACTER = 2

/** More than anybody's settings or plan. Counting takes a hundredth of the time that making sense of it would. */
export function isTooLong(text: string): boolean {
  if (text.length * LEXEMES_PER_CHARACTER < MAX_LEXEMES) return false
  let count = 0
  for (const _ of new Lexer().lex(text)) {
    count += 1
    if (count > MAX_LEXEMES) return true
  }
  return false
}
