import type { Json } from '../model/json.ts'
import { quoteWord } from './shell/quote.ts'

/** A text that an MCP tool is given, under the name of its field: lower case, words parted by `_`, no plural. */
export interface McpValue {
  readonly key: string
  readonly text: string
}

/** Nobody gives a tool more; what is beyond is not looked at. */
const MAX_VALUES = 512
const MAX_LEVELS = 12

interface Item {
  readonly key: string
  readonly value: Json
  readonly level: number
}

/** Every text in the input, at any depth. */
export function mcpValues(input: Json): readonly McpValue[] {
  const values: McpValue[] = []
  const waiting: Item[] = [{ key: '', value: input, level: 0 }]
  for (let seen = 0; seen < MAX_VALUES; seen += 1) {
    const item = waiting.shift()
    if (item === undefined) break
    if (typeof item.value === 'string') {
      if (item.key !== '') values.push({ key: item.key, text: item.value })
    } else waiting.push(...below(item).slice(0, MAX_VALUES))
  }
  return values
}

function below({ key, value, level }: Item): readonly Item[] {
  if (typeof value !== 'object' || value === null || level >= MAX_LEVELS) return []
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
