import { MAX_EXPANSION_WORDS } from './limits.ts'
import { HOLE } from './marks.ts'

/** As many texts as one list may hold; what is cut off leaves an unknown one, so that it is not taken for nothing. */
export const capped = (texts: readonly string[], most = MAX_EXPANSION_WORDS): readonly string[] =>
  texts.length > most ? [...texts.slice(0, most), HOLE] : texts
