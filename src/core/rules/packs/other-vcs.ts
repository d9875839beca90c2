import { definePack } from '../rule.ts'

const HELP = '--help|-h'
const DRY = '-n|--dry-run'

/** Version control other than git. */
export const otherVcs = definePack('git', () => [
  {
    id: 'other-discard',
    harm: 'discard-uncommitted',
    family: 'git checkout',
    when: [
      { program: ['hg', 'sl', 'chg'], path: ['update|up|checkout|co|goto'], has: ['-C|--clean'], lacks: [HELP] },
      { program: ['hg', 'sl', 'chg'], path: ['revert'], lacks: [HELP, DRY, '-i|--interactive'] },
      { program: ['hg', 'sl', 'chg'], path: ['purge|clean|shelve_|strip|rollback'], lacks: [HELP, DRY, '-p|--print'] },
      { program: ['svn'], path: ['revert'], lacks: [HELP] },
      { program: ['svn'], path: ['cleanup'], has: ['--remove-unversioned|--remove-ignored'] },
      { program: ['bzr', 'brz', 'fossil'], path: ['revert|clean-tree|uncommit'], lacks: [HELP, DRY] },
      { program: ['jj'], path: ['abandon'], lacks: [HELP] },
      { program: ['jj'], path: ['op|operation', 'restore|abandon'], lacks: [HELP] },
      { program: ['jj'], path: ['restore'], lacks: [HELP, '-i|--interactive'] },
      { program: ['p4'], path: ['revert|clean|obliterate'], lacks: [HELP, '-n'] },
    ],
    about: 'operands',
    examples: {
      matches: ['hg update -C', 'hg revert --all', 'svn revert -R .', 'jj abandon', 'hg purge --all'],
      not: ['hg update', 'hg revert --dry-run a', 'svn status', 'jj log', 'jj new'],
    },
  },
])
