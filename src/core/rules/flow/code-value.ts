import { GAP, wordOf } from '../options/argv.ts'
import type { Word } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { type CodeText, stringEnd, unescaped } from './code-text.ts'

const MAX_DEPTH = 3
const MAX_PARTS = 6
/** Characters looked at to tell what kind of expression starts. */
const HEAD_CHARS = 256

/** Calls that give back the path they are given. */
const WRAPPER =
  /^(?:await\s+)?(?:[\w.]*\.)?(?:expanduser|Path|PurePath|abspath|realpath|resolve|normpath|expand_path|fspath|str|String|URL|glob|iglob|rglob|globSync|Request|encode)\s*\(/
const JOIN = /^(?:[\w.]*\.)?join\s*\(/
export const HOME =
  /^(?:os\.homedir\(\)|homedir\(\)|(?:pathlib\.)?Path\.home\(\)|process\.env\.HOME|Dir\.home|ENV(?:\[|\.fetch\().HOME.[\])]|\$ENV\{HOME\}|\$env\(HOME\)|\$HOME\b|os\.environ(?:\[|\.get\().HOME.[\])]|(?:os\.|Sys\.)?getenv\(.HOME.\)|System\.(?:getProperty\(.user\.home.\)|user_home!?(?:\(\))?)|(?:os\.)?UserHomeDir\(\)|(?:std::env::|dirs::)?home_dir\(\)(?:\.unwrap\(\))?|Sys\.getenv\(.HOME.\)|std::env::var\(.HOME.\)(?:\.unwrap\(\))?|require\(.(?:node:)?os.\)\.homedir\(\))/
/** Folders that the code makes for itself, or the one that holds them. */
const MADE = /^(?:tempfile\.)?mkdtemp\(|^(?:[\w.]*\.)?mkdtempSync\(|^Dir\.mktmpdir\b|^tempfile\.TemporaryDirectory\(/
/** What joins the next piece of a path: `+` and dots add letters, `/` and `joinpath` a folder. */
const MORE = /^\s*(?:(\+|\.\.?(?=\s*['"`]))|\/(?=\s*['"])|\.joinpath\()\s*(?=[^)\s])/

/** The value of the expression that starts at `from`: a literal, a known call around one, a variable set before, or a hole. */
export function valueAt(code: CodeText, from: number, depth = 0): Word {
  const { text } = code
  const start =
    from + (text.slice(from, from + HEAD_CHARS).length - text.slice(from, from + HEAD_CHARS).trimStart().length)
  const head = text.slice(start, start + HEAD_CHARS)
  const literal = /^([rbufRBUF]{0,2})['"`]/.exec(head)
  if (literal !== null) {
    const quoteAt = start + textAt(literal, 1).length
    const word = literalAt(code, quoteAt, { isFormat: /f/i.test(textAt(literal, 1)), depth })
    return continued(code, word, { at: stringEnd(text, quoteAt), depth })
  }
  const home = HOME.exec(head)
  if (home !== null) return continued(code, wordOf('~'), { at: start + home[0].length, depth })
  if (MADE.test(head)) return wordOf('/tmp/made-by-this-code')
  const unknown: Word = { kind: 'unknown', raw: textAt(head.slice(0, 40).split('\n'), 0), prefix: '', suffix: '' }
  if (depth >= MAX_DEPTH) return unknown
  const wrapper = WRAPPER.exec(head)
  if (wrapper !== null) return valueAt(code, start + wrapper[0].length, depth + 1)
  const join = JOIN.exec(head)
  if (join !== null) return joined(code, start + join[0].length, depth)
  const name = NAME.exec(head)
  return name === null ? unknown : (variable(code, textAt(name, 1), depth) ?? unknown)
}

/** `os.getenv("HOME") .. "/x"`, `Path.home() / "x"`. */
function continued(code: CodeText, word: Word, end: { readonly at: number; readonly depth: number }): Word {
  const more = MORE.exec(code.text.slice(end.at, end.at + HEAD_CHARS))
  if (more === null || end.depth >= MAX_DEPTH) return word
  const next = valueAt(code, end.at + more[0].length, end.depth + 1)
  return wordOf(
    [word, next].map((part) => (part.kind === 'known' ? part.text : GAP)).join(more[1] === undefined ? '/' : ''),
  )
}

function joined(code: CodeText, from: number, depth: number): Word {
  const parts: Word[] = []
  let at: number | undefined = from
  while (at !== undefined && parts.length < MAX_PARTS) {
    parts.push(valueAt(code, at, depth + 1))
    at = afterComma(code.skeleton, at)
  }
  return wordOf(parts.map((part) => (part.kind === 'known' ? part.text : GAP)).join('/'))
}

/** Position of the next argument of the same call. */
function afterComma(skeleton: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < Math.min(skeleton.length, from + HEAD_CHARS); at++) {
    const char = skeleton.charAt(at)
    if (char === ',' && depth === 0) return at + 1
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth < 0) return undefined
  }
  return undefined
}

/** All the values that the expression may have: a name may have been given several. */
export function valuesAt(code: CodeText, from: number): readonly Word[] {
  const name = NAME.exec(code.text.slice(from, from + HEAD_CHARS).trimStart())
  const values = name === null ? [] : assigned(code, textAt(name, 1)).map((at) => valueAt(code, at, 1))
  return values.length > 1 ? values : [valueAt(code, from)]
}

/** The strings after the first argument: Perl opens what follows the handle and the mode, `open(F, '<', "x")`. */
export const furtherStrings = (code: CodeText, from: number, length: number): readonly Word[] =>
  [...code.text.slice(from, from + length).matchAll(/,\s{0,8}(?=["'])/g)].map(({ index, 0: gap }) =>
    valueAt(code, from + index + gap.length),
  )

const MAX_VALUES = 8
export const NAME = /^[$@%]?([A-Za-z_]\w*)\s*(?:[,)\]};\n]|$)/

/** `name = 'literal'`, or `for name in glob('pattern')`, somewhere in the text. */
function variable(code: CodeText, name: string, depth: number): Word | undefined {
  const at = assigned(code, name).at(-1)
  return at === undefined ? undefined : valueAt(code, at, depth + 1)
}

/** Where the values stand that the name is given. */
export function assigned(code: CodeText, name: string): readonly number[] {
  const set = new RegExp(`(?:^|[^\\w.])[$@%]?${name}\\s{0,8}=(?!=)\\s{0,8}`, 'g')
  const looped = new RegExp(
    `for\\s{1,8}\\(?(?:(?:const|let|var|my)\\s)?\\$?${name}\\s{1,8}(?:in|of)\\s[^\\n]{0,80}?glob(?:Sync)?\\(`,
    'g',
  )
  return [...code.skeleton.matchAll(set), ...code.skeleton.matchAll(looped)]
    .slice(-MAX_VALUES)
    .map((found) => found.index + found[0].length)
}

/** A string literal, escapes undone; `{x}` of Python, `${x}` and `#{x}` inside are holes. */
function literalAt(
  code: CodeText,
  quoteAt: number,
  { isFormat, depth }: { readonly isFormat: boolean; readonly depth: number },
): Word {
  const { text } = code
  const end = stringEnd(text, quoteAt)
  const quote = text.charAt(quoteAt)
  const width = text.startsWith(quote.repeat(3), quoteAt) ? 3 : 1
  const value = unescaped(text.slice(quoteAt + width, Math.max(end - width, quoteAt + width)))
  const known = (whole: string, name: string | undefined): string => {
    if (HOME.test(whole.replace(/^(?:[$#]?\{)/, ''))) return '~'
    const found = name === undefined || depth >= MAX_DEPTH ? undefined : variable(code, name, depth)
    return found?.kind === 'known' ? found.text : GAP
  }
  if (isFormat) return wordOf(fillBraces(value, /\{(?:(\w+)|[^}]*)\}/g, known))
  return wordOf(quote === "'" ? value : fillBraces(value, /\$ENV\{[^}]*\}|[$#]\{(?:(\w+)|[^}]*)\}/g, known))
}

/** Up to the last bracket that closes: behind it every one that opens would be followed to the end, in vain. */
function fillBraces(text: string, holes: RegExp, fill: (found: string, name: string | undefined) => string): string {
  const end = text.lastIndexOf('}') + 1
  return text.slice(0, end).replace(holes, fill) + text.slice(end)
}
