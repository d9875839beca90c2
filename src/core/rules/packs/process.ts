import { definePack } from '../rule.ts'

/** Names that many unrelated processes share, the agent's own among them. */
const BROAD =
  'node|nodejs|python|python3|python*|java|ruby|php|bash|zsh|sh|fish|ssh|sshd|docker|dockerd|containerd|code|chrome|firefox|electron|claude|codex|tmux|screen|systemd|init|launchd|nginx|apache2|httpd|postgres|mysqld|mariadbd|mongod|redis-server|rsyslogd|syslog*|auditd|falco|osqueryd|cron|crond|dbus-daemon|finder|windowserver|kubelet|*agent*|*crowdstrike*|*sentinel*'

export const processes = definePack('process', () => [
  {
    id: 'kill-everything',
    harm: 'kill',
    tier: 'catastrophic',
    family: 'kill',
    when: [
      { program: ['kill'], words: ['-1'], operands: [0, 0], lacks: ['-l|--list'] },
      { program: ['kill'], path: ['-1|1|0'] },
      { program: ['killall5'] },
      { program: ['pkill', 'killall', 'skill', 'slay'], has: ['-u|-U|--user|--euid'], operands: [0, 0] },
      { program: ['pkill'], path: ['.|/|.+'] },
    ],
    examples: {
      matches: ['kill -9 -1', 'kill -1 -1', 'pkill -u me', 'killall -u me', 'pkill .'],
      not: ['kill 1234', 'kill -0 1234', 'kill -l', 'pkill -f vite'],
    },
  },
  {
    id: 'kill-broad',
    harm: 'kill',
    family: 'killall',
    when: [
      { program: ['killall'], path: [BROAD], lacks: ['-l|--list'] },
      { program: ['pkill'], path: [BROAD], lacks: ['-f|--full|-P|--parent'] },
      { program: ['<kill-service>'] },
      { program: ['pkill'], path: [BROAD], has: ['-f|--full'], operands: [0, 0] },
      { program: ['taskkill'], words: ['/im|/IM', 'node.exe|python.exe|java.exe|explorer.exe|*'] },
      { program: ['stop-process'], words: ['node|python|*'] },
      {
        program: ['killall', 'pkill', 'kill'],
        raw: ['*pgrep*syslog*|*pgrep*audit*|*pgrep*falco*|*pgrep*shield*|*pgrep*nginx*|*pgrep*crowd*'],
      },
    ],
    about: 'operands',
    examples: {
      matches: ['killall node', 'pkill -9 python3', 'killall nginx', 'pkill -f node'],
      not: ['pkill -f "vite --port 5173"', 'kill 4242', 'pgrep node', 'killall -l'],
    },
  },
  {
    id: 'inject',
    harm: 'escalate',
    family: 'process injection',
    when: [
      { program: ['<attach>'] },
      { program: ['gdb', 'lldb'], words: ['*system(*|*dlopen(*|*execve*'] },
      { program: ['gdb', 'lldb'], has: ['-batch|--batch'], words: ['/tmp/*|/dev/shm/*'] },
      { program: ['reptyr'], has: ['-T|-l'] },
      { program: ['reptyr', 'injcode', 'ptrace'], operands: [1, 9] },
      { program: ['*'], via: ['nsenter|unshare'] },
      { program: ['nsenter', 'unshare'] },
      {
        program: ['patchelf', 'chrpath'],
        has: ['--set-rpath|--add-rpath|--add-needed|--replace-needed|--set-interpreter|-d|-r'],
        targets: { of: 'operands', is: ['system', 'temp-entry', 'outside-project', 'startup'] },
      },
    ],
    about: 'operands',
    examples: {
      matches: [
        'reptyr 1234',
        'gdb -p 1234',
        'strace -fp1234',
        'gcore 1234',
        'nsenter -t 1 -m bash',
        'gdb -batch -ex \'call (int)system("id")\' ./x',
      ],
      not: ['gdb ./app', 'gdb --args ./app 5', 'strace ls', 'perf report -p x', 'gdb --version'],
    },
  },
])
