import { type WordTable, wordsIn } from '../text/word-table.ts'

/** A program that starts the command given in its own words. */
export interface Wrapper {
  /** Options that take the next word: `-n` of nice. `--long value` is listed here too; `--long=value` needs no entry. */
  readonly valued: readonly string[]
  /** Its long options may be cut short. */
  readonly abbreviates?: boolean
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

export const WRAPPERS: WordTable<() => Wrapper> = [
  ['command builtin exec', () => ({ valued: ['-a'], idle: ['-v', '-V'], inShell: true })],
  ['noglob nocorrect', () => ({ valued: [], inShell: true })],
  [
    'sudo',
    () => ({
      abbreviates: true,
      valued: wordsIn(
        '-u -g -h -p -C -r -t -T -U -R --user --group --host --prompt --chroot --role --type --close-from --command-timeout --other-user',
      ),
      folder: ['-D', '--chdir'],
      assigns: true,
      privileged: true,
      idle: wordsIn('-l -v -V -k -K -e --list --validate --version --remove-timestamp --edit --help'),
    }),
  ],
  ['doas', () => ({ valued: ['-u', '-C', '-a'], privileged: true, assigns: true })],
  ['pkexec', () => ({ valued: ['--user'], privileged: true })],
  ['gosu su-exec setuidgid', () => ({ valued: [], privileged: true, skips: 1 })],
  ['chpst', () => ({ valued: wordsIn('-u -U -b -e -/ -n -l -L -m -d -o -p -f -c -r -t'), privileged: true })],
  [
    'su runuser',
    () => ({
      abbreviates: true,
      named: ['-u', '--user'],
      valued: wordsIn('-s -g -G -u -w --shell --group --supp-group --user --whitelist-environment'),
      code: wordsIn('-c --command --session-command'),
      privileged: true,
      skips: 1,
    }),
  ],
  ['sg', () => ({ valued: [], code: ['-c'], skips: 1 })],
  [
    'env genv',
    () => ({
      abbreviates: true,
      valued: wordsIn('-u --unset -P -a --argv0'),
      folder: ['-C', '--chdir'],
      code: ['-S', '--split-string'],
      codeTakesRest: true,
      assigns: true,
      clears: ['-i', '--ignore-environment', '-u', '--unset'],
    }),
  ],
  [
    'nohup setsid unbuffer chronic fakeroot winpty ifne eatmydata rlwrap tini dumb-init errno-wrap',
    () => ({ valued: [] }),
  ],
  ['time gtime', () => ({ abbreviates: true, valued: wordsIn('-f -o --format --output') })],
  ['setarch', () => ({ valued: [], skips: 1 })],
  [
    'linux32 linux64 ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so',
    () => ({ valued: wordsIn('--library-path --preload --argv0') }),
  ],
  ['nice', () => ({ abbreviates: true, valued: ['-n', '--adjustment'] })],
  ['ionice', () => ({ abbreviates: true, valued: wordsIn('-c -n -p --class --classdata --pid') })],
  ['chrt taskset', () => ({ abbreviates: true, valued: wordsIn('-T -P -D'), skips: 1 })],
  [
    'numactl',
    () => ({
      abbreviates: true,
      valued: wordsIn('-m -N -C -p -i --membind --cpunodebind --physcpubind --interleave --preferred'),
    }),
  ],
  [
    'prlimit cgexec systemd-cat setpriv',
    () => ({ abbreviates: true, valued: wordsIn('-g -t -p --pid --identifier --reuid --regid --groups') }),
  ],
  ['timeout gtimeout', () => ({ abbreviates: true, valued: wordsIn('-s -k --signal --kill-after'), skips: 1 })],
  ['stdbuf gstdbuf', () => ({ abbreviates: true, valued: wordsIn('-i -o -e --input --output --error') })],
  ['chroot', () => ({ abbreviates: true, valued: ['--userspec', '--groups'], skips: 1, privileged: true })],
  [
    'flock',
    () => ({
      abbreviates: true,
      valued: wordsIn('-w -E --timeout --wait --conflict-exit-code'),
      skips: 1,
      code: ['-c', '--command'],
    }),
  ],
  [
    'unshare',
    () => ({
      abbreviates: true,
      valued: wordsIn('-S -G -R -w --setuid --setgid --root --map-user --map-group --propagation'),
      folder: ['--wd'],
    }),
  ],
  ['nsenter', () => ({ abbreviates: true, valued: wordsIn('-t -S -G --target --setuid --setgid'), privileged: true })],
  [
    'systemd-run',
    () => ({
      abbreviates: true,
      valued: wordsIn(
        '-u -p -E -H -M --unit --property --setenv --description --slice --uid --gid --on-calendar --on-active --on-boot --nice --host --machine',
      ),
      folder: ['--working-directory'],
    }),
  ],
  [
    'systemd-inhibit dbus-run-session firejail gamemoderun',
    () => ({ valued: wordsIn('-n -s -a -e --server-args --server-num') }),
  ],
  [
    'strace',
    () => ({
      abbreviates: true,
      valued: wordsIn('-e -o -p -s -u -a -E -I -O -S -P -b -X --trace --output --attach --user'),
    }),
  ],
  ['ltrace', () => ({ valued: wordsIn('-e -o -p -s -u -a -l -n -x -F') })],
  ['perf', () => ({ verbs: ['stat', 'record', 'trace'], valued: wordsIn('-e -o -p -F -r --event --output --repeat') })],
  ['valgrind catchsegv proxychains proxychains4 torsocks torify faketime', () => ({ valued: ['-f'] })],
  ['lldb', () => ({ valued: wordsIn('-ex -x -iex --command'), afterDashes: true })],
  [
    'script',
    () => ({
      abbreviates: true,
      valued: wordsIn('-t -m -E -I -O -B -T -o --log-out --log-in --log-io --log-timing --echo'),
      code: ['-c', '--command'],
      skips: 1,
    }),
  ],
  ['caffeinate', () => ({ valued: ['-t', '-w'] })],
  ['arch', () => ({ valued: ['-arch', '-e', '-d'] })],
  ['watch', () => ({ abbreviates: true, valued: wordsIn('-n -q --interval --equexit'), joins: true })],
  ['entr', () => ({ valued: [] })],
  [
    'hyperfine',
    () => ({
      valued: wordsIn(
        '-w -r -m -M -p -c -s -u -n -L -P --warmup --runs --prepare --cleanup --shell --export-json --export-markdown',
      ),
      joins: true,
    }),
  ],
  ['dtach', () => ({ valued: wordsIn('-A -a -c -n -N -r -e'), named: ['-n', '-N', '-c', '-A'] })],
  ['abduco', () => ({ valued: wordsIn('-e'), skips: 1 })],
  ['direnv', () => ({ verbs: ['exec'], valued: [], skips: 1 })],
  ['mise rtx', () => ({ verbs: ['exec', 'x'], valued: wordsIn('-C -j --cd --jobs'), afterDashes: true })],
  ['asdf rbenv pyenv nodenv goenv volta cabal', () => ({ verbs: ['exec', 'run'], valued: ['--node', '--npm'] })],
  ['nvm rustup rvm', () => ({ verbs: ['exec', 'run', 'do'], valued: [], skips: 1 })],
  ['fnm', () => ({ verbs: ['exec'], valued: ['--using'] })],
  [
    'npx bunx pnpx',
    () => ({
      packages: true,
      valued: wordsIn('-p --package --workspace -w'),
      code: ['-c', '--call'],
      idle: ['--version', '--help'],
    }),
  ],
  ['pnpm', () => ({ packages: true, verbs: ['exec', 'dlx'], valued: wordsIn('--package --filter -F -C --dir') })],
  ['yarn', () => ({ packages: true, verbs: ['exec', 'dlx'], valued: ['-p', '--package'] })],
  ['lerna', () => ({ verbs: ['exec'], valued: wordsIn('--scope --concurrency --ignore') })],
  ['corepack', () => ({ valued: [] })],
  [
    'uv',
    () => ({
      scripts: 'python',
      verbs: ['run'],
      valued: wordsIn('-p -m --python --with --with-requirements --extra --group --env-file --index-url --package'),
      folder: ['--directory'],
    }),
  ],
  ['uvx', () => ({ packages: true, valued: wordsIn('-p --python --from --with --index-url') })],
  ['pipx', () => ({ packages: true, verbs: ['run'], valued: wordsIn('--spec --python --pip-args') })],
  ['poetry pipenv pdm rye hatch', () => ({ verbs: ['run'], valued: ['-e', '--env'] })],
  ['conda mamba micromamba', () => ({ verbs: ['run'], valued: wordsIn('-n -p --name --prefix'), folder: ['--cwd'] })],
  ['bundle', () => ({ verbs: ['exec'], valued: [] })],
  [
    'xvfb-run',
    () => ({
      abbreviates: true,
      valued: wordsIn('-e -f -n -p -s -w --error-file --auth-file --server-num --xauth-protocol --server-args --wait'),
    }),
  ],
  ['opam stack', () => ({ verbs: ['exec'], valued: ['--switch'] })],
  ['dotenv dotenvx dotenv-cli', () => ({ valued: wordsIn('-e -f -v'), afterDashes: true })],
  ['doppler op infisical teller vault-env', () => ({ verbs: ['run'], valued: [], afterDashes: true })],
  ['chamber aws-vault envchain saml2aws', () => ({ verbs: ['exec'], valued: [], afterDashes: true })],
  ['cross-env', () => ({ valued: [], assigns: true })],
  ['cross-env-shell', () => ({ valued: [], assigns: true, joins: true })],
  ['nix-shell', () => ({ valued: wordsIn('-p -I -A --attr --packages'), code: ['--run', '--command'] })],
  [
    'nix',
    () => ({ verbs: ['develop', 'shell'], skips: 9, valued: [], code: ['-c', '--command'], codeTakesRest: true }),
  ],
  ['ip', () => ({ verbs: ['netns'], valued: [], skips: 2 })],
  ['busybox toybox', () => ({ valued: [], idle: ['--list', '--help', '--install'] })],
]
