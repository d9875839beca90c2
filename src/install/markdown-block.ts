const BEGIN = '<!-- >>> fairlead: `fairlead uninstall` removes these lines -->'
const END = '<!-- <<< fairlead -->'
const BLOCK = /\n?<!-- >>> fairlead[^\n]*\n(?<lines>[\s\S]{0,65536}?)<!-- <<< fairlead -->(?:\n|$)/

/** One marked block at the end of a Markdown file; everything else stays as it is. */
export function addMarkdownBlock(text: string, lines: readonly string[]): string {
  const rest = removeMarkdownBlock(text)
  const gap = rest === '' ? '' : rest.endsWith('\n') ? '\n' : '\n\n'
  return `${rest}${gap}${[BEGIN, ...lines, END].join('\n')}\n`
}

export function removeMarkdownBlock(text: string): string {
  return text.replace(BLOCK, '')
}

export function hasMarkdownBlock(text: string, lines: readonly string[]): boolean {
  return BLOCK.exec(text)?.groups?.['lines'] === `${lines.join('\n')}\n`
}
