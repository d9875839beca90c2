import type { Block, Document, Item, Node, Problem, Value } from './values.ts'
import {
  endOfLine,
  isComment,
  normalised,
  type ReadAt,
  readLineValue,
  type Source,
  sourceOf,
  spotter,
} from './values.ts'

/** One line of the document, before lines are put into their blocks. */
interface Found {
  readonly node: Node
  /** Headings hold everything up to the next heading, however that is indented. */
  readonly indent: number
}

/** More problems than these help nobody. */
const MAX_PROBLEMS = 20

/** Reads the part of OCTAVE that identity blocks and role files use. Any text in, a document out; nothing is dropped silently. */
export function parseOctave(source: string): Document {
  const text = normalised(source)
  const whole = sourceOf(text)
  const spotOf = spotter(text)
  const entries: Found[] = []
  const problems: Problem[] = []
  let name = ''
  let at = afterFrontMatter(text)
  while (at < text.length) {
    const line = readLine(whole, at, name !== '')
    if (line.kind === 'name') name = line.name
    // The version of the language stands before the envelope, and nowhere else.
    if (line.kind === 'pair' && !(line.key === 'OCTAVE' && name === '' && entries.length === 0)) {
      const { key, value, indent, offset } = line
      entries.push({ node: { kind: 'pair', key, value, at: spotOf(offset) }, indent })
    }
    if (line.kind === 'block') {
      const { key, indent, offset } = line
      entries.push({ node: { kind: 'block', key, children: [], at: spotOf(offset) }, indent })
    }
    if (line.kind === 'wrong' && problems.length < MAX_PROBLEMS) {
      const { offset, expected, example } = line
      problems.push({ at: spotOf(offset), expected, example })
    }
    at = endOfLine(text, line.next) + 1
    if (line.kind !== 'end') continue
    const left = afterEnd(text, at)
    if (left !== undefined) {
      problems.push({ at: spotOf(left), expected: 'nothing below `===END===`', example: '===END===' })
    }
    break
  }
  const itemAt = (item: Item) => {
    const start = whole.starts.get(item)
    return start === undefined ? undefined : spotOf(start)
  }
  return { name, nodes: nest(entries), problems, itemAt }
}

/** Where something stands that is neither blank nor a comment. */
function afterEnd(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at = endOfLine(text, at) + 1) {
    const line = text.slice(at, endOfLine(text, at))
    const start = at + line.length - line.trimStart().length
    if (line.trim() !== '' && !isComment(text, start)) return start
  }
  return undefined
}

type Line =
  | { readonly kind: 'nothing' | 'end'; readonly next: number }
  | { readonly kind: 'name'; readonly name: string; readonly next: number }
  | {
      readonly kind: 'pair'
      readonly key: string
      readonly value: Value
      readonly indent: number
      readonly offset: number
      readonly next: number
    }
  | {
      readonly kind: 'block'
      readonly key: string
      readonly indent: number
      readonly offset: number
      readonly next: number
    }
  | {
      readonly kind: 'wrong'
      readonly offset: number
      readonly expected: string
      readonly example: string
      readonly next: number
    }

const HEADING_INDENT = -1
const ENVELOPE = /^===([^=]*)===$/
const ENVELOPE_NAME = /^[A-Za-z_]\w*(?:::?[\w.]+)?$/
const HEADING = /^(?:§(?:[\w.]*::)?|#{2,6} +)([A-Za-z_][\w-]*)/
/** A heading may be explained, as in `## BIND (Identity Lock)`; more of it would be lost. */
const EXPLAINED = /^\s*(?:(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)\s*)?(?:\/\/.*)?$/
const KEY = /^(?:[A-Za-z_$][\w.-]*(?:<[^>\n]*>)?|"[^"\n]*")(?=\s*:)/
/** Blanks, and the bullet of a list in Markdown. */
const INDENT = /[ \t]*(?:[-*] +)?/y

function readLine(source: Source, start: number, isNamed: boolean): Line {
  const { text } = source
  INDENT.lastIndex = start
  const indent = (INDENT.exec(text) as RegExpExecArray)[0]
  const offset = start + indent.length
  const rest = text.slice(offset, endOfLine(text, offset)).trimEnd()
  const wrong = (expected: string, example: string, shift = 0): Line => ({
    kind: 'wrong',
    offset: offset + shift,
    expected,
    example,
    next: offset,
  })
  if (rest === '' || rest === '---' || isComment(text, offset)) return { kind: 'nothing', next: offset }
  if (indent.includes('\t'))
    return wrong('blanks before the first word, two for each level, no tab', '  ROLE::reviewer')
  const envelope = ENVELOPE.exec(rest)
  if (envelope) return readEnvelope({ name: envelope[1] as string, next: offset, isNamed }, wrong)
  const heading = HEADING.exec(rest)
  if (heading) return readHeading({ heading, rest, offset }, wrong)
  const key = KEY.exec(rest)?.[0]
  if (key === undefined && /^["[]/.test(rest)) return readKeyless(source, offset, indent.length)
  if (key === undefined) return wrong('`KEY::value`, or `KEY:` with indented lines below it', 'ROLE::reviewer')
  return readKey({ source, offset, indent: indent.length, key, rest }, wrong)
}

interface Headed {
  readonly heading: RegExpExecArray
  readonly rest: string
  readonly offset: number
}

function readHeading({ heading, rest, offset }: Headed, wrong: Wrong): Line {
  const [sign, key] = [heading[0], heading[1] as string]
  if (!EXPLAINED.test(rest.slice(sign.length))) {
    return wrong('the end of the line after the name of a section', sign, sign.length)
  }
  return { kind: 'block', key, indent: HEADING_INDENT, offset, next: offset }
}

/** A value on a line of its own, as tensions are written below their heading. */
function readKeyless(source: Source, offset: number, indent: number): Line {
  const read = readLineValue(source, offset)
  if (!read.ok) return { kind: 'wrong', ...read.trouble, next: read.trouble.offset }
  return { kind: 'pair', key: '', value: read.result, indent, offset, next: read.end }
}

type Wrong = (expected: string, example: string, shift?: number) => Line

interface Enveloped {
  readonly name: string
  readonly next: number
  /** There was a name before. */
  readonly isNamed: boolean
}

function readEnvelope({ name, next, isNamed }: Enveloped, wrong: Wrong): Line {
  if (name === 'END') return { kind: 'end', next }
  if (isNamed) return wrong('one document, with its name once at the top', '===IDENTITY===')
  if (!ENVELOPE_NAME.test(name))
    return wrong('a name of letters, digits and `_` between the `===`', '===IDENTITY===', 3)
  return { kind: 'name', name, next }
}

interface Keyed {
  readonly source: Source
  readonly offset: number
  readonly indent: number
  readonly key: string
  readonly rest: string
}

function readKey({ source, offset, indent, key, rest }: Keyed, wrong: Wrong): Line {
  const plain = key.replaceAll('"', '')
  const after = rest.slice(key.length)
  const colons = after.length - after.trimStart().length
  if (!after.startsWith('::', colons)) {
    const below = after.slice(colons + 1).trimStart()
    if (below !== '' && !below.startsWith('//')) {
      return wrong('`::` between a key and its value', `${plain}::"${below.slice(0, 20)}"`, key.length + colons)
    }
    return { kind: 'block', key: plain, indent, offset, next: offset }
  }
  const read = readPairValue(source, offset + key.length + colons + 2)
  if (!read.ok) return { kind: 'wrong', ...read.trouble, next: read.trouble.offset }
  return { kind: 'pair', key: plain, value: read.result, indent, offset, next: read.end }
}

/** A fenced text may begin on the line below its key. */
function readPairValue(source: Source, from: number): ReadAt<Value> {
  const { text } = source
  const end = endOfLine(text, from)
  const fence = /^\n[ ]*(?=```)/.exec(text.slice(end, end + 80))
  const isEmpty = text.slice(from, end).trim() === ''
  return readLineValue(source, isEmpty && fence ? end + fence[0].length : from)
}

/** YAML between two `---` at the very top belongs to another reader. */
function afterFrontMatter(text: string): number {
  const [front] = /^---\n(?:(?!---\n)[^\n]*\n)*---(?:\n|$)/.exec(text) ?? []
  return front?.length ?? 0
}

/** Puts each line into the nearest block before it that is indented less. */
function nest(entries: readonly Found[]): readonly Node[] {
  const top: Node[] = []
  const open: { readonly indent: number; readonly children: Node[] }[] = []
  for (const { node, indent } of entries) {
    while (open.length > 0 && (open.at(-1)?.indent as number) >= indent) open.pop()
    const siblings = open.at(-1)?.children ?? top
    if (node.kind === 'pair') siblings.push(node)
    else {
      const children: Node[] = []
      const block: Block = { ...node, children }
      siblings.push(block)
      open.push({ indent, children })
    }
  }
  return top
}
