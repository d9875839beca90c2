/** What can be typed after the name of a command (`<file>`, `[file]`, `--out <file>`), and what each part means. */
export type Help = Readonly<Record<`<${string}` | `[${string}` | `-${string}`, string>> & {
  readonly about: string
  readonly examples: readonly string[]
  /** What a person does after it. */
  readonly next?: string
}

export const JSON_OUTPUT = 'print JSON'
export const JSON_LINES = 'print JSON, one object a line'
export const NO_QUESTIONS = "don't ask for confirmation"
