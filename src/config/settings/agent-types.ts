import type { Located } from '../located.ts'
import type { Complain, Read } from '../read-located.ts'
import type { Setting } from './setting.ts'

/** As runtimes name the kinds of their subagents. */
const AGENT_TYPE = /^[A-Za-z0-9][\w.:/-]{0,63}$/
const MAX_TYPES = 50

interface Described<Value> {
  readonly initial: Value
  readonly about: string
}

/** Who is trusted is the operator's own word: no repository names a director. */
export function agentType(name: string, described: Described<string>): Setting<string> {
  return { name, read: readType, firm: true, allows: { type: 'string', maxLength: 64 }, ...described }
}

/** A repository may add to the list. */
export function agentTypes(name: string, described: Described<readonly string[]>): Setting<readonly string[]> {
  const read: Read<readonly string[]> = (node, path, complain) => {
    const items = node.kind === 'list' ? node.items.slice(0, MAX_TYPES) : [node]
    const found = items.map((item) => readType(item, path, complain))
    return found.every((type) => type !== undefined) ? found : undefined
  }
  const isStricter = (wanted: readonly string[], than: readonly string[]) => than.every((type) => wanted.includes(type))
  return { name, read, isStricter, allows: { type: 'array', items: { type: 'string', maxLength: 64 } }, ...described }
}

function readType(node: Located, name: string, complain: Complain): string | undefined {
  const value = node.kind === 'scalar' ? node.value : undefined
  if (typeof value === 'string' && AGENT_TYPE.test(value)) return value
  complain(node.line, `\`${name}\` expects the name of a subagent type`)
  return undefined
}
