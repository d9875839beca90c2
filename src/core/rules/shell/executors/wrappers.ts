/** A program that starts the command given in its own words. */
export interface Wrapper {
  readonly names: readonly string[]
  /** Options that take the next word: `-n` of nice. `--long value` is listed here too; `--long=value` needs no entry. */
  readonly valued: readonly string[]
  /** Words before the command: 1 for `timeout 5 cmd`. */
  readonly skips?: number
  /** Options that take the place of those words: `-u` of runuser. */
  readonly named?: readonly string[]
  /** Sub-commands one of which must come first: `exec` of `mise exec`. */
  readonly verbs?: readonly string[]
  /** Options that empty the environment, or take a variable out of it. */
  readonly clears?: readonly string[]
  /** `NAME=value` words before the command set its environment. */
  readonly assigns?: boolean
  readonly privileged?: boolean
  /** Options that name the folder the command runs in. */
  readonly folder?: readonly string[]
  /** Options whose value is shell code: `-c` of su and script. */
  readonly code?: readonly string[]
  /** The words after the code belong to it: `env -S 'rm -rf' /`. */
  readonly codeTakesRest?: boolean
  /** With these options it runs nothing: `sudo -l`, `command -v`. */
  readonly idle?: readonly string[]
  /** The command stands after `--` only. */
  readonly afterDashes?: boolean
  /** All words are joined and given to a shell, as `watch` does. */
  readonly joins?: boolean
  /** The first word names a package, perhaps with a version: `rimraf@5`. */
  readonly packages?: boolean
  /** The program that a script named as the command is given to: `uv run x.py`. */
  readonly scripts?: string
  /** It runs in the same shell, so that `command cd x` moves it. */
  readonly inShell?: boolean
}

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')

export const WRAPPERS: readonly Wrapper[] = [
  { names: ['command', 'builtin', 'exec'], valued: ['-a'], idle: ['-v', '-V'], inShell: true },
  { names: ['noglob', 'nocorrect'], valued: [], inShell: true },
  {
    names: ['sudo'],
    valued: words(
      '-u -g -h -p -C -r -t -T -U -R --user --group --host --prompt --chroot --role --type --close-from --command-timeout --other-user',
    ),
    folder: ['-D', '--chdir'],
    assigns: true,
    privileged: true,
    idle: words('-l -v -V -k -K -e --list --validate --version --remove-timestamp --edit --help'),
  },
  { names: ['doas'], valued: ['-u', '-C', '-a'], privileged: true, assigns: true },
  { names: ['pkexec'], valued: ['--user'], privileged: true },
  { names: ['gosu', 'su-exec', 'setuidgid'], valued: [], privileged: true, skips: 1 },
  { names: ['chpst'], valued: words('-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -r -t'), privileged: true },
  {
    names: ['su', 'runuser'],
    named: ['-u', '--user'],
    valued: words('-s -g -G -u -w --shell --group --supp-group --user --whitelist-environment'),
    code: words('-c --command --session-command'),
    privileged: true,
    skips: 1,
  },
  { names: ['sg'], valued: [], code: ['-c'], skips: 1 },
  {
    names: ['env', 'genv'],
    valued: words('-u --unset -P -a --argv0'),
    folder: ['-C', '--chdir'],
    code: ['-S', '--split-string'],
    codeTakesRest: true,
    assigns: true,
    clears: ['-i', '--ignore-environment', '-u', '--unset'],
  },
  {
    names: words('nohup setsid unbuffer chronic fakeroot winpty ifne eatmydata rlwrap tini dumb-init errno-wrap'),
    valued: [],
  },
  { names: ['time', 'gtime'], valued: words('-f -o --format --output') },
  { names: ['setarch'], valued: [], skips: 1 },
  {
    names: words('linux32 linux64 ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so'),
    valued: words('--library-path --preload --argv0'),
  },
  { names: ['nice'], valued: ['-n', '--adjustment'] },
  { names: ['ionice'], valued: words('-c -n -p --class --classdata --pid') },
  { names: ['chrt', 'taskset'], valued: words('-T -P -D'), skips: 1 },
  {
    names: ['numactl'],
    valued: words('-m -N -C -p -i --membind --cpunodebind --physcpubind --interleave --preferred'),
  },
  {
    names: ['prlimit', 'cgexec', 'systemd-cat', 'setpriv'],
    valued: words('-g -t -p --pid --identifier --reuid --regid --groups'),
  },
  { names: ['timeout', 'gtimeout'], valued: words('-s -k --signal --kill-after'), skips: 1 },
  { names: ['stdbuf', 'gstdbuf'], valued: words('-i -o -e --input --output --error') },
  { names: ['chroot'], valued: ['--userspec', '--groups'], skips: 1, privileged: true },
  {
    names: ['flock'],
    valued: words('-w -E --timeout --wait --conflict-exit-code'),
    skips: 1,
    code: ['-c', '--command'],
  },
  {
    names: ['unshare'],
    valued: words('-S -G -R -w --setuid --setgid --root --map-user --map-group --propagation'),
    folder: ['--wd'],
  },
  { names: ['nsenter'], valued: words('-t -S -G --target --setuid --setgid'), privileged: true },
  {
    names: ['systemd-run'],
    valued: words(
      '-u -p -E -H -M --unit --property --setenv --description --slice --uid --gid --on-calendar --on-active --on-boot --nice --host --machine',
    ),
    folder: ['--working-directory'],
  },
  {
    names: ['systemd-inhibit', 'dbus-run-session', 'xvfb-run', 'firejail', 'gamemoderun'],
    valued: words('-n -s -a -e --server-args --server-num'),
  },
  { names: ['strace'], valued: words('-e -o -p -s -u -a -E -I -O -S -P -b -X --trace --output --attach --user') },
  { names: ['ltrace'], valued: words('-e -o -p -s -u -a -l -n -x -F') },
  { names: ['perf'], verbs: ['stat', 'record', 'trace'], valued: words('-e -o -p -F -r --event --output --repeat') },
  { names: ['valgrind', 'catchsegv', 'proxychains', 'proxychains4', 'torsocks', 'torify', 'faketime'], valued: ['-f'] },
  { names: ['lldb'], valued: words('-ex -x -iex --command'), afterDashes: true },
  {
    names: ['script'],
    valued: words('-t -m -E -I -O -B -T -o --log-out --log-in --log-io --log-timing --echo'),
    code: ['-c', '--command'],
    skips: 1,
  },
  { names: ['caffeinate'], valued: ['-t', '-w'] },
  { names: ['arch'], valued: ['-arch', '-e', '-d'] },
  { names: ['watch'], valued: words('-n -q --interval --equexit'), joins: true },
  { names: ['entr'], valued: [] },
  {
    names: ['hyperfine'],
    valued: words(
      '-w -r -m -M -p -c -s -u -n -L -P --warmup --runs --prepare --cleanup --shell --export-json --export-markdown',
    ),
    joins: true,
  },
  { names: ['dtach'], valued: words('-A -a -c -n -N -r -e'), named: ['-n', '-N', '-c', '-A'] },
  { names: ['abduco'], valued: words('-e'), skips: 1 },
  { names: ['direnv'], verbs: ['exec'], valued: [], skips: 1 },
  { names: ['mise', 'rtx'], verbs: ['exec', 'x'], valued: words('-C -j --cd --jobs'), afterDashes: true },
  {
    names: ['asdf', 'rbenv', 'pyenv', 'nodenv', 'goenv', 'volta', 'cabal'],
    verbs: ['exec', 'run'],
    valued: ['--node', '--npm'],
  },
  { names: ['nvm', 'rustup', 'rvm'], verbs: ['exec', 'run', 'do'], valued: [], skips: 1 },
  { names: ['fnm'], verbs: ['exec'], valued: ['--using'] },
  {
    names: ['npx', 'bunx', 'pnpx'],
    packages: true,
    valued: words('-p --package --workspace -w'),
    code: ['-c', '--call'],
    idle: ['--version', '--help'],
  },
  { names: ['pnpm'], packages: true, verbs: ['exec', 'dlx'], valued: words('--package --filter -F -C --dir') },
  { names: ['yarn'], packages: true, verbs: ['exec', 'dlx'], valued: ['-p', '--package'] },
  { names: ['lerna'], verbs: ['exec'], valued: words('--scope --concurrency --ignore') },
  { names: ['corepack'], valued: [] },
  {
    names: ['uv'],
    scripts: 'python',
    verbs: ['run'],
    valued: words('-p -m --python --with --with-requirements --extra --group --env-file --index-url --package'),
    folder: ['--directory'],
  },
  { names: ['uvx'], packages: true, valued: words('-p --python --from --with --index-url') },
  { names: ['pipx'], packages: true, verbs: ['run'], valued: words('--spec --python --pip-args') },
  { names: ['poetry', 'pipenv', 'pdm', 'rye', 'hatch'], verbs: ['run'], valued: ['-e', '--env'] },
  {
    names: ['conda', 'mamba', 'micromamba'],
    verbs: ['run'],
    valued: words('-n -p --name --prefix'),
    folder: ['--cwd'],
  },
  { names: ['bundle'], verbs: ['exec'], valued: [] },
  {
    names: ['xvfb-run'],
    valued: words('-e -f -n -p -s -w --error-file --auth-file --server-num --xauth-protocol --server-args --wait'),
  },
  { names: ['opam', 'stack'], verbs: ['exec'], valued: ['--switch'] },
  { names: ['dotenv', 'dotenvx', 'dotenv-cli'], valued: words('-e -f -v'), afterDashes: true },
  { names: ['doppler', 'op', 'infisical', 'teller', 'vault-env'], verbs: ['run'], valued: [], afterDashes: true },
  { names: ['chamber', 'aws-vault', 'envchain', 'saml2aws'], verbs: ['exec'], valued: [], afterDashes: true },
  { names: ['cross-env'], valued: [], assigns: true },
  { names: ['cross-env-shell'], valued: [], assigns: true, joins: true },
  { names: ['nix-shell'], valued: words('-p -I -A --attr --packages'), code: ['--run', '--command'] },
  { names: ['nix'], verbs: ['develop', 'shell'], skips: 9, valued: [], code: ['-c', '--command'], codeTakesRest: true },
  { names: ['ip'], verbs: ['netns'], valued: [], skips: 2 },
  { names: ['busybox', 'toybox'], valued: [], idle: ['--list', '--help', '--install'] },
]
