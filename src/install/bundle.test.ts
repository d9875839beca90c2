import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pluginFiles } from '../../scripts/docs/plugin.ts'
import { makeFakeBundle } from '../../test/support/fake-bundle.ts'
import { type Paths, pathsOf } from '../config/paths.ts'
import { readGaps } from '../stores/gaps.ts'
import { type Bundle, installBundle, installedVersion, isInstalled, markUserHooks, retireHook } from './bundle.ts'
import { projectModule, projectShim } from './scripts.ts'

let root: string
let paths: Paths
let bundle: Bundle
let env: Record<string, string>

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-bundle o'x ")))
  env = { HOME: join(root, 'home'), PATH: process.env.PATH ?? '' }
  paths = pathsOf(env)
  bundle = { ...makeFakeBundle(join(root, 'clone/dist')), env }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The fake build has no native program. */
const NODE_HOOK = { kind: 'node', why: 'not-built' }

const hook = (args: readonly string[], extra: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(paths.hookCommand, args, {
    env: { ...env, ...extra },
    input: 'payload',
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the installed program', () => {
  it('works without the clone it came from', () => {
    expect(installBundle(paths, bundle)).toEqual({ ok: true, changed: true, hook: NODE_HOOK })
    rmSync(join(root, 'clone/dist'), { recursive: true })
    const said = hook(['codex'], { ECHO: '1', NODE_OPTIONS: '--no-such-option', HOME: '/elsewhere' })
    expect({ ...said, stdout: JSON.parse(said.stdout) }).toEqual({
      status: 0,
      stdout: { argv: ['codex'], text: 'payload', home: join(root, 'home'), options: null },
      stderr: '',
    })
    expect(spawnSync(paths.cliCommand, ['a b'], { env, encoding: 'utf8' }).stdout).toBe('cli a b\n')
    expect(JSON.parse(hook([], { ECHO: '1' }).stdout).argv).toEqual(['claude-code'])
  })

  it('keeps the database and the temporary folder of `init`, and what changes Node out', () => {
    const variables = ['FAIRLEAD_DB', 'TMPDIR', 'NODE_CHANNEL_FD', 'NODE_V8_COVERAGE', 'OPENSSL_CONF']
    const shown = `console.log(${variables.map((name) => `process.env.${name} ?? 'none'`).join(', ')})`
    const foreign = Object.fromEntries(variables.map((name) => [name, '/elsewhere']))
    installBundle(paths, { ...bundle, ...makeFakeBundle(bundle.folder, { 'hook.cjs': shown }) })
    expect(hook([], foreign).stdout).toBe('none none none none none\n')
    const given = { ...env, FAIRLEAD_DB: '/mine/hooks.db', TMPDIR: '/mine/tmp' }
    installBundle(paths, { ...bundle, env: given })
    expect(hook([], foreign).stdout).toBe('/mine/hooks.db /mine/tmp none none none\n')
  })

  it('changes nothing the second time', () => {
    expect(isInstalled(paths, bundle)).toBe(false)
    installBundle(paths, bundle)
    expect(isInstalled(paths, bundle)).toBe(true)
    const before = statSync(paths.hookCommand).ino
    expect(installBundle(paths, bundle)).toEqual({ ok: true, changed: false, hook: NODE_HOOK })
    expect(statSync(paths.hookCommand).ino).toBe(before)
    expect(installedVersion(paths)).toBe('1.2.3')
  })

  it('keeps the version before the present one, shares its Node, and drops older ones', () => {
    installBundle(paths, bundle)
    for (const text of ['one', 'two', 'three']) {
      makeFakeBundle(bundle.folder, { 'cli/chunk.mjs': text })
      expect(installBundle(paths, bundle)).toEqual({ ok: true, changed: true, hook: NODE_HOOK })
    }
    const versions = readdirSync(paths.program).filter((name) => name.startsWith('1.2.3'))
    expect(versions).toHaveLength(2)
    expect(versions).toContain(readlinkSync(paths.current))
    expect(new Set(versions.map((name) => statSync(join(paths.program, name, 'node')).ino)).size).toBe(1)
    expect(readFileSync(join(paths.current, 'cli/chunk.mjs'), 'utf8')).toBe('three')
  })

  it('sweeps what a killed copy left', () => {
    mkdirSync(join(paths.program, '.staging-1/x'), { recursive: true })
    installBundle(paths, bundle)
    expect(readdirSync(paths.program).toSorted()).toEqual(['1.2.3', 'current'])
  })

  it('refuses a folder without a build, and a build that is damaged', () => {
    writeFileSync(join(bundle.folder, 'hook.cjs'), 'tampered')
    const damaged = `\`${join(bundle.folder, 'hook.cjs')}\` differs from the build; run \`npm run build\` again`
    expect(installBundle(paths, bundle)).toEqual({ ok: false, problem: damaged })
    const none = `\`${root}\` contains no build; run \`npm run build\` in your clone of Fairlead`
    expect(installBundle(paths, { ...bundle, folder: root })).toEqual({ ok: false, problem: none })
    expect(isInstalled(paths, { ...bundle, folder: root })).toBe(false)
    expect([existsSync(paths.program), installedVersion(paths)]).toEqual([false, null])
  })
})

describe('the hook command when something is wrong', () => {
  const strictLine = 'fairlead could not judge this call, and it was installed with --strict; run fairlead doctor\n'
  const cases: readonly { name: string; args: readonly string[]; crash?: string; gone?: boolean; expected: object }[] =
    [
      { name: 'gone', args: ['codex'], gone: true, expected: { status: 0, stdout: '', stderr: '' } },
      {
        name: 'gone, strict',
        args: ['codex', '--strict'],
        gone: true,
        expected: { status: 2, stdout: '', stderr: strictLine },
      },
      {
        name: 'crashed',
        args: ['codex'],
        crash: '7',
        expected: { status: 0, stdout: '', stderr: '', outcomes: ['allow'] },
      },
      {
        name: 'crashed, strict',
        args: ['codex', '--strict'],
        crash: '7',
        expected: { status: 2, stdout: '', stderr: strictLine, outcomes: ['block'] },
      },
      {
        name: 'answered without a record, strict',
        args: ['codex', '--strict'],
        crash: '3',
        expected: { status: 0, stdout: '', stderr: '', outcomes: ['answered'] },
      },
      { name: 'well, strict', args: ['codex', '--strict'], expected: { status: 0, stdout: '', stderr: '' } },
    ]
  it.each(cases)('[PLANE-R12a] $name', async ({ args, crash, gone, expected }) => {
    installBundle(paths, bundle)
    mkdirSync(paths.state, { recursive: true })
    if (gone) rmSync(join(paths.program, '1.2.3'), { recursive: true })
    const said = hook(args, crash ? { CRASH: crash } : {})
    // Written behind the answer.
    const count = 'outcomes' in expected || said.status === 2 ? 1 : 0
    await vi.waitFor(() => expect(readGaps(join(paths.state, 'gaps.jsonl'))).toHaveLength(count))
    if (count > 0) expect(statSync(join(paths.state, 'gaps.jsonl')).mode & 0o777).toBe(0o600)
    const outcomes = readGaps(join(paths.state, 'gaps.jsonl')).map(({ outcome }) => outcome)
    expect({ ...said, outcomes }).toEqual({ outcomes: said.status === 2 ? ['block'] : [], ...expected })
  })

  it('hands its input over and its answer back when strict', () => {
    installBundle(paths, bundle)
    expect(JSON.parse(hook(['codex', '--strict'], { ECHO: '1' }).stdout)).toMatchObject({
      argv: ['codex', '--strict'],
      text: 'payload',
    })
  })

  it('does nothing after uninstall, and a command line without its program says what to do', () => {
    installBundle(paths, bundle)
    markUserHooks(paths, true)
    retireHook(paths)
    expect(hook(['codex', '--strict'], { ECHO: '1' })).toEqual({ status: 0, stdout: '', stderr: '' })
    rmSync(paths.current)
    const { status, stderr } = spawnSync(paths.cliCommand, { env, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'fairlead is not complete; run npx fairlead update, or bin/fairlead update in a clone of it\n',
    })
  })
})

describe("the scripts of a project's own layout", () => {
  const shim = (args: readonly string[], extra: Record<string, string> = {}, input = 'x') => {
    const folder = join(root, 'p/.claude/hooks')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'stop.sh'), projectShim())
    const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'stop.sh'), ...args], {
      env: { ...env, ...extra },
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const silent = { status: 0, stdout: '', stderr: '' }

  const START = '{"session_id":"1","hook_event_name":"SessionStart"}'
  const ABSENT =
    '{"systemMessage":"this project asks for Fairlead, which is not installed for you, so nothing is checked; in a terminal, in this folder, run: npx fairlead init"}\n'

  it('say when a session starts that Fairlead is absent', () => {
    shim([])
    writeFileSync(join(root, 'p/.claude/hooks/fairlead.sh'), projectModule())
    expect(shim(['fairlead'], {}, START)).toEqual({ status: 0, stdout: ABSENT, stderr: '' })
    expect(shim(['fairlead'], {}, START.replace('SessionStart', 'Stop'))).toEqual(silent)
  })

  it('leave the call to one gate where the client also has us as a plugin', () => {
    const plugin = (project: string, input = 'x') => {
      writeFileSync(join(root, 'plugin.sh'), pluginFiles['plugin/hooks/fairlead.sh']?.() ?? '')
      const { status, stdout, stderr } = spawnSync('sh', [join(root, 'plugin.sh'), 'fairlead'], {
        env: { ...env, ECHO: '1', CLAUDE_PROJECT_DIR: join(root, project) },
        input,
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    expect(plugin('q', START)).toEqual({ status: 0, stdout: ABSENT, stderr: '' })
    installBundle(paths, bundle)
    expect(JSON.parse(plugin('q').stdout)).toMatchObject({ argv: ['claude-code'], text: 'x' })
    shim([])
    writeFileSync(join(root, 'p/.claude/hooks/fairlead.sh'), projectModule())
    writeFileSync(join(root, 'p/.claude/settings.json'), '{"hooks":{"Stop":[{"hooks":[{"args":["x","fairlead"]}]}]}}')
    expect(plugin('p')).toEqual(silent)
    markUserHooks(paths, true)
    expect(plugin('q')).toEqual(silent)
  })

  it('are silent where Fairlead is absent, incomplete, or already called by the user', () => {
    expect(shim(['fairlead'])).toEqual(silent)
    writeFileSync(join(root, 'p/.claude/hooks/fairlead.sh'), projectModule())
    expect(shim(['fairlead'])).toEqual(silent)
    installBundle(paths, bundle)
    markUserHooks(paths, true)
    expect(shim(['fairlead'], { ECHO: '1' })).toEqual(silent)
  })

  it('find it where it is', () => {
    installBundle(paths, bundle)
    shim([])
    writeFileSync(join(root, 'p/.claude/hooks/fairlead.sh'), projectModule())
    expect(JSON.parse(shim(['fairlead', '--strict'], { ECHO: '1' }).stdout)).toMatchObject({
      argv: ['claude-code', '--strict'],
      text: 'x',
    })
    expect(JSON.parse(shim([], { ECHO: '1' }).stdout).argv).toEqual(['claude-code'])
  })
})
