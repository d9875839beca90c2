import { HOLE } from './argv.ts'
import type { InlineCode, Word } from './shell/reading.ts'

/** More code than this is judged by its beginning. */
export const MAX_CODE_CHARS = 65_536
const MAX_JOINS = 8

/** Code with the inside of its strings and its comments blanked, so that calls can be found and mentions cannot. */
export interface CodeText {
  readonly text: string
  readonly skeleton: string
  readonly language: InlineCode['language']
}

const SLASH_COMMENTS = new Set(['node', 'php', 'other'])
const HASH_COMMENTS = new Set(['python', 'ruby', 'perl', 'php', 'awk', 'sed'])

export function codeText(source: string, language: InlineCode['language']): CodeText {
  const text = plain(source.slice(0, MAX_CODE_CHARS))
  return { text, skeleton: blank(text, language), language }
}

/** Undoes the commonest disguises: `'sys'+'tem'`, `getattr(os, 'system')`, `fs['rmSync']`. */
function plain(source: string): string {
  let text = source
  for (let round = 0; round < MAX_JOINS; round++) {
    const joined = text.replace(/'([^'\\\n]*)'\s*\+\s*'([^'\\\n]*)'/g, "'$1$2'").replace(/"([^"\\\n]*)"\s*\+\s*"([^"\\\n]*)"/g, '"$1$2"')
    if (joined === text) break
    text = joined
  }
  return text
    .replace(/getattr\(\s*([\w.]+)\s*,\s*['"](\w+)['"]\s*\)/g, '$1.$2')
    .replace(/__import__\(\s*['"]([\w.]+)['"]\s*\)/g, '$1')
    .replace(/([\w)\]])\[\s*['"](\w+)['"]\s*\]\s*\(/g, '$1.$2(')
}

function blank(text: string, language: string): string {
  let out = ''
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if ((char === '#' && HASH_COMMENTS.has(language) && !/[$\w{&]/.test(text[at - 1] ?? ' ')) || (char === '/' && next === '/' && SLASH_COMMENTS.has(language) && text[at - 1] !== ':')) {
      const end = lineEnd(text, at)
      out += ' '.repeat(end - at)
      at = end
    } else if (char === '/' && next === '*' && SLASH_COMMENTS.has(language)) {
      const close = text.indexOf('*/', at + 2)
      const end = close < 0 ? text.length : close + 2
      out += ' '.repeat(end - at)
      at = end
    } else if (char === "'" || char === '"' || char === '`') {
      const end = stringEnd(text, at)
      out += char + ' '.repeat(Math.max(end - at - 2, 0)) + (end - at > 1 ? char : '')
      at = end
    } else {
      out += char
      at += 1
    }
  }
  return out
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** Position after the closing quote; an unclosed string ends with its line. */
function stringEnd(text: string, from: number): number {
  const quote = text[from] ?? ''
  const triple = quote.repeat(3)
  if (quote !== '`' && text.startsWith(triple, from)) {
    const close = text.indexOf(triple, from + 3)
    return close < 0 ? text.length : close + 3
  }
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === quote) return at + 1
    else if (char === '\n' && quote !== '`') return at
  }
  return text.length
}

/** The value of the expression that starts at `from`: a literal, a known wrapper around one, a variable set before, or a hole. */
export function valueAt(code: CodeText, from: number, depth = 0): Word {
  const { text } = code
  const start = from + (/^\s*/.exec(text.slice(from, from + 64))?.[0].length ?? 0)
  const head = text.slice(start, start + 256)
  const literal = /^(?:[rbufRBUF]{0,2})(['"`])/.exec(head)
  if (literal !== null) return literalAt(text, start + literal[0].length - 1)
  const wrapper = /^(?:await\s+)?(?:[\w.]*\.)?(expanduser|Path|PurePath|abspath|realpath|resolve|normpath|expand_path|fspath|str|String|URL|fileURLToPath|glob|Request|b64_|encode)\s*\(/.exec(head)
  if (wrapper !== null && depth < 3) return valueAt(code, start + wrapper[0].length, depth + 1)
  const join = /^(?:[\w.]*\.)?join\s*\(/.exec(head)
  if (join !== null && depth < 3) return joined(code, start + join[0].length, depth)
  if (/^(os\.(environ\.)?homedir|os\.homedir\(\)|Path\.home\(\)|process\.env\.HOME|Dir\.home|ENV\[.HOME.\]|\$ENV\{HOME\}|os\.environ\[.HOME.\])/.test(head)) return { kind: 'known', text: '~', glob: false }
  const name = /^[$@%]?([A-Za-z_]\w*)\s*([,)\]};\n]|$)/.exec(head)
  if (name !== null && depth < 3) return variable(code, name[1] ?? '', depth)
  return { kind: 'unknown', raw: head.slice(0, 40).split('\n')[0] ?? '', prefix: '', suffix: '' }
}

function joined(code: CodeText, from: number, depth: number): Word {
  const parts: Word[] = []
  let at = from
  for (let count = 0; count < 6; count++) {
    parts.push(valueAt(code, at, depth + 1))
    const next = /^[^,)\n]*,/.exec(code.skeleton.slice(at, at + 200))
    if (next === null) break
    at += next[0].length
  }
  const text = parts.map((part) => (part.kind === 'known' ? part.text : HOLE)).join('/')
  const hole = text.indexOf(HOLE)
  if (hole < 0) return { kind: 'known', text, glob: false }
  return { kind: 'unknown', raw: text.replaceAll(HOLE, '…'), prefix: text.slice(0, hole), suffix: text.slice(text.lastIndexOf(HOLE) + 1) }
}

/** `name = 'literal'` or `for name in glob('pattern')`, somewhere in the text. */
function variable(code: CodeText, name: string, depth: number): Word {
  const unknown: Word = { kind: 'unknown', raw: name, prefix: '', suffix: '' }
  const assigned = new RegExp(`(?:^|[^\\w.])[$@%]?${name}\\s*=(?!=)\\s*`, 'g')
  const last = [...code.skeleton.matchAll(assigned)].at(-1)
  if (last !== undefined) return valueAt(code, last.index + last[0].length, depth + 1)
  const loop = new RegExp(`for\\s+\\(?(?:const|let|var|my)?\\s*[$]?${name}\\s+(?:in|of)\\s+[^\\n]{0,80}?(?:glob|rglob|iglob|globSync)\\s*\\(`).exec(code.skeleton)
  return loop === null ? unknown : valueAt(code, loop.index + loop[0].length, depth + 1)
}

/** A string literal, escapes undone; `{x}`, `${x}` and `#{x}` inside are holes. */
function literalAt(text: string, quoteAt: number): Word {
  const end = stringEnd(text, quoteAt)
  const quote = text[quoteAt] ?? ''
  const width = text.startsWith(quote.repeat(3), quoteAt) && end - quoteAt >= 6 ? 3 : 1
  const raw = text.slice(quoteAt + width, Math.max(end - width, quoteAt + width))
  const prefix = text.slice(Math.max(quoteAt - 2, 0), quoteAt)
  const formatted = /[fF]/.test(prefix) && /[^\w](?:[rbufRBUF]{0,2})$/.test(` ${prefix}`)
  const value = unescapeText(raw)
  const open = formatted ? /\{[^}]*\}/ : quote === '`' || quote === '"' ? /[$#]\{[^}]*\}/ : /\$\{[^}]*\}(?!)/
  const hole = open.exec(value)
  if (hole === null) return { kind: 'known', text: value, glob: false }
  const rest = value.slice(hole.index + hole[0].length)
  const later = [...rest.matchAll(new RegExp(open.source, 'g'))].at(-1)
  return { kind: 'unknown', raw: value, prefix: value.slice(0, hole.index), suffix: later === undefined ? rest : rest.slice(later.index + later[0].length) }
}

const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' }

const unescapeText = (raw: string): string =>
  raw.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g, (whole, code: string) => {
    if (/^[xu]./.test(code) && code.length > 2) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return NAMED[code] ?? (code.length === 1 ? code : whole)
  })
