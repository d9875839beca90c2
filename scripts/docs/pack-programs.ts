import { PACKS } from '../../src/core/rules/rule-book.ts'

/** The programs each pack of rules is about, so that the packs a command has nothing to do with are never made. */
export function packPrograms(): string {
  const rows = Object.entries(PACKS).map(([key, pack]) => {
    const names = new Set(pack().flatMap((rule) => rule.when.flatMap((matcher) => matcher.program)))
    return `  ${key}: ' ${[...names].toSorted().join(' ')} ',`
  })
  return [
    '// Written by `npm run docs`: the programs that the rules of each pack name.',
    'export const PACK_PROGRAMS = {',
    ...rows,
    '}',
    '',
    'export type PackKey = keyof typeof PACK_PROGRAMS',
    '',
  ].join('\n')
}
