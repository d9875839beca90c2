/** Lines of ours in a file of somebody else, between two comments that say whose they are. */
const NOTE = 'fairlead: `fairlead uninstall` removes these lines'
const HASH = {
  begin: `# >>> ${NOTE}`,
  end: '# <<< fairlead',
  block: /# >>> fairlead[^\n]{0,200}\n(?<lines>[\s\S]{0,65536}?)# <<< fairlead[^\n]{0,200}(?:\n|$)/,
}
const MARKDOWN = {
  begin: `<!-- >>> ${NOTE} -->`,
  end: '<!-- <<< fairlead -->',
  block: /\n?<!-- >>> fairlead[^\n]*\n(?<lines>[\s\S]{0,65536}?)<!-- <<< fairlead -->(?:\n|$)/,
}

/** Adds `lines` to our block at the end of the text; lines of other projects in it stay. */
export function addLines(text: string, lines: readonly string[]): string {
  const rest = removeBlock(text)
  const gap = rest === '' || rest.endsWith('\n') ? '' : '\n'
  return `${rest}${gap}${[HASH.begin, ...new Set([...linesIn(text), ...lines]), HASH.end].join('\n')}\n`
}

export function removeBlock(text: string): string {
  return text.replace(HASH.block, '')
}

export function hasLines(text: string, lines: readonly string[]): boolean {
  const present = linesIn(text)
  return lines.every((line) => present.includes(line))
}

function linesIn(text: string): readonly string[] {
  const block = HASH.block.exec(text)?.groups?.lines ?? ''
  return block.split('\n').filter((line) => line !== '')
}

/** The same in Markdown: one block at the end, with an empty line before it. */
export function addMarkdownBlock(text: string, lines: readonly string[]): string {
  const rest = removeMarkdownBlock(text)
  const gap = rest === '' ? '' : rest.endsWith('\n') ? '\n' : '\n\n'
  return `${rest}${gap}${[MARKDOWN.begin, ...lines, MARKDOWN.end].join('\n')}\n`
}

export function removeMarkdownBlock(text: string): string {
  return text.replace(MARKDOWN.block, '')
}

export function hasMarkdownBlock(text: string, lines: readonly string[]): boolean {
  return MARKDOWN.block.exec(text)?.groups?.['lines'] === `${lines.join('\n')}\n`
}
