import type { TargetClass } from '../../model/rule.ts'
import { definePack } from '../rule.ts'

const WORTH: readonly TargetClass[] = [
  'root',
  'home',
  'system',
  'project-root',
  'vcs',
  'vcs-control',
  'account',
  'startup',
  'home-config',
  'project',
  'outside-project',
  'committed',
  'temp-root',
  'maybe-root',
  'unknown',
  'secret',
]

/** Files that go away although the program is asked for something else. */
export const takeAway = definePack('filesystem', () => [
  {
    id: 'copy-and-remove',
    harm: 'delete',
    family: 'tar --remove-files',
    when: [
      { program: ['zip'], has: ['-m|--move'], targets: { of: 'rest', is: WORTH } },
      { program: ['7z', '7za', '7zr', '7zz'], has: ['-sdel'], targets: { of: 'rest', is: WORTH } },
      { program: ['rar'], path: ['m|mf'], targets: { of: 'rest', is: WORTH } },
      { program: ['rar'], has: ['-df'], targets: { of: 'rest', is: WORTH } },
      {
        program: ['rsync'],
        has: ['--remove-source-files|--remove-sent-files'],
        lacks: ['-n|--dry-run|--list-only'],
        targets: { of: 'sources', is: WORTH },
      },
    ],
    examples: {
      matches: ['zip -rm out.zip src', '7z a -sdel out.7z src', 'rsync -a --remove-source-files src/ /tmp/x/'],
      not: ['zip -r out.zip src', '7z a out.7z src', 'rsync -a src/ /tmp/x/', 'zip -rm out.zip /tmp/x'],
    },
  },
  {
    id: 'desktop-remove',
    harm: 'delete',
    family: 'rm',
    when: [
      { program: ['gio', 'gvfs-rm'], path: ['remove'], targets: { of: 'operands', is: WORTH } },
      { program: ['gio'], path: ['trash'], has: ['--empty'] },
      { program: ['kioclient', 'kioclient5'], path: ['remove'], targets: { of: 'operands', is: WORTH } },
      { program: ['trash-empty', 'trash-rm'], lacks: ['--help|--dry-run'] },
    ],
    examples: {
      matches: ['gio remove notes.txt', 'gio trash --empty', 'trash-empty'],
      not: ['gio trash notes.txt', 'gio list', 'gio remove /tmp/x', 'trash-put a'],
    },
  },
])
