import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  SECRET,
  type SealedWorld,
  sealedWorld,
  sealMissing,
  WITH_MASKED_PROC,
  without,
} from './support/sealed-world.ts'
import { until } from './support/until.ts'

const missing = sealMissing()

let world: SealedWorld
beforeEach(() => {
  world = sealedWorld()
  onTestFinished(() => world.remove())
})

const KEY = '"$HOME/.fairlead/state/approval.key"'
/** Calls by number, as a program without a compiler makes them. Those that have the same number on both kinds of machine. */
const perl = (code: string) => `perl -MSocket -MFcntl -e '${code}'`

/** Ways out and attacks, each one line of shell. One that wins has printed the secret, changed a covered file, or hurt the process outside. */
const ATTACKS: Readonly<Record<string, string>> = {
  'reads the key': `cat ${KEY}`,
  'lists the folder': 'ls ~/.fairlead/state && cat ~/.fairlead/state/*',
  'finds the key': 'find ~ -name "*.key" -exec cat {} +',
  'searches for it': 'grep -r approval ~/.fairlead',
  'packs the folder': 'tar cf - -C ~/.fairlead state | tar xOf -',
  'copies the folder': 'cp -r ~/.fairlead/state copy; cat copy/approval.key',
  'goes through a link': `ln -s ${KEY} link; cat link`,
  'goes through a link to the folder': 'ln -s ~/.fairlead d; cat d/state/approval.key',
  'makes a second name': `ln ${KEY} twin; cat twin`,
  'starts at the root of itself': `cat /proc/self/root${KEY.replaceAll('"', '')}`,
  'starts at its own folder': 'cat /proc/self/cwd/../.fairlead/state/approval.key',
  'starts at the first process': `cat /proc/1/root${KEY.replaceAll('"', '')}`,
  'starts at the root of another': `cat /proc/$D/root${KEY.replaceAll('"', '')}`,
  'starts at the folder of another': 'cat /proc/$D/cwd/approval.key',
  'opens what another holds open': 'cat /proc/$D/fd/*',
  'reads the environment of another': 'tr "\\0" "\\n" < /proc/$D/environ',
  'reads all environments': 'cat /proc/[0-9]*/environ | tr "\\0" "\\n"',
  'reads the memory of another': perl(
    'open M, "<", "/proc/$ENV{D}/mem" or exit; open A, "<", "/proc/$ENV{D}/maps"; while (<A>) { next unless /^(\\w+)-(\\w+) rw/; sysseek M, hex $1, 0; sysread M, $b, hex($2) - hex($1); print $b }',
  ),
  'takes a descriptor of another': perl(
    '$p = syscall(434, $ENV{D} + 0, 0); for (3 .. 9) { $f = syscall(438, $p, $_, 0); next if $f < 0; open F, "<&=", $f; sysseek F, 0, 0; print <F> }',
  ),
  'opens the folder up': `chmod 700 ~/.fairlead/state; cat ${KEY}`,
  'puts the cover off': `umount ~/.fairlead/state; cat ${KEY}`,
  'puts the cover off in a namespace': `unshare -Ur --mount --propagation unchanged sh -c 'umount -l ~/.fairlead/state; cat ${KEY}'`,
  'mounts the folder elsewhere': `mkdir m; unshare -Ur --mount --propagation unchanged sh -c 'mount --bind ~/.fairlead m; cat m/state/approval.key'`,
  'copies the mounts by number': perl(
    '$t = syscall(428, -100, "$ENV{HOME}/.fairlead", 1); exit if $t < 0; open F, "/proc/self/fd/$t/state/approval.key"; print <F>',
  ),
  'changes the root': `unshare -Ur --mount --propagation unchanged chroot / cat ${KEY}`,
  'enters the namespaces of another': `nsenter -t $D -m -U --preserve-credentials cat ${KEY} 2>&1 || nsenter -t $D -m cat ${KEY}`,
  'enters them by their files': `nsenter --mount=/proc/$D/ns/mnt cat ${KEY}`,
  'speaks to the daemon': `cd ~/.fairlead/state && ${perl('socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, pack_sockaddr_un("daemon.sock")) and print q(' + SECRET + ')')}`,
  'speaks to an abstract socket': perl(
    'socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, pack_sockaddr_un("\\0$ENV{ROOT}")) and print q(' + SECRET + ')',
  ),
  'reads the private runtime folder': 'cat ~/runtime/bus',
  'writes the settings': 'echo "{}" > ~/.claude/settings.json',
  'adds to the settings': 'echo >> ~/.claude/settings.json',
  'replaces the settings': 'echo "{}" > s; mv s ~/.claude/settings.json',
  'edits the settings': 'sed -i s/hooks/x/ ~/.claude/settings.json',
  'removes the settings': 'rm -f ~/.claude/settings.json',
  'cuts the settings': 'truncate -s 0 ~/.claude/settings.json',
  'writes through a second name': 'ln ~/.claude/settings.json twin && echo "{}" > twin',
  'writes through a link': 'ln -s ~/.claude c; echo "{}" > c/settings.json',
  'moves the folder of settings away': 'mv ~/.claude ~/.c2; mkdir ~/.claude; echo "{}" > ~/.claude/settings.json',
  'moves the settings from a kept folder': 'cd ~/.claude/shell-snapshots; echo "{}" > s; mv s ../settings.json',
  'writes the hook': 'echo "exit 0" > ~/.fairlead/bin/hook',
  'replaces the helper': 'cp /bin/true t; mv t ~/.fairlead/bin/seal',
  'adds a program': 'echo > ~/.fairlead/bin/new',
  'removes the programs': 'rm -rf ~/.fairlead/bin',
  'moves our folder away': 'mv ~/.fairlead ~/.f2; mkdir -p ~/.fairlead/bin; echo > ~/.fairlead/bin/hook',
  'moves the state away':
    'mv ~/.fairlead/state ~/.fairlead/s2; mkdir ~/.fairlead/state; echo > ~/.fairlead/state/approval.key',
  'writes over the key': `echo mine > ${KEY}`,
  'opens it by a handle': perl(
    '$h = pack "ix4x8x120", 120; substr $h, 0, 4, pack "I", 120; syscall(303, -100, "$ENV{HOME}/.fairlead", $h, $m = pack("i", 0), 0); $f = syscall(304, 3, $h, 0); exit if $f < 0; open F, "/proc/self/fd/$f/state/approval.key"; print <F>',
  ),
  'copies the mounts with new rights': `unshare -Ur --mount --propagation unchanged ${perl(
    '$t = syscall(467, -100, "$ENV{HOME}/.fairlead", 1, 0, 0); exit if $t < 0; open F, "/proc/self/fd/$t/state/approval.key"; print <F>',
  )}`,
  'runs a program that is in no folder': perl(
    '$p = "x"; $f = syscall(319, $p, 0); open M, ">&=", $f; open S, "<", "/bin/cat"; binmode S; local $/; print M <S>; close S; exec "/proc/self/fd/$f", "$ENV{HOME}/.fairlead/state/approval.key"',
  ),
  'makes a file system of its own': `mkdir m; unshare -Ur --mount sh -c 'mount -t overlay overlay -olowerdir=/home:/tmp m; mount -t tmpfs x ~/.fairlead'; cat ${KEY}`,
  'asks another machine of the same kernel': `systemd-run --user --pipe cat ${KEY} 2>/dev/null; echo "cat ${KEY}" | at now 2>/dev/null; cat ${KEY}`,
  'locks the settings away': 'flock -n ~/.claude/settings.json true; exec 9>>~/.claude/settings.json; echo x >&9',
  'touches its times':
    'touch ~/.claude/settings.json; setfattr -n user.x -v y ~/.claude/settings.json; chmod 755 ~/.claude; echo x >> ~/.claude/settings.json',
  'ends the other': 'kill -9 $D',
  'stops the other': 'kill -STOP $D',
  'asks it to end': 'kill $D',
  'ends everybody': 'kill -9 $(ls /proc | grep -x "[0-9]*" | grep -vx $$)',
  'ends it by its name': 'pkill -9 -f "socket.my" || killall -9 perl',
  'ends it by its descriptor': perl('$p = syscall(434, $ENV{D} + 0, 0); syscall(424, $p, 9, 0, 0)'),
  'starves it': 'prlimit --pid $D --cpu=1:1 --nofile=3:3 && kill -9 $D',
}

function outcome(how: 'sealed' | 'unsealed', attack: string): 'won' | 'lost' {
  const one = sealedWorld()
  try {
    const waited = spawnSync('perl', [
      '-e',
      `for (1..100) { exit if -e "${one.home}/.fairlead/state/daemon.sock"; select(undef, undef, undef, 0.02) }`,
    ])
    expect(waited.status).toBe(0)
    const before = one.fingerprint()
    const { stdout } = one.run(how, [attack])
    const isHarmed = one.fingerprint() !== before || !one.isOutsiderWell()
    return stdout.includes(SECRET) || isHarmed ? 'won' : 'lost'
  } finally {
    one.remove()
  }
}

describe.skipIf(missing !== undefined)(`the seal's helper (${missing ?? 'enters'})`, () => {
  it.for(Object.entries(ATTACKS).filter(([name]) => name !== 'ends everybody'))(
    '[EDGE-118] keeps in what %s',
    ([, attack]) => {
      expect(outcome('sealed', attack)).toBe('lost')
    },
  )

  it('[EDGE-118] keeps in what ends everybody', () => {
    // Unsealed it would end this test, too.
    expect(outcome('sealed', ATTACKS['ends everybody'] ?? '')).toBe('lost')
  })

  it('most of them win without it, so that they show something', () => {
    const won = Object.entries(ATTACKS).filter(
      ([name, attack]) => name !== 'ends everybody' && outcome('unsealed', attack) === 'won',
    )
    expect(won.length).toBeGreaterThanOrEqual(28)
  })

  it('leaves the rest as it is: files, exit codes, signals, streams, terminals of its own', () => {
    const { run, seal } = world
    expect(run('sealed', ['echo "a  b"; cat; echo c >&2; exit 7'], 'in')).toEqual({
      ...{ status: 7, signal: null, stdout: 'a  b\nin', stderr: 'c\n' },
    })
    expect(run('sealed', ['--', 'sh', '-c', 'exit 3'])).toMatchObject({ status: 3 })
    expect(run('sealed', ['kill -TERM $$'])).toMatchObject({ status: null, signal: 'SIGTERM' })
    expect(run('sealed', ['--', '/no/such/program'])).toMatchObject({ status: 127 })
    expect(run('sealed', ['--', '/'])).toMatchObject({ status: 126 })
    expect(run('sealed', ['id -u; touch made; stat -c %u made; pwd'])).toMatchObject({
      stdout: `${process.getuid?.()}\n${process.getuid?.()}\n${world.home}/work\n`,
    })
    expect(run('sealed', ['echo x > ~/.claude/shell-snapshots/x && cat ~/.claude/settings.json'])).toMatchObject({
      ...{ status: 0, stdout: '{"hooks":{}}' },
    })
    expect(
      run('sealed', [
        'git init -q r && cd r && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git log --format=%s',
      ]),
    ).toMatchObject({
      ...{ status: 0, stdout: 'x\n' },
    })
    expect(run('sealed', ['script -qc "echo on a terminal" /dev/null </dev/null | tr -d "\\r"'])).toMatchObject({
      stdout: 'on a terminal\n',
    })
    // Inside a seal of the same plan it is one already.
    expect(run('sealed', [`'${seal}' 'echo nested'; '${seal}' --probe`])).toMatchObject({ stdout: 'nested\ninside\n' })
    const shell = spawnSync(`${seal}-bash`, ['-c', `echo "$0"; cat ${KEY}`], {
      env: { HOME: world.home, PATH: process.env['PATH'] ?? '' },
      encoding: 'utf8',
    })
    expect(shell.stdout).toBe('/bin/bash\n')
  })

  it('hides, which is not the same as nothing being there', () => {
    const { stderr } = world.run('sealed', ['cat ~/.fairlead/state/approval.key ~/.fairlead/state/no-such-file'])
    expect(stderr.match(/Permission denied/g)).toHaveLength(2)
  })

  it('[EDGE-118] lets our own programs through, to the letter, with an environment made from nothing', () => {
    const program = join(world.home, 'own.mjs')
    writeFileSync(
      program,
      "import { readlinkSync } from 'node:fs'\nconsole.log(JSON.stringify([readlinkSync('/proc/self/ns/user'), process.argv.slice(2), process.env]))",
    )
    const own = [`node ${process.execPath}`, `cli ${program}`, 'exempt mcp x\t/f mcp x', 'set A=b', 'take LANG']
    world.rewritePlan((lines) => [...lines, ...own])
    const env = {
      LANG: 'C',
      LD_PRELOAD: '/nowhere.so',
      NODE_OPTIONS: '--no-such-option',
      PATH: process.env['PATH'] ?? '',
    }
    const start = (line: string) => spawnSync(world.seal, [line], { env, encoding: 'utf8' })
    const outside = readlinkSync('/proc/self/ns/user')
    expect(JSON.parse(start('/f mcp x').stdout)).toEqual([outside, ['mcp', 'x'], { A: 'b', LANG: 'C' }])
    for (const line of ['/f mcp x ', '/f mcp x && id', ' /f mcp x', '/f  mcp x'])
      expect([line, start(line).stdout]).toEqual([line, ''])
  })

  it('passes through a private folder what the plan names, and nothing else', () => {
    const runtime = join(world.home, 'runtime')
    mkdirSync(join(runtime, 'keyring'))
    writeFileSync(join(runtime, 'keyring', 'control'), 'signs')
    writeFileSync(join(runtime, 'agent.socket'), 'unlocks')
    const passed = ['keyring', 'agent.socket', 'not-there'].map((name) => `pass ${join(runtime, name)}`)
    world.rewritePlan((lines) => [...lines, ...passed])
    expect(
      world.run('sealed', ['ls ~/runtime; cat ~/runtime/keyring/control ~/runtime/agent.socket ~/runtime/bus']),
    ).toMatchObject({
      stdout: 'agent.socket\nkeyring\nsignsunlocks',
    })
  })

  it('does not obey the environment, nor a plan that is damaged', () => {
    const env = { HOME: '/nowhere', PATH: '/nowhere', LD_PRELOAD: '/nowhere.so', FAIRLEAD_SEAL: 'off' }
    const read = () =>
      spawnSync(world.seal, [`/bin/cat '${world.home}/.fairlead/state/approval.key'`], { env, encoding: 'utf8' })
    expect(read().stdout).toBe('')
    for (const damage of [['hide relative'], ['shell /bin/bash', 'unknown word'], []]) {
      world.rewritePlan(() => damage)
      expect({ damage, status: read().status }).toEqual({ damage, status: 125 })
    }
    rmSync(`${world.seal}.plan`)
    expect(read().status).toBe(125)
  })

  it('runs the command as it is where it cannot enter, and does not run it when strict', () => {
    const below = (around: readonly string[], ...words: readonly string[]) => {
      const [command = '', ...args] = [...around, world.seal, ...words]
      const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', cwd: world.home })
      return { status, stdout }
    }
    for (const around of [without('namespaces'), without('mounts'), WITH_MASKED_PROC]) {
      expect(below(around, '--probe').stdout).toMatch(/^no: /)
      expect(below(around, 'echo ran; exit 4')).toEqual({ status: 4, stdout: 'ran\n' })
      expect(below(around, '--strict', 'echo ran')).toEqual({ status: 125, stdout: '' })
    }
    expect(below(without('landlock'), '--probe').stdout).toMatch(/^yes: .*landlock 0/)
    expect(below(without('landlock'), `cat ${KEY}; echo ran`)).toEqual({ status: 0, stdout: 'ran\n' })
    world.rewritePlan((lines) => [...lines, 'off', 'strict'])
    expect(world.run('sealed', [`cat ${KEY}`])).toMatchObject({ status: 0, stdout: SECRET })
  })

  it('[EDGE-118] runs nothing where an agent could have brought it about that it cannot enter', () => {
    const starved = spawnSync('prlimit', ['--nofile=3:3', world.seal, 'echo ran'], { encoding: 'utf8' })
    expect([starved.status, starved.stdout]).toEqual([125, ''])
    world.rewritePlan((lines) => lines.map((line) => line.replace('.fairlead/state', '.fairlead/gone')))
    expect(world.run('sealed', ['echo ran'])).toMatchObject({ status: 125, stdout: '' })
  })

  it('[EDGE-118] is kept out by nothing that an agent puts where a cover belongs', () => {
    const places = ['.gnupg', '.codex', 'sockets']
    world.rewritePlan((lines) => [
      ...lines,
      ...places.map((name, index) => `${['read-only', 'hide', 'private'][index]} ${join(world.home, name)}`),
    ])
    world.run('sealed', ['touch ~/.gnupg; ln -s / ~/.codex; mkdir -p ~/sockets; chmod 0 ~/sockets'])
    expect(existsSync(join(world.home, '.gnupg'))).toBe(true)
    expect(world.run('sealed', [`echo "ran"; cat ${KEY}`])).toMatchObject({ stdout: 'ran\n' })
    expect(world.run('sealed', ['--probe']).stdout).toMatch(/^yes/)
  })

  it('[EDGE-118] makes a private folder before anybody else does, so that what runs on has its own', async () => {
    const sockets = join(world.home, 'tmux')
    world.rewritePlan((lines) => [...lines, `private ${sockets}`])
    const child = spawn(world.seal, ['echo ready; read go; cat ~/tmux/default'], { stdio: ['pipe', 'pipe', 'ignore'] })
    const said: string[] = []
    child.stdout.on('data', (chunk) => said.push(String(chunk)))
    await until(() => said.join('').includes('ready'), 'it')
    writeFileSync(join(sockets, 'default'), SECRET)
    child.stdin.end('\n')
    await new Promise((done) => child.on('close', done))
    expect(said.join('')).toBe('ready\n')
  })

  it('lets go of nobody when it is killed, and of what runs in the background when its command ends', async () => {
    const mark = join(world.home, 'work', 'alive')
    const beat = `(while :; do date +%s%N > '${mark}'; sleep 0.05; done) & (setsid sleep 300 &) ; `
    const child = spawn(world.seal, [`${beat} sleep 300`], { cwd: join(world.home, 'work'), stdio: 'ignore' })
    await until(() => existsSync(mark), 'the first beat')
    child.kill('SIGKILL')
    await pause(300)
    const last = readFileSync(mark, 'utf8')
    await pause(300)
    expect(readFileSync(mark, 'utf8')).toBe(last)
    rmSync(mark)
    const ended = spawnSync(
      world.seal,
      [`(for i in 1 2 3 4 5 6 7 8 9 10; do date +%s%N > '${mark}'; sleep 0.05; done) >/dev/null 2>&1 & disown; exit 5`],
      { encoding: 'utf8' },
    )
    expect(ended.status).toBe(5)
    await pause(200)
    const early = readFileSync(mark, 'utf8')
    await until(() => readFileSync(mark, 'utf8') !== early, 'the background process going on')
  })

  it('passes signals on', async () => {
    const child = spawn(world.seal, ['trap "echo told; exit 9" TERM; echo ready; while :; do sleep 0.05; done'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const said: string[] = []
    child.stdout.on('data', (chunk) => said.push(String(chunk)))
    await until(() => said.join('').includes('ready'), 'it')
    child.kill('SIGTERM')
    const code = await new Promise((done) => child.on('close', done))
    expect([said.join(''), code]).toEqual(['ready\ntold\n', 9])
  })

  it('leaves no process, mount or file behind, a thousand times', async () => {
    const mounts = () =>
      readFileSync('/proc/self/mountinfo', 'utf8')
        .split('\n')
        .filter((line) => line.includes(world.home)).length
    const left = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && exeOf(pid) === world.seal)
    let next = 0
    const codes = new Set<number | null>()
    const worker = async () => {
      while (next < 1_000) {
        next += 1
        const child = spawn(world.seal, [`exit ${next % 7}`], { stdio: 'ignore', cwd: join(world.home, 'work') })
        const expected = next % 7
        const code = await new Promise<number | null>((done) => child.on('exit', done))
        if (code !== expected) codes.add(code)
      }
    }
    await Promise.all(Array.from({ length: 32 }, worker))
    await until(() => left().length === 0, 'the last of them')
    expect({ codes: [...codes], mounts: mounts(), files: readdirSync(join(world.home, 'work')) }).toEqual({
      codes: [],
      mounts: 0,
      files: [],
    })
  })
})

function exeOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return ''
  }
}
