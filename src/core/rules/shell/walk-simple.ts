import type { Assignment, Command, HereDoc, Redirection, Redirect as RedirectNode } from 'unbash'
import { fileAt, writeFile } from './files.ts'
import { MAX_EXPANSION_WORDS } from './limits.ts'
import { type Arg, arg, type Frame, NOTHING, type Stream } from './machine.ts'
import { HOLE, toWord } from './marks.ts'
import { variableValue } from './parameters.ts'
import type { Redirect } from './reading.ts'
import { setVariable } from './scope.ts'
import { joinStreams } from './streams.ts'
import { expandParts, expandText, expandWord } from './words.ts'

/** One simple command: assignments, words, redirects, and then whatever its name stands for. */
export function walkSimple(node: Command, frame: Frame): Stream {
  const { machine } = frame
  const redirects = node.redirects
  const args = [
    ...(node.name === undefined ? [] : expandWord(node.name, frame)),
    ...node.suffix.flatMap((item) => argument(item, frame)),
  ]
  const assignments = node.prefix.filter((item) => item.type === 'Assignment')
  if (args.length === 0) {
    for (const item of assignments) assign(item, frame)
    if (redirects.length === 0) return NOTHING
    return readRedirects(redirects, frame, (inner) => machine.runArgs([arg(':')], inner))
  }
  const env = assignments.map((item): readonly [string, Arg] => [item.name, environment(item, frame)])
  const inner = env.length === 0 ? frame : { ...frame, env: [...frame.env, ...env] }
  return redirects.length === 0
    ? machine.runArgs(args, inner)
    : readRedirects(redirects, inner, (at) => machine.runArgs(args, at))
}

/** Reads the redirects, runs what is between, and writes down the files that it fills. */
export function readRedirects(nodes: readonly Redirection[], frame: Frame, run: (inner: Frame) => Stream): Stream {
  let input = frame.input
  const redirects: Redirect[] = []
  const outputs: { readonly path: Arg; readonly isAppend: boolean }[] = []
  for (const node of nodes) {
    if (node.type === 'HereDoc') input = { kind: 'text', text: hereDocText(node, frame) }
    else if (node.type === 'HereString') input = { kind: 'text', text: `${expandText(node.target, frame)}\n` }
    else {
      const found = fileRedirect(node, frame)
      if (found === undefined) continue
      redirects.push({ op: found.op, target: toWord(found.path.text, found.path.raw) })
      if (found.op === '<' || found.op === '<>') input = { kind: 'file', path: found.path }
      else if (found.isOutput) outputs.push({ path: found.path, isAppend: found.op.endsWith('>>') })
    }
  }
  const stream = run({ ...frame, input, redirects: [...frame.redirects, ...redirects] })
  for (const { path, isAppend } of outputs) {
    const before = isAppend ? fileAt(path.text, frame) : undefined
    const content = before === undefined ? stream : joinStreams([before.content, stream], frame)
    writeFile(path, { content }, frame)
  }
  return outputs.length > 0 ? NOTHING : stream
}

interface FileRedirect {
  readonly op: Redirect['op']
  readonly path: Arg
  /** Standard output goes there. */
  readonly isOutput: boolean
}

function fileRedirect(node: RedirectNode, frame: Frame): FileRedirect | undefined {
  const { operator, descriptor, target } = node
  if (target === undefined) return undefined
  const path = expandWord(target, frame)[0] ?? { text: HOLE, raw: target.text }
  if (operator === '<&') return undefined
  if (operator === '>&') {
    // `2>&1` copies a descriptor, `>&file` is the old spelling of `&>file`.
    return /^(\d+-?|-)$/.test(path.text) ? undefined : { op: '&>', path, isOutput: true }
  }
  const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : descriptor === undefined ? undefined : 3
  return { op: operator, path, isOutput: number === undefined || number === 1 }
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
    assign(item, frame)
    return [{ text: item.name, raw: item.text }]
  }
  return [{ text: `${item.name}${item.append === true ? '+' : ''}=${expandText(item.value, frame)}`, raw: item.text }]
}

function environment(item: Assignment, frame: Frame): Arg {
  if (item.value.type === 'ArrayValue') return { text: HOLE, raw: item.text }
  return { text: expandText(item.value, frame), raw: item.value.text }
}

function assign(item: Assignment, frame: Frame): void {
  const { variables } = frame.scope
  const before = variables.get(item.name)
  if (item.value.type === 'ArrayValue') {
    const elements = item.value.elements.flatMap((word) => expandWord(word, frame).map((field) => field.text))
    const isKeyed = item.value.elements.some((word) => /^\[[^\]]*\]=/.test(word.text))
    const kept = item.append === true && typeof before === 'object' ? before : []
    setVariable(frame.scope, item.name, isKeyed ? HOLE : [...kept, ...elements].slice(0, MAX_EXPANSION_WORDS))
    return
  }
  const text = expandText(item.value, frame)
  if (item.index !== undefined) assignElement(item, text, frame)
  else if (item.append !== true) setVariable(frame.scope, item.name, text)
  else {
    const value = variableValue(item.name, frame)
    setVariable(
      frame.scope,
      item.name,
      typeof value === 'object' ? [`${value[0] ?? ''}${text}`, ...value.slice(1)] : `${value}${text}`,
    )
  }
}

function assignElement(item: Assignment, text: string, frame: Frame): void {
  const { variables } = frame.scope
  const at = expandText(item.index, frame)
  const before = variables.get(item.name)
  const items = typeof before === 'object' ? [...before] : []
  if (!/^\d{1,3}$/.test(at) || Number(at) > MAX_EXPANSION_WORDS || before === HOLE)
    setVariable(frame.scope, item.name, HOLE)
  else {
    while (items.length < Number(at)) items.push('')
    items[Number(at)] = text
    setVariable(frame.scope, item.name, items)
  }
}
