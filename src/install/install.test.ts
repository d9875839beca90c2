import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsTexts } from '../../test/support/random-settings.ts'
import { type Paths, pathsOf } from '../config/paths.ts'
import { IN_REPO } from '../core/model/homes.ts'
import { projectHome, projectRoot } from '../core/model/ids.ts'
import { isInside } from '../core/model/inside.ts'
import { applyInstall, applyRemoval, backupsOf, type Checkpoint, openWorld, recoverCommit } from './commit.ts'
import { excludeOf } from './git-exclude.ts'
import { placesOf, planRemoval } from './plan.ts'
import { type InstallWish, planInstall } from './plan-install.ts'
import { findGateHook } from './probe.ts'
import { readRecord } from './record.ts'

let root: string
let paths: Paths

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-install-')))
  fresh()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function fresh(): void {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'home'), { recursive: true })
  mkdirSync(join(root, 'project'))
  paths = pathsOf({ HOME: join(root, 'home') })
}

function put(path: string, text: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

function wishOf(wish: Partial<InstallWish> = {}): InstallWish {
  const project = projectRoot(join(root, 'project'))
  const runtimes = ['claude-code', 'codex'] as const
  return {
    project,
    runtimes,
    port: 21_000,
    scope: 'user',
    version: '1.2.3',
    strict: false,
    trust: true,
    closeTty: true,
    exclude: null,
    ...wish,
  }
}

function install(wish: InstallWish, checkpoint?: Checkpoint): number {
  const plan = planInstall(openWorld(paths), paths, wish)
  expect(plan.problems).toEqual([])
  applyInstall(paths, plan.edits, checkpoint)
  return plan.edits.length
}

function uninstall(checkpoint?: Checkpoint): void {
  const removal = planRemoval(openWorld(paths), placesOf(paths))
  expect(removal.problems).toEqual([])
  applyRemoval(paths, removal, checkpoint)
}

/** Every file and folder of home and project but our own folder: kind, permissions, bytes. */
function snapshot(): Readonly<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const start of ['home', 'project']) {
    for (const entry of readdirSync(join(root, start), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (isInside(path, paths.folder)) continue
      const mode = (lstatSync(path).mode & 0o777).toString(8)
      const content = entry.isSymbolicLink() ? readlinkSync(path) : entry.isFile() ? readFileSync(path, 'base64') : ''
      seen[relative(root, path)] = `${entry.isDirectory() ? 'folder' : 'file'} ${mode} ${content}`
    }
  }
  return seen
}

const TOML_LINES = ['model = "x"\n', '\n', '# note\n', '[features]\n', '[tools]\nx = 1\n', "y = '''\n[features]\n'''\n"]

function worlds() {
  const file = (texts: fc.Arbitrary<string>) =>
    fc.option(fc.record({ text: texts, mode: fc.constantFrom(0o600, 0o644, 0o664) }))
  return fc.record({
    settings: file(settingsTexts()),
    project: file(settingsTexts()),
    hooks: file(settingsTexts()),
    config: file(fc.uniqueArray(fc.constantFrom(...TOML_LINES)).map((lines) => lines.join(''))),
    exclude: file(fc.constantFrom('', '# git ls-files\n', '*.log', 'a\r\nb\r\n')),
    skill: file(fc.constant('---\nname: edge\n---\nmine\n')),
    scope: fc.constantFrom('user', 'project'),
    strict: fc.boolean(),
  })
}

const RICH: World = {
  settings: { text: '{ "a": 1 }', mode: 0o600 },
  project: null,
  hooks: null,
  config: { text: 'model = "x"\n', mode: 0o644 },
  exclude: { text: '# git\n', mode: 0o644 },
  skill: null,
  scope: 'user',
  strict: false,
}

type World = typeof worlds extends () => fc.Arbitrary<infer Value> ? Value : never

function build(world: World): InstallWish {
  fresh()
  const places: readonly [keyof World, string][] = [
    ['settings', paths.claude.settings],
    ['project', join(root, 'project/.claude/settings.json')],
    ['hooks', paths.codex.hooks],
    ['config', paths.codex.config],
    ['skill', paths.claude.edgeSkill],
    ['exclude', join(root, 'project/.git/info/exclude')],
  ]
  for (const [name, path] of places) {
    const file = world[name]
    if (file !== null && typeof file === 'object') put(path, file.text, file.mode)
  }
  const exclude = { path: join(root, 'project/.git/info/exclude'), lines: ['/active_context.yaml', '/.proof/'] }
  return wishOf({ scope: world.scope, strict: world.strict, exclude })
}

describe('init, then uninstall', () => {
  it('leaves every file and folder as it was', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(worlds(), (world) => {
        const wish = build(world)
        const before = snapshot()
        expect(install(wish)).toBeGreaterThan(0)
        const installed = snapshot()
        expect(install(wish)).toBe(0)
        expect(snapshot()).toEqual(installed)
        uninstall()
        expect(snapshot()).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })

  it('does so after a kill at any write of init', { timeout: 60_000 }, () => {
    for (let at = 0; ; at += 1) {
      const wish = build(RICH)
      const before = snapshot()
      const finished = survives(() => install(wish, killAfter(at)))
      const { found, conflicts } = recoverCommit(backupsOf(paths))
      expect(conflicts).toEqual([])
      // Once the journal is written the next run finishes the work; before that nothing has happened.
      expect(planInstall(openWorld(paths), paths, wish).edits.length).toBe(finished || found || isRecorded() ? 0 : 5)
      expect(recoverCommit(backupsOf(paths))).toEqual({ found: false, conflicts: [] })
      uninstall()
      expect(snapshot()).toEqual(before)
      if (finished) return expect(at).toBeGreaterThan(15)
    }
  })

  it('does so after a kill at any write of uninstall', { timeout: 60_000 }, () => {
    for (let at = 0; ; at += 1) {
      const wish = build(RICH)
      const before = snapshot()
      install(wish)
      const finished = survives(() => uninstall(killAfter(at)))
      // Whoever comes next, `init` or `uninstall`, finds a world that makes sense.
      recoverCommit(backupsOf(paths))
      if (at % 2 === 0) install(wish)
      uninstall()
      expect(snapshot()).toEqual(before)
      if (finished) return expect(at).toBeGreaterThan(10)
    }
  })

  it('changes from one wish to another without a second backup of itself', () => {
    put(paths.claude.settings, '{"a":1}')
    const before = snapshot()
    install(wishOf({ strict: false, trust: false, closeTty: false }))
    const plain = readdirSync(paths.backups)
    const baselines = () => readRecord(backupsOf(paths)).files.flatMap(({ baseline }) => baseline ?? [])
    const kept = baselines()
    install(wishOf({ strict: true }))
    expect(readFileSync(paths.claude.settings, 'utf8')).toContain('"onFailure":"block"')
    // What `init` left is kept beside it, in its newest form only.
    expect([baselines(), readdirSync(paths.backups).length]).toEqual([kept, plain.length])
    expect(
      readdirSync(paths.backups).map((name) => (lstatSync(join(paths.backups, name)).mode & 0o777).toString(8)),
    ).toEqual(plain.map(() => '600'))
    uninstall()
    expect(snapshot()).toEqual(before)
  })

  it('removes only its own entries from files that changed since', () => {
    put(paths.claude.settings, '{\n  "a": 1\n}\n')
    install(wishOf())
    const edited = readFileSync(paths.claude.settings, 'utf8').replace('"a": 1', '"a": 2,\n  "b": "mine"')
    writeFileSync(paths.claude.settings, edited)
    writeFileSync(paths.codex.hooks, readFileSync(paths.codex.hooks, 'utf8').replace('{', '{ "description": "x",'))
    writeFileSync(paths.codex.config, `${readFileSync(paths.codex.config, 'utf8')}\n[mine]\n`)
    uninstall()
    expect(readFileSync(paths.claude.settings, 'utf8')).toBe('{\n  "a": 2,\n  "b": "mine"\n}\n')
    expect(readFileSync(paths.codex.hooks, 'utf8')).toBe('{ "description": "x"\n}\n')
    expect(readFileSync(paths.codex.config, 'utf8')).toBe('\n[mine]\n')
  })

  it('works without a record, and leaves alone what it cannot read', () => {
    install(wishOf())
    rmSync(paths.backups, { recursive: true })
    writeFileSync(paths.codex.hooks, '{ broken')
    const removal = planRemoval(openWorld(paths), placesOf(paths))
    expect(removal.problems).toEqual([
      { path: paths.codex.hooks, problem: 'line 1, column 3: a key in quotes was expected' },
    ])
    applyRemoval(paths, removal)
    expect(readFileSync(paths.claude.settings, 'utf8')).toBe('{}\n')
    expect(readFileSync(paths.codex.hooks, 'utf8')).toBe('{ broken')
    expect(() => lstatSync(paths.claude.edgeSkill)).toThrow()
  })

  it('writes through the links of dotfile managers', () => {
    const real = join(root, 'home/dotfiles/claude.json')
    put(real, '{"a":1}', 0o640)
    mkdirSync(paths.claude.folder)
    symlinkSync(real, paths.claude.settings)
    const before = snapshot()
    install(wishOf())
    expect(readlinkSync(paths.claude.settings)).toBe(real)
    expect(readFileSync(real, 'utf8')).toContain(paths.hookCommand)
    uninstall()
    expect(snapshot()).toEqual(before)
  })

  it('keeps a skill, a script and settings of other people, and says so', () => {
    put(paths.claude.edgeSkill, 'mine')
    put(join(root, 'project/.claude/hooks/stop.sh'), 'echo mine')
    const plan = planInstall(openWorld(paths), paths, wishOf({ scope: 'project' }))
    expect(plan.notes[0]).toContain("isn't ours and stays")
    expect(plan.edits.map((edit) => relative(root, edit.path))).toContain('project/.claude/hooks/fairlead_stop.sh')
    expect(plan.edits.map((edit) => relative(root, edit.path))).not.toContain('project/.claude/hooks/stop.sh')
  })

  it('stands back where an administrator set the hooks, and is back once they are gone', () => {
    const managed = join(root, 'managed.json')
    paths = { ...paths, claude: { ...paths.claude, managedSettings: managed } }
    const gated = () => JSON.parse(readFileSync(paths.claude.settings, 'utf8')).hooks.PreToolUse !== undefined
    const seen: boolean[] = []
    const set = () => {
      install(wishOf())
      seen.push(gated())
    }
    set()
    const handler = { type: 'command', command: 'sh', args: ['/etc/fairlead/hook.sh', 'fairlead'] }
    put(managed, JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [handler] }] } }))
    set()
    expect(findGateHook('claude-code', paths, root)).toMatchObject({ file: managed, scope: 'managed' })
    rmSync(managed)
    set()
    expect(seen).toEqual([true, false, true])
  })

  it('[LEDGER-128] puts a command in the place of `/clear` only where somebody asks for it', () => {
    const skills = (guardClear: boolean) =>
      planInstall(openWorld(paths), paths, { ...wishOf({}), guardClear })
        .edits.filter(({ path }) => path.endsWith('SKILL.md'))
        .map(({ path }) => path)
    expect(skills(false)).toEqual([paths.claude.edgeSkill])
    expect(skills(true)).toEqual([paths.claude.edgeSkill, paths.claude.clearSkill])
    put(paths.claude.clearSkill, 'mine')
    const { notes } = planInstall(openWorld(paths), paths, { ...wishOf({}), guardClear: true })
    expect(notes[0]).toContain("`/clear` won't reach Fairlead")
  })

  const unusable: readonly [string, () => void, string][] = [
    ['a folder', () => mkdirSync(paths.claude.settings, { recursive: true }), "it isn't a file"],
    ['a link to nowhere', () => linkNowhere(), 'its link leads nowhere'],
    ['bytes', () => put(paths.claude.settings, Buffer.from([0x7b, 0xff])), "it isn't UTF-8 text"],
    ['a list', () => put(paths.claude.settings, '[]'), 'it is not an object'],
  ]
  it.each(unusable)('refuses %s in the place of the settings', (_, make, problem) => {
    make()
    const plan = planInstall(openWorld(paths), paths, wishOf({ runtimes: ['claude-code'] }))
    expect(plan.problems).toEqual([{ path: paths.claude.settings, problem }])
  })

  it('trusts Codex hooks even where the features table cannot be added to', () => {
    put(paths.codex.config, 'features = { a = true }\n')
    const plan = planInstall(openWorld(paths), paths, wishOf({ runtimes: ['codex'] }))
    expect(plan.notes).toEqual([
      `\`${paths.codex.config}\`: \`features\` is written as an inline table; add \`unified_exec_tty = false\` to it by hand`,
    ])
    expect(plan.edits.map((edit) => edit.path)).toEqual([paths.codex.hooks, paths.codex.config])
    expect(plan.trust).toHaveLength(12)
  })
})

describe("git's list of ignored files", () => {
  it('is the one of the repository, also in a worktree and a subfolder, without what is tracked', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: join(root, 'project'),
        stdio: 'pipe',
      })
    git('init', '-q')
    put(join(root, 'project/active_context.yaml'), 'x')
    git('add', '.')
    git('commit', '-qm', 'x')
    git('worktree', 'add', '-q', join(root, 'tree'))
    mkdirSync(join(root, 'project/a[b]'))
    const path = join(root, 'project/.git/info/exclude')
    const all = [
      'active_context.yaml',
      'active_context.yaml.tmp-*',
      '.proof/',
      '.claude/state/',
      'loa-grimoire/',
      '.beads/*.yaml',
    ]
    expect(excluded(join(root, 'project'))).toEqual({
      path,
      lines: all.slice(1).map((name) => `/${name}`),
    })
    expect(excluded(join(root, 'tree'))).toEqual({ path, lines: all.slice(1).map((name) => `/${name}`) })
    expect(excluded(join(root, 'project/a[b]'))).toEqual({
      path,
      lines: all.map((name) => `/a\\[b\\]/${name}`),
    })
    expect(excluded(join(root, 'home'))).toBe(null)
    const project = projectRoot(join(root, 'project'))
    const home = projectHome(join(root, 'home'))
    expect(excludeOf(project, { layout: 'home', ledger: home })).toBe(null)
    expect(excludeOf(project, { layout: 'home', ledger: projectHome(project) })).toEqual({
      path,
      lines: ['/loa-grimoire/', '/.beads/*.yaml'],
    })
  })
})

function excluded(folder: string): ReturnType<typeof excludeOf> {
  return excludeOf(projectRoot(folder), IN_REPO(projectRoot(folder)))
}

function linkNowhere(): void {
  mkdirSync(paths.claude.folder)
  symlinkSync('/nowhere', paths.claude.settings)
}

function killAfter(count: number): Checkpoint {
  let left = count
  return () => {
    left -= 1
    if (left < 0) throw new Error('killed')
  }
}

/** False when the work was killed. */
function survives(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    expect(error).toEqual(new Error('killed'))
    return false
  }
}

/** The record says that the work was done, although the journal still had to be dropped. */
function isRecorded(): boolean {
  return openWorld(paths).record.files.length > 0
}
