/** A regular expression taken apart, as far as counting its steps needs it. */
export type Tree =
  | { readonly kind: 'char'; readonly source: string }
  | { readonly kind: 'edge'; readonly source: string }
  | { readonly kind: 'back'; readonly to: string }
  | { readonly kind: 'group'; readonly part: Tree; readonly names: readonly string[] }
  | { readonly kind: 'all'; readonly parts: readonly Tree[] }
  | { readonly kind: 'any'; readonly parts: readonly Tree[] }
  | { readonly kind: 'look'; readonly part: Tree; readonly behind: boolean; readonly negated: boolean }
  | { readonly kind: 'many'; readonly part: Tree; readonly min: number; readonly max: number; readonly lazy: boolean }

const GROUP = /^\((?:\?(?:(?<look><?[=!])|(?<plain>:|[a-z]*(?:-[a-z]+)?:)|<(?<name>\w+)>))?/
const ESCAPE = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<\w+>|[\s\S])/
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/

/** Throws on what it does not know, so that no pattern is passed over in silence. */
export function treeOf(source: string): Tree {
  let [at, groups] = [0, 0]
  const rest = () => source.slice(at)

  function alternatives(): Tree {
    const parts = [sequence()]
    while (source[at] === '|') {
      at += 1
      parts.push(sequence())
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'any', parts }
  }

  function sequence(): Tree {
    const parts: Tree[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(atom()))
    return { kind: 'all', parts }
  }

  function quantified(part: Tree): Tree {
    const [text, least, comma, most] = QUANTIFIER.exec(rest()) ?? ['']
    if (text === '') return part
    at += text.length
    const lazy = text.length > 1 && text.endsWith('?')
    if (least === undefined) {
      const mark = text[0]
      return { kind: 'many', part, min: mark === '+' ? 1 : 0, max: mark === '?' ? 1 : Infinity, lazy }
    }
    const min = Number(least)
    const max = comma === undefined ? min : most ? Number(most) : Infinity
    return { kind: 'many', part, min, max, lazy }
  }

  function atom(): Tree {
    const char = source[at]
    if (char === '(') return group()
    if (char === '[') return leaf('char', classAt(rest()))
    if (char === '^' || char === '$') return leaf('edge', char)
    if (char !== '\\') return leaf('char', String.fromCodePoint(source.codePointAt(at) ?? 0))
    const escaped = ESCAPE.exec(rest())?.[0] ?? ''
    if (escaped === '') throw new Error(`no escape at ${at} of ${source}`)
    if (/^\\[bB]$/.test(escaped)) return leaf('edge', escaped)
    const to = /^\\(?:(?<number>[1-9])$|k<(?<name>\w+)>)/.exec(escaped)?.groups
    if (!to) return leaf('char', escaped)
    at += escaped.length
    return { kind: 'back', to: to['number'] ?? to['name'] ?? '' }
  }

  function leaf(kind: 'char' | 'edge', text: string): Tree {
    at += text.length
    return { kind, source: text }
  }

  function group(): Tree {
    const head = GROUP.exec(rest())
    const { look, plain, name } = head?.groups ?? {}
    at += head?.[0].length ?? 1
    const isKept = look === undefined && plain === undefined
    if (isKept) groups += 1
    const names = [String(groups), ...(name === undefined ? [] : [name])]
    const part = alternatives()
    if (source[at] !== ')') throw new Error(`no end of a group at ${at} of ${source}`)
    at += 1
    if (isKept) return { kind: 'group', part, names }
    return look === undefined ? part : { kind: 'look', part, behind: look.startsWith('<'), negated: look.endsWith('!') }
  }

  const tree = alternatives()
  if (at !== source.length) throw new Error(`not read to its end: ${source}`)
  return tree
}

function classAt(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '[' && depth === 0) depth = 1
    else if (text[at] === ']') return text.slice(0, at + 1)
  }
  throw new Error(`no end of a class in ${text}`)
}
