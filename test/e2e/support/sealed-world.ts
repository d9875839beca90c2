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
