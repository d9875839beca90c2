import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { replaceFile } from '../../src/disk/replace-file.ts'
import { commandsSaying, sessionSaying } from '../support/hostile-session.ts'
import { everythingBelow, governedHome, type InstalledHome } from '../support/installed-home.ts'

// Where a single door takes a path, its own test says what is refused; test/security/README.md names them. Here whole
// sessions say nothing but paths, and everything on the disk is looked at afterwards.

afterEach(() => void vi.restoreAllMocks())

const WAYS_OUT = [
  '../../../../victim/planted',
  '/absolute/planted',
  '..',
  'a/../../../victim/planted',
  '..\\..\\planted',
  '%2e%2e%2fplanted',
  '.git/hooks/pre-commit',
  '~/planted',
  'x'.repeat(5_000),
  '-rf',
  'file\u0000/../planted',
]

const OURS =
  /^(?:project\/(?:active_context\.yaml|\.proof|\.claude|\.beads|loa-grimoire|\.hestai|\.fairlead)|home\/\.fairlead\/(?:state|waiting))/

function outside({ root }: InstalledHome, before: ReadonlySet<string>): readonly string[] {
  return everythingBelow(root)
    .filter((path) => !before.has(path))
    .map((path) => relative(root, path))
    .filter((path) => !OURS.test(path))
}

describe('a path in any field', () => {
  it('leads nowhere', async () => {
    const home = governedHome()
    mkdirSync(join(home.root, 'victim'))
    const before = new Set(everythingBelow(home.root))
    for (const [index, way] of WAYS_OUT.entries()) {
      await sessionSaying(home, way, index % 2 === 0 ? 'claude-code' : 'codex')
      await commandsSaying(home, way)
    }
    expect(outside(home, before)).toEqual([])
    const names = everythingBelow(home.project).map((path) => relative(home.project, path))
    expect(names.filter((name) => /planted|%2e|-rf/.test(name))).toEqual([])
    // The same sessions did write what they should.
    expect(names).toEqual(
      expect.arrayContaining(['active_context.yaml', '.proof/session_log.jsonl', 'loa-grimoire/NOTES.md']),
    )
  }, 60_000)
})

/** Every place in a project that we write to or write below. */
const WRITTEN = [
  '.proof',
  '.proof/session_log.jsonl',
  '.proof/archive.jsonl',
  'active_context.yaml',
  '.claude',
  '.claude/state',
  '.claude/state/state.lock',
  'loa-grimoire',
  'loa-grimoire/NOTES.md',
  'loa-grimoire/a2a',
  'loa-grimoire/a2a/trajectory',
  `loa-grimoire/a2a/trajectory/claude-code-${new Date().toISOString().slice(0, 10)}.jsonl`,
  '.beads',
  '.hestai',
  'fairlead.yaml',
]

describe('a link that a repository brings', () => {
  it.each(WRITTEN)('in the place of %s is not written through', async (place) => {
    const home = governedHome()
    const [file, folder] = [join(home.root, 'victim.txt'), join(home.root, 'victim')]
    writeFileSync(file, 'mine\n')
    mkdirSync(folder)
    const path = join(home.project, place)
    rmSync(path, { recursive: true, force: true })
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(/\.\w+$/.test(place.slice(1)) ? file : folder, path)
    await sessionSaying(home, 'plain')
    await commandsSaying(home, 'plain')
    await home.say('config', 'init', '--project')
    expect(readFileSync(file, 'utf8')).toBe('mine\n')
    expect(everythingBelow(folder)).toEqual([])
    expect(lstatSync(path).isSymbolicLink() || lstatSync(path).isFile() || lstatSync(path).isDirectory()).toBe(true)
  })
})

describe('a link in the way of a writer', () => {
  const how = { mode: 0o600, survives: 'kill' } as const

  it('is replaced, not followed', () => {
    const { root } = governedHome()
    const [path, victim] = [join(root, 'a.json'), join(root, 'victim.txt')]
    writeFileSync(victim, 'mine\n')
    symlinkSync(victim, path)
    replaceFile(path, 'new', how)
    expect([readFileSync(path, 'utf8'), readFileSync(victim, 'utf8')]).toEqual(['new', 'mine\n'])
    expect(lstatSync(path).isSymbolicLink()).toBe(false)
  })

  it('stops it where the draft would be', () => {
    const { root } = governedHome()
    const [path, victim] = [join(root, 'a.json'), join(root, 'victim.txt')]
    writeFileSync(victim, 'mine\n')
    vi.spyOn(Math, 'random').mockReturnValue(0)
    symlinkSync(victim, `${path}.tmp-${process.pid}-00000000`)
    expect(() => replaceFile(path, 'new', how)).toThrow(/EEXIST/)
    expect([existsSync(path), readFileSync(victim, 'utf8')]).toEqual([false, 'mine\n'])
  })
})
