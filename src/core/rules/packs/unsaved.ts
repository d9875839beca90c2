import type { Matcher, TargetTest } from '../../model/rule.ts'
import { definePack } from '../rule.ts'

const KEPT = '-n|--no-clobber|-b|--backup|-i|--interactive|-u|--update|--help|--version'

/** Every way in which a file is put in the place of another. */
function replacers(is: TargetTest['is']): readonly Matcher[] {
  return [
    { program: ['tee', 'sponge'], lacks: ['-a|--append|--help'], targets: { of: 'operands', is } },
    { program: ['cp', 'mv', 'install'], lacks: [KEPT], fresh: true, targets: { of: 'landings', is } },
    { program: ['ln'], has: ['-f|--force'], lacks: ['-b|--backup'], targets: { of: 'landings', is } },
    { program: ['dd'], noWords: ['conv=*notrunc*'], targets: { of: 'key:of', is } },
    { program: ['sort', 'gsort'], targets: { of: 'option:-o|--output', is } },
    {
      program: ['sed', 'gsed'],
      has: ['-i|--in-place'],
      words: ['d|1,$d|1,$ d|/./d|/.*/d|//d|0,$d|1,$!d|/^/d|/$/d'],
      targets: { of: 'operands', is },
    },
  ]
}

export const unsaved = definePack('filesystem', () => [
  {
    id: 'delete-unsaved',
    harm: 'discard-uncommitted',
    family: 'rm',
    when: [
      {
        program: ['rm', 'srm', 'grm', 'unlink'],
        lacks: ['-r|-R|--recursive|-i|--help|--version'],
        targets: { of: 'operands', is: ['unsaved', 'sources', 'document'] },
      },
      {
        program: ['git'],
        path: ['rm'],
        has: ['-f|--force'],
        lacks: ['-n|--dry-run|--cached|--help|-h'],
        targets: { of: 'operands', is: ['unsaved'] },
      },
    ],
    examples: {
      matches: [
        'rm dirty.txt',
        'rm -f ./dirty.txt',
        'rm src/*',
        'rm -f src/*.ts',
        'rm ~/Documents/thesis.docx',
        'git rm -f dirty.txt',
      ],
      not: [
        'rm src/old.ts',
        'rm *.log',
        'rm build/*',
        'rm /tmp/*.ts',
        'rm dist/*.js',
        'git rm dirty.txt',
        'rm ~/Downloads/a.zip',
      ],
    },
  },
  {
    id: 'overwrite-unsaved',
    harm: 'overwrite',
    family: 'overwrite',
    when: replacers(['unsaved']),
    examples: {
      matches: [
        'cp other.txt dirty.txt',
        'mv -f other.txt dirty.txt',
        'echo x | tee dirty.txt',
        'dd if=a of=dirty.txt',
        'sort -o dirty.txt list',
        "sed -i '1,$d' dirty.txt",
        'ln -sf /dev/null dirty.txt',
      ],
      not: [
        'cp dirty.txt /tmp/x',
        'echo x >> dirty.txt',
        "sed -i 's/a/b/' dirty.txt",
        'echo text > dirty.txt',
        'cp -n a dirty.txt',
        'sed s/a/b/ dirty.txt > t && mv t dirty.txt',
      ],
    },
  },
])
