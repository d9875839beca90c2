import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SECRET = 'the-approval-key-4711'
const PROGRAM = join(import.meta.dirname, `../../../dist/native/linux-${process.arch}/seal`)

/** No C compiler was there at the build, or this machine gives no namespaces: then nothing is sealed, and the cases say so. */
export function sealMissing(): string | undefined {
  if (!existsSync(PROGRAM)) return 'no seal was built'
  if (process.getuid?.() === 0) return 'root is not held by it'
  const world = sealedWorld()
  try {
    const { stdout } = world.run('sealed', ['--probe'])
    return stdout.startsWith('yes') ? undefined : stdout.trim()
  } finally {
    world.remove()
  }
}

export interface SealedWorld {
  readonly home: string
  readonly seal: string
  readonly outsider: ChildProcess
  readonly run: (how: 'sealed' | 'unsealed', words: readonly string[], input?: string) => Ran
  /** Changes when anything that the plan covers is changed. */
  readonly fingerprint: () => string
  readonly isOutsiderWell: () => boolean
  readonly rewritePlan: (change: (lines: readonly string[]) => readonly string[]) => void
  readonly remove: () => void
}

export interface Ran {
  readonly status: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

/** A process of the person's: it holds the key open, stands in the state folder and listens where agents must not speak. */
const OUTSIDER = `use Socket; open(K, '<', $ARGV[0]) or die;
  socket(my $a, PF_UNIX, SOCK_STREAM, 0); bind($a, pack_sockaddr_un("\\0$ARGV[1]")); listen($a, 5);
  socket(my $d, PF_UNIX, SOCK_STREAM, 0); bind($d, pack_sockaddr_un('daemon.sock')); listen($d, 5);
  $| = 1; print "ready\\n"; sleep 600 while 1`

/** A home with what is ours in it, the helper with its plan, and somebody outside. */
export function sealedWorld(): SealedWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-seal-')))
  const home = join(root, 'home')
  const at = (name: string) => join(home, name)
  for (const folder of [
    '.fairlead/state',
    '.fairlead/bin',
    '.fairlead/agent',
    '.claude/shell-snapshots',
    'work',
    'runtime',
  ])
    mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('.fairlead/state/approval.key'), SECRET, { mode: 0o600 })
  writeFileSync(at('.fairlead/bin/hook'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(at('.claude/settings.json'), '{"hooks":{}}')
  writeFileSync(at('runtime/bus'), SECRET)
  const seal = at('.fairlead/bin/seal')
  copyFileSync(PROGRAM, seal)
  chmodSync(seal, 0o755)
  symlinkSync('seal', at('.fairlead/bin/seal-bash'))
  const lines = [
    'shell /bin/bash',
    `read-only ${at('.fairlead')}`,
    `hide ${at('.fairlead/state')}`,
    `keep ${at('.claude/shell-snapshots')}`,
    `read-only ${at('.claude')}`,
    `private ${at('runtime')}`,
  ]
  const rewritePlan: SealedWorld['rewritePlan'] = (change) =>
    writeFileSync(`${seal}.plan`, `${change(lines).join('\n')}\n`)
  rewritePlan((all) => all)
  const outsider = spawn('perl', ['-e', OUTSIDER, at('.fairlead/state/approval.key'), root], {
    cwd: at('.fairlead/state'),
    env: { PATH: process.env['PATH'] ?? '', TOKEN: SECRET },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, D: String(outsider.pid), ROOT: root, LC_ALL: 'C' }
  const run: SealedWorld['run'] = (how, words, input = '') => {
    const [command, ...args] = how === 'sealed' ? [seal, ...words] : ['/bin/bash', '-c', ...words]
    const { status, signal, stdout, stderr } = spawnSync(command ?? '', args, {
      ...{ cwd: at('work'), env, input, encoding: 'utf8', timeout: 30_000 },
    })
    return { status, signal, stdout, stderr }
  }
  const fingerprint = () => {
    const hash = createHash('sha256')
    for (const name of [
      '.fairlead/state/approval.key',
      '.fairlead/bin/hook',
      '.fairlead/bin/seal',
      '.claude/settings.json',
    ])
      hash.update(existsSync(at(name)) ? readFileSync(at(name)) : 'gone').update('\0')
    return hash.update(String(existsSync(at('.fairlead/bin/new')))).digest('hex')
  }
  return {
    ...{ home, seal, outsider, run, fingerprint, rewritePlan },
    isOutsiderWell: () => /^State:\s+[SRD]/m.test(statusOf(outsider.pid)),
    remove: () => {
      outsider.kill('SIGKILL')
      // A copy of a cover is as closed as the cover.
      spawnSync('chmod', ['-R', 'u+rwx', root])
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Both ways in which commands can run, for cases that say what holds in each; where nothing can be sealed, the one that is left. */
export const WAYS: readonly ('sealed' | 'unsealed')[] =
  sealMissing() === undefined ? ['sealed', 'unsealed'] : ['unsealed']

/** Of `fairlead init`. */
export function flagsFor(way: (typeof WAYS)[number]): readonly string[] {
  return way === 'sealed' ? ['--seal'] : ['--no-seal']
}

const NUMBERS =
  process.arch === 'x64'
    ? { unshare: 272, clone: 56, prctl: 157, mount: 165 }
    : { unshare: 97, clone: 220, prctl: 167, mount: 40 }
const [ALLOW, NOT_PERMITTED, NO_SUCH_CALL] = [0x7fff0000, 0x00050001, 0x00050026]

const refusing = (call: number, answer: number) => [
  [0x20, 0, 0, 0],
  [0x15, 0, 1, call],
  [0x06, 0, 0, answer],
  [0x06, 0, 0, ALLOW],
]

/** What the kernel is told to refuse, as a filter of system calls. */
const FILTERS = {
  mounts: refusing(NUMBERS.mount, NOT_PERMITTED),
  landlock: refusing(444, NO_SUCH_CALL),
  namespaces: [
    [0x20, 0, 0, 0],
    [0x15, 5, 0, NUMBERS.unshare],
    // Programs then take the older call.
    [0x15, 3, 0, 435],
    [0x15, 0, 4, NUMBERS.clone],
    [0x20, 0, 0, 16],
    [0x45, 1, 2, 0x10000000],
    [0x06, 0, 0, NO_SUCH_CALL],
    [0x06, 0, 0, NOT_PERMITTED],
    [0x06, 0, 0, ALLOW],
  ],
} as const

/** A command that runs the program behind it where the kernel refuses one thing, as in many containers. */
export function without(kind: keyof typeof FILTERS): readonly string[] {
  const lines = FILTERS[kind].map((line) => `pack("SCCL", ${line.join(', ')})`)
  const program = `my $l = join "", ${lines.join(', ')}; my $p = pack "Sx6P", ${lines.length}, $l;
    syscall(${NUMBERS.prctl}, 38, 1, 0, 0, 0) == 0 or die; syscall(${NUMBERS.prctl}, 22, 2, $p, 0, 0) == 0 or die "seccomp: $!"; exec @ARGV or die`
  return ['perl', '-e', program]
}

/** The same where parts of /proc are hidden, which the kernel then shows in no other namespace either. */
export const WITH_MASKED_PROC = [
  ...['unshare', '-Um', '--map-current-user', '--keep-caps', '--', 'sh', '-c'],
  ...['mount -t tmpfs masked /proc/sys/fs && exec setpriv --ambient-caps=-all --inh-caps=-all -- "$@"', 'sh'],
]
