import { capped } from '../limits.ts'
import type { Frame } from '../machine.ts'
import { HOLE, isConstant } from '../marks.ts'
import { setVariable } from '../scope.ts'
import { variableValue } from './parameters.ts'

/** Gives the fields of one line to the names, as `read` does: the last name takes the rest. */
export function assignLine(
  line: string,
  to: { readonly names: readonly string[]; readonly isArray: boolean },
  frame: Frame,
): void {
  const separators = fieldSeparators(frame)
  const names = to.names.length === 0 ? ['REPLY'] : to.names
  const fields = splitLine(line, separators)
  names.forEach((name, index) => {
    const isLast = index === names.length - 1
    if (to.isArray) setVariable(frame.scope, name, capped(fields))
    else if (names.length > 1 && !isConstant(line)) setVariable(frame.scope, name, HOLE)
    else setVariable(frame.scope, name, isLast ? fields.slice(index).join(separators.charAt(0)) : (fields[index] ?? ''))
  })
}

/** `IFS=: read …` counts for this one command. */
function fieldSeparators(frame: Frame): string {
  const given = frame.env.findLast(([name]) => name === 'IFS')?.[1].text ?? variableValue('IFS', frame)
  return typeof given === 'string' && isConstant(given) ? given : ' \t\n'
}

function splitLine(line: string, separators: string): readonly string[] {
  if (separators === '') return [line]
  if (separators.trim() === '') return line.trim().split(/[ \t]+/)
  return [...separators]
    .reduce((text, separator) => text.replaceAll(separator, separators.charAt(0)), line)
    .split(separators.charAt(0))
}
