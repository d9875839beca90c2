import type { Json } from '../model/json.ts'
import { quoteWord } from './shell/expand/quote.ts'

/** A text that an MCP tool is given, under the name of its field: lower case, words parted by `_`, no plural. */
export interface McpValue {
  readonly key: string
  readonly text: string
}

/** Nobody gives a tool more. What is beyond is not looked at, and then nobody can say that it does no harm. */
const MAX_ITEMS = 20_000
const MAX_LEVELS = 64

interface McpValues {
  readonly values: readonly McpValue[]
  /** There is more than was looked at. */
  readonly isCut: boolean
}

interface Item {
  readonly key: string
  readonly value: Json
  readonly level: number
}

/** Every text in the input, at any depth. */
export function mcpValues(input: Json): McpValues {
  const values: McpValue[] = []
  const items: Item[] = [{ key: '', value: input, level: 0 }]
  for (let at = 0; at < items.length && at < MAX_ITEMS; at += 1) {
    const item = items[at] as Item
    if (item.level > MAX_LEVELS) return { values, isCut: true }
    if (typeof item.value !== 'string') for (const one of below(item)) items.push(one)
    else if (item.key !== '') values.push({ key: item.key, text: item.value })
    if (item.value === true && item.key !== '') values.push({ key: item.key, text: 'true' })
  }
  return { values, isCut: items.length > MAX_ITEMS }
}

function below({ key, value, level }: Item): readonly Item[] {
  if (typeof value !== 'object' || value === null) return []
  if (isList(value)) return value.map((each) => ({ key, value: each, level: level + 1 }))
  const items = Object.entries(value).map(([name, each]) => ({ key: keyOf(name), value: each, level: level + 1 }))
  const line = commandLine(items)
  return line === undefined ? items : [{ key: 'command', value: line, level: level + 1 }, ...items]
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

const keyOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('-', '_')
    .replace(/(?<=command|path|file|script|query|statement|target|source)s$/, '')

/** `{ command: 'rm', args: ['-rf', '~'] }` is one command, and so is a list of words without a name before it. */
function commandLine(items: readonly Item[]): string | undefined {
  const args = items.find(({ key }) => /^(?:args|argv|arguments)$/.test(key))?.value
  const listed = items.find(({ key, value }) => /^(?:command|cmd)$/.test(key) && isWords(value))?.value
  const words = isWords(args) ? args : isWords(listed) ? listed : undefined
  if (words === undefined) return undefined
  const program = items.find(({ key, value }) => /^(?:command|cmd|program)$/.test(key) && typeof value === 'string')
  return [...(typeof program?.value === 'string' ? [program.value] : []), ...words.map(spelled)].join(' ')
}

/** A tilde stands for the home folder wherever the server starts a shell. */
const spelled = (word: string): string => (word.startsWith('~') ? `~${quoteWord(word.slice(1))}` : quoteWord(word))

const isWords = (value: Json | undefined): value is readonly string[] =>
  typeof value === 'object' &&
  value !== null &&
  isList(value) &&
  value.length > 0 &&
  value.every((word) => typeof word === 'string')
