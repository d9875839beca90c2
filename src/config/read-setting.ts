import type { Setting, Takes } from '../core/model/setting.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { type Complain, flag, type Located, listOrOne, oneOf, type Read } from './read-located.ts'

const MAX_PHRASE_CHARS = 200
const MAX_NAMES = 100
const MAX_TYPES = 50
const ADDRESS = /^(?:https?:\/\/[\w.:[\]-]{1,200}(?:\/[\w./~%-]{0,200})?)?$/
/** As runtimes name the kinds of their subagents. */
const AGENT_TYPE = /^[A-Za-z0-9][\w.:/-]{0,63}$/

/** How a value of this kind is read from a policy file. */
export function readerOf(takes: Takes): Read<unknown> {
  switch (takes.kind) {
    case 'flag':
      return flag
    case 'word':
      return oneOf(takes.words)
    case 'words':
      return listOrOne(oneOf(takes.words))
    case 'number':
      return number(takes)
    case 'text':
      return string((value) => value.length <= MAX_PHRASE_CHARS, POLICY_PROBLEMS.shortText(MAX_PHRASE_CHARS))
    case 'address':
      return string((value) => ADDRESS.test(value), POLICY_PROBLEMS.address)
    case 'agent-type':
      return agentType
    case 'agent-types':
      return (node, name, complain) =>
        listOrOne(agentType)(
          node.kind === 'list' ? { ...node, items: node.items.slice(0, MAX_TYPES) } : node,
          name,
          complain,
        )
    case 'names':
      return names(takes)
  }
}

/** The part of JSON Schema that says which values there are. */
export function schemaOf(takes: Takes) {
  switch (takes.kind) {
    case 'flag':
      return { type: 'boolean' } as const
    case 'word':
      return { enum: takes.words }
    case 'words':
      return { type: 'array', items: { enum: takes.words } } as const
    case 'number':
      return { type: takes.fraction ? 'number' : 'integer', minimum: takes.from, maximum: takes.to } as const
    case 'text':
      return { type: 'string', maxLength: MAX_PHRASE_CHARS } as const
    case 'address':
      return { type: 'string', pattern: ADDRESS.source } as const
    case 'agent-type':
      return { type: 'string', maxLength: 64 } as const
    case 'agent-types':
      return { type: 'array', items: { type: 'string', maxLength: 64 } } as const
    case 'names':
      return { type: 'array', items: { type: 'string', pattern: takes.pattern.source } } as const
  }
}

/** Whether a repository may go from one value to the other. Values are those that the setting's reader gave. */
export function isStricter({ stricter, takes }: Setting<unknown>, wanted: unknown, than: unknown): boolean {
  if (stricter === undefined) return false
  switch (stricter) {
    case 'later': {
      const words: readonly unknown[] = takes.kind === 'word' ? takes.words : []
      return words.indexOf(wanted) > words.indexOf(than)
    }
    case 'on':
      return wanted === true
    case 'off':
      return wanted === false
    case 'higher':
      return Number(wanted) > Number(than)
    case 'lower':
      return Number(wanted) < Number(than)
    case 'more':
      return includesAll(wanted, than)
    case 'fewer':
      return includesAll(than, wanted)
  }
}

const includesAll = (list: unknown, part: unknown): boolean =>
  Array.isArray(list) && Array.isArray(part) && part.every((one) => list.includes(one))

/** As a person writes it. */
export function stringOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`
  return value === '' ? '""' : String(value)
}

function number({ from, to, fraction }: Extract<Takes, { kind: 'number' }>): Read<number> {
  const expected = fraction ? POLICY_PROBLEMS.number(from, to) : POLICY_PROBLEMS.wholeNumber(from, to)
  return (node, name, complain) => {
    const value = node.kind === 'scalar' ? node.value : undefined
    if (typeof value === 'number' && value >= from && value <= to && (fraction || Number.isInteger(value))) return value
    return expects(node, complain, name, expected)
  }
}

function string(isSound: (value: string) => boolean, expected: string): Read<string> {
  return (node, name, complain) => {
    const value = node.kind === 'scalar' ? node.value : undefined
    return typeof value === 'string' && isSound(value) ? value : expects(node, complain, name, expected)
  }
}

const agentType = string((value) => AGENT_TYPE.test(value), POLICY_PROBLEMS.agentType)

function names({ pattern, example }: Extract<Takes, { kind: 'names' }>): Read<readonly string[]> {
  return (node, name, complain) => {
    const items = node.kind === 'list' ? node.items : [node]
    const found = items.flatMap((item) =>
      item.kind === 'scalar' && typeof item.value === 'string' && pattern.test(item.value) ? [item.value] : [],
    )
    if (found.length === items.length && found.length <= MAX_NAMES) return found
    return expects(node, complain, name, POLICY_PROBLEMS.names(example, MAX_NAMES))
  }
}

function expects(node: Located, complain: Complain, name: string, expected: string): undefined {
  complain(node.line, POLICY_PROBLEMS.expects(name, expected))
  return undefined
}
