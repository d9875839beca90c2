import { wordSet } from '../text/word-table.ts'
import { decodeBase64, decodeEscapes, decodeHex } from './expand/decode.ts'
import { printFormat } from './expand/print-format.ts'
import { foundPath } from './found-path.ts'
import { MAX_EXPANSION_WORDS } from './limits.ts'
import { type Arg, argText, type Frame, NO_STREAM, type Stream, stream, textsOf, UNKNOWN_STREAM } from './machine.ts'
import { HOLE, hasActiveGlob, isConstant, readable } from './marks.ts'
import { basename, dirname, resolvePath } from './path.ts'
import { spend } from './report.ts'
import { joinStreams, streamText } from './streams.ts'

/** What the command prints, when that follows from its words and its input. */
export function outputOf(args: readonly Arg[], frame: Frame): Stream {
  const name = basename(argText(args, 0))
  if (SILENT.has(name)) return NO_STREAM
  if (PASSING.has(name) && isListing(frame.input)) return frame.input
  const printer = PRINTERS.get(name)
  if (printer !== undefined) return bounded(printer(args.slice(1), frame) ?? { kind: 'command', argv: args }, frame)
  // Whatever filters the network is still the network's.
  if (frame.input.kind === 'network') return frame.input
  return frame.input.kind === 'text'
    ? { kind: 'command', argv: args, given: frame.input.text }
    : { kind: 'command', argv: args }
}

function bounded(output: Stream, frame: Frame): Stream {
  return output.kind !== 'text' || spend(output.text.length, frame) ? output : UNKNOWN_STREAM
}

const SILENT: ReadonlySet<string> =
  wordSet(`: true false cd pushd popd test [ mkdir rmdir touch rm mv cp ln chmod chown sleep export set unset read local declare readonly
  shift wait kill exit return break continue shopt umask trap alias unalias mapfile readarray getopts let bg disown ulimit
  hash enable complete compopt bind`)

/** What they let through of a list of files is a list of files. */
const PASSING: ReadonlySet<string> = wordSet('head tail sort uniq shuf tac grep egrep fgrep rg tr cat tee')

const isListing = (input: Stream): boolean =>
  input.kind === 'command' ? foundPath(input.argv).text !== HOLE : input.kind === 'text' && hasActiveGlob(input.text)

type Printer = (words: readonly Arg[], frame: Frame) => Stream | undefined

const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ['echo', (words) => stream(echo(textsOf(words)))],
  ['print', (words) => stream(echo(textsOf(words)))],
  ['printf', (words) => printf(textsOf(words))],
  ['cat', concatenate],
  [
    'tac',
    (words, frame) =>
      filter(words, frame, (text) => `${text.replace(/\n$/, '').split('\n').toReversed().join('\n')}\n`),
  ],
  ['rev', (words, frame) => filter(words, frame, reverseLines)],
  ['tr', (words, frame) => transform(frame, (text) => translate(text, textsOf(words)))],
  ['base64', base64],
  ['openssl', (words, frame) => (/base64/.test(textsOf(words).join(' ')) ? base64(words.slice(1), frame) : undefined)],
  ['xxd', (words, frame) => (/r/.test(flagsOf(words)) ? transform(frame, decodeHex) : undefined)],
  ['pwd', (_words, frame) => stream(`${frame.scope.cwd ?? HOLE}\n`)],
  ['which', whereIs],
  ['command', whereIs],
  ['type', whereIs],
  ['basename', (words) => stream(`${baseOf(textsOf(operands(words)))}\n`)],
  ['dirname', (words) => stream(`${folderOf(argText(operands(words), 0))}\n`)],
  ['realpath', (words, frame) => realPath(words, frame)],
  ['readlink', (words, frame) => realPath(words, frame)],
  ['seq', (words) => sequence(textsOf(words).map(Number))],
  ['mktemp', temporary],
  ['ls', listed],
  ...['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'xh', 'xhs', 'lynx', 'w3m'].map((name): [string, Printer] => [
    name,
    (words) => ({ kind: 'network', url: addressIn(words) }),
  ]),
  ['nc', () => ({ kind: 'network', url: '' })],
  ['ncat', () => ({ kind: 'network', url: '' })],
  ['tee', (_words, frame) => frame.input],
  ['git', (words, frame) => projectRoot(textsOf(words), frame)],
])

function echo(words: readonly string[]): string {
  let at = 0
  let flags = ''
  while (/^-[neE]+$/.test(words[at] ?? '')) {
    flags += words[at]
    at += 1
  }
  const text = words.slice(at).join(' ')
  return (flags.includes('e') ? decodeEscapes(text) : text) + (flags.includes('n') ? '' : '\n')
}

function printf(words: readonly string[]): Stream | undefined {
  const [first, ...rest] = words[0] === '--' ? words.slice(1) : words
  if (first === '-v') return NO_STREAM
  return first === undefined ? undefined : stream(printFormat(first, rest))
}

function concatenate(words: readonly Arg[], frame: Frame): Stream {
  const files = operands(words)
  if (files.length === 0) return frame.input
  return joinStreams(
    files.map((path): Stream => (path.text === '-' ? frame.input : { kind: 'file', path })),
    frame,
  )
}

/** A program that changes text it reads from its input or from one named file. */
function filter(words: readonly Arg[], frame: Frame, change: (text: string) => string | undefined): Stream | undefined {
  const [path] = operands(words)
  const input: Stream = path === undefined || path.text === '-' ? frame.input : { kind: 'file', path }
  return transform({ ...frame, input }, change)
}

function transform(frame: Frame, change: (text: string) => string | undefined): Stream | undefined {
  if (frame.input.kind === 'network') return frame.input
  const text = streamText(frame.input, frame)
  const changed = isConstant(text) ? change(text) : undefined
  return changed === undefined ? UNKNOWN_STREAM : stream(changed)
}

function reverseLines(text: string): string {
  return text
    .split('\n')
    .map((line) => [...line].toReversed().join(''))
    .join('\n')
}

function base64(words: readonly Arg[], frame: Frame): Stream | undefined {
  const flags = flagsOf(words)
  return /d/i.test(flags)
    ? filter(
        words.filter((word) => !/^\d+$/.test(word.text)),
        frame,
        decodeBase64,
      )
    : undefined
}

/** `which rm` is the program of that name. */
function whereIs(words: readonly Arg[]): Stream | undefined {
  const names = operands(words).filter((word) => /^[\w.+-]+$/.test(word.text))
  if (names.length === 0) return undefined
  return stream(names.map((word) => `/usr/bin/${word.text}\n`).join(''))
}

function baseOf(words: readonly string[]): string {
  const [path = '', suffix = ''] = words
  if (!isConstant(path)) return path.includes('/') ? basename(path) : HOLE
  const base = basename(path)
  return suffix !== '' && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base
}

function folderOf(path: string): string {
  return isConstant(path) ? dirname(path) : HOLE
}

function realPath(words: readonly Arg[], frame: Frame): Stream | undefined {
  const path = argText(operands(words), 0)
  if (path === '' || !isConstant(path)) return undefined
  return stream(`${resolvePath(path, frame.scope.cwd) ?? HOLE}\n`)
}

function sequence(numbers: readonly number[]): Stream | undefined {
  const [first = 1, second, third] = numbers
  const start = second === undefined ? 1 : first
  const step = third === undefined ? 1 : Number(second)
  const end = third ?? second ?? first
  const count = Math.floor((end - start) / step) + 1
  if (!Number.isInteger(count) || count > MAX_EXPANSION_WORDS || step === 0) return undefined
  return stream(Array.from({ length: Math.max(0, count) }, (_item, index) => `${start + index * step}\n`).join(''))
}

/** `ls *.json` and `ls -d x` print the very words. */
function listed(words: readonly Arg[]): Stream | undefined {
  const names = operands(words)
  const isVerbatim = /^[^-]*(?:-[^l]*)*$/.test(flagsOf(words)) && names.length > 0
  const isNamed = flagsOf(words).includes('d') || names.every(({ text }) => hasActiveGlob(text))
  return isVerbatim && isNamed ? stream(`${textsOf(names).join('\n')}\n`) : undefined
}

/** A new name below the temporary folder, or after the given template. */
function temporary(words: readonly Arg[]): Stream {
  const folderAt = words.findIndex((word) => word.text === '-p')
  const template = words.find(
    (word, index) => /X{3,}/.test(word.text) && (folderAt < 0 || index !== folderAt + 1),
  )?.text
  const isBelowTemp = words.some((word) => /^(-[a-z]*t|--tmpdir)$/.test(word.text)) || folderAt >= 0
  const given = argText(words, folderAt + 1)
  const folder = folderAt >= 0 && given !== '' ? given : '/tmp'
  if (template === undefined) return stream(`${folder}/tmp.${HOLE}\n`)
  const name = template.replace(/X{3,}/, HOLE)
  return stream(`${isBelowTemp && !name.startsWith('/') ? `${folder}/` : ''}${name}\n`)
}

/** The only thing of git that is known beforehand. */
function projectRoot(words: readonly string[], frame: Frame): Stream | undefined {
  const { project } = frame.machine.place
  const isAsked = words.join(' ') === 'rev-parse --show-toplevel' && frame.place === 'local'
  return isAsked && project !== undefined ? stream(`${project}\n`) : undefined
}

function addressIn(words: readonly Arg[]): string {
  const found = words.find((word) => word.text.includes('://')) ?? words.findLast((word) => !word.text.startsWith('-'))
  return readable(found?.raw ?? '')
}

function flagsOf(words: readonly Arg[]): string {
  return textsOf(words)
    .filter((text) => text.startsWith('-'))
    .join('')
}

function operands(words: readonly Arg[]): readonly Arg[] {
  return words.filter((word) => !word.text.startsWith('-') || word.text === '-')
}

/** What `tr` makes of the text, or undefined when its words are of a kind we do not work out. */
function translate(text: string, words: readonly string[]): string | undefined {
  const flags = words.filter((word) => word.startsWith('-') && word.length > 1).join('')
  const sets = words.filter((word) => !(word.startsWith('-') && word.length > 1))
  const [from, to] = sets.map(expandSet)
  if (from === undefined || /[cCst]/.test(flags.replaceAll('-', ''))) return undefined
  if (flags.includes('d')) return [...text].filter((char) => !from.includes(char)).join('')
  if (to === undefined || to.length === 0) return undefined
  return [...text].map((char) => mapped(char, from, to)).join('')
}

function mapped(char: string, from: readonly string[], to: readonly string[]): string {
  const at = from.lastIndexOf(char)
  return at < 0 ? char : String(to[Math.min(at, to.length - 1)])
}

const CLASSES: ReadonlyMap<string, string> = new Map([
  ['[:upper:]', 'A-Z'],
  ['[:lower:]', 'a-z'],
  ['[:digit:]', '0-9'],
  ['[:space:]', ' \\t\\n\\r'],
  ['[:alpha:]', 'A-Za-z'],
  ['[:alnum:]', 'A-Za-z0-9'],
])

function expandSet(set: string): readonly string[] {
  const plain = decodeEscapes(set.replace(/\[:[a-z]+:\]/g, (name) => CLASSES.get(name) ?? name))
  const chars: string[] = []
  for (let at = 0; at < plain.length; at += 1) {
    const first = plain.charCodeAt(at)
    const last = plain.charCodeAt(at + 2)
    if (plain[at + 1] === '-' && last >= first && last - first < 256) {
      for (let code = first; code <= last; code += 1) chars.push(String.fromCharCode(code))
      at += 2
    } else chars.push(plain.charAt(at))
  }
  return chars
}
