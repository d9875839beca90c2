import type { ArithmeticExpression, WordPart } from 'unbash'
import { runSubstitution, subshell } from '../frames.ts'
import type { Frame } from '../machine.ts'
import { HOLE, isConstant } from '../marks.ts'
import { setVariable } from '../scope.ts'
import { runNumber, variableValue } from './parameters.ts'

type ExpandParts = (parts: readonly WordPart[], frame: Frame) => string

interface By {
  readonly frame: Frame
  readonly expand: ExpandParts
  readonly depth: number
}

/** Deeper expressions are not worked out; nothing real comes near. */
const MAX_EXPRESSION_DEPTH = 200

/** The number as text, or a hole. Commands inside are read and assignments are made. */
export function evaluateArithmetic(
  expression: ArithmeticExpression | undefined,
  frame: Frame,
  expand: ExpandParts,
): string {
  if (expression === undefined) return HOLE
  const value = evaluate(expression, { frame, expand, depth: 0 })
  return value === undefined ? HOLE : String(value)
}

function evaluate(expression: ArithmeticExpression, by: By): number | undefined {
  if (by.depth > MAX_EXPRESSION_DEPTH) return undefined
  const deeper = { ...by, depth: by.depth + 1 }
  switch (expression.type) {
    case 'ArithmeticGroup':
      return evaluate(expression.expression, deeper)
    case 'ArithmeticWord':
      return wordValue(expression.parts === undefined ? expression.value : by.expand(expression.parts, by.frame), by)
    case 'ArithmeticUnary':
      return unary(expression, deeper)
    case 'ArithmeticBinary':
      return binary(expression, deeper)
    case 'ArithmeticTernary': {
      const test = evaluate(expression.test, deeper)
      const yes = evaluate(expression.consequent, deeper)
      const no = evaluate(expression.alternate, deeper)
      return test === undefined ? undefined : test === 0 ? no : yes
    }
    case 'ArithmeticCommandExpansion':
      runSubstitution(expression, subshell(by.frame))
      return undefined
  }
}

function wordValue(text: string, by: By): number | undefined {
  const trimmed = text.trim()
  runNumber(trimmed, by.frame)
  if (!isConstant(trimmed)) return undefined
  const based = /^(\d+)#([0-9a-zA-Z]+)$/.exec(trimmed)
  if (based !== null) return whole(Number.parseInt(String(based[2]), Number(based[1])))
  if (/^0[0-7]+$/.test(trimmed)) return whole(Number.parseInt(trimmed, 8))
  if (/^(\d+|0x[0-9a-f]+)$/i.test(trimmed)) return whole(Number(trimmed))
  if (!/^[A-Za-z_]\w*$/.test(trimmed)) return undefined
  const value = variableValue(trimmed, by.frame)
  if (typeof value !== 'string' || !isConstant(value)) return undefined
  return value === '' ? 0 : /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
}

function unary(expression: Extract<ArithmeticExpression, { type: 'ArithmeticUnary' }>, by: By): number | undefined {
  const value = evaluate(expression.operand, by)
  switch (expression.operator) {
    case '++':
    case '--': {
      const next = value === undefined ? undefined : value + (expression.operator === '++' ? 1 : -1)
      store(expression.operand, next, by)
      return expression.prefix ? next : value
    }
    case '-':
      return value === undefined ? undefined : -value
    case '!':
      return value === undefined ? undefined : Number(value === 0)
    case '~':
      return value === undefined ? undefined : whole(-value - 1)
    default:
      return value
  }
}

function binary(expression: Extract<ArithmeticExpression, { type: 'ArithmeticBinary' }>, by: By): number | undefined {
  const { operator } = expression
  const right = evaluate(expression.right, by)
  if (operator === '=') {
    store(expression.left, right, by)
    return right
  }
  const left = evaluate(expression.left, by)
  const isAssignment = operator.endsWith('=') && !['==', '!=', '<=', '>='].includes(operator)
  const known = left !== undefined && right !== undefined
  const result = known ? compute(isAssignment ? operator.slice(0, -1) : operator, left, right) : undefined
  if (isAssignment) store(expression.left, result, by)
  return result
}

function store(target: ArithmeticExpression, value: number | undefined, by: By): void {
  if (target.type !== 'ArithmeticWord' || !/^[A-Za-z_]\w*$/.test(target.value)) return
  setVariable(by.frame.scope, target.value, value === undefined ? HOLE : String(value))
}

function compute(operator: string, left: number, right: number): number | undefined {
  const operation = OPERATIONS[operator]
  return operation === undefined ? undefined : whole(operation(left, right))
}

const OPERATIONS: { readonly [operator: string]: (left: number, right: number) => number } = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '<<': (left, right) => left * 2 ** right,
  '>>': (left, right) => Math.floor(left / 2 ** right),
  '<': (left, right) => Number(left < right),
  '>': (left, right) => Number(left > right),
  '<=': (left, right) => Number(left <= right),
  '>=': (left, right) => Number(left >= right),
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
  '&&': (left, right) => Number(left !== 0 && right !== 0),
  '||': (left, right) => Number(left !== 0 || right !== 0),
  ',': (_left, right) => right,
}

/** Bash counts in 64 bits; beyond what a double holds exactly we do not know. */
function whole(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined
}
