import { HOLE } from './marks.ts'

/** Characters of shell text that are parsed in one reading, nested strings included. */
export const MAX_TEXT_CHARS = 65_536
/** Levels of text inside text (`bash -c` in `bash -c`) and of calls of functions. */
export const MAX_DEPTH = 8
/** Levels of groups, substitutions and wrappers inside each other. */
export const MAX_NESTING = 200
/** Steps of one reading; what comes after is reported as `too-long`. */
export const MAX_STEPS = 2_000
/** Rounds of one loop over constants. */
export const MAX_UNROLL = 64
/** Words that one brace expansion, array or split may give. */
export const MAX_EXPANSION_WORDS = 256
/** Commands that one reading may walk, so that nested loops and functions stay cheap. */
export const MAX_WALKED_COMMANDS = 10_000
/** Characters that all expansions of one reading may give together; after that they are unknown. */
export const MAX_EXPANDED_CHARS = 1_000_000
/** Variables and functions that are remembered at one time. */
export const MAX_NAMES = 256
/** Files that are remembered at one time, those of the session among them. */
export const MAX_FILES = 1_024
/** Commands that are carried inside one unresolved step. */
export const MAX_INSIDE = 64
/** Unresolved steps whose text is searched for literal commands. */
export const MAX_SCANS = 8

/** As many texts as one list may hold; what is cut off leaves an unknown one, so that it is not taken for nothing. */
export const capped = (texts: readonly string[], most = MAX_EXPANSION_WORDS): readonly string[] =>
  texts.length > most ? [...texts.slice(0, most), HOLE] : texts
