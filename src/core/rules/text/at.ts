/** One of a list of texts, or of the groups of a match; the empty text where there is none. */
export const textAt = (list: readonly (string | undefined)[], index: number): string => list[index] ?? ''
