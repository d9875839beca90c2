import { wordSet } from '../../text/word-table.ts'
import { decodeEscapes } from '../expand/decode.ts'
import { HOLE } from '../marks.ts'
import type { ProgramEffects } from './sed-program.ts'

type Token = { readonly kind: 'text' | 'name' | 'sign'; readonly text: string }

/** `system("…")`, `print | "…"`, `"…" | getline`, `getline < "…"` and `print > "…"` of an awk program. */
export function readAwk(
  program: string,
  given: ReadonlyMap<string, string>,
): ProgramEffects & { readonly reads: readonly string[] } {
  const tokens = tokensOf(program)
  const variables = new Map([...given, ...assignments(tokens, given)])
  const reads: string[] = []
  const commands: string[] = []
  const writes: string[] = []
  let printing = false
  let depth = 0
  tokens.forEach((token, at) => {
    const { kind, text } = token
    if (kind === 'name' && text === 'system') commands.push(joined(operand(tokens, at + 2), variables))
    if (kind === 'name' && /^printf?$/.test(text)) [printing, depth] = [true, 0]
    if (kind !== 'sign') return
    if (/^[;{}\n]$/.test(text)) printing = false
    depth += Number(text === '(') - Number(text === ')')
    if (text === '|' || text === '|&') {
      const isGetline = tokens[at + 1]?.text === 'getline'
      // `print "code" | "sh"`.
      if (!isGetline && isShell(tokens[at + 1]))
        commands.push(joined(operandBefore(tokens, at), variables).replace(/^printf?/, ''))
      commands.push(joined(isGetline ? operandBefore(tokens, at) : operand(tokens, at + 1), variables))
    }
    // `getline < "x"`, `getline line < "x"`.
    if (text === '<' && [at - 1, at - 2].some((before) => tokens[before]?.text === 'getline'))
      reads.push(joined(operand(tokens, at + 1), variables))
    // A comparison stands in brackets or outside a print.
    if (/^>>?$/.test(text) && printing && depth === 0) writes.push(joined(operand(tokens, at + 1), variables))
  })
  return { commands, writes, reads }
}

const isShell = (token: Token | undefined): boolean =>
  token?.kind === 'text' && /^\s*(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh\b/.test(token.text)

/** Tokens of one expression that are looked at. */
const MAX_OPERAND_TOKENS = 200

/** `cmd = "…" "…"` anywhere in the program. */
const assignments = (tokens: readonly Token[], given: ReadonlyMap<string, string>): readonly [string, string][] =>
  tokens.flatMap((token, at): [string, string][] =>
    token.kind === 'name' && tokens[at + 1]?.text === '=' && tokens[at + 2]?.kind === 'text'
      ? [[token.text, joined(operand(tokens, at + 2), given)]]
      : [],
  )

const PAIRS: ReadonlySet<string> = wordSet('|| |& >> && == != <= >= += -= *= /= %= ^= ++ --')

/** `ENVIRON["HOME"]`: the shell and whoever reads paths know it by a shorter name. */
const HOME = /ENVIRON\s*\[\s*"HOME"\s*\]/g

function tokensOf(given: string): readonly Token[] {
  const program = given.replace(HOME, '"~"')
  const tokens: Token[] = []
  let at = 0
  while (at < program.length) {
    const rest = program.slice(at, at + 2)
    const char = rest.charAt(0)
    if (char === '#') at = endOf(program, at, '\n')
    else if (char === '"') {
      const end = endOf(program, at + 1, '"')
      tokens.push({ kind: 'text', text: decodeEscapes(program.slice(at + 1, end - 1)) })
      at = end
    } else if (char === '/' && startsPattern(tokens.at(-1))) {
      at = endOf(program, at + 1, '/')
      tokens.push({ kind: 'name', text: '/' })
    } else if (/[ \t\r\\]/.test(char)) at += 1
    else if (/[\w$]/.test(char)) {
      const name = nameAt(program, at)
      tokens.push({ kind: 'name', text: name })
      at += name.length
    } else {
      const sign = PAIRS.has(rest) ? rest : char
      tokens.push({ kind: 'sign', text: sign })
      at += sign.length
    }
  }
  return tokens
}

function nameAt(text: string, start: number): string {
  let end = start
  while (/[\w$]/.test(text.charAt(end))) end += 1
  return text.slice(start, end)
}

function endOf(text: string, start: number, close: string): number {
  let at = start
  while (at < text.length && text.charAt(at) !== close) at += text.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

/** A slash after a value divides; anywhere else it opens a pattern. */
function startsPattern(before: Token | undefined): boolean {
  return (
    before === undefined ||
    (before.kind === 'sign' && before.text !== ')' && before.text !== ']') ||
    before.text === 'return'
  )
}

const ENDS: ReadonlySet<string> = new Set([';', '}', '\n', '|', '|&', '>', '>>', '&&', '||', '?', ':'])

/** Tokens of an expression from here to where its statement or bracket ends. */
function operand(tokens: readonly Token[], start: number): readonly Token[] {
  let depth = 0
  let at = start
  for (; at < Math.min(tokens.length, start + MAX_OPERAND_TOKENS); at += 1) {
    const token = tokens[at]
    if (token?.kind !== 'sign') continue
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    if (depth < 0 || (depth === 0 && ENDS.has(token.text))) break
  }
  return tokens.slice(start, at)
}

function operandBefore(tokens: readonly Token[], end: number): readonly Token[] {
  const before = tokens.slice(Math.max(0, end - MAX_OPERAND_TOKENS), end)
  const start = before.findLastIndex((token) => token.kind === 'sign' && /^[;{}\n(=]$/.test(token.text))
  return before.slice(start + 1)
}

/** Constant parts stay, variables given by `-v` are put in, the rest is unknown. */
function joined(tokens: readonly Token[], variables: ReadonlyMap<string, string>): string {
  return tokens
    .filter((token) => token.kind !== 'sign')
    .map((token) => (token.kind === 'text' ? token.text : (variables.get(token.text) ?? HOLE)))
    .join('')
}
