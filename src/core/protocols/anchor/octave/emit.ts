import type { Item, Node, Value } from './values.ts'

const BARE = /^[A-Za-z_][\w.-]*(?:\/[\w.-]+)*$/
const SHORT_LINE_CHARS = 100

/** The one canonical spelling: `parse` gives the same nodes back. */
export function emit(name: string, nodes: readonly Node[]): string {
  return [`===${name}===`, ...nodes.flatMap((node) => linesOf(node, '')), '===END===', ''].join('\n')
}

function linesOf(node: Node, indent: string): readonly string[] {
  if (node.kind === 'pair') return [`${indent}${node.key}::${emitValue(node.value, indent)}`]
  return [`${indent}${node.key}:`, ...node.children.flatMap((child) => linesOf(child, `${indent}  `))]
}

function emitValue(value: Value, indent: string): string {
  if (value.kind === 'text') return emitText(value.text)
  const inner = `${indent}  `
  const items = value.items.map((item) => emitItem(item, inner))
  const inline = `[${items.join(',')}]`
  if (inline.length <= SHORT_LINE_CHARS && !inline.includes('\n')) return inline
  return `[\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${indent}]`
}

function emitItem(item: Item, indent: string): string {
  return item.kind === 'entry' ? `${item.key}::${emitValue(item.value, indent)}` : emitValue(item, indent)
}

/** Bare where it cannot be mistaken for anything else. */
function emitText(text: string): string {
  return BARE.test(text) ? text : emitQuoted(text)
}

export function emitQuoted(text: string): string {
  return `"${text.replaceAll(/["\\\n\t\r]/g, (char) => ESCAPED[char] as string)}"`
}

const ESCAPED: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' }
