import { decodeEscapes } from './decode.ts'

/** What `tr` makes of the text, or undefined when its words are of a kind we do not work out. */
export function translate(text: string, words: readonly string[]): string | undefined {
  const flags = words.filter((word) => word.startsWith('-') && word.length > 1).join('')
  const sets = words.filter((word) => !(word.startsWith('-') && word.length > 1))
  const [from, to] = sets.map(expandSet)
  if (from === undefined || /[cCst]/.test(flags.replaceAll('-', ''))) return undefined
  if (flags.includes('d')) return [...text].filter((char) => !from.includes(char)).join('')
  if (to === undefined || to.length === 0) return undefined
  return [...text].map((char) => mapped(char, from, to)).join('')
}

function mapped(char: string, from: readonly string[], to: readonly string[]): string {
  const at = from.lastIndexOf(char)
  return at < 0 ? char : String(to[Math.min(at, to.length - 1)])
}

const CLASSES: ReadonlyMap<string, string> = new Map([
  ['[:upper:]', 'A-Z'],
  ['[:lower:]', 'a-z'],
  ['[:digit:]', '0-9'],
  ['[:space:]', ' \\t\\n\\r'],
  ['[:alpha:]', 'A-Za-z'],
  ['[:alnum:]', 'A-Za-z0-9'],
])

function expandSet(set: string): readonly string[] {
  const plain = decodeEscapes(set.replace(/\[:[a-z]+:\]/g, (name) => CLASSES.get(name) ?? name))
  const chars: string[] = []
  for (let at = 0; at < plain.length; at += 1) {
    const first = plain.charCodeAt(at)
    const last = plain.charCodeAt(at + 2)
    if (plain[at + 1] === '-' && last >= first && last - first < 256) {
      for (let code = first; code <= last; code += 1) chars.push(String.fromCharCode(code))
      at += 2
    } else chars.push(plain.charAt(at))
  }
  return chars
}
