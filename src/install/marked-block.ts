const BEGIN = '# >>> fairlead: `fairlead uninstall` removes these lines'
const END = '# <<< fairlead'
const BLOCK = /# >>> fairlead[^\n]{0,200}\n(?<lines>[\s\S]{0,65536}?)# <<< fairlead[^\n]{0,200}(?:\n|$)/

/** Adds `lines` to our block at the end of the text; lines of other projects in it stay. */
export function addLines(text: string, lines: readonly string[]): string {
  const merged = [...new Set([...linesIn(text), ...lines])]
  const rest = removeBlock(text)
  const gap = rest === '' || rest.endsWith('\n') ? '' : '\n'
  return `${rest}${gap}${[BEGIN, ...merged, END].join('\n')}\n`
}

export function removeBlock(text: string): string {
  return text.replace(BLOCK, '')
}

export function hasLines(text: string, lines: readonly string[]): boolean {
  const present = linesIn(text)
  return lines.every((line) => present.includes(line))
}

function linesIn(text: string): readonly string[] {
  const block = BLOCK.exec(text)?.groups?.lines ?? ''
  return block.split('\n').filter((line) => line !== '')
}
