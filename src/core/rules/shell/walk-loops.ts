import {
  type ArithmeticFor,
  type Case,
  type CompoundList,
  type For,
  forEachChild,
  type Select,
  type SyntaxNode,
  type While,
  type Word,
} from 'unbash'
import { wordSet } from '../text/word-table.ts'
import { executeStream } from './execute.ts'
import { assignLine } from './expand/read-line.ts'
import { expandText, expandWord } from './expand/words.ts'
import { fileAt } from './files.ts'
import { foundPath } from './found-path.ts'
import { subshell, through } from './frames.ts'
import { MAX_UNROLL } from './limits.ts'
import { arg, type Frame, type Stream, textsOf, UNKNOWN_STREAM } from './machine.ts'
import { HOLE, hasActiveGlob, isConstant } from './marks.ts'
import { copyScope, mergeInto, type ShellScope, setVariable } from './scope.ts'
import { joinStreams, streamText } from './streams.ts'

type Walk = (list: CompoundList, frame: Frame) => Stream

/** A loop over constants is read once per value; otherwise once, with everything the body assigns unknown. */
export function walkFor(node: For | Select, frame: Frame, walk: Walk): Stream {
  const { scope } = frame
  const values =
    node.wordlist === undefined
      ? (scope.positional ?? [HOLE])
      : node.wordlist.flatMap((word) => expandWord(word, frame).map((item) => item.text))
  const isCounted = values.length <= MAX_UNROLL && values.every((text) => isConstant(text) && !hasActiveGlob(text))
  if (isCounted && node.type === 'For') {
    const streams = values.map((text) => {
      setVariable(scope, node.name.value, text)
      return walk(node.body, frame)
    })
    return joinStreams(streams, frame)
  }
  const before = copyScope(scope)
  widen(node.body, scope)
  const inner = node.wordlist?.some(listsAll) === true ? through(frame, EACH_FILE) : frame
  for (const text of new Set(values.length <= MAX_UNROLL ? values : [HOLE])) {
    setVariable(scope, node.name.value, text)
    walk(node.body, inner)
  }
  mergeInto(scope, [before, copyScope(scope)])
  return UNKNOWN_STREAM
}

export function walkWhile(node: While, frame: Frame, walk: Walk): Stream {
  const loop = readLoop(node, frame)
  if (loop !== undefined) {
    const streams = loop.lines.map((line) => {
      assignLine(line, { names: loop.names, isArray: false }, { ...frame, env: loop.env })
      return walk(node.body, frame)
    })
    return joinStreams(streams, frame)
  }
  const before = copyScope(frame.scope)
  widen(node, frame.scope)
  const { input } = frame
  if (runsLines(node)) executeStream(input, frame, 'read')
  const source = input.kind === 'file' ? fileAt(input.path.text, frame)?.content : input
  const isEach = source?.kind === 'command' && isWholeListing(textsOf(source.argv))
  const [only, ...others] = readNames(node)
  walk(node.clause, frame)
  if (isEach && only !== undefined && others.length === 0) setVariable(frame.scope, only, foundPath(source.argv).text)
  walk(node.body, isEach ? through(frame, EACH_FILE) : frame)
  mergeInto(frame.scope, [before, copyScope(frame.scope)])
  return UNKNOWN_STREAM
}

export function walkCase(node: Case, frame: Frame, walk: Walk): Stream {
  expandText(node.word, frame)
  const ends: ShellScope[] = [copyScope(frame.scope)]
  for (const item of node.items) {
    for (const pattern of item.pattern) expandText(pattern, frame)
    const inner = subshell(frame)
    walk(item.body, inner)
    ends.push(inner.scope)
  }
  mergeInto(frame.scope, ends)
  return UNKNOWN_STREAM
}

export function widenFor(node: ArithmeticFor, frame: Frame): void {
  widen(node, frame.scope)
}

/** `while read l; do $l; done`: every line is a command. */
function runsLines(node: While): boolean {
  const names = readNames(node)
  return node.body.commands.some(({ command: inner }) => {
    const first = inner.type === 'Command' ? inner.name?.text : undefined
    return first !== undefined && names.some((name) => first === `$${name}` || first === `\${${name}}`)
  })
}

/** The names that `while read a b` fills. */
function readNames({ clause }: While): readonly string[] {
  const command = clause.commands[0]?.command
  if (command?.type !== 'Command' || command.name?.value !== 'read') return []
  return command.suffix.flatMap((item) =>
    item.type === 'Word' && /^[A-Za-z_]\w*$/.test(item.value) ? [item.value] : [],
  )
}

interface ReadLoop {
  readonly names: readonly string[]
  readonly env: Frame['env']
  readonly lines: readonly string[]
}

/** `while read x` from text: its lines, or undefined when it is another loop. */
function readLoop(node: While, frame: Frame): ReadLoop | undefined {
  const command = node.clause.commands.length === 1 ? node.clause.commands[0]?.command : undefined
  if (node.kind !== 'while' || command?.type !== 'Command' || command.name?.value !== 'read') return undefined
  const words = command.suffix.flatMap((item) => (item.type === 'Word' ? [item.value] : []))
  const given = streamText(frame.input, frame)
  const text = frame.input.kind === 'text' || isConstant(given) ? given : ''
  const lines = text.replace(/\n$/, '').split('\n')
  if (text === '' || lines.length > MAX_UNROLL || words.some((word) => /^-[^r]/.test(word))) return undefined
  const env = command.prefix.flatMap((item): Frame['env'] =>
    item.type === 'Assignment' && item.value.type === 'Word' ? [[item.name, arg(expandText(item.value, frame))]] : [],
  )
  return { names: words.filter((word) => !word.startsWith('-')), env, lines }
}

const READERS: ReadonlySet<string> = wordSet('read mapfile readarray getopts let printf declare local export')
const MOVERS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd'])

/** Everything the loop may assign is unknown while it goes round. */
function widen(body: SyntaxNode, scope: ShellScope): void {
  const waiting: SyntaxNode[] = [body]
  for (;;) {
    const node = waiting.pop()
    if (node === undefined) return
    if (node.type === 'Assignment') setVariable(scope, node.name, HOLE)
    if (node.type === 'ArithmeticUnary' || node.type === 'ArithmeticBinary') widenArithmetic(node, scope)
    if (node.type === 'For') setVariable(scope, node.name.value, HOLE)
    if (node.type === 'Command') widenCommand(node.name?.value ?? '', node.suffix, scope)
    forEachChild(node, (child) => {
      // What a subshell changes does not come back.
      if (child.type !== 'Subshell') waiting.push(child)
    })
  }
}

function widenCommand(name: string, words: readonly SyntaxNode[], scope: ShellScope): void {
  if (MOVERS.has(name)) scope.cwd = undefined
  if (name === 'shift' || name === 'set') scope.positional = undefined
  if (!READERS.has(name)) return
  for (const word of words) {
    if (word.type === 'Word' && /^[A-Za-z_]\w*$/.test(word.value)) setVariable(scope, word.value, HOLE)
  }
}

function widenArithmetic(
  node: Extract<SyntaxNode, { type: 'ArithmeticUnary' | 'ArithmeticBinary' }>,
  scope: ShellScope,
): void {
  const target = node.type === 'ArithmeticUnary' ? node.operand : node.left
  if (target.type === 'ArithmeticWord' && /^(\+\+|--|[^=!<>]*=)$/.test(node.operator))
    setVariable(scope, target.value, HOLE)
}

/** How commands are marked that run once for every file of a tree. */
const EACH_FILE = 'each listed file'

const LISTINGS = [
  /^git (?:ls-files|ls-tree -r --name-only \S+|diff --name-only(?: HEAD)?)(?: -\S+)*$/,
  /^ls(?: -[aA1dpR]+)*(?: \.)?$/,
  /^g?find(?: [^\s*?[\]-][^\s*?[\]]*)?(?: -(?:type [fd]|maxdepth \d+|mindepth \d+|print0?))*$/,
  /^(?:fdfind|fd)(?: \.)?(?: -(?:t|-type)[ =]?\w+| -H| --hidden)*$/,
  /^rg --files(?: --hidden)?$/,
]

/** Whether this command prints every file of a tree, and not a choice of them. */
const isWholeListing = (words: readonly string[]): boolean => {
  const text = words.join(' ')
  return LISTINGS.some((listing) => listing.test(text))
}

/** Whether a word of a loop is `$(git ls-files)` or the like. */
function listsAll({ parts = [] }: Word): boolean {
  return parts.some((part) => {
    if (part.type !== 'CommandExpansion') return false
    const command = part.script?.commands[0]?.command
    if (command?.type !== 'Command' || part.script?.commands.length !== 1) return false
    return isWholeListing(
      [command.name, ...command.suffix].flatMap((item) => (item?.type === 'Word' ? [item.value] : [])),
    )
  })
}
