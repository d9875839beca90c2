import type { Block, Document, Node, Problem, Value } from './ast.ts'
import { endOfLine, isComment, normalised, spotter } from './lines.ts'
import { type Read, readLineValue } from './values.ts'

/** One line of the document, before lines are put into their blocks. */
interface Found {
  readonly node: Node
  /** Headings hold everything up to the next heading, however that is indented. */
  readonly indent: number
}

/** More problems than these help nobody. */
const MAX_PROBLEMS = 20

/** Reads the part of OCTAVE that identity blocks and role files use. Any text in, a document out; nothing is dropped silently. */
export function parse(source: string): Document {
  const text = normalised(source)
  const spotOf = spotter(text)
  const entries: Found[] = []
  const problems: Problem[] = []
  let name = ''
  let at = afterFrontMatter(text)
  while (at < text.length) {
    const line = readLine(text, at)
    if (line.kind === 'name' && name === '') name = line.name
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
    if (line.kind === 'end') break
    at = endOfLine(text, line.next) + 1
  }
  return { name, nodes: nest(entries), problems }
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
const KEY = /^(?:[A-Za-z_$][\w.-]*(?:<[^>\n]*>)?|"[^"\n]*")(?=\s*:)/
/** Blanks, and the bullet of a list in Markdown. */
const INDENT = /[ \t]*(?:[-*] +)?/y

function readLine(text: string, start: number): Line {
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
  if (envelope) return readEnvelope(envelope[1] as string, offset, wrong)
  const heading = HEADING.exec(rest)
  if (heading) return { kind: 'block', key: heading[1] as string, indent: HEADING_INDENT, offset, next: offset }
  const key = KEY.exec(rest)?.[0]
  if (key === undefined && /^["[]/.test(rest)) return readKeyless(text, offset, indent.length)
  if (key === undefined) return wrong('`KEY::value`, or `KEY:` with indented lines below it', 'ROLE::reviewer')
  return readKey({ text, offset, indent: indent.length, key, rest }, wrong)
}

/** A value on a line of its own, as tensions are written below their heading. */
function readKeyless(text: string, offset: number, indent: number): Line {
  const read = readLineValue(text, offset)
  if (!read.ok) return { kind: 'wrong', ...read.trouble, next: read.trouble.offset }
  return { kind: 'pair', key: '', value: read.result, indent, offset, next: read.end }
}

type Wrong = (expected: string, example: string, shift?: number) => Line

function readEnvelope(name: string, next: number, wrong: Wrong): Line {
  if (name === 'END') return { kind: 'end', next }
  if (!ENVELOPE_NAME.test(name))
    return wrong('a name of letters, digits and `_` between the `===`', '===IDENTITY===', 3)
  return { kind: 'name', name, next }
}

interface Keyed {
  readonly text: string
  readonly offset: number
  readonly indent: number
  readonly key: string
  readonly rest: string
}

function readKey({ text, offset, indent, key, rest }: Keyed, wrong: Wrong): Line {
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
  const read = readPairValue(text, offset + key.length + colons + 2)
  if (!read.ok) return { kind: 'wrong', ...read.trouble, next: read.trouble.offset }
  return { kind: 'pair', key: plain, value: read.result, indent, offset, next: read.end }
}

/** A fenced text may begin on the line below its key. */
function readPairValue(text: string, from: number): Read<Value> {
  const end = endOfLine(text, from)
  const fence = /^\n[ ]*(?=```)/.exec(text.slice(end, end + 80))
  const isEmpty = text.slice(from, end).trim() === ''
  return readLineValue(text, isEmpty && fence ? end + fence[0].length : from)
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
