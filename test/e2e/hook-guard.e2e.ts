import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { constants, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
  fairlead.stopDaemon()
})

type Strange = {
  /** Run by `sh`, with the hook's command as its arguments. */
  readonly around?: string
  readonly command?: string
  readonly strict?: boolean
  /** Given to the hook this long after it began. */
  readonly lateMs?: number
  /** Nobody reads what it answers. */
  readonly deaf?: boolean
}

/** What becomes of a call: nothing may pass without a trace. `unseen` is the failure that all of this is about. */
type Fate = 'refused' | 'asked' | 'passed, on record' | 'unseen' | 'late'

/** Long before any client gives up, and a little after the hook's own limit of 8 s: this machine may be busy. */
const LIMIT_MS = 12_000

async function fateOf({
  around = 'exec "$@"',
  command = 'rm -rf /',
  strict,
  lateMs = 0,
  deaf,
}: Strange): Promise<Fate> {
  const before = gaps().length
  const hook = join(fairlead.stateFolder, '..', 'bin', 'hook')
  const words = [hook, 'claude-code', ...(strict ? ['--strict'] : []), '--wait', '600']
  const child = spawn('sh', ['-c', around, 'sh', ...words], {
    cwd: world.project,
    // As the client of an installation that seals hands it on.
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: world.home,
      CLAUDE_CODE_SHELL_PREFIX: join(world.home, '.fairlead/bin/seal'),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [said, ended] = [saidBy(child), endOf(child)]
  if (deaf) child.stdout?.destroy()
  child.stdin?.on('error', () => undefined)
  if (lateMs > 0) await pause(lateMs)
  child.stdin?.end(JSON.stringify(beforeTool(world, { id: `t${before}`, name: 'Bash', input: { command } })))
  const code = await Promise.race([ended, pause(LIMIT_MS, 'late' as const)])
  if (code === 'late') {
    child.kill('SIGKILL')
    return 'late'
  }
  expect(said()).not.toMatch(/\n\s+at .*\(|node:internal/)
  if (code === 2 || said().includes('"deny"')) return 'refused'
  if (said().includes('"ask"')) return 'asked'
  // Written by the last of its processes, after the answer.
  await until(() => gaps().length > before, 'the gap').catch(() => undefined)
  return gaps().length > before ? 'passed, on record' : 'unseen'
}

function saidBy(child: ChildProcess): () => string {
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString('utf8')
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.on('close', done))
}

function gaps(): readonly string[] {
  try {
    const flag = constants.O_RDONLY | constants.O_NONBLOCK
    return readFileSync(join(fairlead.stateFolder, 'gaps.jsonl'), { encoding: 'utf8', flag }).split('\n')
  } catch {
    // None, or leased.
    return []
  }
}

/** Perl is on every machine that has git. A call that fails is no lease. */
const NOT_BLOCKING = `exec perl -e 'use Fcntl; fcntl(STDIN, F_SETFL, O_NONBLOCK) or die; exec @ARGV' "$@"`
const LEASE = `use Fcntl; use File::Basename; my $tries = shift; my (@held, @names);
  for my $path (@ARGV) {
    for (1 .. $tries) {
      open(my $file, '<', $path) or last;
      if (fcntl($file, 1024, F_WRLCK)) { push @held, $file; push @names, basename($path); last }
      close $file; select(undef, undef, undef, 0.05) if $_ < $tries;
    }
  }
  $SIG{IO} = 'IGNORE'; $| = 1; print "@names\\n"; sleep 60`

/** Leases whatever of these files the kernel gives, as a program of the same user can. Their names. */
async function lease(files: readonly string[], tries = 10): Promise<readonly string[]> {
  const child = spawn('perl', ['-e', LEASE, String(tries), ...files], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = saidBy(child)
  await until(() => said().includes('\n'), 'the leases')
  return said().split(/\s/).filter(Boolean)
}

describe('the installed hook, in surroundings that no client makes', () => {
  const cases: Readonly<Record<string, Strange>> = {
    'input that comes late and does not block': { around: NOT_BLOCKING, lateMs: 500 },
    'a working folder that is gone': { around: 'mkdir gone; cd gone; rmdir ../gone; exec "$@"' },
    'no input': { around: 'exec "$@" <&-' },
    'no output': { around: 'exec "$@" >&-' },
    'an output that nobody reads': { deaf: true },
    'no home': { around: 'unset HOME; exec "$@"' },
    'another home': { around: 'HOME=/nowhere exec "$@"' },
    'a huge command': { command: `rm -rf / ${'x'.repeat(20_000_000)}` },
    ...Object.fromEntries(
      [6, 8, 10, 12, 14, 16, 18, 20, 22, 24].map((count) => [
        `${count} descriptors`,
        { around: `ulimit -n ${count}; exec "$@"` },
      ]),
    ),
  }
  const fates = async (strict: boolean) => {
    const found: Record<string, Fate> = {}
    for (const [name, strange] of Object.entries(cases)) found[name] = await fateOf({ ...strange, strict })
    return found
  }

  it('[PLANE-R12a] judges what it can, and puts the rest on record', async () => {
    const found = await fates(false)
    expect(Object.entries(found).filter(([, fate]) => fate === 'unseen' || fate === 'late')).toEqual([])
    expect(found).toMatchObject({
      'input that comes late and does not block': 'refused',
      'a working folder that is gone': 'refused',
      'no home': 'refused',
      'another home': 'refused',
      'a huge command': 'refused',
    })
  })

  it('[EDGE-38] refuses all of it when strict', async () => {
    expect(Object.entries(await fates(true)).filter(([, fate]) => fate !== 'refused')).toEqual([])
  })
})

describe('the installed hook, when another program leases its files', () => {
  const program = () =>
    ['node', 'hook.cjs', 'gate.cjs'].map((name) => join(fairlead.stateFolder, '..', 'program', 'current', name))
  const state = () => [
    ...[
      'hooks.db',
      'hooks.db-wal',
      'hooks.db-shm',
      'approval.key',
      'governed.json',
      'gaps.jsonl',
      'daemon.starting',
    ].map((name) => join(fairlead.stateFolder, name)),
    join(fairlead.stateFolder, '..', 'policy', 'policy.yaml'),
    fairlead.at('active_context.yaml'),
    fairlead.at('project.json'),
  ]

  it('[PLANE-R12a] answers by the rules alone when only its state is held', async () => {
    await fateOf({})
    fairlead.stopDaemon()
    writeFileSync(join(fairlead.stateFolder, 'gaps.jsonl'), '')
    expect(await lease(state())).toEqual(expect.arrayContaining(['hooks.db', 'approval.key', 'gaps.jsonl']))
    expect([await fateOf({}), await fateOf({ command: 'git push' })]).toEqual(['refused', 'asked'])
  })

  it('[PLANE-R12a, EDGE-38] ends in time when not even its program can be loaded: on record, or refused', async () => {
    await fateOf({})
    fairlead.stopDaemon()
    expect(await lease([...program(), ...state()])).toEqual(expect.arrayContaining(['hook.cjs', 'hooks.db']))
    expect(await Promise.all([fateOf({ command: 'git push' }), fateOf({ strict: true })])).toEqual([
      'passed, on record',
      'refused',
    ])
  })

  it('[PLANE-R12a] cannot be kept from its program while the daemon runs', async () => {
    await fairlead.startDaemon()
    await fateOf({})
    expect(await lease([...program(), join(fairlead.stateFolder, '..', 'bin', 'hook')], 1)).toEqual([])
  })
})

it('[PLANE-R12a] believes nobody on the socket who says that a person is waited for', async () => {
  const socket = join(fairlead.stateFolder, 'daemon.sock')
  rmSync(socket, { force: true })
  const stranger = createServer((connection) => {
    connection.on('error', () => undefined)
    connection.write(' ')
  })
  await new Promise<void>((done) => stranger.listen(socket, done))
  onTestFinished(() => void stranger.close())
  expect(await fateOf({ command: 'git push' })).toBe('refused')
})

it('says in one sentence that the folder is gone, at the command line too', () => {
  const words = 'mkdir gone; cd gone; rmdir ../gone; exec "$@"'
  const { status, stdout, stderr } = spawnSync('sh', ['-c', words, 'sh', fairlead.cliCommand, 'status'], {
    ...{ cwd: world.project, env: { PATH: process.env['PATH'] ?? '', HOME: world.home }, encoding: 'utf8' },
  })
  // The shell may complain on a line of its own, before ours.
  const said = stderr.trimEnd().split('\n').at(-1)
  const expected = 'fairlead: this folder no longer exists; go to one that does, then try again'
  expect({ status, stdout, said }).toEqual({ status: 1, stdout: '', said: expected })
  expect(stderr).not.toMatch(/\n\s+at /)
})

it('removes what a killed daemon left, when the next one starts', async () => {
  const left = ['daemon-run.json.999999999.new', 'daemon-run.json.tmp-999999999-0123abcd'].map((name) =>
    join(fairlead.stateFolder, name),
  )
  for (const file of left) {
    writeFileSync(file, '')
    utimesSync(file, 1, 1)
  }
  await fairlead.startDaemon()
  expect(left.filter((file) => existsSync(file))).toEqual([])
})
