import { isOptionWord, readOptionWord } from '../../options/grammar.ts'
import { tableOf } from '../../options/read-options.ts'
import { foundPath } from '../found-path.ts'
import { newProcess, withInput } from '../frames.ts'
import { MAX_UNROLL } from '../limits.ts'
import { type Arg, arg, type Executor, type Frame, NO_STREAM, type Stream } from '../machine.ts'
import { HOLE } from '../marks.ts'
import { reportCommand } from '../report.ts'

export const FINDERS: readonly (readonly [name: string, executor: Executor])[] = [
  ['find', runFind],
  ['gfind', runFind],
  ['fd', runFd],
  ['fdfind', runFd],
]

/** `find` itself is reported, since it deletes by `-delete`; what `-exec` starts is read with the path it may find. */
function runFind(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const paths = foundPath(args).text.split('\n').slice(0, MAX_UNROLL)
  args.forEach((word, at) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return
    const end = args.findIndex((other, index) => index > at && (other.text === ';' || other.text === '+'))
    const command = args.slice(at + 1, end < 0 ? undefined : end)
    for (const text of paths) {
      const inner = withInput(newProcess(frame, `find ${word.text}`), NO_STREAM)
      frame.machine.runProgram(filled(command, { text, raw: '{}' }), inner)
    }
  })
  return { kind: 'command', argv: args }
}

function runFd(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const found = execOf(args)
  if (found !== undefined) {
    const end = found.findIndex((word) => word.text === ';')
    const command = found.slice(0, end < 0 ? undefined : end)
    const hasMark = command.some((word) => /\{[./]*\}/.test(word.text))
    const [text = HOLE] = foundPath(args.slice(0, args.length - found.length - 1)).text.split('\n')
    const path = { text, raw: '{}' }
    const inner = withInput(newProcess(frame, 'fd -x'), NO_STREAM)
    frame.machine.runProgram(hasMark ? filled(command, path) : [...command, path], inner)
  }
  return { kind: 'command', argv: args }
}

/** The words from the command that `-x`, `-aX` or `--exec=` starts. */
function execOf(args: readonly Arg[]): readonly Arg[] | undefined {
  for (const [at, word] of args.entries()) {
    const pieces = isOptionWord(word.text) ? readOptionWord(word.text, tableOf('fd')) : []
    const exec = pieces.find(({ spec }) => spec?.names.some((name) => name === '--exec' || name === '--exec-batch'))
    if (exec !== undefined) return [...(exec.attached === undefined ? [] : [arg(exec.attached)]), ...args.slice(at + 1)]
  }
  return undefined
}

function filled(command: readonly Arg[], path: Arg): readonly Arg[] {
  return command.map((word) => {
    const text = word.text.replace(/\{(\/|\/\/|\.|\/\.)?\}/g, path.text)
    return text === word.text ? word : { text, raw: word.raw }
  })
}
