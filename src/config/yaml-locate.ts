import { isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, parseDocument } from 'yaml'
import type { Located, LocatedYaml } from './read-located.ts'

/** Deeper than any setting; the parser's own time and stack grow with the depth. */
const MAX_DEPTH = 16
const MAX_PROBLEM_CHARS = 200
/** The parser takes quadratic time for aliases and for nested brackets; no policy needs as many. */
const MAX_MARKS = 2_000
const ALIAS_MARK = /(?:^|[\s,:[{-])[&*]\S/g
const MAX_OPEN_BRACKETS = 64

/** YAML with line numbers. No aliases, no tags, no depth: a policy needs none of them. Never throws. */
export function locateDocument(text: string): LocatedYaml {
  if ((text.match(ALIAS_MARK)?.length ?? 0) > MAX_MARKS) return refuse(1, 'too many anchors and aliases')
  const deep = lineOfDepth(text)
  if (deep !== undefined) return refuse(deep, 'nested too deeply')
  const lines = new LineCounter()
  try {
    if (isTooLong(text)) return refuse(1, 'too many entries')
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false })
    const [error] = document.errors
    if (error) return refuse(lines.linePos(error.pos[0]).line, `it is no YAML: ${error.message}`)
    const found = locate(document.contents, { lines, depth: 0 })
    return 'problem' in found ? found : { ok: true, root: found }
  } catch (error) {
    return refuse(1, error instanceof Error ? error.message : String(error))
  }
}

interface Place {
  readonly lines: LineCounter
  readonly depth: number
}

type Refusal = Extract<LocatedYaml, { readonly ok: false }>

function locate(node: unknown, { lines, depth }: Place): Located | Refusal {
  if (node === null || node === undefined) return { kind: 'scalar', line: 1, value: null }
  if (!isNode(node)) return refuse(1, 'something that is no YAML value')
  const line = lines.linePos(node.range?.[0] ?? 0).line
  if (isAlias(node)) return refuse(line, 'aliases are not used in a policy; write the value out')
  if (node.tag !== undefined) return refuse(line, `tags such as \`${node.tag}\` are not used in a policy`)
  if (depth > MAX_DEPTH) return refuse(line, 'nested too deeply')
  if (isScalar(node)) return { kind: 'scalar', line, value: plain(node.value) }
  const inner = { lines, depth: depth + 1 }
  if (isSeq(node)) {
    const items = node.items.map((item) => locate(item, inner))
    const bad = items.find(isRefusal)
    return bad ?? { kind: 'list', line, items: items.filter(isLocated) }
  }
  if (!isMap(node)) return refuse(line, 'something that is no YAML value')
  const entries = node.items.map(({ key, value }) => ({ key: locate(key, inner), value: locate(value, inner) }))
  const bad = entries.flatMap(({ key, value }) => [key, value]).find(isRefusal)
  if (bad) return bad
  return {
    kind: 'map',
    line,
    entries: entries.flatMap(({ key, value }) =>
      isLocated(key) && isLocated(value)
        ? [{ key: keyText(key), line: key.line, value: atLeast(value, key.line) }]
        : [],
    ),
  }
}

const isNode = (value: unknown): value is Node => isAlias(value) || isScalar(value) || isMap(value) || isSeq(value)
const isRefusal = (found: Located | Refusal): found is Refusal => 'problem' in found
const isLocated = (found: Located | Refusal): found is Located => !('problem' in found)

/** A key without a value has no place of its own. */
const atLeast = (value: Located, line: number): Located => (value.line < line ? { ...value, line } : value)

const keyText = (key: Located): string => (key.kind === 'scalar' ? String(key.value) : '?')

function plain(value: unknown): string | number | boolean | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Counted before parsing, quotes and comments included: a policy with so many open brackets is not one. */
function lineOfDepth(text: string): number | undefined {
  let open = 0
  let line = 1
  for (const char of text) {
    if (char === '\n') line += 1
    else if (char === '[' || char === '{') open += 1
    else if ((char === ']' || char === '}') && open > 0) open -= 1
    if (open > MAX_OPEN_BRACKETS) return line
  }
  return undefined
}

function refuse(line: number, problem: string): Refusal {
  const [first = ''] = problem.split('\n', 1)
  const told = first.replace(/ at line \d+, column \d+:?$/, '').replace(/:$/, '')
  return { ok: false, line, problem: told.slice(0, MAX_PROBLEM_CHARS) }
}

/** The package takes twenty seconds for a megabyte of commas, and a hook has ten. For so much it takes less than one. */
const MAX_LEXEMES = 50_000
/** A colon among commas is two: itself, and the empty value behind it. */
const LEXEMES_PER_CHARACTER = 2

/** More than anybody's settings or plan, or than 800 holds. Counting takes a hundredth of the time that making sense of it would. */
export function isTooLong(text: string): boolean {
  if (text.length * LEXEMES_PER_CHARACTER < MAX_LEXEMES) return false
  let count = 0
  for (const _ of new Lexer().lex(text)) {
    count += 1
    if (count > MAX_LEXEMES) return true
  }
  return false
}
