import { hasWord, valueNamed, type WordTable } from '../text/word-table.ts'

/**
 * Options that take their value from the next word. A program named here is read exactly; for any other program the
 * word after an option may be its value or not, and both readings are tried.
 */
const VALUE_OPTIONS: WordTable<string> = [
  ['rm rmdir unlink cat head_ tee mv_ ls chattr sync reboot halt poweroff echo true false', ''],
  ['chmod', '--reference'],
  ['chown', '--from --reference'],
  ['chgrp', '--reference'],
  ['cp', '-S --suffix -t --target-directory'],
  ['mv', '-S --suffix -t --target-directory'],
  ['ln', '-S --suffix -t --target-directory'],
  ['install', '-g --group -m --mode -o --owner -S --suffix -t --target-directory'],
  ['shred', '-n --iterations -s --size --random-source'],
  ['truncate', '-s --size -r --reference'],
  ['fallocate', '-l --length -o --offset'],
  ['tail', '-n --lines -c --bytes -s --sleep-interval --pid'],
  ['head', '-n --lines -c --bytes'],
  ['grep', '-e -f -m -A -B -C --include --exclude --exclude-dir --color'],
  ['base64', '-w --wrap'],
  ['xxd', '-l -s -c -g -o -n'],
  ['strings', '-n -t -e'],
  ['tar', '-f --file -C --directory -T --files-from -X --exclude --exclude-from --rsh-command --transform -I'],
  ['zip', '-x -i -b -t'],
  [
    'git',

    '-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix -m -F --message --file --author ' +
      '--date -b -B -s --source --pathspec-from-file -e --exclude --onto -X --strategy-option --strategy -S_ -o ' +
      '--push-option --receive-pack --repo --expire -U --unified --format --contains_ --points-at --sort --index-filter ' +
      '--tree-filter --msg-filter --env-filter --parent-filter --commit-filter --tag-name-filter --subdirectory-filter',
  ],
  [
    'curl',

    '-X --request -d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form --form-string -T ' +
      '--upload-file -H --header -o --output -u --user -A --user-agent -b --cookie -c --cookie-jar -e --referer -x ' +
      '--proxy -m --max-time --connect-timeout -w --write-out -D --dump-header -K --config -E --cert --key --cacert ' +
      '--url --resolve --unix-socket --retry -r --range -C --continue-at -Y -y -z --interface -U --proxy-user -Q --quote',
  ],
  [
    'wget',

    '-O --output-document -o --output-file -a --append-output -P --directory-prefix --post-data --post-file --method ' +
      '--body-data --body-file --header --user --password -U --user-agent -t --tries -T --timeout -i --input-file -e ' +
      '--execute -l --level --load-cookies --save-cookies --ca-certificate --referer -A -R -D -Q -w',
  ],
  ['dd', ''],
  ['scp', '-i -P -F -o -c -l -S -J -X -D'],
  [
    'rsync',

    '-e --rsh --exclude --include --filter -f --files-from --exclude-from --include-from --port --password-file ' +
      '--log-file --bwlimit --rsync-path --chmod --chown --partial-dir --temp-dir -T --backup-dir --compare-dest ' +
      '--copy-dest --link-dest --max-size --min-size --timeout --max-delete -M --remote-option -B --block-size --out-format',
  ],
  ['ssh', '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w'],
  ['nc', '-e -c -p -s -w -i -X -x -o -q -T -O -I -V'],
  ['ncat', '-e --exec -c --sh-exec -p --source-port -s --source -w --wait -i --idle-timeout -o --output'],
  ['kill', '-s --signal -n'],
  ['pkill', '-u -U -g -G -P -s -t -F --pidfile --signal -euid --parent'],
  ['killall', '-s --signal -u --user -o -y -Z'],
  ['crontab', '-u'],
  ['systemctl', '-t --type -p --property -H --host -M --machine -n --lines -o --output -s --signal --state --root'],
  ['docker', '--config -c --context -H --host -l --log-level --tlscacert --tlscert --tlskey'],
  ['tmux', '-L -S -f -c -T -t'],
]

/** Programs whose long options have one dash, so `-delete` is no cluster of short ones. */
const ONE_DASH =
  'find terraform tofu terragrunt java gdb lldb nginx ncat_ openssl atmos docker_ mvn javac go packer nomad consul vault'

/** A text of names, one blank apart. */
export const valueOptions = (program: string): string | undefined => valueNamed(VALUE_OPTIONS, program)

export const hasClusters = (program: string): boolean => !hasWord(ONE_DASH, program)
