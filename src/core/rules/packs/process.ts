import { definePack } from '../rule.ts'

export const processes = definePack(
  'process',
  `
BROAD = node|nodejs|python|python3|python*|java|ruby|php|bash|zsh|sh|fish|ssh|sshd|docker|dockerd|containerd|code|chrome|firefox|electron|claude|codex|tmux|screen|systemd|init|launchd|nginx|apache2|httpd|postgres|mysqld|mariadbd|mongod|redis-server|rsyslogd|syslog*|auditd|falco|osqueryd|cron|crond|dbus-daemon|finder|windowserver|kubelet|*agent*|*crowdstrike*|*sentinel*

kill-everything: kill · catastrophic · family kill
  kill · lacks -l|--list · words -1 · operands 0-0
  kill -1|1|0, killall5
  pkill|killall|skill|slay · has -u|-U|--user|--euid · operands 0-0
  pkill .|/|.+
  + kill -9 -1 ¦ kill -1 -1 ¦ pkill -u me ¦ killall -u me ¦ pkill .
  - kill 1234 ¦ kill -0 1234 ¦ kill -l ¦ pkill -f vite

kill-broad: kill · family killall · about operands
  killall {BROAD} · lacks -l|--list
  pkill {BROAD} · lacks -f|--full|-P|--parent
  <kill-service>
  pkill {BROAD} · has -f|--full · operands 0-0
  taskkill · words /im|/IM · words node.exe|python.exe|java.exe|explorer.exe|*
  stop-process · words node|python|*
  killall|pkill|kill · raw *pgrep*syslog*|*pgrep*audit*|*pgrep*falco*|*pgrep*shield*|*pgrep*nginx*|*pgrep*crowd*
  + killall node ¦ pkill -9 python3 ¦ killall nginx ¦ pkill -f node
  - pkill -f "vite --port 5173" ¦ kill 4242 ¦ pgrep node ¦ killall -l

inject: escalate · family process injection · about operands
  <attach>
  gdb|lldb · words *system(*|*dlopen(*|*execve*
  gdb|lldb · has -batch|--batch · words /tmp/*|/dev/shm/*
  reptyr · has -T|-l
  reptyr|injcode|ptrace · operands 1-9
  * · via unshare
  unshare
  nsenter · has -m|--mount|-p|--pid|-n|--net|-U|--user|-C|--cgroup|-a|--all|-r|--root
  patchelf|chrpath · has --set-rpath|--add-rpath|--add-needed|--replace-needed|--set-interpreter|-d|-r · operands is system,temp-entry,outside-project,startup
  + reptyr 1234 ¦ gdb -p 1234 ¦ strace -fp1234 ¦ gcore 1234 ¦ nsenter -t 1 -m bash
  + gdb -batch -ex 'call (int)system("id")' ./x
  - nsenter -t 5 --uts --ipc ls ¦ gdb ./app ¦ gdb --args ./app 5 ¦ strace ls ¦ perf report -p x ¦ gdb --version
`,
)
