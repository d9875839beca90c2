import type {
  ParameterDefaultOperation,
  ParameterExpansionPart,
  ParameterOperation,
  ParameterRemoveOperation,
  Word,
} from 'unbash'
import { runSubscript, subshell, through } from '../frames.ts'
import { MAX_EXPANSION_WORDS, MAX_TEXT_CHARS } from '../limits.ts'
import type { Frame } from '../machine.ts'
import { HOLE, isConstant, isOnlyHoles, withoutGlobs } from '../marks.ts'
import { spend } from '../report.ts'
import { realName, type ShellValue, setVariable } from '../scope.ts'
import { decodeEscapes } from './decode.ts'
import { matchesPattern } from './patterns.ts'

export type ExpandText = (word: Word | undefined, frame: Frame) => string

/** The value of a name without one. */
export const UNSET: ShellValue = []
/** What one field counts beside its text. */
const FIELD_CHARS = 8
/** What a character of a value counts when a pattern is tried at every place of it. */
const PATTERN_COST = 8
/** Characters of value and pattern for which `${x#pattern}` is worked out. */
const MAX_PATTERN_CHARS = 512

/** `$x`, `$1`, `$@`: one text per field. */
export function expandSimple(text: string, frame: Frame): readonly string[] {
  return spent(fieldsOf(variableValue(text.slice(1), frame), text === '$@' || text === '$*'), frame)
}

/** `${…}`: one text per field. */
export function expandParameter(part: ParameterExpansionPart, frame: Frame, expand: ExpandText): readonly string[] {
  return spent(parameterFields(part, frame, expand), frame)
}

/** What was expanded counts; when too much was, it is unknown. */
function spent(texts: readonly string[], frame: Frame): readonly string[] {
  const chars = texts.reduce((sum, text) => sum + text.length + FIELD_CHARS, 0)
  return spend(chars, frame) ? texts : [HOLE]
}

function parameterFields(part: ParameterExpansionPart, frame: Frame, expand: ExpandText): readonly string[] {
  const { index, operation, parameter } = part
  const name = part.prefix === '!' ? indirectName(parameter, frame) : parameter
  const whole = index?.text === '@' || index?.text === '*' || name === '@' || name === '*'
  const value = name === undefined ? HOLE : element(name, index, { frame, expand })
  if (part.prefix === '#') return [length(value, whole)]
  if (operation === undefined) return fieldsOf(value, whole)
  if (operation.type === 'Default') return applyDefault(operation, value, { frame, expand, name: parameter, whole })
  if (operation.type === 'Slice' && whole && typeof value !== 'string')
    return sliceArray(value, operation, { frame, expand })
  return fieldsOf(value, whole).map((text) => operate(text, operation, { frame, expand }))
}

interface With {
  readonly frame: Frame
  readonly expand: ExpandText
}

/** A hole when it comes from the environment. */
export function variableValue(name: string, frame: Frame): ShellValue {
  const { scope, machine } = frame
  const value = scope.variables.get(realName(scope, name))
  if (value !== undefined) return value
  switch (name) {
    case 'HOME':
      return frame.place === 'remote' ? HOLE : machine.place.home
    case 'PWD':
      return scope.cwd ?? HOLE
    case 'OLDPWD':
      return scope.previousCwd ?? HOLE
    case 'IFS':
      return ' \t\n'
    case '@':
    case '*':
      return scope.positional ?? [HOLE]
    case '#':
      return scope.positional === undefined ? HOLE : String(scope.positional.length)
  }
  if (/^[1-9]\d*$/.test(name))
    return scope.positional === undefined ? HOLE : (scope.positional[Number(name) - 1] ?? UNSET)
  return HOLE
}

function fieldsOf(value: ShellValue, whole: boolean): readonly string[] {
  if (typeof value === 'string') return [value]
  return whole ? value : [value[0] ?? '']
}

function indirectName(parameter: string, frame: Frame): string | undefined {
  const value = variableValue(parameter, frame)
  runSubscript(value, frame)
  return typeof value === 'string' && isConstant(value) ? value : undefined
}

function element(name: string, index: Word | undefined, by: With): ShellValue {
  const value = variableValue(name, by.frame)
  if (index === undefined || index.text === '@' || index.text === '*') return value
  const at = by.expand(index, by.frame)
  const { scope } = by.frame
  const named = value === HOLE ? scope.variables.get(`${realName(scope, name)}[${at}]`) : undefined
  if (named !== undefined) return named
  if (/^-?\d{1,6}$/.test(at)) return numbered(value, at)
  runNumber(at, by.frame)
  return /^[A-Za-z_]\w*$/.test(at) ? numbered(value, variableValue(at, by.frame)) : HOLE
}

/** Names that stand for names are followed so far. */
const MAX_HOPS = 4

/** Where bash expects a number, a name stands for what it holds, and the substitutions in a subscript run. */
export function runNumber(text: ShellValue, frame: Frame, hops = 0): void {
  runSubscript(text, frame)
  if (typeof text === 'string' && hops < MAX_HOPS && /^[A-Za-z_]\w*$/.test(text))
    runNumber(variableValue(text, frame), frame, hops + 1)
}

function numbered(value: ShellValue, at: ShellValue): string {
  if (typeof at !== 'string' || !/^-?\d{1,6}$/.test(at)) return HOLE
  if (typeof value === 'string') return Number(at) === 0 || !isConstant(value) ? value : ''
  return value.at(Number(at)) ?? ''
}

function length(value: ShellValue, whole: boolean): string {
  if (whole) return typeof value === 'object' && value.every(isConstant) ? String(value.length) : HOLE
  const text = fieldsOf(value, false).join('')
  return isConstant(text) ? String([...text].length) : HOLE
}

function applyDefault(
  operation: ParameterDefaultOperation,
  value: ShellValue,
  by: With & { readonly name: string; readonly whole: boolean },
): readonly string[] {
  const texts = fieldsOf(value, by.whole)
  const text = texts.join(' ')
  const operand = by.expand(operation.operand, by.frame)
  const action = operation.operator.at(-1)
  // Nothing but holes may be empty; with some constant part it is certainly not.
  if (isOnlyHoles(text)) {
    if (action === '=') setVariable(by.frame.scope, by.name, HOLE)
    return [HOLE]
  }
  // Without a colon an empty value counts as a value.
  const isMissing = operation.operator.length > 1 ? text === '' : typeof value === 'object' && value.length === 0
  if (action === '+') return isMissing ? [''] : [operand]
  if (!isMissing || action === '?') return texts
  if (action === '=') setVariable(by.frame.scope, by.name, operand)
  return [operand]
}

function sliceArray(
  value: readonly string[],
  operation: Extract<ParameterOperation, { type: 'Slice' }>,
  by: With,
): readonly string[] {
  const offset = by.expand(operation.offset, by.frame).trim()
  const count =
    operation.length === undefined ? String(MAX_EXPANSION_WORDS) : by.expand(operation.length, by.frame).trim()
  if (!/^-?\d{1,6}$/.test(offset) || !/^\d{1,6}$/.test(count)) return [HOLE]
  const start = Number(offset) < 0 ? Math.max(0, value.length + Number(offset)) : Number(offset)
  return value.slice(start, start + Number(count))
}

function operate(text: string, operation: ParameterOperation, by: With): string {
  switch (operation.type) {
    case 'Remove':
      return removeAs(text, operation, by)
    case 'Replace':
      return replace(text, operation, by)
    case 'Slice':
      return slice(text, operation, by)
    case 'CaseModification':
      return by.expand(operation.operand, by.frame) === '' ? changeCase(text, operation.operator) : HOLE
    case 'Transform':
      // `${x@P}`: the value as a prompt, with the substitutions in it.
      if (operation.operand.value === 'P' && /\$\(|`/.test(text))
        by.frame.machine.runText(`: "${withoutGlobs(text)}"`, through(subshell(by.frame), '@P'))
      return isConstant(text) &&
        ('UuLE'.includes(operation.operand.value) || (operation.operand.value === 'P' && !/[\\$`!]/.test(text)))
        ? transform(text, operation.operand.value)
        : HOLE
    default:
      return HOLE
  }
}

function removeAs(text: string, operation: ParameterRemoveOperation, by: With): string {
  const pattern = by.expand(operation.operand, by.frame)
  return spend(text.length * PATTERN_COST, by.frame) ? remove(text, operation.operator, pattern) : HOLE
}

function remove(text: string, operator: '#' | '##' | '%' | '%%', marked: string): string {
  const pattern = withoutGlobs(marked)
  // A constant head or tail can be cut from half-known text too.
  if (!/[*?[\\]/.test(pattern) && isConstant(pattern)) {
    if (operator[0] === '#') return text.startsWith(pattern) ? text.slice(pattern.length) : holeUnless(text)
    return text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) : holeUnless(text)
  }
  if (
    !isConstant(text) ||
    !isConstant(pattern) ||
    text.length > MAX_PATTERN_CHARS ||
    pattern.length > MAX_PATTERN_CHARS
  )
    return HOLE
  const lengths = [...Array(text.length + 1).keys()]
  const order = operator.length === 1 ? lengths : lengths.toReversed()
  const found = order.find((count) =>
    matchesPattern(pattern, operator[0] === '#' ? text.slice(0, count) : text.slice(text.length - count)),
  )
  if (found === undefined) return text
  return operator[0] === '#' ? text.slice(found) : text.slice(0, text.length - found)
}

function holeUnless(text: string): string {
  return isConstant(text) ? text : HOLE
}

function replace(text: string, operation: Extract<ParameterOperation, { type: 'Replace' }>, by: With): string {
  const pattern = withoutGlobs(by.expand(operation.pattern, by.frame))
  const replacement = by.expand(operation.replacement, by.frame)
  if (!isConstant(text) || !isConstant(pattern) || /[*?[\\]/.test(pattern)) return HOLE
  if (pattern === '') return text
  if (operation.operator === '/#') return text.startsWith(pattern) ? replacement + text.slice(pattern.length) : text
  if (operation.operator === '/%') {
    return text.endsWith(pattern) ? text.slice(0, text.length - pattern.length) + replacement : text
  }
  const pieces = text.split(pattern)
  if (operation.operator === '/') {
    const [head = '', ...rest] = pieces
    return rest.length === 0 ? head : head + replacement + rest.join(pattern)
  }
  return pieces.length * (replacement.length + 1) > MAX_TEXT_CHARS ? HOLE : pieces.join(replacement)
}

function slice(text: string, operation: Extract<ParameterOperation, { type: 'Slice' }>, by: With): string {
  const offset = by.expand(operation.offset, by.frame).trim()
  runNumber(offset, by.frame)
  const count = operation.length === undefined ? undefined : by.expand(operation.length, by.frame).trim()
  if (!isConstant(text) || !/^-?\d{1,6}$/.test(offset) || (count !== undefined && !/^-?\d{1,6}$/.test(count)))
    return HOLE
  const start = Number(offset) < 0 ? Math.max(0, text.length + Number(offset)) : Number(offset)
  if (count === undefined) return text.slice(start)
  return Number(count) < 0 ? text.slice(start, text.length + Number(count)) : text.slice(start, start + Number(count))
}

function changeCase(text: string, operator: '^' | '^^' | ',' | ',,'): string {
  if (operator === '^^') return text.toUpperCase()
  if (operator === ',,') return text.toLowerCase()
  const first = operator === '^' ? text.slice(0, 1).toUpperCase() : text.slice(0, 1).toLowerCase()
  return first + text.slice(1)
}

function transform(text: string, how: string): string {
  if (how === 'U') return text.toUpperCase()
  if (how === 'E') return decodeEscapes(text)
  if (how === 'P') return text
  return how === 'L' ? text.toLowerCase() : changeCase(text, '^')
}
