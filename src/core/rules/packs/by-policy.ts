import { LOCKFILE_NAMES } from '../book/known-names.ts'
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

const NAMES = LOCKFILE_NAMES.split('|')
  .flatMap((name) => [name, `*/${name}`])
  .map((name) => name.toLowerCase())
  .join('|')

/** For those to whom a lockfile is a decision: it is not deleted or written over unasked. */
export const lockfiles = definePack('filesystem', () => [
  {
    id: 'lockfile',
    harm: 'overwrite',
    family: 'lockfile',
    when: [
      { program: ['rm', 'srm', 'grm', 'unlink', 'shred', 'truncate', 'tee', 'mv'], words: [NAMES] },
      { program: ['cp', 'ln', 'install', 'rsync'], operands: [2, 999], targets: { of: 'last', is: ['lockfile'] } },
      { program: ['dd'], targets: { of: 'key:of', is: ['lockfile'] } },
      { program: ['sed', 'gsed', 'perl'], has: ['-i|--in-place'], words: [NAMES] },
      { program: ['git'], path: ['rm'], words: [NAMES], lacks: ['-n|--dry-run|--help'] },
      { program: ['*'], targets: { of: 'written', is: ['lockfile'] } },
      {
        program: ['npm', 'pnpm', 'yarn', 'bun', 'cargo', 'poetry', 'uv', 'bundle', 'composer'],
        path: ['update|upgrade|up'],
      },
    ],
    about: 'operands',
    examples: {
      matches: ['rm -rf node_modules package-lock.json', 'rm yarn.lock', 'echo x > Cargo.lock', 'npm update'],
      not: ['npm ci', 'rm -rf node_modules', 'cat package-lock.json', 'npm install left-pad', 'cp yarn.lock /tmp'],
    },
  },
])
