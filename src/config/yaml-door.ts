import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isJsonObject, type Json } from '../core/model/json.ts'
import { compilePolicy as compile, type LoadedPolicy, type PolicyParts } from './policy.ts'
import type { PolicySight } from './policy-files.ts'
import type { LocatedYaml } from './read-located.ts'
import { isTooLong, locateDocument } from './yaml-locate.ts'

// The only door to the `yaml` package and to the settings, which are heavy to load: bundled apart, opened when a file has changed.

/**
 * A top-level key and its new value; undefined removes the key. `ours` names the keys inside the value that are ours:
 * others are the person's and stay. Without it everything inside is ours.
 */
export type YamlField = readonly [name: string, value: Json | undefined, ours?: ReadonlySet<string>]

export type ParsedYaml =
  /** `edit` gives the whole text with these fields set. Called again, it goes on from there. */
  | { readonly ok: true; readonly value: unknown; readonly edit: (fields: readonly YamlField[]) => string }
  | { readonly ok: false; readonly problem: string }

/** The package resolves aliases in quadratic time: 60,000 of them take half a minute. */
const MAX_ANCHOR_MARKS = 2_000
const ANCHOR_MARK = /(?:^|[\s,:[{-])[&*]\S/g
/** The package's own measure of an alias bomb. */
const MAX_ALIAS_COUNT = 100
const MAX_PROBLEM_CHARS = 200

/** The same object twice is written twice: nobody is to read aliases in what we write. */
const SPELLED_OUT = { aliasDuplicateObjects: false }

/** Plain data and a way to edit the text it came from, or one line that says what is wrong. Never throws. */
export function parseYaml(text: string): ParsedYaml {
  const marks = text.match(ANCHOR_MARK)?.length ?? 0
  if (marks > MAX_ANCHOR_MARKS) return refuse('too many anchors and aliases')
  try {
    if (isTooLong(text)) return refuse('too many entries')
    // The package's own check of unique keys is quadratic too; `duplicateKey` is linear.
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
    const error = document.errors[0]
    if (error) return refuse(error.message)
    const twice = duplicateKey(document)
    if (twice !== undefined) return refuse(`key \`${twice}\` is given twice`)
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIAS_COUNT })
    if (marks > 0) resolveAliases(document)
    return { ok: true, value, edit: (fields) => setFields(document, fields) }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** For a policy: the values with their lines, and nothing that a policy does not need. Never throws. */
export function locateYaml(text: string): LocatedYaml {
  return locateDocument(text)
}

/** Beside the parser, because it is needed exactly when a policy file is parsed. */
export function compilePolicy(
  parts: Pick<PolicyParts, 'builtIn' | 'loadYaml'>,
  sights: readonly PolicySight[],
): LoadedPolicy {
  return compile(parts, sights)
}

/** Block style (EDGE-104). Comments, unknown keys, their order and nodes whose value is already right stay. */
function setFields(document: Document, fields: readonly YamlField[]): string {
  const root = isMap(document.contents) ? document.contents : emptyRoot(document)
  let place = 0
  for (const [name, value, ours] of fields) {
    const at = root.items.findIndex((pair) => isNamed(pair, name))
    const found = root.items[at]
    if (value === undefined) {
      if (found) remove(root, at)
    } else if (found) {
      found.value = merge({ document, ours }, asNode(found.value), value)
      place = at + 1
    } else {
      // A missing key goes behind the one it follows in the schema.
      root.items.splice(place, 0, document.createPair(name, value, SPELLED_OUT))
      place += 1
    }
  }
  root.flow = false
  // The package looks for directives' tags in every node, and there are none without a line `---`.
  const directives = document.directives?.docStart ? null : false
  return document.toString({ lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', directives })
}

function refuse(problem: string): ParsedYaml {
  const line = problem.split('\n', 1)[0] ?? ''
  return { ok: false, problem: line.replace(/:$/, '').slice(0, MAX_PROBLEM_CHARS) }
}

function duplicateKey(document: Document): string | undefined {
  let twice: string | undefined
  visit(document, {
    Map(_, map) {
      const seen = new Set<string>()
      for (const pair of map.items) {
        const name = isScalar(pair.key) ? String(pair.key.value) : undefined
        if (name !== undefined && seen.has(name)) twice = name
        if (name !== undefined) seen.add(name)
      }
      return twice === undefined ? undefined : visit.BREAK
    },
  })
  return twice
}

// An alias cannot outlive the anchor it names, and the anchor may sit in a value that goes.
function resolveAliases(document: Document): void {
  visit(document, {
    Alias: (_, alias) => document.createNode(alias.resolve(document)?.toJS(document) ?? null),
  })
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) delete node.anchor
    },
  })
}

function emptyRoot(document: Document): YAMLMap {
  const root = document.createNode({}) as YAMLMap
  document.contents = root
  return root
}

function isNamed(pair: Pair, name: string): boolean {
  return isScalar(pair.key) && pair.key.value === name
}

function asNode(value: unknown): Node | undefined {
  return isScalar(value) || isCollection(value) ? value : undefined
}

interface Merge {
  readonly document: Document
  readonly ours: ReadonlySet<string> | undefined
}

/** The old node brought to the new value, changed as little as possible. */
function merge(into: Merge, old: Node | undefined, value: Json): Node {
  if (isMap(old) && isJsonObject(value)) return mergeMap(into, old, value)
  if (isSeq(old) && Array.isArray(value)) return mergeSeq(into, old, value)
  if (isScalar(old) && !isJsonObject(value) && !Array.isArray(value)) {
    if (old.value !== value) {
      // A number keeps no trace of how the old one was spelled; a string keeps its quotes.
      delete old.source
      delete old.format
      if (typeof old.value !== typeof value) delete old.type
      old.value = value
    }
    return old
  }
  return replace(into.document, old, value)
}

function mergeMap(into: Merge, old: YAMLMap, value: { readonly [key: string]: Json }): Node {
  for (let at = old.items.length - 1; at >= 0; at -= 1) {
    const key = old.items[at]?.key
    const name = isScalar(key) ? String(key.value) : ''
    if (!Object.hasOwn(value, name) && (into.ours === undefined || into.ours.has(name))) remove(old, at)
  }
  for (const [key, item] of Object.entries(value)) {
    const pair = old.items.find((candidate) => isNamed(candidate, key))
    if (pair) pair.value = merge(into, asNode(pair.value), item)
    else old.items.push(into.document.createPair(key, item, SPELLED_OUT))
  }
  // An empty mapping has no place for comments.
  if (old.items.length === 0) return replace(into.document, old, value)
  old.flow = false
  return old
}

function mergeSeq(into: Merge, old: YAMLSeq, value: readonly Json[]): Node {
  const { document } = into
  const left = old.items.map(asNode)
  const items = value.map((item) => {
    const at = left.findIndex((node) => node && (setTo.get(node) === item || isSameItem(document, node, item)))
    const [node] = at < 0 ? [] : left.splice(at, 1)
    if (node && setTo.get(node) === item) return node
    return kept(node ? merge(into, node, item) : document.createNode(item, SPELLED_OUT), item)
  })
  const lost = left.flatMap(commentsIn)
  old.items = items
  if (items.length > 0) old.flow = false
  // Else an empty list would be put on a line of its own.
  else if (old.flow === false) delete old.flow
  if (lost.length > 0) old.commentBefore = joinComments([old.commentBefore, ...lost])
  return old
}

/** What the items of lists were last set to: the same value again needs no second look at all its parts. */
const setTo = new WeakMap<Node, Json>()

/** Most items of a long list never change, so their text is made once. */
function kept(node: Node, item: Json): Node {
  if (!isMap(node) || !isJsonObject(item)) return node
  setTo.set(node, item)
  const write = YAMLMap.prototype.toString.bind(node)
  const isPlain = !hasOwnStyle(node)
  const texts = new Map<string, string>()
  node.toString = (context, onComment, onChompKeep) => {
    if (!isPlain || context === undefined || context.inFlow) return write(context, onComment, onChompKeep)
    const text = texts.get(context.indent) ?? write(context)
    texts.set(context.indent, text)
    return text
  }
  return node
}

/** A person's comments or blocks of text, which the lines around them have to know of. */
function hasOwnStyle(item: Node): boolean {
  let isFound = false
  visit(item, {
    Node(_, node) {
      isFound = Boolean(node.comment || node.commentBefore) || (isScalar(node) && /^BLOCK/.test(node.type ?? ''))
      return isFound ? visit.BREAK : undefined
    },
  })
  return isFound
}

/** An item of a list is followed by its id where it has one, then by what it describes, then by all that we say. */
function isSameItem(document: Document, node: Node, item: Json): boolean {
  if (!isJsonObject(item)) return isScalar(node) && node.value === item
  if (!isMap(node)) return false
  for (const key of ['id', 'fingerprint', 'description', 'trigger']) {
    if (Object.hasOwn(item, key)) return node.get(key) === item[key]
  }
  const found: { readonly [key: string]: unknown } = node.toJS(document)
  return Object.entries(item).every(([key, part]) => JSON.stringify(found[key]) === JSON.stringify(part))
}

function replace(document: Document, old: Node | undefined, value: Json): Node {
  const node = document.createNode(value, SPELLED_OUT) as Node
  const lost = old === undefined ? [] : commentsIn(old)
  if (old?.spaceBefore === true) node.spaceBefore = true
  if (lost.length > 0) node.commentBefore = joinComments(lost)
  return node
}

function remove(root: YAMLMap, at: number): void {
  const [gone] = root.items.splice(at, 1)
  const lost = [...commentsIn(asNode(gone?.key)), ...commentsIn(asNode(gone?.value))]
  if (lost.length === 0) return
  const next = asNode(root.items[at]?.key)
  if (next) next.commentBefore = joinComments([...lost, next.commentBefore])
  else root.comment = joinComments([root.comment, ...lost])
}

/** Comments belong to people: when the node they stood at goes, they stay. */
function commentsIn(node: Node | undefined): string[] {
  const found: string[] = []
  if (node === undefined) return found
  visit(node, {
    Node: (_, inner) => {
      for (const comment of [inner.commentBefore, inner.comment]) if (comment) found.push(comment)
    },
  })
  return found
}

function joinComments(comments: readonly (string | null | undefined)[]): string {
  return comments.filter((comment) => comment).join('\n')
}
