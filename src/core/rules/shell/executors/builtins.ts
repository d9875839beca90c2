import { executeText } from '../execute.ts'
import { through } from '../frames.ts'
import { type Arg, type Executor, type Frame, NOTHING, type Stream } from '../machine.ts'
import { isConstant } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { resolvePath } from '../path.ts'
import { reportCommand } from '../report.ts'

export const BUILTINS: { readonly [name: string]: Executor } = {
  cd: changeFolder,
  eval: evaluate,
  export: declare,
  declare,
  local: declare,
  readonly: declare,
  typeset: declare,
}

function changeFolder(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const target = args.slice(1).find((word) => word.text === '-' || !word.text.startsWith('-'))
  const { scope } = frame
  const before = scope.cwd
  if (target === undefined) scope.cwd = frame.machine.place.home
  else if (target.text === '-') scope.cwd = scope.previousCwd
  else scope.cwd = isConstant(target.text) ? resolvePath(target.text, scope.cwd) : undefined
  scope.previousCwd = before
  return NOTHING
}

function evaluate(args: readonly Arg[], frame: Frame): Stream {
  const words = args.slice(1)
  return executeText(
    words.map((word) => word.text).join(' '),
    through(frame, 'eval'),
    words.map((word) => word.raw).join(' '),
  )
}

function declare(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  for (const word of args.slice(1)) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word.text)
    if (match !== null) frame.scope.variables.set(match[1] ?? '', match[2] ?? '')
  }
  return outputOf(args, frame)
}
