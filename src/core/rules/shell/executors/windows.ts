import { executeText } from '../execute.ts'
import { decodeBase64 } from '../expand/decode.ts'
import { newProcess, withInput } from '../frames.ts'
import { type Arg, argText, type Executor, type Frame, NO_STREAM, type Stream, textsOf } from '../machine.ts'
import { readable } from '../marks.ts'
import { reportCode, reportCommand } from '../report.ts'
import { streamText } from '../streams.ts'

/** Best effort for the shells of another system: their text is read as if it were ours, with slashes turned. */
export const WINDOWS_SHELLS: readonly (readonly [name: string, executor: Executor])[] = [
  ['cmd', runCmd],
  ['powershell', runPowerShell],
  ['pwsh', runPowerShell],
]

function runCmd(args: readonly Arg[], frame: Frame): Stream {
  const at = args.findIndex((word) => /^\/\/?[ck]$/i.test(word.text))
  if (at < 0) {
    reportCommand(args, frame)
    return NO_STREAM
  }
  return runForeign(textsOf(args.slice(at + 1)).join(' '), newProcess(frame, 'cmd /c'))
}

function runPowerShell(args: readonly Arg[], frame: Frame): Stream {
  const at = args.findIndex((word) => /^[-/](c|command|e|ec|enc|encodedcommand)$/i.test(word.text))
  const inner = newProcess(frame, `${argText(args, 0)} -c`)
  if (at >= 0) {
    const text = textsOf(args.slice(at + 1)).join(' ')
    // Encoded commands are UTF-16, so every other byte of plain text is zero.
    return runForeign(
      /e/i.test(argText(args, at).slice(1, 2)) ? (decodeBase64(text) ?? text).replaceAll('\0', '') : text,
      inner,
    )
  }
  reportCommand(args, frame)
  return args.length === 1 && frame.input.kind === 'text'
    ? runForeign(streamText(frame.input, frame), inner)
    : NO_STREAM
}

function runForeign(text: string, frame: Frame): Stream {
  reportCode('other', readable(text), frame)
  return executeText(text.replaceAll('\\', '/'), withInput(frame, NO_STREAM), text)
}
