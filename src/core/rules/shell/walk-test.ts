import type { TestExpression } from 'unbash'
import type { Frame } from './machine.ts'
import { expandText } from './words.ts'

/** A `[[ ]]` runs nothing itself, but the substitutions inside do run. */
export function readTest(expression: TestExpression, frame: Frame): void {
  switch (expression.type) {
    case 'TestUnary':
      expandText(expression.operand, frame)
      return
    case 'TestBinary':
      expandText(expression.left, frame)
      expandText(expression.right, frame)
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
