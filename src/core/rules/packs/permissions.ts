import { definePack } from '../rule.ts'

export const permissions = definePack(
  'permissions',
  `
RECURSIVE = -R|--recursive
VITAL = root,home,system,account,device,maybe-root
CLOSED = 0|00|000|0000|a-rwx|a-rw|a-r|ugo-rwx|u-rwx|u-rw|u-r|-rwx|a=|u=|ugo=

recursive-vital: weaken · catastrophic · passphrase · family chmod -R
  chmod|chown|chgrp|setfacl|chattr|chflags|chcon|icacls|takeown · has {RECURSIVE} · lacks --help · operands is {VITAL}
  + chmod -R 777 / ¦ sudo chown -R me /usr ¦ chmod 777 -R /etc ¦ setfacl -R -m u:a:rwx /etc
  - chmod +x run.sh ¦ chown -R me src ¦ chmod -R u+w build

world-writable: weaken · family chmod 777
  chmod · words 777|0777|666|0666|a+w|a+rw|a+rwx|o+w|o+rw|o+rwx|a=rwx|ugo+rwx|ugo+w|+w_|go+w|go+rwx|1777|2777 · operands is {VITAL},startup,secret,vcs,vcs-control,home-config
  chmod · has {RECURSIVE} · words 777|0777|666|0666|a+w|a+rw|a+rwx|o+w|o+rw|o+rwx|a=rwx|ugo+rwx|ugo+w|+w_|go+w|go+rwx|1777|2777 · rest is project-root,outside-project,project,unknown,temp-root
  + chmod 777 /etc/passwd ¦ chmod -R 777 . ¦ chmod a+rwx ~/.ssh/id_rsa
  - chmod 755 run.sh ¦ chmod +x a.sh ¦ chmod 600 ~/.ssh/id_rsa ¦ chmod -R 777 /tmp/x

lock-out: weaken · family chmod -R
  chmod · has {RECURSIVE} · words {CLOSED} · rest is project-root,project,committed,outside-project,home-config,unknown
  chmod · words {CLOSED} · operands is project-root,home
  chmod · words {CLOSED} · rest is personal
  setfacl · has -R|--recursive|-b|--remove-all · operands is personal
  chattr · words +i|+a · operands is personal
  + chmod -R 000 . ¦ chmod -R a-rwx src ¦ chmod 000 . ¦ chmod -R u-rwx docs
  - chmod 000 /tmp/x ¦ chmod -R 755 src ¦ chmod 000 locked.txt ¦ chmod -R go-w src

system-rights: weaken · family chown
  chmod|chown|chgrp|setfacl|chattr|chflags|chcon · lacks {RECURSIVE}|--help · operands is root,home,system,account,device
  chown|chgrp · has {RECURSIVE} · rest is outside-project,unknown,home-config
  + chmod 644 /etc/shadow ¦ chattr -i /etc/sudoers ¦ chown me /var/log/x ¦ chown -R root /some/path
  - chmod 644 a.txt ¦ chown me a.txt ¦ ls -l /etc

privilege-bit: escalate · family setuid · about rest
  chmod · words u+s|g+s|+s|ug+s|a+s|4???|04???|6???|06???|u=*s*
  setcap · lacks -v|--help|-r · operands 2-99
  install · has --mode=4???,u+s
  + chmod u+s /tmp/sh ¦ chmod 4755 x ¦ setcap cap_setuid+ep /usr/bin/python3
  - chmod 755 x ¦ getcap /usr/bin/ping ¦ chmod 0644 x

root-shell: escalate · family root shell
  sudo|doas · has -i|-s|--login|--shell · operands 0-0
  su · lacks --help|--version|-c|--command
  sudo|pip|npm · has --preserve-env=*secret*,*key*,*token*
  pkexec · operands 0-0
  bash|sh|zsh|dash|ksh · has -p · lacks -c|-i · operands 0-0
  bash|sh|zsh|dash|ksh · has -i · lacks -c · operands 0-0
  + su - ¦ su root ¦ bash -p
  - sudo -l ¦ sudo ls /root ¦ whoami ¦ bash -ic 'ls'
`,
)
