import { executeStream, executeText, runFile } from '../execute.ts'
import { newShell } from '../frames.ts'
import type { Arg, Executor, Frame, Stream } from '../machine.ts'
import { reportCommand } from '../report.ts'

const NAMES = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash', 'fish']
const VALUED: ReadonlySet<string> = new Set(['--rcfile', '--init-file', '-o', '+o', '-O', '+O'])

export const SHELLS: { readonly [name: string]: Executor } = Object.fromEntries(NAMES.map((name) => [name, runShell]))

/** `bash -c code`, `bash file`, or a shell that reads its input. */
function runShell(args: readonly Arg[], frame: Frame): Stream {
  const name = args[0]?.text ?? 'sh'
  let at = 1
  let wantsCode = false
  for (; at < args.length; at += 1) {
    const text = args[at]?.text ?? ''
    if (text === '--' || text === '-') {
      at += 1
      break
    }
    if (!/^[-+]./.test(text)) break
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) wantsCode = true
    if (VALUED.has(text) || /^-[a-zA-Z]*o$/.test(text)) at += 1
  }
  const [first, ...rest] = args.slice(at)
  if (wantsCode) {
    if (first === undefined) return { kind: 'none' }
    return executeText(first.text, newShell(frame, `${name} -c`, rest.slice(1)), first.raw)
  }
  reportCommand(args, frame)
  if (first !== undefined && !args.some((word) => word.text === '-s'))
    return runFile({ path: first, interpreter: name, positional: rest }, frame)
  return executeStream(frame.input, newShell(frame, name, first === undefined ? [] : [first, ...rest]), name)
}
