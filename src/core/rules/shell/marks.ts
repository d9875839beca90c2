import type { Word } from './reading.ts'

/**
 * While a text is evaluated, what is special about a character travels inside the string, as Unicode noncharacters that no
 * real text holds: a hole stands for text we cannot know, an active glob for a `*` that no quote protects.
 * So every string function works on half-known text, and a half-known script can still be parsed.
 */
export const HOLE = '\uFDD0'
/** A hole that is filled from the network: `$(curl …)`. */
export const NETWORK_HOLE = '\uFDD1'
/** A hole that is filled by a program whose output is meant to be evaluated: `$(ssh-agent -s)`. */
export const TRUSTED_HOLE = '\uFDD2'
/** Between texts of which only one is real: `$(a || echo b)`. */
export const EITHER = '\uFDD7'
const STAR = '\uFDD3'
const QUESTION = '\uFDD4'
const BRACKET = '\uFDD5'
/** Marks an extended glob; it has no text of its own. */
const PATTERN = '\uFDD6'

const MARKS = /[\uFDD0-\uFDEF]/
const ALL_MARKS = /[\uFDD0-\uFDEF]/g
const HOLES = /[\uFDD0-\uFDD2\uFDD7]/
const ALL_HOLES = /[\uFDD0-\uFDD2\uFDD7]/g
const GLOBS = /[\uFDD3-\uFDD6]/
const ALL_GLOBS = /[\uFDD3-\uFDD6]/g
const GLOB_CHARS = /[*?[]/
const ALL_GLOB_CHARS = /[*?[]/g

/** Text from outside must not bring marks of its own. */
export function withoutMarks(text: string): string {
  return MARKS.test(text) ? text.replace(ALL_MARKS, '\uFFFD') : text
}

export function isConstant(text: string): boolean {
  return !HOLES.test(text)
}

/** Known, and the name of one thing: `*` is known and may name many. */
export function isOneName(text: string): boolean {
  return !MARKS.test(text)
}

export function isOnlyHoles(text: string): boolean {
  return HOLES.test(text) && text.replace(ALL_HOLES, '').trim() === ''
}

export function hasActiveGlob(text: string): boolean {
  return GLOBS.test(text)
}

/** `*`, `?` and `[` become active, as in an expansion outside quotes. */
export function activateGlobs(text: string): string {
  return GLOB_CHARS.test(text) ? text.replace(ALL_GLOB_CHARS, activated) : text
}

export function activePattern(text: string): string {
  return PATTERN + text
}

/** Globs lose their activity; holes stay. */
export function withoutGlobs(text: string): string {
  return GLOBS.test(text) ? text.replace(ALL_GLOBS, deactivated) : text
}

export function withoutHoles(text: string): string {
  return withoutGlobs(text).replace(ALL_HOLES, '')
}

/** For people: holes are shown as an ellipsis. */
export function readable(text: string): string {
  return withoutGlobs(text).replace(ALL_HOLES, '…')
}

export function toWord(text: string, raw: string): Word {
  if (!MARKS.test(text)) return { kind: 'known', text, glob: false }
  const glob = GLOBS.test(text)
  const plain = withoutGlobs(text)
  const first = plain.search(HOLES)
  if (first < 0) return { kind: 'known', text: plain, glob }
  const last = Math.max(...[HOLE, NETWORK_HOLE, TRUSTED_HOLE, EITHER].map((hole) => plain.lastIndexOf(hole)))
  return { kind: 'unknown', raw: readable(raw), prefix: plain.slice(0, first), suffix: plain.slice(last + 1) }
}

function activated(char: string): string {
  if (char === '*') return STAR
  return char === '?' ? QUESTION : BRACKET
}

function deactivated(mark: string): string {
  if (mark === STAR) return '*'
  if (mark === QUESTION) return '?'
  return mark === BRACKET ? '[' : ''
}
