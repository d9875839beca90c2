import { definePack } from '../rule.ts'

export const filesystem = definePack(
  'filesystem',
  `
RECURSIVE = -r|-R|--recursive
VITAL = root,home,system,project-root,vcs,device,account
PRECIOUS_FILES = system,account,startup,vcs,vcs-control,device,secret
ENV_FILE = .env|*/.env|.env.local|*/.env.local|.env.production|*/.env.production
TREES = project,outside-project,home-config,startup,vcs-control,temp-root,maybe-root
VALUABLE = project,outside-project,home-config,startup,system,account,vcs,vcs-control,secret,maybe-root,unknown
SYNC_DELETE = --del|--delete|--delete-before|--delete-during|--delete-after|--delete-delay|--delete-excluded|--delete-missing-args
LISTED = $(git ls-files)|\`git ls-files\`|$(git ls-files -*)|$(git ls-tree -r *)|$(git diff --name-only*)|$(find *)|\`find *\`|"$(find *)"|$(fd)|$(rg --files*)

delete-vital: delete · catastrophic · passphrase · family rm
  * · uproots is {VITAL}
  rsync · has {SYNC_DELETE} · lacks -n|--dry-run|--list-only · last is root,home,system,vcs
  rd|rmdir|deltree, del|erase · words /s|/S · operands is {VITAL}
  + rm -rf / ¦ rm -fr ~ ¦ rm -r --force /etc ¦ rm -rf . ¦ rm -rf .git ¦ rsync -a --delete empty/ /
  - rm -rf node_modules ¦ rm -rf /tmp/build-1 ¦ rm file.txt ¦ rm --help

delete-tree: delete · catastrophic · family rm
  * · uproots is {TREES}
  rd|rmdir|deltree|del|erase · words /s|/S · operands is {TREES}
  remove-item|ri · has -recurse|-r · operands is {TREES},{VITAL},unknown
  + rm -rf src ¦ rm -r ../outside ¦ rm -rf /some/path ¦ rm -rf "$DIR/" ¦ rm -Rf docs node_modules
  - rm -rf dist ¦ rm -rf /tmp/x/y ¦ rm -f notes.txt ¦ rm -rf node_modules/.cache

delete-committed: delete · family rm
  * · uproots is committed
  + rm -rf committed-folder ¦ rm -r -f ./committed-folder
  - rm -rf node_modules ¦ ls committed-folder

delete-unknown: delete · family rm
  * · uproots is unknown,remote-path
  rm|srm|grm|unlink|shred · operands is {VITAL},project,outside-project,home-config,unknown,committed · via find*|fd*|xargs|parallel|each listed file
  rm|srm|grm|unlink|shred · operands is {VITAL},project,outside-project,home-config,unknown,committed · raw {LISTED}
  <find-delete> · operands is {VITAL},{TREES},unknown,remote-path,committed,secret
  + rm -rf "$TARGET" ¦ rm -rf $(cat list.txt) ¦ find . -name '*.ts' -delete ¦ find src -mtime +30 -exec rm {} +
  + for f in $(git ls-files); do rm $f; done ¦ rm $(git ls-files) ¦ rm -f $(find . -name '*.ts')
  + git ls-files | while read -r f; do rm "$f"; done
  - rm -rf "$DIR/node_modules" ¦ find . -name '*.pyc' -delete ¦ find /tmp -name '*.tmp' -delete ¦ find . -type f
  - for f in $(ls *.tmp); do rm $f; done ¦ rm -f $(find . -name '*.pyc') ¦ rm $(find /tmp/x -type f)
  - for f in $(git ls-files); do wc -l $f; done

delete-precious-file: delete · family rm
  rm|srm|grm|unlink · lacks {RECURSIVE}|--help|--version · operands is {PRECIOUS_FILES}
  rm|srm|grm|unlink · lacks {RECURSIVE} · words {ENV_FILE} · operands is project,outside-project · place local
  + rm /etc/hosts ¦ rm -f ~/.bashrc ¦ rm .git/HEAD ¦ rm ~/.ssh/id_ed25519 ¦ rm .env
  - rm src/old.ts ¦ rm .git/index.lock ¦ rm .env.example ¦ rm -f /tmp/x

delete-all-files: delete · family rm
  rm|srm|grm · lacks {RECURSIVE}|--help|--version · operands is root,home,project-root
  + rm * ¦ rm -f ./* ¦ rm ~/*
  - rm *.log ¦ rm build/* ¦ rm a.txt b.txt

shred: delete
  shred|wipe|sdelete · lacks --help|--version · operands is {VALUABLE},committed,project-root,home,root
  + shred -u secret.txt ¦ shred notes.md
  - shred /tmp/x ¦ shred --help

truncate: overwrite · catastrophic
  * · empties is {VALUABLE}
  + truncate -s 0 file.txt ¦ truncate --size=0 data/users.csv ¦ truncate -s 0 /var/log/syslog ¦ > dirty.txt
  + : > ./dirty.txt ¦ cat /dev/null > dirty.txt ¦ cp /dev/null src/app.ts ¦ tee dirty.txt </dev/null ¦ dd if=/dev/null of=a.ts
  - truncate -s 0 /tmp/x ¦ truncate -s 0 logs/app.log ¦ truncate --help ¦ echo hello > dirty.txt ¦ > new.txt ¦ > /tmp/out
  - : > logs/app.log ¦ make > build/log ¦ truncate -s +1M a.img

truncate-committed: overwrite · family truncate
  * · empties is committed,recoverable
  + truncate -s 0 committed-folder ¦ truncate -s0 ./committed-folder
  - truncate -s 0 /tmp/x ¦ cat committed-folder

empty-file: overwrite · family truncate
  cp|dd · words /dev/zero|if=/dev/zero|if=/dev/random|if=/dev/urandom · overwrites is outside-project,home-config,secret
  + dd if=/dev/zero of=../other/a.db ¦ cp /dev/zero ../other/a.db
  - dd if=/dev/zero of=disk.img bs=1M count=1 ¦ dd if=a of=b

move-away: delete · family mv
  mv · words /dev/null · operands is null
  mv · operands 2-999 · sources is root,home,system,project-root,vcs,account
  mv · via find*|fd*|xargs|parallel|each listed file · operands 2-2 · lacks -t|--target-directory · words *.?|*.??|*.???|*.???? · without */ · last is project,outside-project,temp-entry
  + mv Cargo.toml /dev/null ¦ mv .git /tmp/g ¦ mv /etc/hosts /tmp/h
  - mv a.ts b.ts ¦ mv build /tmp/b

sync-delete: delete · family rsync --delete
  rsync · has {SYNC_DELETE} · lacks -n|--dry-run|--list-only · last is project,outside-project,home-config,project-root,unknown,maybe-root,remote-path,temp-root,committed
  robocopy · words /mir|/MIR|/purge|/PURGE
  + rsync -a --delete src/ dest/ ¦ rsync --delete-after a/ host:/srv/a/
  - rsync -an --delete src/ dest/ ¦ rsync -av src/ dest/ ¦ rsync -a --delete src/ /tmp/x/

archive-and-remove: delete · family tar --remove-files · about operands
  tar|gtar|bsdtar · has --remove-files
  + tar --remove-files -cf out.tar src ¦ tar -cf a.tar --remove-files docs
  - tar -cf out.tar src ¦ tar -xf a.tar
`,
)
