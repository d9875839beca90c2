/** Stands in Active Context: a digest of the Reasoning State that we wrote there. */
export const STATE_MARK = /<!-- state [0-9a-f]{8} -->/

/** FNV-1a over UTF-16 units: it tells an edit from our own words, and nothing relies on it beyond that. */
export function stateMark(reasoning: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < reasoning.length; at += 1) hash = Math.imul(hash ^ reasoning.charCodeAt(at), 0x01000193)
  return `<!-- state ${(hash >>> 0).toString(16).padStart(8, '0')} -->`
}
