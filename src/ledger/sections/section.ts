import type { Node, Parser, Tree } from 'web-tree-sitter'
import type { Environment } from '../../core/model/json.ts'
import { openText } from '../files/open-text.ts'
import { ckSections, findCk } from '../search/ck.ts'
import { languageOf } from '../search/language.ts'
import { extentOf, isDefinition, nameOf } from './definitions.ts'
import { hasGrammar, parserFor } from './grammars.ts'
import { linesAround, linesNaming } from './line-range.ts'

/** What is asked for: the definition around a line, or of a name. */
export type Wanted = { readonly line: number } | { readonly name: string }

/** A complete function, class or the like; `complete: false` is a stretch of lines, because nothing better was there. */
interface Section {
  readonly path: string
  readonly line_start: number
  readonly line_end: number
  readonly kind: string
  readonly name: string | null
  readonly language: string | null
  readonly engine: 'tree-sitter' | 'ck' | 'lines'
  readonly complete: boolean
  readonly text: string
}

export type SectionAnswer =
  | { readonly ok: true; readonly sections: readonly Section[] }
  | { readonly ok: false; readonly problem: 'missing' | 'unreadable' | 'nothing-there' }

const MAX_PARSED_BYTES = 1_000_000
const MAX_NODES = 500_000
const MAX_NAMED = 10
const PARSE_DEADLINE_MS = 5_000

/** LEDGER-44, LEDGER-83, LEDGER-87: whole sections where a parser exists, lines that say so where none does. */
export async function sectionsOf(
  { root, env }: { readonly root: string; readonly env: Environment },
  path: string,
  wanted: Wanted,
): Promise<SectionAnswer> {
  const opened = openText(root, path)
  if (opened.kind !== 'text') return { ok: false, problem: opened.kind }
  const lines = opened.text.split('\n')
  const language = languageOf(path)
  const file = { path, language, lines }
  const parsed = opened.bytes.length > MAX_PARSED_BYTES ? [] : await parsedSections(file, wanted, opened.text)
  if (parsed.length > 0) return { ok: true, sections: parsed }
  const foreign = 'name' in wanted && !hasGrammar(language) ? await sectionsByCk({ root, env }, file, wanted.name) : []
  if (foreign.length > 0) return { ok: true, sections: foreign }
  const range = 'line' in wanted ? linesAround(lines, wanted.line) : linesNaming(lines, wanted.name)
  if (range === undefined) return { ok: false, problem: 'nothing-there' }
  const name = 'name' in wanted ? wanted.name : null
  return { ok: true, sections: [sectionAt(file, range, { kind: 'lines', name, engine: 'lines' })] }
}

interface SourceFile {
  readonly path: string
  readonly language: string | null
  readonly lines: readonly string[]
}

/** Languages that our grammars lack and ck may have; where it is not installed, nothing is lost but that. */
async function sectionsByCk(
  { root, env }: { readonly root: string; readonly env: Environment },
  file: SourceFile,
  name: string,
): Promise<readonly Section[]> {
  const ck = await findCk(root, env)
  if (ck.kind !== 'usable') return []
  const found = await ckSections({ path: ck.path, root, env }, { file: file.path, name })
  return found.slice(0, MAX_NAMED).map((range) => sectionAt(file, range, { kind: 'section', name, engine: 'ck' }))
}

async function parsedSections(file: SourceFile, wanted: Wanted, text: string): Promise<readonly Section[]> {
  const parser = await parserFor(file.language)
  if (parser === undefined) return []
  let tree: Tree | null = null
  try {
    tree = parseInTime(parser, text)
    if (tree === null) return []
    const nodes =
      'line' in wanted
        ? definitionAround(tree.rootNode, wanted.line, file.lines)
        : definitionsNamed(tree.rootNode, wanted.name)
    return nodes.map((node) =>
      sectionAt(file, extentOf(node), { kind: node.type, name: nameOf(node), engine: 'tree-sitter' }),
    )
  } catch {
    return []
  } finally {
    tree?.delete()
    parser.delete()
  }
}

/** A grammar can be slow on text made for it; a parse that is cut off is as good as none. */
function parseInTime(parser: Parser, text: string): Tree | null {
  const endMs = performance.now() + PARSE_DEADLINE_MS
  return parser.parse(text, null, { progressCallback: () => performance.now() > endMs })
}

/** The innermost definition that covers the line; from a comment above one, the one below it. */
function definitionAround(top: Node, line: number, lines: readonly string[]): readonly Node[] {
  if (line < 1 || line > lines.length) return []
  const text = lines[line - 1] ?? ''
  const column = Math.max(0, text.search(/\S/))
  let node = top.namedDescendantForPosition({ row: line - 1, column })
  while (node !== null && !isDefinition(node)) {
    const below =
      /comment/.test(node.type) || /^(?:attribute_item|decorator|annotation)$/.test(node.type)
        ? nextDefinition(node)
        : null
    if (below !== null) return [below]
    const own = startingHere(node, line)
    if (own !== undefined) return [own]
    node = node.parent
  }
  return node === null ? [] : [node]
}

/** An `export` or a decorator covers the line on which its definition begins. */
function startingHere(node: Node, line: number): Node | undefined {
  const covers = /^(?:export_statement|decorated_definition|template_declaration|declaration)$/.test(node.type)
  const inner = covers ? node.namedChildren.find((child) => child !== null && isDefinition(child)) : undefined
  return inner !== undefined && inner !== null && node.startPosition.row + 1 <= line ? inner : undefined
}

function nextDefinition(node: Node): Node | null {
  let next = node.nextNamedSibling
  for (let step = 0; next !== null && step < 20; step += 1) {
    if (isDefinition(next)) return next
    const inner = startingHere(next, next.startPosition.row + 1)
    if (inner !== undefined) return inner
    if (!/comment|attribute_item|decorator|annotation/.test(next.type)) return null
    next = next.nextNamedSibling
  }
  return null
}

function definitionsNamed(top: Node, name: string): readonly Node[] {
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('::') + 1, name.lastIndexOf('#')) + 1)
  const found: Node[] = []
  const cursor = top.walk()
  try {
    for (let seen = 0; seen < MAX_NODES && found.length < MAX_NAMED; seen += 1) {
      const node = cursor.currentNode
      if (isDefinition(node) && matches(nameOf(node), name, last)) found.push(node)
      if (cursor.gotoFirstChild()) continue
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return outermost(found)
    }
    return outermost(found)
  } finally {
    cursor.delete()
  }
}

function matches(name: string | null, wanted: string, last: string): boolean {
  return name !== null && (name === wanted || name === last)
}

/** Two nodes for one thing, such as a declaration and the value in it, are shown once. */
function outermost(nodes: readonly Node[]): readonly Node[] {
  return nodes.filter(
    (node) =>
      !nodes.some(
        (other) =>
          other !== node &&
          other.startIndex <= node.startIndex &&
          other.endIndex >= node.endIndex &&
          nameOf(other) === nameOf(node) &&
          other.id !== node.id,
      ),
  )
}

interface Label {
  readonly kind: string
  readonly name: string | null
  readonly engine: Section['engine']
}

function sectionAt(
  { path, language, lines }: SourceFile,
  { from, to }: { readonly from: number; readonly to: number },
  { kind, name, engine }: Label,
): Section {
  const end = Math.min(to, lines.length)
  return {
    path,
    line_start: from,
    line_end: end,
    kind,
    name,
    language,
    engine,
    complete: engine !== 'lines',
    text: lines.slice(from - 1, end).join('\n'),
  }
}
