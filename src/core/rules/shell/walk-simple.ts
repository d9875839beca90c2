import type { Assignment, Command, HereDoc, Redirection, Redirect as RedirectNode, WordPart } from 'unbash'
import { runVariable } from './executors/variables.ts'
import { runNumber, variableValue } from './expand/parameters.ts'
import { expandParts, expandText, expandWord } from './expand/words.ts'
import { descriptorStream, fileAt, openDescriptor, writeFile } from './files.ts'
import { runSubstitution, subshell, withInput } from './frames.ts'
import { capped } from './limits.ts'
import { type Arg, arg, type Frame, NO_STREAM, type Stream, UNKNOWN_STREAM } from './machine.ts'
import { HOLE, toWord } from './marks.ts'
import type { Redirect } from './reading.ts'
import { makeLocal, realName, setElement, setVariable } from './scope.ts'
import { joinStreams } from './streams.ts'

/** One simple command: assignments, words, redirects, and then whatever its name stands for. */
export function walkSimple(node: Command, frame: Frame): Stream {
  const { machine } = frame
  const { redirects } = node
  const words = [
    ...(node.name === undefined ? [] : expandWord(node.name, frame)),
    ...node.suffix.flatMap((item) => argument(item, frame)),
  ]
  const assignments = node.prefix.filter((item) => item.type === 'Assignment')
  const { args, given } = withoutGluedValue(node, words)
  if (args.length === 0) {
    for (const item of assignments) assign(item, frame)
    if (redirects.length === 0) return NO_STREAM
    return readRedirects(redirects, frame, (inner) => readFileOnly(inner, frame))
  }
  const env = [...assignments.map((item): Variable => [item.name, environment(item, frame)]), ...given]
  for (const [name, value] of env) runVariable(name, value, frame)
  const inner = env.length === 0 ? frame : { ...frame, env: [...frame.env, ...env] }
  return redirects.length === 0
    ? machine.runArgs(args, inner)
    : readRedirects(redirects, inner, (at) => machine.runArgs(args, at))
}

type Variable = readonly [name: string, value: Arg]

/** The parser takes `X=<(a) cmd` for an empty `X` and a command `<(a)`; the shell takes `cmd` for the command. */
function withoutGluedValue(
  node: Command,
  words: readonly Arg[],
): { readonly args: readonly Arg[]; readonly given: readonly Variable[] } {
  const last = node.prefix.at(-1)
  if (last?.type !== 'Assignment' || last.end !== node.name?.pos) return { args: words, given: [] }
  const rest = words.slice(1)
  const at = rest.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.text))
  const more = rest.slice(0, at < 0 ? undefined : at).map((word): Variable => {
    const equals = word.text.indexOf('=')
    return [word.text.slice(0, equals), { text: word.text.slice(equals + 1), raw: word.raw }]
  })
  const value = words.slice(0, 1).map((word): Variable => [last.name, word])
  return { args: at < 0 ? [] : rest.slice(at), given: [...value, ...more] }
}

/** Redirects without a command: `> f` empties a file, and `$(< f)` is its content. */
function readFileOnly(inner: Frame, outer: Frame): Stream {
  inner.machine.runArgs([arg(':')], inner)
  return inner.input === outer.input ? NO_STREAM : inner.input
}

/** Reads the redirects, runs what is between, and writes down the files that it fills. */
export function readRedirects(nodes: readonly Redirection[], frame: Frame, run: (inner: Frame) => Stream): Stream {
  let input = frame.input
  const redirects: Redirect[] = []
  const outputs: { readonly path: Arg; readonly isAppend: boolean }[] = []
  const readers: { readonly part: Reader; readonly isOutput: boolean }[] = []
  const take = (node: Redirection, stream: Stream): void => {
    if (node.descriptor === undefined || isStream(node, 0)) input = stream
    else openDescriptor(node.descriptor, stream, frame)
  }
  for (const node of nodes) {
    if (node.type !== 'Redirect') {
      const text = node.type === 'HereDoc' ? hereDocText(node, frame) : `${expandText(node.target, frame)}\n`
      take(node, { kind: 'text', text })
      continue
    }
    const reader = readerOf(node)
    if (reader !== undefined) {
      readers.push({ part: reader, isOutput: isStream(node, 1) })
      continue
    }
    const found = fileRedirect(node, frame)
    if (node.operator === '<&') take(node, descriptorStream(expandText(node.target, frame), frame))
    if (found === undefined) continue
    redirects.push({ op: found.op, target: toWord(found.path.text, found.path.raw) })
    if (found.op.startsWith('<')) take(node, { kind: 'file', path: found.path })
    else if (isStream(node, 1)) outputs.push({ path: found.path, isAppend: found.op.endsWith('>>') })
  }
  const inner = { ...frame, input, redirects: [...frame.redirects, ...redirects] }
  const { steps } = frame.machine
  const before = steps.length
  const stream = run(inner)
  // `[[ -e a ]] > f`, `{ x=1; } > f` and `eval '' > f` run no program and empty the file all the same.
  if (redirects.length > 0 && steps.length === before) frame.machine.runArgs([arg(':')], inner)
  // `> >(sh)`: what the command prints is what the other reads.
  for (const { part, isOutput } of readers)
    runSubstitution(part, withInput(subshell(frame), isOutput ? stream : UNKNOWN_STREAM))
  for (const { path, isAppend } of outputs) {
    const before = isAppend ? fileAt(path.text, frame) : undefined
    const content = before === undefined ? stream : joinStreams([before.content, stream], frame)
    writeFile(path, { content }, frame)
  }
  return outputs.length > 0 || readers.some(({ isOutput }) => isOutput) ? NO_STREAM : stream
}

type Reader = Extract<WordPart, { type: 'ProcessSubstitution' }>

function readerOf({ target, operator }: RedirectNode): Reader | undefined {
  const [part] = target?.parts ?? []
  if (part?.type !== 'ProcessSubstitution' || part.operator !== '>' || operator.startsWith('<')) return undefined
  return part
}

/** Whether it is about standard input (0) or output (1), as it is when no descriptor is named. */
function isStream({ descriptor }: Redirection, number: number): boolean {
  return descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === number)
}

interface FileRedirect {
  readonly op: Redirect['op']
  readonly path: Arg
}

function fileRedirect(node: RedirectNode, frame: Frame): FileRedirect | undefined {
  const { operator, target } = node
  if (target === undefined) return undefined
  const path = expandWord(target, frame)[0] ?? { text: HOLE, raw: target.text }
  if (operator === '<&') return undefined
  if (operator !== '>&') return { op: operator, path }
  // `2>&1` copies a descriptor, `>&file` is the old spelling of `&>file`.
  return /^(\d+-?|-)$/.test(path.text) ? undefined : { op: '&>', path }
}

function hereDocText(node: HereDoc, frame: Frame): string {
  const { body, delimiter } = node
  const text = delimiter?.quoted === true || body.parts === undefined ? body.text : expandParts(body.parts, frame)
  return node.operator === '<<-' ? text.replace(/^\t+/gm, '') : text
}

function argument(item: Command['suffix'][number], frame: Frame): readonly Arg[] {
  if (item.type === 'Word') return expandWord(item, frame)
  if (item.type !== 'Assignment') return []
  if (item.value.type === 'ArrayValue') {
    makeLocal(frame.scope, item.name)
    assign(item, frame)
    return [arg(item.text)]
  }
  return [{ text: `${item.name}${item.append === true ? '+' : ''}=${expandText(item.value, frame)}`, raw: item.text }]
}

function environment(item: Assignment, frame: Frame): Arg {
  if (item.value.type === 'ArrayValue') return { text: HOLE, raw: item.text }
  return { text: expandText(item.value, frame), raw: item.value.text }
}

function assign(item: Assignment, frame: Frame): void {
  const { variables } = frame.scope
  const name = realName(frame.scope, item.name)
  const before = variables.get(name)
  if (item.value.type === 'ArrayValue') {
    if (item.value.elements.some((word) => /^\[[^\]]*\]=/.test(word.text))) {
      for (const word of item.value.elements) assignKeyed(item.name, expandText(word, frame), frame)
      return
    }
    const elements = item.value.elements.flatMap((word) => expandWord(word, frame).map((field) => field.text))
    const kept = item.append === true && typeof before === 'object' ? before : []
    setVariable(frame.scope, name, capped([...kept, ...elements]))
    return
  }
  const text = expandText(item.value, frame)
  // Traces print it with its substitutions worked out.
  if (item.name === 'PS4') runVariable(item.name, { text, raw: item.value.text }, frame)
  const key = item.index === undefined ? undefined : expandText(item.index, frame)
  if (key !== undefined) {
    if (/^\w+$/.test(key)) runNumber(key, frame)
    setElement(frame.scope, name, { key, text })
  } else if (item.append !== true) setVariable(frame.scope, name, text)
  else {
    const value = variableValue(name, frame)
    setVariable(
      frame.scope,
      name,
      typeof value === 'object' ? [`${value[0] ?? ''}${text}`, ...value.slice(1)] : `${value}${text}`,
    )
  }
}

/** `[key]=value` among the elements of an array; any other element makes the whole unknown. */
function assignKeyed(name: string, element: string, frame: Frame): void {
  const keyed = /^\[([^\]]*)\]=([\s\S]*)$/.exec(element)
  if (keyed === null) setVariable(frame.scope, name, HOLE)
  else setElement(frame.scope, name, { key: `${keyed[1]}`, text: `${keyed[2]}` })
}
