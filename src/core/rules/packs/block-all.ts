import { definePack } from '../rule.ts'

/** EDGE-36 to the letter, for those who want it: no recursive forced delete at all, not even of what can be built again. */
export const blockAll = definePack('filesystem', () => [
  {
    id: 'rm-rf',
    harm: 'delete',
    tier: 'catastrophic',
    family: 'rm',
    when: [{ program: ['rm', 'srm', 'grm'], has: ['-r|-R|--recursive', '-f|--force'] }],
    about: 'operands',
    examples: {
      matches: ['rm -rf node_modules', 'rm -fr /tmp/build-1', 'sudo rm --recursive --force dist'],
      not: ['rm -r node_modules', 'rm -f notes.txt', 'rm -rf --help'],
    },
  },
])
