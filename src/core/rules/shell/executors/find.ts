import { process, withInput } from '../frames.ts'
import { type Arg, type Executor, type Frame, NOTHING, type Stream, textAt, textsOf } from '../machine.ts'
import { HOLE, hasActiveGlob, isConstant, withoutGlobs } from '../marks.ts'
import { basename } from '../path.ts'
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
  const path = foundPath(args)
  args.forEach((word, at) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return
    const end = args.findIndex((other, index) => index > at && (other.text === ';' || other.text === '+'))
    const command = args.slice(at + 1, end < 0 ? undefined : end)
    frame.machine.runProgram(filled(command, path), withInput(process(frame, `find ${word.text}`), NOTHING))
  })
  return { kind: 'command', argv: args }
}

function runFd(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const at = args.findIndex((word) => /^(-x|-X|--exec|--exec-batch)$/.test(word.text))
  if (at >= 0) {
    const end = args.findIndex((word, index) => index > at && word.text === ';')
    const command = args.slice(at + 1, end < 0 ? undefined : end)
    const hasMark = command.some((word) => /\{[./]*\}/.test(word.text))
    const path = { text: `./${HOLE}`, raw: '{}' }
    const inner = withInput(process(frame, 'fd -x'), NOTHING)
    frame.machine.runProgram(hasMark ? filled(command, path) : [...command, path], inner)
  }
  return { kind: 'command', argv: args }
}

function filled(command: readonly Arg[], path: Arg): readonly Arg[] {
  return command.map((word) => {
    const text = word.text.replace(/\{(\/|\/\/|\.|\/\.)?\}/g, path.text)
    return text === word.text ? word : { text, raw: word.raw }
  })
}

/** A path that this command prints: below the one place it looks in, ending as its one name filter says. */
export function foundPath(argv: readonly Arg[]): Arg {
  const unknown = { text: HOLE, raw: '{}' }
  if (!/^g?find$/.test(basename(textAt(argv, 0)))) return unknown
  const words = argv.slice(1).filter((word) => !/^-[HLPO]\d?$/.test(word.text))
  const firstTest = words.findIndex((word) => /^[-(!]/.test(word.text))
  const starts = words.slice(0, firstTest < 0 ? undefined : firstTest)
  const [start = { text: '.', raw: '.' }] = starts
  if (starts.length > 1 || !isConstant(start.text) || hasActiveGlob(start.text)) return unknown
  const folder = start.text.endsWith('/') ? start.text : `${start.text}/`
  return { text: `${folder}${HOLE}${lastPart(textsOf(words))}`, raw: '{}' }
}

function lastPart(words: readonly string[]): string {
  const names = words.flatMap((word, index) => (word === '-name' ? [withoutGlobs(words[index + 1] ?? '')] : []))
  const [name = ''] = names
  if (names.length !== 1 || words.some((word) => /^(-o|-or|-not|!)$/.test(word))) return ''
  const constant = name.replace(/^.*[*?\]]/, '')
  return isConstant(constant) ? constant : ''
}
