import type { Matcher, TargetClass } from '../../model/rule.ts'
import { definePack } from '../rule.ts'

const RECURSIVE = ['-r|-R|--recursive']
const RM = ['rm', 'srm', 'grm']

/** What nobody can give back: overridden by passphrase only (design, section 4.5). */
const VITAL: readonly TargetClass[] = ['root', 'home', 'system', 'project-root', 'vcs', 'device', 'account']

/** Not provably regenerable. */
const TREES: readonly TargetClass[] = [
  'project',
  'outside-project',
  'home-config',
  'startup',
  'vcs-control',
  'temp-root',
  'maybe-root',
]

const PRECIOUS_FILES: readonly TargetClass[] = [
  'system',
  'account',
  'startup',
  'vcs',
  'vcs-control',
  'device',
  'secret',
]

const ENV_FILE = '.env|*/.env|.env.local|*/.env.local|.env.production|*/.env.production'

const VALUABLE: readonly TargetClass[] = [
  'project',
  'outside-project',
  'home-config',
  'startup',
  'system',
  'account',
  'vcs',
  'vcs-control',
  'secret',
  'maybe-root',
  'unknown',
]

/** Substitutions that print every file of a tree. */
const LISTED =
  '$(git ls-files)|`git ls-files`|$(git ls-files -*)|$(git ls-tree -r *)|$(git diff --name-only*)|$(find *)|`find *`|"$(find *)"|$(fd)|$(rg --files*)'

const SYNC_DELETE = [
  '--del|--delete|--delete-before|--delete-during|--delete-after|--delete-delay|--delete-excluded|--delete-missing-args',
]
const RSYNC: Matcher = { program: ['rsync'], has: SYNC_DELETE, lacks: ['-n|--dry-run|--list-only'] }

export const filesystem = definePack('filesystem', () => [
  {
    id: 'delete-vital',
    harm: 'delete',
    tier: 'catastrophic',
    override: 'passphrase',
    family: 'rm',
    when: [
      { program: RM, has: RECURSIVE, lacks: ['--help|--version'], targets: { of: 'operands', is: VITAL } },
      { ...RSYNC, targets: { of: 'last', is: ['root', 'home', 'system', 'vcs'] } },
      { program: ['rd', 'rmdir', 'deltree'], words: ['/s|/S'], targets: { of: 'operands', is: VITAL } },
      { program: ['del', 'erase'], words: ['/s|/S'], targets: { of: 'operands', is: VITAL } },
    ],
    examples: {
      matches: ['rm -rf /', 'rm -fr ~', 'rm -r --force /etc', 'rm -rf .', 'rm -rf .git', 'rsync -a --delete empty/ /'],
      not: ['rm -rf node_modules', 'rm -rf /tmp/build-1', 'rm file.txt', 'rm --help'],
    },
  },
  {
    id: 'delete-tree',
    harm: 'delete',
    tier: 'catastrophic',
    family: 'rm',
    when: [
      { program: RM, has: RECURSIVE, lacks: ['--help|--version'], targets: { of: 'operands', is: TREES } },
      { program: ['rd', 'rmdir', 'deltree', 'del', 'erase'], words: ['/s|/S'], targets: { of: 'operands', is: TREES } },
      {
        program: ['remove-item', 'ri'],
        has: ['-recurse|-r'],
        targets: { of: 'operands', is: [...TREES, ...VITAL, 'unknown'] },
      },
    ],
    examples: {
      matches: ['rm -rf src', 'rm -r ../outside', 'rm -rf /some/path', 'rm -rf "$DIR/"', 'rm -Rf docs node_modules'],
      not: ['rm -rf dist', 'rm -rf /tmp/x/y', 'rm -f notes.txt', 'rm -rf node_modules/.cache'],
    },
  },
  {
    id: 'delete-committed',
    harm: 'delete',
    family: 'rm',
    when: [{ program: RM, has: RECURSIVE, targets: { of: 'operands', is: ['committed'] } }],
    examples: {
      matches: ['rm -rf committed-folder', 'rm -r -f ./committed-folder'],
      not: ['rm -rf node_modules', 'ls committed-folder'],
    },
  },
  {
    id: 'delete-unknown',
    harm: 'delete',
    family: 'rm',
    when: [
      { program: RM, has: RECURSIVE, targets: { of: 'operands', is: ['unknown', 'remote-path'] } },
      {
        program: [...RM, 'unlink', 'shred'],
        via: ['find*|fd*|xargs|parallel|each listed file'],
        targets: {
          of: 'operands',
          is: [...VITAL, 'project', 'outside-project', 'home-config', 'unknown', 'committed'],
        },
      },
      {
        program: [...RM, 'unlink', 'shred'],
        raw: [LISTED],
        targets: {
          of: 'operands',
          is: [...VITAL, 'project', 'outside-project', 'home-config', 'unknown', 'committed'],
        },
      },
      {
        program: ['<find-delete>'],
        targets: { of: 'operands', is: [...VITAL, ...TREES, 'unknown', 'remote-path', 'committed', 'secret'] },
      },
    ],
    examples: {
      matches: [
        'rm -rf "$TARGET"',
        'rm -rf $(cat list.txt)',
        "find . -name '*.ts' -delete",
        'find src -mtime +30 -exec rm {} +',
        'for f in $(git ls-files); do rm $f; done',
        'rm $(git ls-files)',
        "rm -f $(find . -name '*.ts')",
        'git ls-files | while read -r f; do rm "$f"; done',
      ],
      not: [
        'rm -rf "$DIR/node_modules"',
        "find . -name '*.pyc' -delete",
        "find /tmp -name '*.tmp' -delete",
        'find . -type f',
        'for f in $(ls *.tmp); do rm $f; done',
        "rm -f $(find . -name '*.pyc')",
        'rm $(find /tmp/x -type f)',
        'for f in $(git ls-files); do wc -l $f; done',
      ],
    },
  },
  {
    id: 'delete-precious-file',
    harm: 'delete',
    family: 'rm',
    when: [
      {
        program: [...RM, 'unlink'],
        lacks: ['-r|-R|--recursive|--help|--version'],
        targets: { of: 'operands', is: PRECIOUS_FILES },
      },
      {
        program: [...RM, 'unlink'],
        lacks: ['-r|-R|--recursive'],
        words: [ENV_FILE],
        place: 'local',
        targets: { of: 'operands', is: ['project', 'outside-project'] },
      },
    ],
    examples: {
      matches: ['rm /etc/hosts', 'rm -f ~/.bashrc', 'rm .git/HEAD', 'rm ~/.ssh/id_ed25519', 'rm .env'],
      not: ['rm src/old.ts', 'rm .git/index.lock', 'rm .env.example', 'rm -f /tmp/x'],
    },
  },
  {
    id: 'delete-all-files',
    harm: 'delete',
    family: 'rm',
    when: [
      {
        program: RM,
        lacks: ['-r|-R|--recursive|--help|--version'],
        targets: { of: 'operands', is: ['root', 'home', 'project-root'] },
      },
    ],
    examples: { matches: ['rm *', 'rm -f ./*', 'rm ~/*'], not: ['rm *.log', 'rm build/*', 'rm a.txt b.txt'] },
  },
  {
    id: 'shred',
    harm: 'delete',
    family: 'shred',
    when: [
      {
        program: ['shred', 'wipe', 'sdelete'],
        targets: { of: 'operands', is: [...VALUABLE, 'committed', 'project-root', 'home', 'root'] },
        lacks: ['--help|--version'],
      },
    ],
    examples: { matches: ['shred -u secret.txt', 'shred notes.md'], not: ['shred /tmp/x', 'shred --help'] },
  },
  {
    id: 'truncate',
    harm: 'overwrite',
    tier: 'catastrophic',
    family: 'truncate',
    when: [
      {
        program: ['truncate'],
        lacks: ['--help|--version|--size=+*'],
        targets: { of: 'operands', is: VALUABLE },
      },
    ],
    examples: {
      matches: ['truncate -s 0 file.txt', 'truncate --size=0 data/users.csv', 'truncate -s 0 /var/log/syslog'],
      not: ['truncate -s 0 /tmp/x', 'truncate -s 0 logs/app.log', 'truncate --help'],
    },
  },
  {
    id: 'truncate-committed',
    harm: 'overwrite',
    family: 'truncate',
    when: [{ program: ['truncate'], targets: { of: 'operands', is: ['committed', 'recoverable'] } }],
    examples: {
      matches: ['truncate -s 0 committed-folder', 'truncate -s0 ./committed-folder'],
      not: ['truncate -s 0 /tmp/x', 'cat committed-folder'],
    },
  },
  {
    id: 'empty-file',
    harm: 'overwrite',
    family: 'truncate',
    when: [
      {
        program: ['*'],
        targets: { of: 'emptied', is: ['project', 'outside-project', 'home-config', 'maybe-root', 'secret'] },
      },
      {
        program: ['cp'],
        words: ['/dev/null|/dev/zero'],
        targets: { of: 'last', is: ['project', 'outside-project', 'home-config', 'secret'] },
      },
      {
        program: ['dd'],
        words: ['if=/dev/zero|if=/dev/null|if=/dev/random|if=/dev/urandom'],
        targets: { of: 'key:of', is: ['outside-project', 'home-config', 'secret'] },
      },
    ],
    examples: {
      matches: ['> dirty.txt', ': > ./dirty.txt', 'cat /dev/null > dirty.txt', 'cp /dev/null src/app.ts'],
      not: ['echo hello > dirty.txt', '> new.txt', '> /tmp/out', ': > logs/app.log', 'make > build/log'],
    },
  },
  {
    id: 'move-away',
    harm: 'delete',
    family: 'mv',
    when: [
      { program: ['mv'], words: ['/dev/null'], targets: { of: 'operands', is: ['null'] } },
      {
        program: ['mv'],
        targets: { of: 'sources', is: ['root', 'home', 'system', 'project-root', 'vcs', 'account'] },
        operands: [2, 999],
      },
    ],
    examples: {
      matches: ['mv Cargo.toml /dev/null', 'mv .git /tmp/g', 'mv /etc/hosts /tmp/h'],
      not: ['mv a.ts b.ts', 'mv build /tmp/b'],
    },
  },
  {
    id: 'sync-delete',
    harm: 'delete',
    family: 'rsync --delete',
    when: [
      {
        ...RSYNC,
        targets: {
          of: 'last',
          is: [
            'project',
            'outside-project',
            'home-config',
            'project-root',
            'unknown',
            'maybe-root',
            'remote-path',
            'temp-root',
            'committed',
          ],
        },
      },
      { program: ['robocopy'], words: ['/mir|/MIR|/purge|/PURGE'] },
    ],
    examples: {
      matches: ['rsync -a --delete src/ dest/', 'rsync --delete-after a/ host:/srv/a/'],
      not: ['rsync -an --delete src/ dest/', 'rsync -av src/ dest/', 'rsync -a --delete src/ /tmp/x/'],
    },
  },
  {
    id: 'archive-and-remove',
    harm: 'delete',
    family: 'tar --remove-files',
    when: [{ program: ['tar', 'gtar', 'bsdtar'], has: ['--remove-files'] }],
    about: 'operands',
    examples: {
      matches: ['tar --remove-files -cf out.tar src', 'tar -cf a.tar --remove-files docs'],
      not: ['tar -cf out.tar src', 'tar -xf a.tar'],
    },
  },
])
