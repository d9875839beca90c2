import { executeText } from '../execute.ts'
import { through } from '../frames.ts'
import type { Arg, Frame, Stream } from '../machine.ts'
import { isConstant } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { resolvePath } from '../path.ts'
import { reportCommand } from '../report.ts'
import type { Wrapper } from './wrappers.ts'

/** Takes the wrapper off and runs what it starts; a wrapper that starts nothing is a plain command. */
export function runWrapper(wrapper: Wrapper, args: readonly Arg[], frame: Frame): Stream {
  const name = args[0]?.text ?? ''
  const found = readWrapper(wrapper, args.slice(1))
  const scope =
    found.folder === undefined
      ? frame.scope
      : { ...frame.scope, cwd: isConstant(found.folder) ? resolvePath(found.folder, frame.scope.cwd) : undefined }
  const inner = through(frame, name, {
    privileged: frame.privileged || wrapper.privileged === true,
    scope,
    env: [...frame.env, ...found.env],
  })
  const streams = found.code.map((code) => executeText(code.text, inner, code.raw))
  if (streams.length > 0) return streams[0] ?? { kind: 'none' }
  if (found.command.length > 0 && !found.isIdle) return frame.machine.runArgs(found.command, inner)
  reportCommand(args, frame)
  return outputOf(args, frame)
}

interface Unwrapped {
  readonly command: readonly Arg[]
  readonly code: readonly Arg[]
  readonly env: readonly (readonly [string, Arg])[]
  readonly folder: string | undefined
  readonly isIdle: boolean
}

function readWrapper(wrapper: Wrapper, words: readonly Arg[]): Unwrapped {
  const code: Arg[] = []
  const env: (readonly [string, Arg])[] = []
  let folder: string | undefined
  let isIdle = false
  let skips = wrapper.skips ?? 0
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    const { text } = word
    if (text === '--') {
      at += 1
      if (skips === 0) break
      continue
    }
    const option = splitOption(text, wrapper)
    if (option !== undefined) {
      const value = option.value ?? (takesValue(option.name, wrapper) ? words[(at += 1)] : undefined)
      if (value !== undefined && wrapper.code?.includes(option.name)) code.push(value)
      if (value !== undefined && wrapper.folder?.includes(option.name)) folder = value.text
      if (wrapper.idle?.includes(option.name)) isIdle = true
      continue
    }
    const assignment = wrapper.assigns === true ? /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text) : null
    if (assignment !== null) env.push([assignment[1] ?? '', { text: assignment[2] ?? '', raw: word.raw }])
    else if (skips > 0) skips -= 1
    else break
  }
  return { command: words.slice(at), code, env, folder, isIdle }
}

interface Option {
  readonly name: string
  readonly value: Arg | undefined
}

function splitOption(text: string, wrapper: Wrapper): Option | undefined {
  if (!/^-./.test(text) && text !== '-') return undefined
  if (text.startsWith('--')) {
    const equals = text.indexOf('=')
    if (equals < 0) return { name: text, value: undefined }
    return { name: text.slice(0, equals), value: { text: text.slice(equals + 1), raw: text.slice(equals + 1) } }
  }
  // `-n5`: the value is glued to the first letter of the cluster that takes one.
  for (let index = 1; index < text.length; index += 1) {
    const name = `-${text[index] ?? ''}`
    if (!takesValue(name, wrapper)) continue
    const glued = text.slice(index + 1)
    return { name, value: glued === '' ? undefined : { text: glued, raw: glued } }
  }
  return { name: text, value: undefined }
}

function takesValue(name: string, wrapper: Wrapper): boolean {
  return (
    wrapper.valued.includes(name) || wrapper.code?.includes(name) === true || wrapper.folder?.includes(name) === true
  )
}
