import {
  type ArithmeticFor,
  type Case,
  type CompoundList,
  type For,
  forEachChild,
  type Select,
  type SyntaxNode,
  type While,
} from 'unbash'
import { subshell } from './frames.ts'
import { MAX_UNROLL } from './limits.ts'
import { type Frame, type Stream, UNKNOWN } from './machine.ts'
import { HOLE, hasActiveGlob, isConstant } from './marks.ts'
import { copyScope, mergeInto, type Scope } from './scope.ts'
import { joinStreams, streamText } from './streams.ts'
import { expandText, expandWord } from './words.ts'

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
      scope.variables.set(node.name.value, text)
      return walk(node.body, frame)
    })
    return joinStreams(streams, frame)
  }
  const before = copyScope(scope)
  widen(node.body, scope)
  for (const text of new Set(values.length <= MAX_UNROLL ? values : [HOLE])) {
    scope.variables.set(node.name.value, text)
    walk(node.body, frame)
  }
  mergeInto(scope, [before, copyScope(scope)])
  return UNKNOWN
}

export function walkWhile(node: While, frame: Frame, walk: Walk): Stream {
  const lines = readLines(node, frame)
  if (lines !== undefined) {
    const streams = lines.map((line) => {
      assignRead(node, line, frame)
      return walk(node.body, frame)
    })
    return joinStreams(streams, frame)
  }
  const before = copyScope(frame.scope)
  widen(node, frame.scope)
  walk(node.clause, frame)
  walk(node.body, frame)
  mergeInto(frame.scope, [before, copyScope(frame.scope)])
  return UNKNOWN
}

export function walkCase(node: Case, frame: Frame, walk: Walk): Stream {
  expandText(node.word, frame)
  const ends: Scope[] = [copyScope(frame.scope)]
  for (const item of node.items) {
    for (const pattern of item.pattern) expandText(pattern, frame)
    const inner = subshell(frame)
    walk(item.body, inner)
    ends.push(inner.scope)
  }
  mergeInto(frame.scope, ends)
  return UNKNOWN
}

export function widenFor(node: ArithmeticFor, frame: Frame): void {
  widen(node, frame.scope)
}

/** `while read x` from constant text: the lines, or undefined when it is another loop. */
function readLines(node: While, frame: Frame): readonly string[] | undefined {
  if (node.kind !== 'while' || readNames(node) === undefined || frame.input.kind !== 'text') return undefined
  const text = streamText(frame.input, frame)
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.length <= MAX_UNROLL && !isConstantlyEmpty(text) ? lines : undefined
}

function isConstantlyEmpty(text: string): boolean {
  return text === '' || text.startsWith(HOLE)
}

function readNames(node: While): readonly string[] | undefined {
  const command = node.clause.commands.length === 1 ? node.clause.commands[0]?.command : undefined
  if (command?.type !== 'Command' || command.name?.value !== 'read') return undefined
  const words = command.suffix.flatMap((item) => (item.type === 'Word' ? [item.value] : []))
  if (words.some((word) => word.startsWith('-') && word !== '-r' && word !== '-s')) return undefined
  return words.filter((word) => !word.startsWith('-'))
}

function assignRead(node: While, line: string, frame: Frame): void {
  const names = readNames(node) ?? []
  const words = line.trim().split(/[ \t]+/)
  const targets = names.length === 0 ? ['REPLY'] : names
  targets.forEach((name, index) => {
    const isLast = index === targets.length - 1
    frame.scope.variables.set(name, isLast ? words.slice(index).join(' ') : (words[index] ?? ''))
  })
}

const READERS: ReadonlySet<string> = new Set([
  'read',
  'mapfile',
  'readarray',
  'getopts',
  'let',
  'printf',
  'declare',
  'local',
  'export',
])
const MOVERS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd'])

/** Everything the loop may assign is unknown while it goes round. */
function widen(body: SyntaxNode, scope: Scope): void {
  const waiting: SyntaxNode[] = [body]
  for (;;) {
    const node = waiting.pop()
    if (node === undefined) return
    if (node.type === 'Assignment') scope.variables.set(node.name, HOLE)
    if (node.type === 'ArithmeticUnary' || node.type === 'ArithmeticBinary') widenArithmetic(node, scope)
    if (node.type === 'For') scope.variables.set(node.name.value, HOLE)
    if (node.type === 'Command') widenCommand(node.name?.value ?? '', node.suffix, scope)
    forEachChild(node, (child) => {
      // What a subshell changes does not come back.
      if (child.type !== 'Subshell') waiting.push(child)
    })
  }
}

function widenCommand(name: string, words: readonly SyntaxNode[], scope: Scope): void {
  if (MOVERS.has(name)) scope.cwd = undefined
  if (name === 'shift' || name === 'set') scope.positional = undefined
  if (!READERS.has(name)) return
  for (const word of words) {
    if (word.type === 'Word' && /^[A-Za-z_]\w*$/.test(word.value)) scope.variables.set(word.value, HOLE)
  }
}

function widenArithmetic(
  node: Extract<SyntaxNode, { type: 'ArithmeticUnary' | 'ArithmeticBinary' }>,
  scope: Scope,
): void {
  const target = node.type === 'ArithmeticUnary' ? node.operand : node.left
  if (target.type === 'ArithmeticWord' && /^(\+\+|--|[^=!<>]*=)$/.test(node.operator))
    scope.variables.set(target.value, HOLE)
}
