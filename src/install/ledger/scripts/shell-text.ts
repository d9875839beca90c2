/** Shell or awk as it is meant: backslashes stay, and `$\{` stands for what a template would take for its own. No backticks. */
export function shellText(text: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw({ raw: text.raw.map((piece) => piece.replaceAll('$\\{', '${')) }, ...parts)
}

/** A program for awk, between single quotes. */
export function awkText(program: string): string {
  return program.replaceAll("'", "'\\''")
}
