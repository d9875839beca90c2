import { POLICY_PROBLEMS } from '../core/words/config.ts'
import type { Located, LocatingDoor } from './read-located.ts'

export interface Wish {
  readonly section: string
  readonly key: string
  /** One plain word; undefined takes the line out. */
  readonly value: string | undefined
}

/** The text of a policy file in which one value is another; comments and layout stay. */
export type SetValue =
  | { readonly ok: true; readonly text: string; readonly line: number }
  | { readonly ok: false; readonly line: number; readonly problem: string }

/** What is laid out too oddly for a change of one line is left to the person. */
export function setValue(text: string, wish: Wish, door: LocatingDoor): SetValue {
  const found = door.locateYaml(text)
  if (!found.ok) return { ok: false, line: found.line, problem: found.problem }
  const { section, key, value } = wish
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const entry = found.root.kind === 'map' ? found.root.entries.find((one) => one.key === section) : undefined
  if (value === undefined) return takenOut(lines, entry, wish)
  if (entry === undefined) return inserted(lines, lines.length, [`${section}:`, `  ${key}: ${value}`])
  const head = lines[entry.line - 1] ?? ''
  const flow = new RegExp(`^(${section}:\\s*\\{)([^{}]*)(\\}\\s*(?:#.*)?)$`).exec(head)
  if (flow) return replaced(lines, entry.line, inBraces(flow, key, value))
  if (!new RegExp(`^${section}:\\s*(?:#.*)?$`).test(head)) return odd(entry.line, section)
  return inBlock(lines, { line: entry.line, value: entry.value }, { section, key, value })
}

interface Entry {
  readonly line: number
  readonly value: Located
}

/** A section that would be left empty goes with its last line. */
function takenOut(lines: readonly string[], entry: Entry | undefined, { section, key }: Wish): SetValue {
  const entries = entry?.value.kind === 'map' ? entry.value.entries : []
  const known = entries.find((one) => one.key === key)
  if (entry === undefined || known === undefined) return { ok: true, text: textOf(lines), line: 0 }
  const isPlain = new RegExp(`^\\s+${key}:\\s*[\\w-]+\\s*(?:#.*)?$`).test(lines[known.line - 1] ?? '')
  if (!isPlain) return odd(known.line, `${section}.${key}`)
  const without = lines.toSpliced(known.line - 1, 1)
  return {
    ok: true,
    text: textOf(entries.length > 1 ? without : without.toSpliced(entry.line - 1, 1)),
    line: known.line,
  }
}

const textOf = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`)

function inBraces([, open = '', inside = '', close = '']: RegExpExecArray, key: string, value: string): string {
  const known = new RegExp(`(^|,)(\\s*${key}:\\s*)[\\w-]+`)
  if (known.test(inside)) return open + inside.replace(known, `$1$2${value}`) + close
  const others = inside.trimEnd()
  return `${open}${others}${others.trim() === '' ? ' ' : ', '}${key}: ${value} ${close}`
}

function inBlock(
  lines: readonly string[],
  { line, value: node }: { readonly line: number; readonly value: Located },
  { section, key, value }: Wish & { readonly value: string },
): SetValue {
  const entries = node.kind === 'map' ? node.entries : []
  const known = entries.find((one) => one.key === key)
  if (known) {
    const parts = new RegExp(`^(\\s+${key}:\\s*)[\\w-]+(\\s*(?:#.*)?)$`).exec(lines[known.line - 1] ?? '')
    return parts ? replaced(lines, known.line, `${parts[1]}${value}${parts[2]}`) : odd(known.line, `${section}.${key}`)
  }
  const [indent] = /^ +/.exec(lines[(entries[0]?.line ?? 0) - 1] ?? '') ?? ['  ']
  return inserted(lines, line, [`${indent}${key}: ${value}`])
}

function replaced(lines: readonly string[], line: number, by: string): SetValue {
  return { ok: true, text: `${lines.with(line - 1, by).join('\n')}\n`, line }
}

function inserted(lines: readonly string[], at: number, more: readonly string[]): SetValue {
  return { ok: true, text: `${lines.toSpliced(at, 0, ...more).join('\n')}\n`, line: at + more.length }
}

function odd(line: number, what: string): SetValue {
  return { ok: false, line, problem: POLICY_PROBLEMS.oddLayout(what) }
}
