import { isGiven, type Option, readAllOptions, tableOf, valuesOf } from '../../options/read-options.ts'
import { constantPath, fileAt, writeFile } from '../files.ts'
import { type Arg, arg, argText, type Executor, type Frame, type KnownFile, NO_STREAM } from '../machine.ts'
import { isConstant, readable, withoutGlobs } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { basename, dirname, resolvePath } from '../path.ts'
import { reportCommand } from '../report.ts'
import { joinStreams } from '../streams.ts'

interface Making {
  readonly options: readonly Option[]
  readonly frame: Frame
}

/** Downloads say whether they write to a file instead of printing. */
type Make = (words: readonly Arg[], making: Making) => unknown

/** Commands that make, move or remove files which may be run or deleted later in the same session. */
export const FILE_MAKERS: readonly (readonly [name: string, executor: Executor])[] = [
  ['cp', making(copy)],
  ['install', making(copy)],
  ['mv', making(move)],
  ['ln', making(link)],
  ['tee', making(tee)],
  ['rm', making(remove)],
  ['unlink', making(remove)],
  ['dd', making(convert)],
  ['curl', making(saveCurl)],
  ['wget', making(saveWget)],
]

function making(make: Make): Executor {
  return (args, frame) => {
    const { options, rest } = readAllOptions(args.slice(1), tableOf(argText(args, 0)))
    reportCommand(args, frame)
    const output = outputOf(args, frame)
    return make(rest, { options, frame }) === 'to file' ? NO_STREAM : output
  }
}

function copy(words: readonly Arg[], { options, frame }: Making): void {
  for (const { from, to } of pairs(words, options)) {
    const file = origin(from, frame)
    if (file !== undefined) writeFile(to, file, frame)
  }
}

function move(words: readonly Arg[], { options, frame }: Making): void {
  for (const { from, to } of pairs(words, options)) {
    const path = constantPath(from.text, frame)
    if (path === undefined) continue
    const before = frame.machine.files.get(path)
    frame.machine.files.delete(path)
    // What this session did not make is still what it was, under another name.
    writeFile(to, before ?? { content: { kind: 'file', path: arg(path) }, from: path, moved: true }, frame)
  }
}

function link(words: readonly Arg[], { options, frame }: Making): void {
  const [only] = words
  const links =
    words.length === 1 && only !== undefined ? [{ from: only, to: arg(basename(only.text)) }] : pairs(words, options)
  for (const { from, to } of links) {
    const at = constantPath(to.text, frame)
    if (at === undefined || !isConstant(from.text)) continue
    // A relative link is relative to the folder it stands in.
    const isSoft = isGiven(options, ['-s', '--symbolic'])
    const target = isSoft ? resolvePath(from.text, dirname(at)) : constantPath(from.text, frame)
    if (target === undefined || target === at) continue
    const content = frame.machine.files.get(target)?.content ?? { kind: 'file', path: arg(target) }
    writeFile(to, { content, from: target, link: true }, frame)
  }
}

function tee(words: readonly Arg[], { options, frame }: Making): void {
  for (const path of words) {
    const before = isGiven(options, ['-a', '--append']) ? fileAt(path.text, frame) : undefined
    const content = before === undefined ? frame.input : joinStreams([before.content, frame.input], frame)
    writeFile(path, { content }, frame)
  }
}

function remove(words: readonly Arg[], { frame }: Making): void {
  for (const word of words) {
    const path = constantPath(word.text, frame)
    if (path !== undefined) frame.machine.files.delete(path)
  }
}

function convert(words: readonly Arg[], { frame }: Making): void {
  const from = words.find((word) => word.text.startsWith('if='))
  const to = words.find((word) => word.text.startsWith('of='))
  if (to === undefined) return
  const file = from === undefined ? { content: frame.input } : origin(arg(from.text.slice(3)), frame)
  if (file !== undefined) writeFile(arg(to.text.slice(3)), file, frame)
}

/** `curl -o x url` and `curl -O url`. */
function saveCurl(words: readonly Arg[], { options, frame }: Making): 'to file' | undefined {
  const isRemoteName = isGiven(options, ['-O', '--remote-name', '--remote-name-all'])
  const named = valuesOf(options, ['-o', '--output'])
  return save(isRemoteName ? [arg(basename(addressOf(words)))] : named, words, frame)
}

/** `wget url` takes the name from the address, `wget -O x url` is told. */
function saveWget(words: readonly Arg[], { options, frame }: Making): 'to file' | undefined {
  const named = valuesOf(options, ['-O', '--output-document'])
  const [folder = arg('.')] = valuesOf(options, ['-P', '--directory-prefix'])
  return save(named.length > 0 ? named : [arg(`${folder.text}/${basename(addressOf(words))}`)], words, frame)
}

function save(paths: readonly Arg[], words: readonly Arg[], frame: Frame): 'to file' | undefined {
  const files = paths.filter((path) => path.text !== '-' && path.text !== '/dev/stdout')
  for (const path of files) writeFile(path, { content: { kind: 'network', url: readable(addressOf(words)) } }, frame)
  return files.length > 0 ? 'to file' : undefined
}

function addressOf(words: readonly Arg[]): string {
  const found = words.find((word) => word.text.includes('://')) ?? words.at(-1)
  return withoutGlobs(found?.text ?? '').replace(/[?#].*$/, '')
}

/** The file as it will be known under its new name. */
function origin(from: Arg, frame: Frame): KnownFile | undefined {
  const path = constantPath(from.text, frame)
  if (path === undefined) return undefined
  const before = frame.machine.files.get(path)
  return before === undefined
    ? { content: { kind: 'file', path: arg(path) }, from: path }
    : { ...before, from: before.from ?? path }
}

/** Which word goes where: the last is the target, or the folder that `-t` names. */
function pairs(words: readonly Arg[], options: readonly Option[]): readonly { readonly from: Arg; readonly to: Arg }[] {
  const [folder] = valuesOf(options, ['-t', '--target-directory'])
  const to = folder ?? words.at(-1)
  const sources = folder === undefined ? words.slice(0, -1) : words
  if (to === undefined) return []
  const isFolder = folder !== undefined || sources.length > 1 || /(^|\/)\.{0,2}$/.test(to.text)
  return sources.map((from) => ({ from, to: isFolder ? arg(`${to.text}/${basename(from.text)}`) : to }))
}
