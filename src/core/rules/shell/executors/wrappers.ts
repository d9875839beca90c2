/** A program that starts the command given in its own words. */
export interface Wrapper {
  readonly names: readonly string[]
  /** Options that take the next word: `-n` of nice. `--long value` is listed here too; `--long=value` needs no entry. */
  readonly valued: readonly string[]
  /** Words before the command: 1 for `timeout 5 cmd`. */
  readonly skips?: number
  /** Sub-commands one of which must come first: `exec` of `mise exec`. */
  readonly verbs?: readonly string[]
  /** `NAME=value` words before the command set its environment. */
  readonly assigns?: boolean
  readonly privileged?: boolean
  /** Options that name the folder the command runs in. */
  readonly folder?: readonly string[]
  /** Options whose value is shell code: `-c` of su and script. */
  readonly code?: readonly string[]
  /** With these options it runs nothing: `sudo -l`, `command -v`. */
  readonly idle?: readonly string[]
  /** The command stands after `--` only. */
  readonly afterDashes?: boolean
  /** All words are joined and given to a shell. */
  readonly joins?: boolean
}

export const WRAPPERS: readonly Wrapper[] = [
  {
    names: ['sudo'],
    valued: [
      '-u',
      '-g',
      '-h',
      '-p',
      '-C',
      '-r',
      '-t',
      '-T',
      '-U',
      '-R',
      '--user',
      '--group',
      '--host',
      '--prompt',
      '--chroot',
      '--role',
      '--type',
    ],
    folder: ['-D', '--chdir'],
    assigns: true,
    privileged: true,
    idle: ['-l', '-v', '-k', '-K', '--list', '--validate', '--version'],
  },
  { names: ['doas'], valued: ['-u', '-C'], privileged: true, assigns: true },
  { names: ['pkexec'], valued: ['--user'], privileged: true },
  {
    names: ['su', 'runuser'],
    valued: ['-s', '-g', '-G', '-u', '--shell', '--user', '--group'],
    code: ['-c', '--command', '--session-command'],
    privileged: true,
    skips: 1,
  },
  {
    names: ['env'],
    valued: ['-u', '--unset', '-P', '-a', '--argv0'],
    folder: ['-C', '--chdir'],
    code: ['-S', '--split-string'],
    assigns: true,
  },
  {
    names: ['nohup', 'setsid', 'unbuffer', 'chronic', 'time', 'ltrace', 'fakeroot', 'builtin', 'winpty'],
    valued: ['-o', '-f', '-e', '-a', '-p'],
  },
  { names: ['command'], valued: [], idle: ['-v', '-V'] },
  { names: ['exec'], valued: ['-a'] },
  { names: ['nice'], valued: ['-n', '--adjustment'] },
  { names: ['ionice'], valued: ['-c', '-n', '-p', '--class', '--classdata'] },
  { names: ['timeout', 'gtimeout'], valued: ['-s', '-k', '--signal', '--kill-after'], skips: 1 },
  { names: ['stdbuf'], valued: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  { names: ['chroot'], valued: ['--userspec', '--groups'], skips: 1 },
  {
    names: ['flock'],
    valued: ['-w', '-E', '--timeout', '--wait', '--conflict-exit-code'],
    skips: 1,
    code: ['-c', '--command'],
  },
  { names: ['strace'], valued: ['-e', '-o', '-p', '-s', '-u', '-a', '-E', '-I', '-O', '-S', '-P', '-b', '-X'] },
  {
    names: ['script'],
    valued: ['-t', '-m', '-E', '-I', '-O', '-B', '-T', '-o', '--log-out', '--log-in', '--log-io', '--log-timing'],
    code: ['-c', '--command'],
    skips: 1,
  },
]
