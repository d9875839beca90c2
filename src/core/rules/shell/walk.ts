import type {
  AndOr,
  CommandNode,
  CompoundList,
  Function as FunctionNode,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
  TestExpression,
} from 'unbash'
import { isEndless } from './endless.ts'
import { evaluateArithmetic } from './expand/arithmetic.ts'
import { runNumber } from './expand/parameters.ts'
import { expandParts, expandText } from './expand/words.ts'
import { runSubscript, subshell, withInput } from './frames.ts'
import { MAX_NAMES, MAX_NESTING } from './limits.ts'
import { hasErrors } from './literal-commands.ts'
import { arg, type Frame, NO_STREAM, type Stream, UNKNOWN_STREAM } from './machine.ts'
import { reportCommand, reportUnread } from './report.ts'
import { copyScope, mergeInto, type ShellScope, setFunction } from './scope.ts'
import { eitherStream, joinStreams } from './streams.ts'
import { walkCase, walkFor, walkWhile, widenFor } from './walk-loops.ts'
import { readRedirects, walkSimple } from './walk-simple.ts'

/** Reads every statement in order; what they write is joined. */
export function walkScript(script: ParsedScript, frame: Frame, text: string): Stream {
  const output = walkStatements(script.commands, frame)
  if (hasErrors(script)) {
    return reportUnread('unparsable', text, frame)
  }
  return output
}

function walkStatements(statements: readonly Statement[], frame: Frame): Stream {
  const streams = statements.map((statement) =>
    walkCommand(statement.command, statement.background === true ? subshell(frame) : frame),
  )
  return joinStreams(streams, frame)
}

function walkList(list: CompoundList, frame: Frame): Stream {
  return walkStatements(list.commands, frame)
}

function walkCommand(node: PipelineNode | AndOr, frame: Frame): Stream {
  if (node.type === 'AndOr') return walkAndOr(node, frame)
  return node.type === 'Pipeline' ? walkPipeline(node, frame) : walkNode(node, frame)
}

/** Every part of a pipeline is a subshell. Some shells keep the last one, so what it changes is no longer known. */
function walkPipeline(node: Pipeline, frame: Frame): Stream {
  const [only] = node.commands
  if (node.commands.length === 1 && only !== undefined) return walkNode(only, frame)
  let stream = frame.input
  let last = frame
  for (const command of node.commands) {
    last = withInput(subshell(frame), stream)
    stream = walkNode(command, last)
  }
  mergeInto(frame.scope, [copyScope(frame.scope), last.scope])
  return stream
}

/**
 * `a && b` is read as if `a` succeeds, because people write it so; after a test both ends stay possible.
 * `a || b` reads `b` in the state before `a`, and a `b` that leaves the script does not count afterwards.
 */
function walkAndOr(node: AndOr, frame: Frame): Stream {
  const skipped: ShellScope[] = []
  const streams: Stream[] = []
  let current = frame.scope
  let before = frame.scope
  node.commands.forEach((command, index) => {
    const operator = node.operators[index - 1]
    const previous = node.commands[index - 1]
    if (operator === '&&') {
      if (skipped.length > 0 && node.operators[index - 2] === '||') {
        current = merged([...skipped.splice(0), ...(leaves(previous) ? [] : [current])], current)
      }
      if (isTest(previous)) skipped.push(copyScope(current))
    }
    if (operator === '||') {
      skipped.push(current)
      current = previous?.type === 'Command' ? copyScope(before) : merged([before, current], current)
    }
    before = isNextAlternative(node, index) ? copyScope(current) : current
    streams.push(walkCommand(command, { ...frame, scope: current }))
  })
  if (skipped.length > 0 || current !== frame.scope) {
    mergeInto(frame.scope, leaves(node.commands.at(-1)) && skipped.length > 0 ? skipped : [...skipped, current])
  }
  return node.operators.includes('||') ? eitherStream(streams, frame) : joinStreams(streams, frame)
}

function isNextAlternative(node: AndOr, index: number): boolean {
  return node.operators[index] === '||'
}

function merged(scopes: readonly ShellScope[], fallback: ShellScope): ShellScope {
  const scope = copyScope(fallback)
  mergeInto(scope, scopes)
  return scope
}

const TESTS: ReadonlySet<string> = new Set(['[', 'test', 'grep', 'command', 'which', 'type', 'false', 'pgrep'])

function isTest(node: PipelineNode | undefined): boolean {
  if (node?.type === 'Pipeline') return node.prefixes.length > 0 || isTest(node.commands.at(-1))
  if (node?.type === 'Command') return TESTS.has(String(node.name?.value))
  return node?.type === 'TestCommand' || node?.type === 'ArithmeticCommand'
}

const LEAVING: ReadonlySet<string> = new Set(['exit', 'return', 'break', 'continue'])

/** Whether nothing after this node runs when this node has run. */
function leaves(node: PipelineNode | AndOr | undefined): boolean {
  if (node?.type === 'Command') return LEAVING.has(String(node.name?.value))
  return node?.type === 'BraceGroup' && listLeaves(node.body)
}

function listLeaves(list: CompoundList): boolean {
  return leaves(list.commands.at(-1)?.command)
}

/** Every way down leads through here, so here the reading is kept within its limits. */
function walkNode(node: CommandNode, frame: Frame): Stream {
  const { machine } = frame
  machine.commandsLeft -= 1
  if (machine.commandsLeft < 0) return reportUnread('too-long', '', frame)
  if (machine.nesting >= MAX_NESTING) return reportUnread('too-deep', '', frame)
  machine.nesting += 1
  const output = walkAny(node, frame)
  machine.nesting -= 1
  return output
}

function walkAny(node: CommandNode, frame: Frame): Stream {
  switch (node.type) {
    case 'Command':
      return walkSimple(node, frame)
    case 'Redirected':
      return readRedirects(node.redirects, frame, (inner) => walkNode(node.command, inner))
    case 'Subshell':
      return walkList(node.body, subshell(frame))
    case 'BraceGroup':
      return walkList(node.body, frame)
    case 'If':
      return walkIf(node, frame)
    case 'For':
    case 'Select':
      return walkFor(node, frame, walkList)
    case 'While':
      if (isEndless(node)) reportCommand([arg('<fork-bomb>')], frame)
      return walkWhile(node, frame, walkList)
    case 'Case':
      return walkCase(node, frame, walkList)
    case 'ArithmeticFor':
      if (isEndless(node)) reportCommand([arg('<fork-bomb>')], frame)
      widenFor(node, frame)
      for (const part of [node.initialize, node.test, node.update]) evaluateArithmetic(part, frame, expandParts)
      widenFor(node, frame)
      walkList(node.body, frame)
      return UNKNOWN_STREAM
    case 'TestCommand':
      readTest(node.expression, frame)
      return NO_STREAM
    case 'ArithmeticCommand':
      evaluateArithmetic(node.expression, frame, expandParts)
      return NO_STREAM
    case 'Function':
      return defineFunction(node, frame)
    case 'Coproc':
      return walkBody(node.body, subshell(frame))
  }
}

/** In broken text the body may be a bare list. */
export function walkBody(body: FunctionNode['body'] | CommandNode, frame: Frame): Stream {
  return body.type === 'CompoundList' ? walkList(body, frame) : walkNode(body, frame)
}

function defineFunction(node: FunctionNode, frame: Frame): Stream {
  const { functions } = frame.scope
  if (functions.size >= MAX_NAMES) return reportUnread('too-long', '', frame)
  setFunction(frame.scope, node.name.value, node.body)
  return NO_STREAM
}

function walkIf(node: If, frame: Frame): Stream {
  const ends: ShellScope[] = []
  const streams: Stream[] = []
  const clauses: Stream[] = []
  for (const branch of [node, ...node.elif]) {
    clauses.push(walkList(branch.clause, frame))
    const inner = subshell(frame)
    streams.push(walkList(branch.then, inner))
    if (!listLeaves(branch.then)) ends.push(inner.scope)
  }
  if (node.else === undefined) ends.push(copyScope(frame.scope))
  else {
    const inner = subshell(frame)
    streams.push(walkList(node.else, inner))
    if (!listLeaves(node.else)) ends.push(inner.scope)
  }
  mergeInto(frame.scope, ends)
  return joinStreams(
    [...clauses, eitherStream(node.else === undefined ? [...streams, NO_STREAM] : streams, frame)],
    frame,
  )
}

/** A `[[ ]]` runs nothing itself, but the substitutions inside do run. */
function readTest(expression: TestExpression, frame: Frame): void {
  switch (expression.type) {
    case 'TestUnary': {
      const operand = expandText(expression.operand, frame)
      if (/^-[vR]$/.test(expression.operator)) runSubscript(operand, frame)
      return
    }
    case 'TestBinary':
      for (const side of [expression.left, expression.right]) {
        const text = expandText(side, frame)
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) runNumber(text, frame)
      }
      return
    case 'TestLogical':
      for (const operand of expression.operands) readTest(operand, frame)
      return
    case 'TestNot':
      readTest(expression.operand, frame)
      return
    case 'TestGroup':
      readTest(expression.expression, frame)
      return
  }
}
