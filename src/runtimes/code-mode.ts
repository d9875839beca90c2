const COMMANDS =
  /tools\.(?:exec_command|shell_command|shell)\(\s{0,40}\{\s{0,40}"?(?:cmd|command)"?\s{0,40}:\s{0,40}("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/g

/** What a piece of code mode does, as one call of the tool that its hooks would name. */
export type Nested = { readonly tool: 'Bash' | 'apply_patch'; readonly command: string }

/** Some models run code that in turn calls tools: `await tools.exec_command({"cmd": "npm test"})`. */
export function nestedCall(code: string): Nested | undefined {
  const commands = [...code.matchAll(COMMANDS)].map(([, literal = '']) => literalText(literal))
  if (commands.length > 0) return { tool: 'Bash', command: commands.join('\n') }
  return code.includes('tools.apply_patch(')
    ? { tool: 'apply_patch', command: code.replaceAll(String.raw`\n`, '\n') }
    : undefined
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

const literalText = (literal: string): string =>
  literal.slice(1, -1).replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter)
