import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { evolve } from '../../src/core/index.ts'
import { projectRoot } from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import { until } from './support/until.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
})

const before = (command: string, id = `toolu_${command.length}`) =>
  beforeTool(world, { id, name: 'Bash', input: { command } })

/** What the agent would be told: nothing, or the decision. */
function decisionOf(stdout: string): string {
  return stdout === '' ? 'silence' : JSON.parse(stdout).hookSpecificOutput.permissionDecision
}

const ask = (command: string) => decisionOf(fairlead.hook('claude-code', before(command)))
const table = () => [ask('ls'), ask('git push'), ask('rm -rf /')]
const EXPECTED = ['silence', 'deny', 'deny']

async function verified(): Promise<number> {
  const store = await fairlead.store()
  const result = await store.verify(projectRoot(world.project))
  await store.close()
  expect(result).toMatchObject({ ok: true })
  return result.facts
}

describe('the installed hook', () => {
  it('[EDGE-37, PLANE-R12a] gives the same answers with the daemon up, absent, and killed', async () => {
    expect(table()).toEqual(EXPECTED)
    const daemon = await fairlead.startDaemon()
    expect(table()).toEqual(EXPECTED)
    daemon.kill('SIGKILL')
    expect(table()).toEqual(EXPECTED)
    expect(await verified()).toBeGreaterThan(8)
  })

  it('[PLANE-R12a] answers a call whose daemon is killed while it waits', async () => {
    const socket = join(fairlead.stateFolder, 'daemon.sock')
    for (let round = 0; round < 5; round += 1) {
      fairlead.stopDaemon()
      const daemon = await fairlead.startDaemon()
      const answers = Promise.all(
        [1, 2, 3, 4].map((index) => fairlead.spawnHook('claude-code', before('git push', `toolu_${round}_${index}`))),
      )
      // Half-way: some hooks are connected, some are about to be.
      connect(socket)
        .on('connect', () => daemon.kill('SIGKILL'))
        .on('error', () => undefined)
      expect((await answers).map(decisionOf)).toEqual(['deny', 'deny', 'deny', 'deny'])
    }
    await verified()
  })

  it('[EDGE-15, EDGE-103] has what was answered in the state file before the next answer, whoever gives it', async () => {
    const shown = () => readFileSync(fairlead.at('active_context.yaml'), 'utf8').match(/(?<=^ +number: )\d+$/gm)
    const numbers: string[] = []
    for (const next of ['the same daemon', 'a hook alone', 'another daemon']) {
      const daemon = await fairlead.startDaemon()
      expect(ask(`git push origin v${numbers.length}`)).toBe('deny')
      if (next !== 'the same daemon') daemon.kill('SIGKILL')
      if (next === 'another daemon') await fairlead.startDaemon()
      expect(ask('ls')).toBe('silence')
      numbers.push(String(numbers.length + 1))
      expect({ next, shown: shown() }).toEqual({ next, shown: numbers })
      fairlead.stopDaemon()
    }
  })

  it('[EDGE-118] judges every path by the file that it leads to', () => {
    const write = (path: string) =>
      beforeTool(world, { id: 'toolu_w', name: 'Write', input: { file_path: path, content: '{}' } })
    const settings = join(world.home, '.claude', 'settings.json')
    symlinkSync(join(world.home, '.claude'), world.path('folder'))
    symlinkSync(join(world.home, '.claude', 'skills'), world.path('skills'))
    symlinkSync(settings, world.path('file.json'))
    symlinkSync(join(world.home, '.claude', 'settings.local.json'), world.path('not-yet.json'))
    linkSync(settings, world.path('twin.json'))
    symlinkSync('round', world.path('round'))
    mkdirSync(world.path('src'))
    symlinkSync('src', world.path('inside'))
    const paths = ['folder/settings.json', 'file.json', 'not-yet.json', 'twin.json']
    const commands = [
      'echo {} >> folder/settings.json',
      'tee twin.json < x',
      'frobnicate --out=folder/settings.json',
      'cd folder && touch settings.json',
      'sed -i s/a/b/ folder/*.json',
      'truncate -s 0 not-yet.json',
      'cp x skills/../settings.json',
      `echo {} > /proc/self/root${settings}`,
      `echo {} > /proc/self/cwd/../${relative(join(world.project, '..'), settings)}`,
      `rm /${settings.replaceAll('/', '//')}`,
    ]
    const harmless = ['round/x.json', 'inside/new.ts', 'src/../README.md']
    expect([
      ...paths.map((path) => decisionOf(fairlead.hook('claude-code', write(world.path(path))))),
      ...commands.map(ask),
      ...harmless.map((path) => decisionOf(fairlead.hook('claude-code', write(world.path(path))))),
      ask('touch inside/new.ts round'),
    ]).toEqual([...[...paths, ...commands].map(() => 'deny'), ...[...harmless, ''].map(() => 'silence')])
  })

  it('[EDGE-118, EDGE-36] judges scripts, patches, folders and archives by what is in them, whoever wrote them', () => {
    const put = (name: string, text: string) => {
      mkdirSync(dirname(world.path(name)), { recursive: true })
      writeFileSync(world.path(name), text)
    }
    const patch = (name: string) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`
    put('push.sh', 'git push\n')
    put('outer.sh', '. ./push.sh\n')
    put('clean.sh', 'ls\n')
    put('own.patch', patch(`${relative(world.project, world.home)}/.claude/settings.json`))
    put('ok.patch', patch('README.md'))
    put('new/.claude/settings.json', '{"disableAllHooks":true}')
    put('plain/x', '')
    execFileSync('tar', ['-C', world.path('new'), '-czf', world.path('new.tgz'), '.'])
    linkSync(join(world.home, '.fairlead/bin/hook'), world.path('twin'))
    const refused = [
      'bash push.sh',
      'sh outer.sh',
      'git apply --unsafe-paths own.patch',
      'patch -p1 < own.patch',
      'cp -r new/. .',
      'tar -xzf new.tgz',
      'truncate -s 0 twin',
      'cp -al ~ /tmp/k',
      `python3 -c "import shutil; shutil.copytree('plain', '${world.home}', dirs_exist_ok=True)"`,
      'node --env-file ~/.fairlead/state/approval.key -p 1',
      'git diff --no-index plain ~',
    ]
    const open = ['bash clean.sh', 'git apply ok.patch', 'cp -r plain/. .', 'tar -xzf new.tgz -C plain']
    expect([...refused, ...open].map(ask)).toEqual([...refused.map(() => 'deny'), ...open.map(() => 'silence')])
  })

  it('[EDGE-118] refuses roundabout ways to its own files and processes', async () => {
    const daemon = await fairlead.startDaemon()
    const commands = [
      'script -q -c true ~/.claude/settings.json',
      `sqlite3 x "select writefile('${world.home}/.claude/settings.json', '{}')"`,
      'grep -rl hooks ~/.claude | xargs sed -i s/hooks/x/',
      "curl -o ~/.claude/settings#1.json 'http://127.0.0.1:9/{,x}'",
      "find ~ -name '*.key' | xargs cat",
      'find ~ -name governed.json -delete',
      'cd ~/.fairlead/s* && rm h*',
      'cp -r ~ /tmp/x',
      'kill $(pgrep -f daemon)',
      'gdb -p $PPID',
      'gdb -p 999999',
      'git config core.worktree ~',
      `awk 'BEGIN{f=ENVIRON["HOME"] "/.cla" "ude/settings.json"; print "{}" > f}'`,
      `python3 -c "from pathlib import Path\nfor p in Path.home().rglob('*'): print(p.read_text())"`,
      'gzip -r ~/.claude',
      'diff -raN ~ /tmp/x',
      `kill -9 ${daemon.pid}`,
      `P=${daemon.pid}; strace -p $P`,
      `fuser -k ${JSON.parse(readFileSync(join(fairlead.stateFolder, 'door.json'), 'utf8')).port}/tcp`,
    ]
    expect([...commands, 'cp -r . /tmp/x', 'kill $!', `kill ${process.pid}`].map(ask)).toEqual([
      ...commands.map(() => 'deny'),
      'silence',
      'silence',
      'silence',
    ])
  })

  it('[PLANE-R12a] does not wait for a daemon that hangs', async () => {
    const daemon = await fairlead.startDaemon()
    daemon.kill('SIGSTOP')
    try {
      expect(ask('git push')).toBe('deny')
    } finally {
      daemon.kill('SIGCONT')
    }
  })

  it('[PLANE-R12a] answers before its client stops waiting, whatever an agent makes it wait for', async () => {
    fairlead.stopDaemon()
    const socket = join(fairlead.stateFolder, 'daemon.sock')
    rmSync(socket, { force: true })
    // Somebody on the socket who never answers, a database that somebody else holds, and a git that waits for a pipe.
    const heard: Socket[] = []
    const mute = createServer((connection) => heard.push(connection.on('error', () => undefined)))
    await new Promise<void>((done) => mute.listen(socket, done))
    const database = new DatabaseSync(join(fairlead.stateFolder, 'hooks.db'))
    database.exec(
      'PRAGMA busy_timeout = 5000; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE taken (a)',
    )
    world.write('note.txt', 'of a person')
    execFileSync('mkfifo', [join(world.project, '.gitignore')])
    try {
      // As clients do: who has not answered by then is killed, and the call passes.
      const answers = ['rm note.txt; git push', 'rm note.txt -rf /'].map((command) =>
        fairlead.spawnHook('claude-code', before(command), { timeoutMs: 10_000 }),
      )
      expect((await Promise.all(answers)).map(decisionOf)).toEqual(['ask', 'deny'])
    } finally {
      database.close()
      for (const connection of heard) connection.destroy()
      await new Promise((done) => mute.close(done))
    }
    expect(readFileSync(join(fairlead.stateFolder, 'gaps.jsonl'), 'utf8')).toContain('it ran out of time')
  })

  it('[EDGE-118] has no program that opens an inspector when it is sent SIGUSR1', async () => {
    const daemon = await fairlead.startDaemon()
    process.kill(daemon.pid ?? 0, 'SIGUSR1')
    // Node takes a moment to open one.
    await new Promise((done) => setTimeout(done, 500))
    const inspector = connect(9_229, '127.0.0.1')
    const opened = await new Promise((done) => {
      inspector.once('connect', () => done(true)).once('error', () => done(false))
    })
    inspector.destroy()
    expect(opened).toBe(false)
    expect(table()).toEqual(EXPECTED)
  })

  it('[EDGE-37] starts the daemon for the next call, one only', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => fairlead.spawnHook('claude-code', before('ls', `t${index}`))),
    )
    const daemon = () => JSON.parse(fairlead.cli('status', '--json').stdout).daemon
    await until(() => daemon() !== null, 'a daemon answers')
    const { pid } = daemon()
    expect(table()).toEqual(EXPECTED)
    expect(daemon().pid).toBe(pid)
  })

  it('says with FAIRLEAD_DEBUG=1 which call came and who answered, and never what it was about', async () => {
    const log = join(world.home, '.fairlead/state/debug.jsonl')
    ask('git push quiet')
    expect(existsSync(log)).toBe(false)
    fairlead.hook('claude-code', before('git push secret-words'), world.project, { FAIRLEAD_DEBUG: '1' })
    const daemon = await fairlead.startDaemon()
    fairlead.hook('claude-code', before('git push secret-words', 'toolu_2'), world.project, { FAIRLEAD_DEBUG: '1' })
    daemon.kill('SIGKILL')
    const text = readFileSync(log, 'utf8')
    const line = (answeredBy: unknown) => ({
      ...{
        id: expect.any(String),
        atMs: expect.any(Number),
        tookMs: expect.any(Number),
        sizeBytes: expect.any(Number),
      },
      ...{ runtime: 'claude-code', doorway: 'PreToolUse', startDir: world.project, answeredBy },
    })
    const lines = text.trimEnd().split('\n')
    expect(lines.map((one) => JSON.parse(one))).toEqual([
      line(expect.stringMatching(/^(?:here|daemon)$/)),
      line('daemon'),
    ])
    expect([text.includes('secret-words'), statSync(log).mode & 0o777]).toEqual([false, 0o600])
  })

  it('[EDGE-45] prints nothing in a folder that nobody governs, and blocks there what cannot be undone', () => {
    const elsewhere = createWorld()
    try {
      const there = (command: string) => {
        const payload = { ...before(command), cwd: elsewhere.project, session_id: 'elsewhere' }
        return fairlead.hook('claude-code', payload, elsewhere.project)
      }
      expect([there('git push'), there('npm test')]).toEqual(['', ''])
      expect(['rm -rf /', 'rm -rf ~', `rm -rf ${world.home}`].map((command) => decisionOf(there(command)))).toEqual([
        ...['deny', 'deny', 'deny'],
      ])
      expect(elsewhere.exists('active_context.yaml')).toBe(false)
      // A governed session that changes folder stays governed.
      expect(decisionOf(fairlead.hook('claude-code', before('git push')))).toBe('deny')
      expect(decisionOf(fairlead.hook('claude-code', before('git push'), elsewhere.project))).toBe('deny')
    } finally {
      elsewhere.remove()
    }
  })
})

describe('broken surroundings', () => {
  const stateFile = () => fairlead.at('active_context.yaml')
  const breakages: readonly (readonly [name: string, breakIt: () => void])[] = [
    ['a corrupt state file', () => writeFileSync(stateFile(), '\u0000{[not yaml: :')],
    ['a folder in its place', () => mkdirSync(stateFile())],
    ['a link loop in its place', () => symlinkSync(stateFile(), stateFile())],
    ['a lock of a dead process', () => lockByTheDead()],
    ['a corrupt database', () => writeFileSync(join(fairlead.stateFolder, 'hooks.db'), 'garbage'.repeat(1_000))],
    ['no database', () => rmSync(join(fairlead.stateFolder, 'hooks.db'))],
    ['no state folder', () => renameSync(fairlead.stateFolder, join(world.home, 'x'))],
    ['no folder of ours but the program', () => loseAllButProgram()],
    ['an empty list of projects', () => emptyList()],
    ['no key', () => rmSync(join(fairlead.stateFolder, 'approval.key'))],
  ]

  function lockByTheDead(): void {
    mkdirSync(fairlead.at('.claude/state'), { recursive: true })
    writeFileSync(fairlead.at('.claude/state/state.lock'), '999999 1\n')
  }

  function loseAllButProgram(): void {
    for (const name of readdirSync(join(world.home, '.fairlead')))
      if (!['bin', 'program'].includes(name)) rmSync(join(world.home, '.fairlead', name), { recursive: true })
  }

  function emptyList(): void {
    const db = new DatabaseSync(join(fairlead.stateFolder, 'hooks.db'))
    db.exec('DELETE FROM governed')
    db.close()
  }

  it.each(breakages)(
    '[EDGE-38, EDGE-88, PLANE-R12a] %s: the catastrophic stays refused, work goes on, doctor shows it',
    async (name, breakIt) => {
      fairlead.hook('claude-code', { ...before(''), hook_event_name: 'SessionStart', source: 'startup' })
      rmSync(stateFile(), { force: true })
      breakIt()
      expect([ask('ls'), ask('rm -rf /')]).toEqual(['silence', 'deny'])
      expect(['deny', 'ask']).toContain(ask('git push'))
      const doctor = fairlead.cli('doctor')
      if (name !== 'a lock of a dead process')
        expect(doctor.stdout + doctor.stderr).toMatch(
          /unreadable|cannot|missing|corrupt|not a database|malformed|folder|link|key|went off the list/,
        )
      fairlead.hook('claude-code', { ...before(''), hook_event_name: 'Stop', stop_hook_active: false })
    },
  )
})

describe('many at once', () => {
  it('[EDGE-102] 320 hook processes on one project lose no fact and fork no chain', async () => {
    await fairlead.startDaemon()
    const store = await fairlead.store()
    fairlead.hook('claude-code', { ...before(''), hook_event_name: 'SessionStart', source: 'startup' })
    for (let start = 0; start < 320; start += 16) {
      const batch = Array.from({ length: 16 }, (_, index) =>
        fairlead.spawnHook('claude-code', before('git status', `toolu_p${start + index}`)),
      )
      expect((await Promise.all(batch)).every((stdout) => stdout === '')).toBe(true)
    }
    const rows = await store.facts(projectRoot(world.project), { limit: 100_000 })
    const calls = rows.flatMap((row) =>
      row.fact.kind === 'call.judged' && row.fact.call.startsWith('toolu_p') ? [row.fact.call] : [],
    )
    expect(new Set(calls).size).toBe(320)
    expect(calls).toHaveLength(320)
    expect(rows.reduce(evolve, INITIAL_STATE)).toEqual(await store.read(projectRoot(world.project)))
    await store.close()
    await verified()
    expect(readFileSync(fairlead.at('active_context.yaml'), 'utf8')).toContain('schema_version: 4')
  })
})
