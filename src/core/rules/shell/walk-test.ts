import type { TestExpression } from 'unbash'
import { runNumber } from './expand/parameters.ts'
import { runSubscript } from './expand/subscript.ts'
import { expandText } from './expand/words.ts'
import type { Frame } from './machine.ts'

/** A `[[ ]]` runs nothing itself, but the substitutions inside do run. */
export function readTest(expression: TestExpression, frame: Frame): void {
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
