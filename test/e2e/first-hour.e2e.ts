import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { approveHold } from '../support/approve-hold.ts'
import { ownPolicy } from '../support/confirm-policy.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { attendedMachine, governedMachine } from './support/governed-machine.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

// What a person meets in the first hour, through the installed product and nothing else.

const bash = (project: string, command: string, id = command) =>
  beforeTool({ project }, { id, name: 'Bash', input: { command } })
const repository = (world: World, name: string): string => {
  const folder = join(world.root, name)
  execFileSync('git', ['init', '-q', folder])
  return folder
}
const withPolicy = (text: string) => (world: World) => ownPolicy({ HOME: world.home }, text)

describe('init', () => {
  it('[EDGE-36] blocks the catastrophic in every folder, and holds in projects that are set up', () => {
    const { world, fairlead } = governedMachine()
    const elsewhere = repository(world, 'elsewhere')
    for (const folder of [elsewhere, world.root])
      expect(fairlead.hook('claude-code', bash(folder, 'rm -rf /'), folder)).toContain('Fairlead blocked')
    expect(fairlead.hook('claude-code', bash(elsewhere, 'git push'), elsewhere)).toBe('')
    expect(fairlead.hook('claude-code', bash(world.project, 'git push'))).toContain('Fairlead held #1')
  })

  it('[EDGE-35] holds in every repository with `--everywhere`', () => {
    const { world, fairlead } = governedMachine({ flags: ['--everywhere'] })
    const elsewhere = repository(world, 'elsewhere')
    expect(fairlead.hook('claude-code', bash(elsewhere, 'git push'), elsewhere)).toContain('Fairlead held #1')
  })

  it('[EDGE-35] leaves feature branches to who says so: `git.push_scope: shared-branches`', () => {
    const prepare = withPolicy('git: { push_scope: shared-branches }\n')
    const { world, fairlead } = governedMachine({ prepare })
    expect(fairlead.hook('claude-code', bash(world.project, 'git push -u origin fix/x'))).toBe('')
    expect(fairlead.hook('claude-code', bash(world.project, 'git push origin main'))).toContain('Fairlead held #1')
    expect(fairlead.hook('claude-code', bash(world.project, 'git push -f origin fix/x'))).toContain('Fairlead held #2')
  })

  it('says what changes in ten lines of at most 80 columns', () => {
    const { fairlead } = governedMachine()
    fairlead.cli('uninstall', '--yes')
    const { stdout } = fairlead.cli('init', '--yes')
    const lines = stdout.split('\n').filter((line) => line.trim() !== '')
    expect(lines.length).toBeLessThanOrEqual(10)
  })
})

const human = humanCasesFor('codex')
describe.skipIf(human.skip)('init in a terminal', () => {
  it('asks two questions at most: whether Codex may run our hooks, and about the seal', async () => {
    const { world, fairlead, person } = await attendedMachine()
    fairlead.cli('uninstall', '--purge', '--yes')
    const cli = join(import.meta.dirname, '../../dist/cli.mjs')
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    await shell.enter(`${process.execPath} ${cli} init; echo "answer is $?"`)
    await shell.confirm(/Trust these hooks in Codex\?/)
    const screen = await shell.waitForScreen(/Seal commands of Claude Code|answer is 0/)
    if (screen.includes('Seal commands')) await shell.confirm(/Seal commands of Claude Code/)
    const end = await shell.waitForScreen(/answer is 0/)
    expect(end.match(/\?(?= \[|$| Tried| [YyNn]| ›| \()/gm)?.length ?? 0).toBeLessThanOrEqual(2)
    await shell.close()
  })
})

describe('what a package carries', () => {
  it('[EDGE-111] is nothing of ours; with records in the work tree, `doctor` names them and the line that keeps them out', () => {
    const { world, fairlead } = governedMachine()
    world.write('package.json', '{ "name": "shop", "version": "1.0.0" }')
    fairlead.hook('claude-code', bash(world.project, 'git push'))
    expect(packed(world)).toEqual(['README.md', 'package.json'])
    expect(world.git('status', '--short')).toBe('?? package.json\n')
    fairlead.cli('init', '--yes', '--in-repo')
    fairlead.hook('claude-code', { ...bash(world.project, 'ls'), hook_event_name: 'PostToolUse', tool_response: {} })
    expect(world.exists('.npmignore')).toBe(false)
    const { stdout } = fairlead.cli('doctor')
    expect(stdout).toMatch(/npm pack/)
    expect(stdout).toMatch(/"files": \[/)
  })
})

function packed({ project, home }: World): readonly string[] {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home }
  const made = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: project, env, encoding: 'utf8' })
  return (JSON.parse(made) as readonly { readonly files: readonly { readonly path: string }[] }[])
    .flatMap(({ files }) => files.map(({ path }) => path))
    .toSorted()
}

describe('what is told', () => {
  it('[PLANE-O2] approvals alone never make `plane ladder` propose anything', async () => {
    const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
    world.git('commit', '-q', '--allow-empty', '-m', 'second')
    for (let number = 1; number <= 12; number += 1) {
      fairlead.hook('claude-code', bash(world.project, `git push origin main:b${number}`))
      expect((await approveHold(world)).kind).toBe('allow')
    }
    expect(await fairlead.factsOf('junction.approved')).toHaveLength(12)
    const { status, stdout } = fairlead.cli('plane', 'ladder', '--json')
    const { falseHolds, rungs } = JSON.parse(stdout)
    expect([status, falseHolds]).toEqual([0, 0])
    for (const rung of rungs) expect(Object.keys(rung)).toEqual(['setting', 'level', 'judged', 'right'])
  })

  it('[EDGE-34] `safer` names the tool that was called, or nothing', () => {
    const { world, fairlead } = governedMachine()
    const told = (command: string) => fairlead.hook('claude-code', bash(world.project, command))
    expect(told('python manage.py migrate')).toContain('Fairlead held')
    expect(told('python manage.py migrate')).not.toMatch(/prisma|rails|knex/)
    expect(told('source .env')).toBe('')
  })

  it('names settings that are broken as what they are, and no command that was just run', () => {
    const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
    writeFileSync(join(world.home, '.claude/settings.json'), '{ "hooks": ')
    const { stdout } = fairlead.cli('doctor')
    expect(stdout).toMatch(/settings\.json.*(?:isn't|is not|no) (?:valid )?JSON|settings\.json.*line \d/)
    expect(stdout).not.toContain('no longer holds our hook')
    expect(stdout).not.toMatch(/run `fairlead doctor`/)
  })

  it('[EDGE-51] names the way that works where it is read: `/edge` in Claude Code, never in Codex', () => {
    const { world, fairlead } = governedMachine()
    const claude = fairlead.hook('claude-code', bash(world.project, 'git push'))
    const codex = fairlead.hook('codex', {
      ...bash(world.project, 'git push origin main'),
      session_id: 'codex-session',
    })
    expect(codex).toContain('fairlead edge approve')
    expect(codex).not.toContain('/edge ')
    expect(claude).not.toContain('ask_person')
  })
})

const READING: readonly (readonly string[])[] = [
  ['status'],
  ['log'],
  ['log', '--summary'],
  ['log', '--holds'],
  ['report'],
  ['doctor'],
  ['edge', 'list'],
  ['edge', 'status'],
  ['audit', 'verify'],
  ['audit', 'tail'],
  ['backup', 'list'],
  ['rules', 'list'],
  ['config', 'check'],
  ['config', 'show'],
  ['plane', 'matrix'],
  ['plane', 'ladder'],
  ['plane', 'baseline'],
  ['anchor', 'roles'],
  ['anchor', 'status'],
  ['ledger', 'status'],
  ['ledger', 'log'],
  ['ledger', 'show'],
  ['explain', 'git push'],
]

describe('reading', () => {
  it('fits into 80 columns, and has `--json` in one naming style', () => {
    const { world, fairlead } = governedMachine()
    for (const command of ['git push', 'git status', 'rm -rf ~', 'npm publish'])
      fairlead.hook('claude-code', bash(world.project, command))
    const wide: string[] = []
    const odd: string[] = []
    for (const words of READING) {
      const shown = inTerminal(`${fairlead.cliCommand} ${words.map((word) => `'${word}'`).join(' ')}`, world)
      // Of raw facts, a word may be longer than a line.
      const isRaw = words.join(' ') === 'audit tail'
      for (const line of isRaw ? [] : shown.split(/\r?\n/))
        if ([...line].length > 80 && !line.startsWith('fairlead: ')) wide.push(`${words.join(' ')}: ${line}`)
      const json = fairlead.cli(...words, '--json')
      odd.push(
        ...namesIn(parsed(json.stdout))
          .filter((name) => name !== 'next_step' && /_|^[A-Z]/.test(name))
          .map((name) => `${words.join(' ')}: ${name}`),
      )
    }
    expect({ wide, odd }).toEqual({ wide: [], odd: [] })
  })

  it('suggests what was meant, and says its version', () => {
    const { fairlead } = governedMachine()
    expect(fairlead.cli('staus').stderr).toContain('did you mean `status`')
    expect(fairlead.cli('rules', 'show', 'git.psh').stderr).toContain('did you mean `git.push`')
    expect(fairlead.cli('-v').stdout).toMatch(/^\d+\.\d+\.\d+/)
    expect(fairlead.cli('config', 'get', 'edge.levl').stderr).toContain('did you mean `edge.level`')
  })

  it('replays what is in the home, also where there is nothing', () => {
    const { world, fairlead } = governedMachine()
    mkdirSync(join(world.home, '.claude/projects'), { recursive: true })
    const { status, stdout, stderr } = fairlead.cli('replay')
    expect(`${stdout}${stderr}`).toMatch(/your home holds no transcript of Claude Code or Codex; name one/)
    expect(status).toBeLessThan(2)
  })
})

/** In a terminal of 80 columns, without its colours. */
function inTerminal(command: string, { project, home }: World): string {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', TERM: 'xterm', NO_COLOR: '1' }
  const args = ['-qec', `stty cols 80 rows 40; ${command}`, '/dev/null']
  return spawnSync('script', args, { cwd: project, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).stdout
}

function parsed(text: string): unknown {
  const lines = text.trim().split('\n')
  try {
    return JSON.parse(text)
  } catch {
    return lines.filter(Boolean).map((line) => JSON.parse(line))
  }
}

/** Names of our own choice: not what stands below a setting, a path or a rule. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    /[./ ]/.test(name) ? namesIn(inner) : [name, ...namesIn(inner)],
  )
}
