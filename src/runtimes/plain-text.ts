/** Longest text that a runtime is handed. Codex spills longer context to a file, Claude Code's dialogs grow with it. */
const MAX_TEXT_BYTES = 8192
const ELLIPSIS = '…'
const ELLIPSIS_BYTES = 3

const ESCAPE = '\u001b'
const CSI = '\u009b'

/**
 * Colours and cursor moves. Other escape sequences may carry words, so only their control characters go: what a quoted
 * command says must stay visible.
 */
const COLOURS = new RegExp(`(?:${ESCAPE}\\[|${CSI})[0-?]*[ -/]*[@-~]`, 'g')
/** Control characters but line feed and tab; and the marks that turn the direction of text, which hide what it says. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text that is safe on a terminal and short enough for any runtime: quoted commands may hold anything. */
export function plainText(text: string): string {
  return cutToBytes(text.replace(COLOURS, '').replace(CONTROLS, '').trim())
}

function cutToBytes(text: string): string {
  let bytes = 0
  let fits = 0
  let units = 0
  for (const character of text) {
    bytes += utf8Length(character.codePointAt(0) ?? 0)
    units += character.length
    if (bytes <= MAX_TEXT_BYTES - ELLIPSIS_BYTES) fits = units
    if (bytes > MAX_TEXT_BYTES) return `${text.slice(0, fits)}${ELLIPSIS}`
  }
  return text
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
