/** Values by names that share one, as texts: a table that is read as it stands costs a cold hook nothing to make. */
export type WordTable<Value> = readonly (readonly [names: string, value: Value])[]

/** The value of the first row that names it. */
export function valueNamed<Value>(table: WordTable<Value>, name: string): Value | undefined {
  return table.find(([names]) => hasWord(names, name))?.[1]
}

/** In names that stand one blank apart. */
export function hasWord(names: string, name: string): boolean {
  if (name === '' || name.includes(' ')) return false
  for (let at = names.indexOf(name); at >= 0; at = names.indexOf(name, at + 1)) {
    if (isEdge(names, at - 1) && isEdge(names, at + name.length)) return true
  }
  return false
}

const isEdge = (names: string, at: number): boolean => at < 0 || at === names.length || names[at] === ' '

/** The words of a text, whatever stands between them. */
export const wordsIn = (text: string): readonly string[] => text.match(/\S+/g) ?? []

export const wordSet = (...texts: readonly string[]): ReadonlySet<string> => new Set(wordsIn(texts.join(' ')))

/** One of a list of texts, or of the groups of a match; the empty text where there is none. */
export const textAt = (list: readonly (string | undefined)[], index: number): string => list[index] ?? ''
