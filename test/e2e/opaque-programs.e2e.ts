import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import { startPerson } from './support/tui.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
})

const ask = (command: string, id = `toolu_${command.length}`) =>
  fairlead.hook('claude-code', beforeTool(world, { id, name: 'Bash', input: { command } }))

/** What the person is shown when the next session starts. */
function startNotice(): string {
  const payload = { hook_event_name: 'SessionStart', session_id: 'next', transcript_path: '', cwd: world.project }
  const stdout = fairlead.hook('claude-code', { ...payload, source: 'startup' })
  return stdout === '' ? '' : String(JSON.parse(stdout).systemMessage)
}

/** A program of the agent's own, whose text nobody reads: the database is changed under the gate's hands. */
function onDatabase(sql: string): void {
  const script = join(world.home, 'tidy.mjs')
  writeFileSync(
    script,
    `import { DatabaseSync } from 'node:sqlite'
     new DatabaseSync(${JSON.stringify(join(fairlead.stateFolder, 'hooks.db'))}).exec(${JSON.stringify(`PRAGMA busy_timeout = 9000; ${sql}`)})`,
  )
  execFileSync(process.execPath, [script])
}

const CUT = `
  DROP TRIGGER facts_are_not_deleted;
  DELETE FROM facts WHERE seq > 3;
  DELETE FROM snapshots;
  UPDATE projects SET head_seq = 3, head_hash = (SELECT hash FROM facts f WHERE f.project = projects.root AND f.seq = 3)`

describe('a program that cuts the end of the audit', () => {
  const verify = () => {
    const { status, stderr } = fairlead.cli('audit', 'verify')
    return { status, stderr }
  }

  /** The head outside the database is kept a moment after the answer. */
  const WHOLE = /^verified: (\d+) entries, .* vouched to entry \1 by the head in /

  beforeEach(async () => {
    for (const command of ['ls', 'git push', 'rm -rf /']) ask(command)
    await until(() => WHOLE.test(fairlead.cli('audit', 'verify').stdout), 'a head that vouches for everything')
  })

  it('[PLANE-R11] is found, on record, told when the next session starts, and the gate keeps judging', async () => {
    onDatabase(CUT)
    const missing = /facts 4 to \d+ are missing: the kept head names fact \d+/
    expect(verify()).toEqual({ status: 1, stderr: expect.stringMatching(missing) })
    expect(ask('git push', 'toolu_later')).toContain('"deny"')
    expect(await fairlead.factsOf('audit.unvouched')).toMatchObject([{ finding: 'cut', found: { seq: 3 } }])
    expect(verify()).toEqual({ status: 1, stderr: expect.stringMatching(/facts 4 to \d+ are missing/) })
    expect(startNotice()).toMatch(
      /the audit log was tampered with: facts 4 to \d+ are missing: .*; run `fairlead audit verify`/,
    )
    expect(startNotice()).not.toContain('missing')
    expect(fairlead.cli('doctor').stdout).toMatch(missing)
  })

  it('[PLANE-R11] is found whether it takes the kept head away, forges one, or puts an older database back', async () => {
    const database = join(fairlead.stateFolder, 'hooks.db')
    const head = join(fairlead.stateFolder, 'audit-head')
    onDatabase(`VACUUM INTO '${join(world.home, 'older.db')}'`)
    onDatabase(CUT)
    rmSync(head)
    expect(verify()).toEqual({ status: 1, stderr: expect.stringContaining('the kept head is missing') })
    ask('ls', 'toolu_without')
    // Kept a moment after the answer.
    await until(() => existsSync(head), 'the head')
    writeFileSync(head, '{}')
    expect(verify()).toEqual({ status: 1, stderr: expect.stringContaining("isn't signed with the present key") })
    for (const id of Array.from({ length: 9 }, (_, index) => `toolu_more_${index}`)) ask('ls', id)
    for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
    renameSync(join(world.home, 'older.db'), database)
    expect(verify()).toEqual({ status: 1, stderr: expect.stringMatching(/the kept head names/) })
    ask('ls', 'toolu_last')
    expect(await fairlead.factsOf('audit.unvouched')).toMatchObject([{ kept: expect.anything() }])
  })
})

describe('a program that rewrites the stored state', () => {
  const forge = (state: string) => `UPDATE snapshots SET state = ${state}; UPDATE snapshots SET size = length(state)`
  /** At a terminal of the program's own making, with no agent above it any more. */
  async function approveAlone(done: string): Promise<void> {
    const attempt = `script -qec '${fairlead.cliCommand} edge approve 1' /dev/null; echo > ${done}`
    const env = { HOME: world.home, PATH: process.env['PATH'] ?? '' }
    execFileSync('setsid', ['-f', 'sh', '-c', attempt], { cwd: world.project, env, stdio: 'ignore' })
    await until(() => world.exists(done), done)
  }

  it('[PLANE-R11, EDGE-51] makes nobody forget the client that lives: its approval is refused, the push stays held', async () => {
    const push = beforeTool(world, { id: 'toolu_1', name: 'Bash', input: { command: 'git push' } })
    world.write('start.json', JSON.stringify({ ...push, hook_event_name: 'SessionStart', source: 'startup' }))
    world.write('push.json', JSON.stringify(push))
    // A shell that the kernel shows as the client.
    const program = join(world.root, 'claude')
    copyFileSync('/bin/bash', program)
    const hook = join(world.home, '.fairlead/bin/hook')
    const client = spawn(
      program,
      ['-c', `${hook} claude-code < start.json; ${hook} claude-code < push.json > answer.json; echo > held; read`],
      {
        ...{ cwd: world.project, stdio: ['pipe', 'ignore', 'ignore'] },
        // Its shell commands would run sealed, where that is on.
        env: {
          HOME: world.home,
          PATH: process.env['PATH'] ?? '',
          CLAUDE_CODE_SHELL_PREFIX: join(world.home, '.fairlead/bin/seal'),
        },
      },
    )
    onTestFinished(() => void client.kill('SIGKILL'))
    await until(() => world.exists('held'), 'a hold')
    expect(world.read('answer.json')).toContain('"deny"')
    await approveAlone('tried')
    fairlead.stopDaemon()
    onDatabase(forge(`replace(state, '"pid":${client.pid}', '"pid":4194305')`))
    await approveAlone('tried-again')
    expect(await fairlead.kinds()).not.toContain('junction.approved')
    const refused = (await fairlead.factsOf('approval.refused')).map(({ why }) => why)
    const why = 'this terminal may have been opened by the agent'
    expect(refused).toEqual([why, why])
    expect(ask('git push', 'toolu_later')).toContain('"deny"')
    expect(await fairlead.factsOf('audit.unvouched')).toMatchObject([{ finding: 'snapshot' }])
    expect(startNotice()).toMatch(/^fairlead: the database was tampered with: .* made again from the audit log/)
    expect(fairlead.cli('audit', 'verify').status).toBe(0)
  })
})

describe('a program that rewrites the policy', () => {
  const LOOSE = 'edge: { level: observe }\n'

  /** Three lines, and nothing in them says what they do. */
  function rewritePolicy(): void {
    const script = join(world.home, 'tidy.py')
    const text = Buffer.from(LOOSE).toString('base64')
    writeFileSync(
      script,
      `import base64,os\np=os.path.expanduser('~/.fairlead/policy')\nos.makedirs(p,exist_ok=True);open(p+'/policy.yaml','wb').write(base64.b64decode('${text}'))\n`,
    )
    execFileSync('python3', [script], { env: { HOME: world.home, PATH: process.env['PATH'] ?? '' } })
  }

  it('[PLANE-O2, EDGE-118] loosens nothing; that is on record and told until a person confirms it', async () => {
    // At their keyboard before any agent was: otherwise an agent could have opened it.
    const person = await startPerson(world)
    onTestFinished(() => person.close())
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    expect(ask('git push')).toContain('"deny"')
    rewritePolicy()
    expect(ask('git push', 'toolu_later')).toContain('"deny"')
    expect(await fairlead.factsOf('policy.changed')).toMatchObject([{ looser: ['edge.level'], tighter: [] }])
    const told = 'would loosen edge.level'
    expect([startNotice(), startNotice()]).toEqual([expect.stringContaining(told), expect.stringContaining(told)])
    for (const command of ['doctor', 'status', 'config check']) {
      expect(fairlead.cli(...command.split(' ')).stdout).toContain('`fairlead config confirm`')
    }
    const refused = fairlead.cli('config', 'confirm', '--yes')
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('not accepted') })
    expect(await fairlead.factsOf('config.changed')).toMatchObject([{ refused: true }])
    expect(ask('git push', 'toolu_still')).toContain('"deny"')
    await shell.enter(`${fairlead.cliCommand} config confirm`)
    await shell.waitForScreen(/edge\.level: gate → observe[\s\S]*Use it as it is now\?/)
    await shell.enter('y')
    await shell.waitForScreen(/confirmed;/)
    expect(ask('git push', 'toolu_confirmed')).toBe('')
    expect(ask('rm -rf /', 'toolu_grave')).toContain('"deny"')
    expect(startNotice()).not.toContain(told)
  })

  it('[PLANE-O2] not even with a list of confirmed files, a copy and a compiled policy of its own', () => {
    ask('ls')
    rewritePolicy()
    const file = join(world.home, '.fairlead/policy/policy.yaml')
    const hash = createHash('sha256').update(LOOSE).digest('hex')
    const list = { version: 2, files: { [file]: hash }, signature: hash }
    writeFileSync(join(fairlead.stateFolder, 'trusted.json'), JSON.stringify(list))
    writeFileSync(join(fairlead.stateFolder, `confirmed-policy-${hash.slice(0, 16)}.yaml`), LOOSE)
    expect(ask('git push', 'toolu_1')).toContain('"deny"')
    const cache = join(fairlead.stateFolder, 'policy-cache.json')
    writeFileSync(cache, readFileSync(cache, 'utf8').replaceAll('"level":"gate"', '"level":"observe"'))
    fairlead.stopDaemon()
    expect(ask('git push', 'toolu_2')).toContain('"deny"')
  })
})
