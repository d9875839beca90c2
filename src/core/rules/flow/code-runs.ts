import { basename } from '../shell/path.ts'
import type { Word } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import type { Call } from './code-calls.ts'
import { type CodeText, stringsIn } from './code-text.ts'
import { assigned, NAME, valueAt } from './code-value.ts'

/** Starters whose first string is the program, and the rest its words. */
export const isSpawn = ({ name, owner }: Call): boolean =>
  /^spawn[lv]p?e?$|^ProcessBuilder$/.test(name) ||
  (name === 'Command' && owner === 'exec') ||
  (name === 'new' && owner === 'Command') ||
  (name === 'cmd' && owner === 'System') ||
  (name === 'create_subprocess_exec' && owner === 'asyncio')

/** Characters after the call that may add words to it: `.arg("-rf")`. */
const MAX_CHAIN_CHARS = 400

/** The command that such a call starts. */
export function spawnedShell(call: Call, code: CodeText): string {
  const end = code.skeleton.indexOf(';', call.at)
  const until = Math.min(end < 0 ? code.text.length : end, call.at + MAX_CHAIN_CHARS)
  const words = stringsIn(code.text.slice(call.at, call.name === 'new' ? until : call.at + call.args.length))
  const isDoubled = words.length > 1 && basename(textAt(words, 0)) === basename(textAt(words, 1))
  return (isDoubled ? words.slice(1) : words).map(shellWord).join(' ')
}

/** The shell texts that a call such as `system(…)` runs, as far as they are known. */
export function shellsRun(value: Word, call: Call, code: CodeText): readonly string[] {
  const source = code.text.slice(call.at, call.at + call.args.length)
  const words = /^\s*(?:\(\s*)?qw\s*[({[<|/]([^)}\]>|/]*)/.exec(source)
  if (words !== null) return [textAt(words, 1)]
  if (/^\s*\{/.test(source)) return [stringsIn(source).slice(1).map(shellWord).join(' ')]
  if (/^\s*[[(]/.test(source)) return [listAt(code, call.at)]
  const name = NAME.exec(source.trimStart())
  const lists =
    name === null ? [] : assigned(code, textAt(name, 1)).filter((at) => /^\s*[[(]/.test(code.text.slice(at, at + 8)))
  if (lists.length > 0) return lists.map((at) => listAt(code, at))
  if (value.kind === 'unknown') return value.prefix.trim() === '' ? [] : [`${value.prefix}"$UNKNOWN"${value.suffix}`]
  const rest = stringsIn(source)
    .slice(1)
    .filter((word) => !/^(?:utf-?8|inherit|pipe|ignore)$/.test(word))
  return [/\s/.test(value.text) ? value.text : [value.text, ...rest.map(shellWord)].join(' ')]
}

const MAX_ITEMS = 32

/** `['rm', '-rf', home]` as a command line. */
function listAt(code: CodeText, from: number): string {
  const open = code.text.slice(from).search(/[[(]/) + from
  const items: string[] = []
  let depth = 0
  let start = open + 1
  for (let at = open; at < code.skeleton.length && items.length < MAX_ITEMS; at++) {
    const char = code.skeleton.charAt(at)
    if (/[[({]/.test(char)) depth += 1
    else if (/[\])}]/.test(char)) depth -= 1
    if (!(char === ',' && depth === 1) && depth > 0) continue
    if (code.text.slice(start, at).trim() !== '') items.push(itemText(valueAt(code, start)))
    if (depth === 0) break
    start = at + 1
  }
  return items.join(' ')
}

const itemText = (value: Word): string =>
  value.kind === 'known' ? shellWord(value.text) : `${value.prefix}"$UNKNOWN"${value.suffix}`

/** A word as a shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./~*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
