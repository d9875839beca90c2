import type { Json } from '../core/model/json.ts'
import {
  type ArrayNode,
  BYTE_ORDER_MARK,
  type JsonNode,
  memberOf,
  type ObjectNode,
  scanJson,
  skipBlankFrom,
} from './json-scan.ts'

/** The text with one change, or why it could not be made. */
export type Spliced = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string }

/**
 * Adds `value` at the end of the list at `path`, making the objects and the list on the way where they are missing.
 * Everything the user wrote stays byte for byte: formatting, order, comments, doubled keys.
 */
export function appendItem(text: string, path: readonly string[], value: Json): Spliced {
  const scanned = scanJson(text)
  if (!scanned.ok) return scanned
  const addition = { text, style: styleOf(text, scanned.root), value, makes: path }
  return scanned.root === null ? startWith(addition) : appendBelow(addition, scanned.root, path)
}

/** Adds `value` as the member at `path`, in an object at the top that is made where it is missing. */
export function addMember(text: string, [outer, key]: readonly [string, string], value: Json): Spliced {
  const scanned = scanJson(text)
  if (!scanned.ok) return scanned
  const root = scanned.root
  const style = styleOf(text, root)
  if (root === null) return startWith({ text, style, value: { [outer]: { [key]: value } }, makes: null })
  if (root.kind !== 'object') return wrongKind([], 'an object')
  const container = memberOf(root, outer)?.value
  if (container === undefined) {
    return { ok: true, text: insertPart({ text, style, value: { [key]: value }, makes: null }, root, outer) }
  }
  if (container.kind !== 'object') return wrongKind([outer], 'an object')
  if (memberOf(container, key)) return { ok: false, problem: `\`${outer}.${key}\` is there already and is not ours` }
  return { ok: true, text: insertPart({ text, style, value, makes: null }, container, key) }
}

/** Removes the member or item at `path`. A path that leads nowhere changes nothing. */
export function removeAt(text: string, path: readonly (string | number)[]): Spliced {
  const scanned = scanJson(text)
  if (!scanned.ok) return scanned
  const parent = descend(scanned.root, path.slice(0, -1))
  const last = path.at(-1)
  if (parent?.kind === 'object') {
    const index = parent.members.findLastIndex((member) => member.key === last)
    return { ok: true, text: index < 0 ? text : cutPart(text, parent, index) }
  }
  if (parent?.kind === 'array' && typeof last === 'number' && last < parent.items.length) {
    return { ok: true, text: cutPart(text, parent, last) }
  }
  return { ok: true, text }
}

export function descend(root: JsonNode | null, path: readonly (string | number)[]): JsonNode | undefined {
  let node: JsonNode | null | undefined = root
  for (const step of path) {
    node =
      typeof step === 'string' ? memberOf(node, step)?.value : node?.kind === 'array' ? node.items[step] : undefined
  }
  return node ?? undefined
}

interface Addition {
  readonly text: string
  readonly style: Style
  readonly value: Json
  /** Keys of the objects that have to be made around the list; null where the list is there. */
  readonly makes: readonly string[] | null
}

/** Blanks and comments only: they stay in front, and a comment's line is ended first. */
function startWith(addition: Addition): Spliced {
  const { text, style } = addition
  const gap = text === '' || text === BYTE_ORDER_MARK || text.endsWith('\n') ? '' : style.newline
  return { ok: true, text: `${text}${gap}${render(addition, '')}${style.newline}` }
}

function appendBelow(addition: Addition, root: JsonNode, path: readonly string[]): Spliced {
  let node = root
  for (const [depth, key] of path.entries()) {
    if (node.kind !== 'object') return wrongKind(path.slice(0, depth), 'an object')
    const next = memberOf(node, key)
    if (next === undefined) {
      return { ok: true, text: insertPart({ ...addition, makes: path.slice(depth + 1) }, node, key) }
    }
    node = next.value
  }
  if (node.kind !== 'array') return wrongKind(path, 'a list')
  return { ok: true, text: insertPart({ ...addition, makes: null }, node, null) }
}

function wrongKind(path: readonly string[], wanted: string): Spliced {
  const what = path.length === 0 ? 'it' : `\`${path.join('.')}\``
  return { ok: false, problem: `${what} is not ${wanted}` }
}

type Container = ObjectNode | ArrayNode

/** How the user writes: indent of one level, line ending, or everything on one line. */
interface Style {
  readonly unit: string
  readonly newline: string
  readonly oneLine: boolean
}

function styleOf(text: string, root: JsonNode | null): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const first = root === null ? undefined : partsOf(root)[0]
  const indent = first === undefined ? null : indentBefore(text, first.start)
  return {
    unit: indent === null || indent === '' ? '  ' : indent,
    newline,
    oneLine: root !== null && first !== undefined && !text.slice(root.start, root.end).includes('\n'),
  }
}

function insertPart(addition: Addition, container: Container, key: string | null): string {
  const { text, style } = addition
  const parts = partsOf(container)
  const [first, last] = [parts[0], parts.at(-1)]
  const written = (indent: string) => `${key === null ? '' : `${JSON.stringify(key)}: `}${render(addition, indent)}`
  if (first !== undefined && last !== undefined) {
    const indent = style.oneLine ? null : indentBefore(text, first.start)
    const separator = indent === null ? ', ' : `,${style.newline}${indent}`
    return insertAt(text, last.end, `${separator}${written(indent ?? lineIndent(text, last.end))}`)
  }
  const opened = container.start + 1
  if (style.oneLine) return insertAt(text, opened, written(''))
  const outer = lineIndent(text, container.start)
  const added = `${style.newline}${outer}${style.unit}${written(outer + style.unit)}`
  const inside = text.slice(opened, container.end - 1)
  if (inside.trim() !== '') return insertAt(text, opened, `${added}${/^[^\S\n]*\n/.test(inside) ? '' : style.newline}`)
  return `${text.slice(0, opened)}${added}${style.newline}${outer}${text.slice(container.end - 1)}`
}

function cutPart(text: string, container: Container, index: number): string {
  const parts = partsOf(container)
  const part = parts[index]
  if (part === undefined) return text
  const previous = parts[index - 1]
  const from = cutStart(text, previous?.end ?? container.start + 1, part.start)
  const commaAfter = skipBlankFrom(text, part.end)
  if (previous === undefined || index < parts.length - 1) {
    const to = text[commaAfter] === ',' ? commaAfter + 1 : part.end
    return tidyEmpty(cut(text, from, to), container, parts.length)
  }
  // The last part goes together with the comma before it; a comment between the two is the user's and stays.
  const comma = skipBlankFrom(text, previous.end)
  return cut(cut(text, from, part.end), comma, comma + 1)
}

/** A container that lost its only part: `{}` rather than two lines with nothing between them. */
function tidyEmpty(text: string, container: Container, parts: number): string {
  if (parts > 1) return text
  const end = text.indexOf(container.kind === 'object' ? '}' : ']', container.start)
  const inside = text.slice(container.start + 1, end)
  return inside.trim() === '' ? cut(text, container.start + 1, end) : text
}

function partsOf(node: JsonNode): readonly { readonly start: number; readonly end: number }[] {
  return node.kind === 'object' ? node.members : node.kind === 'array' ? node.items : []
}

/** Containers over several lines, each entry of ours on one: a settings file stays readable. */
function render({ makes, value, style }: Addition, indent: string): string {
  if (makes === null) return onOneLine(value, style)
  if (style.oneLine)
    return onOneLine(
      makes.reduceRight<Json>((inner, key) => ({ [key]: inner }), [value]),
      style,
    )
  const deeper = (level: number) => `${style.newline}${indent}${style.unit.repeat(level)}`
  const opened = makes.map((key, level) => `{${deeper(level + 1)}${JSON.stringify(key)}: `)
  const closed = makes.map((_, level) => `${deeper(level)}}`).toReversed()
  const list = `[${deeper(makes.length + 1)}${onOneLine(value, style)}${deeper(makes.length)}]`
  return [...opened, list, ...closed].join('')
}

function onOneLine(value: Json, style: Style): string {
  if (style.oneLine || value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, style)).join(', ')}]`
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item, style)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The blanks before `at` when nothing else stands before it on its line. */
function indentBefore(text: string, at: number): string | null {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return text.lastIndexOf('\n', at - 1) >= 0 && line.trim() === '' ? line : null
}

function lineIndent(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? ''
}

/** Start of the blanks before a part; after a `//` comment its line break stays, or it would swallow what follows. */
function cutStart(text: string, after: number, partStart: number): number {
  const gap = text.slice(after, partStart)
  const blanks = gap.slice(gap.trimEnd().length)
  const comments = gap.slice(0, gap.length - blanks.length).matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)
  const last = [...comments].at(-1)
  const lineComment = last?.[0].startsWith('//') && last.index + last[0].length === gap.length - blanks.length
  return partStart - blanks.length + (lineComment ? blanks.indexOf('\n') + 1 : 0)
}

function insertAt(text: string, at: number, added: string): string {
  return `${text.slice(0, at)}${added}${text.slice(at)}`
}

function cut(text: string, from: number, to: number): string {
  return `${text.slice(0, from)}${text.slice(to)}`
}
