import type { TargetClass } from '../../model/rule.ts'
import { definePack } from '../rule.ts'

const RECURSIVE = ['-R|--recursive']
const VITAL: readonly TargetClass[] = ['root', 'home', 'system', 'account', 'device', 'maybe-root']
const CLOSED = '0|00|000|0000|a-rwx|a-rw|a-r|ugo-rwx|u-rwx|u-rw|u-r|-rwx|a=|u=|ugo='
const OPEN = '777|0777|666|0666|a+w|a+rw|a+rwx|o+w|o+rw|o+rwx|a=rwx|ugo+rwx|ugo+w|+w_|go+w|go+rwx|1777|2777'

export const permissions = definePack('permissions', () => [
  {
    id: 'recursive-vital',
    harm: 'weaken',
    tier: 'catastrophic',
    override: 'passphrase',
    family: 'chmod -R',
    when: [
      {
        program: ['chmod', 'chown', 'chgrp', 'setfacl', 'chattr', 'chflags', 'chcon', 'icacls', 'takeown'],
        has: RECURSIVE,
        lacks: ['--help'],
        targets: { of: 'operands', is: VITAL },
      },
    ],
    examples: {
      matches: ['chmod -R 777 /', 'sudo chown -R me /usr', 'chmod 777 -R /etc', 'setfacl -R -m u:a:rwx /etc'],
      not: ['chmod +x run.sh', 'chown -R me src', 'chmod -R u+w build'],
    },
  },
  {
    id: 'world-writable',
    harm: 'weaken',
    family: 'chmod 777',
    when: [
      {
        program: ['chmod'],
        words: [OPEN],
        targets: { of: 'operands', is: [...VITAL, 'startup', 'secret', 'vcs', 'vcs-control', 'home-config'] },
      },
      {
        program: ['chmod'],
        has: RECURSIVE,
        words: [OPEN],
        targets: { of: 'rest', is: ['project-root', 'outside-project', 'project', 'unknown', 'temp-root'] },
      },
    ],
    examples: {
      matches: ['chmod 777 /etc/passwd', 'chmod -R 777 .', 'chmod a+rwx ~/.ssh/id_rsa'],
      not: ['chmod 755 run.sh', 'chmod +x a.sh', 'chmod 600 ~/.ssh/id_rsa', 'chmod -R 777 /tmp/x'],
    },
  },
  {
    id: 'lock-out',
    harm: 'weaken',
    family: 'chmod -R',
    when: [
      {
        program: ['chmod'],
        has: RECURSIVE,
        words: [CLOSED],
        targets: {
          of: 'rest',
          is: ['project-root', 'project', 'committed', 'outside-project', 'home-config', 'unknown'],
        },
      },
      {
        program: ['chmod'],
        words: [CLOSED],
        targets: { of: 'operands', is: ['project-root', 'home'] },
      },
    ],
    examples: {
      matches: ['chmod -R 000 .', 'chmod -R a-rwx src', 'chmod 000 .', 'chmod -R u-rwx docs'],
      not: ['chmod 000 /tmp/x', 'chmod -R 755 src', 'chmod 000 locked.txt', 'chmod -R go-w src'],
    },
  },
  {
    id: 'system-rights',
    harm: 'weaken',
    family: 'chown',
    when: [
      {
        program: ['chmod', 'chown', 'chgrp', 'setfacl', 'chattr', 'chflags', 'chcon'],
        lacks: ['-R|--recursive|--help'],
        targets: { of: 'operands', is: ['root', 'home', 'system', 'account', 'device'] },
      },
      {
        program: ['chown', 'chgrp'],
        has: RECURSIVE,
        targets: { of: 'rest', is: ['outside-project', 'unknown', 'home-config'] },
      },
    ],
    examples: {
      matches: ['chmod 644 /etc/shadow', 'chattr -i /etc/sudoers', 'chown me /var/log/x', 'chown -R root /some/path'],
      not: ['chmod 644 a.txt', 'chown me a.txt', 'ls -l /etc'],
    },
  },
  {
    id: 'privilege-bit',
    harm: 'escalate',
    family: 'setuid',
    when: [
      { program: ['chmod'], words: ['u+s|g+s|+s|ug+s|a+s|4???|04???|6???|06???|u=*s*'] },
      { program: ['setcap'], lacks: ['-v|--help|-r'], operands: [2, 99] },
      { program: ['install'], has: ['--mode=4???,u+s'] },
    ],
    about: 'rest',
    examples: {
      matches: ['chmod u+s /tmp/sh', 'chmod 4755 x', 'setcap cap_setuid+ep /usr/bin/python3'],
      not: ['chmod 755 x', 'getcap /usr/bin/ping', 'chmod 0644 x'],
    },
  },
  {
    id: 'root-shell',
    harm: 'escalate',
    family: 'root shell',
    when: [
      { program: ['sudo', 'doas'], has: ['-i|-s|--login|--shell'], operands: [0, 0] },
      { program: ['su'], lacks: ['--help|--version|-c|--command'] },
      {
        program: ['sudo', 'pip', 'npm'],
        has: ['--preserve-env=*secret*,*key*,*token*'],
      },
      { program: ['pkexec'], operands: [0, 0] },
      { program: ['bash', 'sh', 'zsh', 'dash', 'ksh'], has: ['-p'], lacks: ['-c|-i'], operands: [0, 0] },
      { program: ['bash', 'sh', 'zsh', 'dash', 'ksh'], has: ['-i'], lacks: ['-c'], operands: [0, 0] },
    ],
    examples: { matches: ['su -', 'su root', 'bash -p'], not: ['sudo -l', 'sudo ls /root', 'whoami', "bash -ic 'ls'"] },
  },
])
