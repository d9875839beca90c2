import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash'
import { MAX_INSIDE } from './limits.ts'
import { toWord, withoutMarks } from './marks.ts'
import type { ResolvedCommand, Word } from './reading.ts'
import { isTangled } from './tangled.ts'

/** Characters that are looked at; this is a hint, not a reading. */
export const MAX_SCAN_CHARS = 8_192
/** Nodes that are looked at. */
const MAX_SCAN_NODES = 1_000

/**
 * Commands that a string would hold if somebody executed it: words as written, nothing evaluated.
 * Broken text is cut at operators, so that what a parser gives up on is still seen.
 */
export function literalCommandsIn(text: string): readonly ResolvedCommand[] {
  const head = withoutMarks(text.slice(0, MAX_SCAN_CHARS))
  if (isTangled(head)) return cutCommands(head)
  const script = parse(head)
  const found: ResolvedCommand[] = []
  const waiting: SyntaxNode[] = [script]
  for (let seen = 0; seen < MAX_SCAN_NODES && found.length < MAX_INSIDE; seen += 1) {
    const node = waiting.pop()
    if (node === undefined) break
    if (node.type === 'Command' && node.name !== undefined) {
      const words = [node.name, ...node.suffix].flatMap((item) => (item.type === 'Word' ? [item.value] : []))
      found.push(literalCommand(words))
    }
    const children: SyntaxNode[] = []
    forEachChild(node, (child) => {
      children.push(child)
    })
    waiting.push(...children.toReversed())
  }
  return hasErrors(script) ? withoutDoubles([...found, ...cutCommands(head)]).slice(0, MAX_INSIDE) : found
}

export function hasErrors(script: ParsedScript): boolean {
  return script.errors !== undefined && script.errors.length > 0
}

function withoutDoubles(commands: readonly ResolvedCommand[]): readonly ResolvedCommand[] {
  return [...new Map(commands.map((command) => [JSON.stringify(command.argv), command])).values()]
}

/** The text cut at every operator, quotes dropped, without a parser. */
export function cutCommands(text: string): readonly ResolvedCommand[] {
  return text
    .slice(0, MAX_SCAN_CHARS)
    .split(/[;&|\n(){}`]+/)
    .map((piece) =>
      piece
        .replace(/["'\\$]/g, '')
        .split(/\s+/)
        .filter(Boolean),
    )
    .filter((words) => words.length > 1)
    .slice(0, MAX_INSIDE)
    .map(literalCommand)
}

function literalCommand(words: readonly string[]): ResolvedCommand {
  const argv: readonly Word[] = words.map((word) => toWord(word, word))
  return {
    kind: 'command',
    argv,
    cwd: undefined,
    via: [],
    privileged: false,
    place: 'local',
    input: { kind: 'none' },
    redirects: [],
    env: [],
  }
}
