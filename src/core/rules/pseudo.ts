import type { ResolvedCommand, Word } from './shell/reading.ts'

export const knownWord = (text: string): Word => ({ kind: 'known', text, glob: false })

/** A command that no shell text spells out: what a step or a piece of code amounts to, in words the rules know. */
export function pseudoCommand(
  words: readonly (string | Word)[],
  where: Partial<Pick<ResolvedCommand, 'cwd' | 'via' | 'place' | 'redirects' | 'privileged' | 'input'>>,
): ResolvedCommand {
  return {
    kind: 'command',
    argv: words.map((word) => (typeof word === 'string' ? knownWord(word) : word)),
    cwd: where.cwd,
    via: where.via ?? [],
    privileged: where.privileged ?? false,
    place: where.place ?? 'local',
    input: where.input ?? { kind: 'none' },
    redirects: where.redirects ?? [],
    env: [],
  }
}
