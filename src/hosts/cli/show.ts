import { stripVTControlCharacters } from 'node:util'
import type { Finding, Tier } from '../../core/model/assessment.ts'
import { OVERRIDE_TEXTS } from '../../core/words/cli.ts'
import type { Terminal } from './terminal.ts'

const UNITS: readonly [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** `3 min ago`, in the largest unit that fits. */
export function ago(atMs: number, nowMs: number): string {
  const passed = Math.max(0, nowMs - atMs)
  const [unit, ms] = UNITS.find(([, size]) => passed >= size) ?? ['s', 1_000]
  return `${Math.floor(passed / ms)} ${unit} ago`
}

// Text of agents may hold anything: codes that move the cursor or hide text are kept out of a person's terminal.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

export function oneLine(text: string, maxChars = 120): string {
  const line = text.replaceAll(UNPRINTABLE, ' ').trim()
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line
}

/** Text of a file, with marks in place of control codes. */
export function withoutCodes(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu, '�')
}

const widthOf = (text: string): number => stripVTControlCharacters(text).length
/** A continuation column is at least this wide. */
const LEAST_CHARS = 20

/** Wraps a line at the terminal's width; the rest continues below its last column. */
export function fitted(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line
  const plain = stripVTControlCharacters(line)
  const margin = plain.length - plain.trimStart().length
  const gap = plain.slice(0, Math.max(0, columns - LEAST_CHARS)).lastIndexOf('  ')
  const indent = ' '.repeat(Math.max(gap, margin) + 2)
  const lines = ['']
  for (const [index, word] of line.split(/(?<=\S) (?=\S)/).entries()) {
    const last = lines.at(-1) ?? ''
    const isFull = index > 0 && widthOf(last) + 1 + widthOf(word) > columns && last.trim() !== ''
    if (isFull) lines.push(`${indent}${word}`)
    else lines[lines.length - 1] = index === 0 ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

/** Names in one column, values in the next. */
export function rows(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

/** Who may allow it once. Nobody may allow what changes Fairlead itself. */
export function overrideWords({ harm, override }: Pick<Finding, 'harm' | 'override'>): string {
  return OVERRIDE_TEXTS[harm === 'tamper' ? 'never' : override]
}

export function tierColor({ colors }: Terminal, tier: Tier): (text: string) => string {
  switch (tier) {
    case 'routine':
      return colors.green
    case 'junction':
      return colors.yellow
    case 'catastrophic':
      return colors.red
  }
}

/**
 * What a terminal obeys or hides: controls but line end and tab, codes above them, marks that turn or join text, line ends
 * of Unicode. Colours are ours: an escape that begins one is let through.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const OBEYED = /(?!\u001b\[\d{1,2}m)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\u2028\u2029\p{Cs}]/gu

/** The last thing done to every text before it is printed. In JSON it stays the same value. */
export function printable(text: string): string {
  return text.replaceAll(OBEYED, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}
