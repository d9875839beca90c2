import type { Json } from '../core/model/json.ts'
import { type ArrayNode, type JsonNode, memberOf, type ObjectNode, scanJson, skipBlankFrom } from './json-scan.ts'

/** The text with one change, or why it could not be made. */
export type Spliced = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string }

/**
 * Adds `value` at the end of the list at `path`, making the objects and the list on the way where they are missing.
 * Everything the user wrote stays byte for byte: formatting, order, comments, doubled keys.
 */
export function appendItem(text: string, path: readonly string[], value: Json): Spliced {
  const scanned = scanJson(text)
  if (!scanned.ok) return scanned
  if (scanned.root === null) return { ok: true, text: startedWith(text, nest(path, value)) }
  return appendBelow({ text, style: styleOf(text, scanned.root), value }, scanned.root, path)
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

/** Blanks and comments only: they stay in front, and a comment's line is ended first. */
function startedWith(text: string, value: Json): string {
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  return `${text}${gap}${render(value, '', styleOf(text, null))}\n`
}

interface Addition {
  readonly text: string
  readonly style: Style
  readonly value: Json
}

function appendBelow(addition: Addition, root: JsonNode, path: readonly string[]): Spliced {
  let node = root
  for (const [depth, key] of path.entries()) {
    if (node.kind !== 'object') return wrongKind(path.slice(0, depth), 'an object')
    const next = memberOf(node, key)
    if (next === undefined) {
      const value = nest(path.slice(depth + 1), addition.value)
      return { ok: true, text: insertPart({ ...addition, value }, node, key) }
    }
    node = next.value
  }
  if (node.kind !== 'array') return wrongKind(path, 'a list')
  return { ok: true, text: insertPart(addition, node, null) }
}

function wrongKind(path: readonly string[], wanted: string): Spliced {
  const what = path.length === 0 ? 'it' : `\`${path.join('.')}\``
  return { ok: false, problem: `${what} is not ${wanted}` }
}

function nest(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), [value])
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

function insertPart({ text, style, value }: Addition, container: Container, key: string | null): string {
  const parts = partsOf(container)
  const [first, last] = [parts[0], parts.at(-1)]
  const written = (indent: string) => `${key === null ? '' : `${JSON.stringify(key)}: `}${render(value, indent, style)}`
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

function render(value: Json, indent: string, style: Style): string {
  if (style.oneLine) return JSON.stringify(value)
  return JSON.stringify(value, null, style.unit).replaceAll('\n', `${style.newline}${indent}`)
}

/** The blanks before `at` when nothing else stands before it on its line. */
function indentBefore(text: string, at: number): string | null {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return text.lastIndexOf('\n', at - 1) >= 0 && line.trim() === '' ? line : null
}

function lineIndent(text: string, at: number): string {
  return /^[^\S\n]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? ''
}

/** Start of the blanks before a part; after a `//` comment its line break stays, or it would swallow what follows. */
function cutStart(text: string, after: number, partStart: number): number {
  const gap = text.slice(after, partStart)
  const blanks = /\s*$/.exec(gap)?.[0] ?? ''
  const comments = gap.slice(0, gap.length - blanks.length).matchAll(/\/\/[^\n]*|\/\*[^]*?\*\//g)
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
