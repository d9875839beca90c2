import { programNamed } from '../../book/book.ts'
import { mayDo, type RunOption, runOptions } from '../../book/effects.ts'
import { type Argv, argvOf, GAP } from '../../options/argv.ts'
import { executeText } from '../execute.ts'
import { newProcess } from '../frames.ts'
import { type Arg, argText, type Frame, rawOf } from '../machine.ts'
import { isConstant } from '../marks.ts'
import type { ResolvedCommand } from '../reading.ts'

/** Runs what options of a program run: as its record says, or as their names do. */
export function runOptionCode(command: Pick<ResolvedCommand, 'argv'>, args: readonly Arg[], frame: Frame): void {
  if (!args.some(({ text }, at) => at > 0 && text.startsWith('-'))) return
  const argv = argvOf(command)
  for (const found of runOptions(argv)) runValue(found, { args, argv, frame })
}

interface Calling {
  readonly args: readonly Arg[]
  readonly argv: Argv
  readonly frame: Frame
}

function runValue({ option, after, guessed }: RunOption, { args, argv, frame }: Calling): void {
  const value = valueIn(args, option)
  if (value.text === '' || (guessed && !isCommand(value.text))) return
  const inner = newProcess(frame, `${argText(args, 0)} ${option.names?.at(-1) ?? option.name}`)
  if (after !== undefined && after !== 'each') {
    const at = value.text.toLowerCase().indexOf(after)
    if (at >= 0) executeText(value.text.slice(at + after.length), inner, value.raw)
    return
  }
  // `-wrapper /bin/sh,-s`: words between commas.
  executeText(/\s/.test(value.text) ? value.text : value.text.replaceAll(',', ' '), inner, value.raw)
  if (after !== 'each' && !isRemover(value.text)) return
  const operands = argv.operands.flatMap(({ index }) =>
    index === option.value ? [] : args.slice(index + 1, index + 2),
  )
  frame.machine.runProgram([value, ...operands], { ...inner, via: [...inner.via, 'each listed file'] })
}

/** `--filter name` and `--run fast` run nothing: a command has several words, a path or the name of a program. */
const isCommand = (text: string): boolean =>
  isConstant(text) && (/\s|^\.{0,2}\//.test(text) || programNamed(text.replace(/,.*/s, '')) !== undefined)

/** A program that takes away what it is given would be given something. */
const isRemover = (name: string): boolean =>
  !/\s/.test(name) && mayDo(name, 'deletes destroys') && !mayDo(name, 'packs')

function valueIn(args: readonly Arg[], { name, index, value = -1, inlineValue }: RunOption['option']): Arg {
  const at = inlineValue === undefined ? value + 1 : index + 1
  const word: Arg = { text: argText(args, at), raw: rawOf(args.slice(at, at + 1)) }
  if (inlineValue === undefined) return word
  if (!inlineValue.includes(GAP)) return { text: inlineValue, raw: word.raw }
  const equals = word.text.indexOf('=')
  return { text: word.text.slice(equals > 0 ? equals + 1 : name.length), raw: word.raw }
}
