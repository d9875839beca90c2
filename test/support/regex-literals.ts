/** A regular expression as it stands in the source. */
export interface Literal {
  readonly line: number
  readonly pattern: RegExp
}

const BEFORE_A_PATTERN = /(?:^|[=(,:;!&|?{}[+>\n]|\b(?:return|case|of|in|typeof))\s*$/
const PATTERN = /^\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/

/** Every literal of a TypeScript file. Text in quotes and comments is passed over; templates are looked into. */
export function regexLiterals(source: string): readonly Literal[] {
  const found: Literal[] = []
  let at = 0
  let code = ''
  const braces: string[] = []
  const skip = (length: number, seen: string) => {
    at += length
    code = `${code}${seen}`.slice(-40)
  }
  while (at < source.length) {
    const rest = source.slice(at, at + 4_000)
    const char = rest[0] ?? ''
    const passed = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(rest)?.[0]
    const quoted = /^(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/.exec(rest)?.[0]
    const pattern = char === '/' && BEFORE_A_PATTERN.test(code) ? PATTERN.exec(rest) : null
    if (passed !== undefined) skip(passed.length, ' ')
    else if (quoted !== undefined) skip(quoted.length, '""')
    else if (pattern) {
      found.push({ line: source.slice(0, at).split('\n').length, pattern: new RegExp(pattern[1] ?? '', pattern[2]) })
      skip(pattern[0].length, '/x/')
    } else if (char === '`' || (char === '}' && braces.at(-1) === '`')) {
      if (char === '}') braces.pop()
      const text = /^[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/.exec(source.slice(at))?.[0] ?? char
      if (text.endsWith('${')) braces.push('`')
      skip(text.length, text.endsWith('${') ? '(' : '""')
    } else {
      if (char === '{') braces.push('{')
      if (char === '}') braces.pop()
      skip(1, char)
    }
  }
  return found
}
