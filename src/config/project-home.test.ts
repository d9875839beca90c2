import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IN_REPO } from '../core/model/homes.ts'
import { type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import { sha256 } from '../stores/sha256.ts'
import { homesIn, recordHome } from './project-home.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-homes-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const parts = () => ({ projects: join(folder, 'projects'), sha256 })
const made = (...names: string[]): ProjectRoot => {
  const root = projectRoot(join(folder, ...names))
  mkdirSync(root, { recursive: true })
  return root
}
const homeOf = (root: ProjectRoot, name: string) => join(folder, 'projects', `${name}-${sha256(root).slice(0, 12)}`)
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=b', ...args], { cwd })

describe('[EDGE-1] the home of a project', () => {
  it('is its work tree where nothing else was recorded', () => {
    const root = made('work')
    expect(homesIn(parts())(root)).toEqual(IN_REPO(root))
    expect(readdirSync(folder)).toEqual(['work'])
  })

  it('is settled for a project under the gate: as its files are published, or else at a home', () => {
    const [fresh, published] = [made('fresh'), made('published')]
    writeFileSync(join(published, 'active_context.yaml'), '# ours\nschema_version: 4\n')
    const homes = homesIn(parts(), true)
    expect([homes(fresh).own, homes(published)]).toEqual([homeOf(fresh, 'fresh'), IN_REPO(published)])
    writeFileSync(join(fresh, 'active_context.yaml'), 'schema_version: 4\n')
    rmSync(join(published, 'active_context.yaml'))
    expect([homes(fresh).layout, homesIn(parts())(published).layout]).toEqual(['home', 'in-repo'])
  })

  it('is a folder of ours, readable and never the same for two projects', () => {
    const homes = homesIn(parts())
    for (const [name, shown] of [
      ['my work.git', 'my_work.git'],
      ['.dotted', 'dotted'],
      ['…', '_'],
    ] as const) {
      const root = made(name)
      recordHome(parts(), { root, layout: 'home' })
      const home = homeOf(root, shown)
      expect(homes(root)).toEqual({ layout: 'home', own: home, ledger: home, notes: home })
    }
  })

  it('follows the record, also in a process that knew an older one', () => {
    const root = made('work')
    const homes = homesIn(parts())
    recordHome(parts(), { root, layout: 'home' })
    expect(homes(root).layout).toBe('home')
    recordHome(parts(), { root, layout: 'in-repo' })
    expect(homes(root)).toEqual(IN_REPO(root))
    recordHome(parts(), { root, layout: 'home', ledger: 'in-repo' })
    expect(homes(root)).toEqual({ layout: 'home', own: homeOf(root, 'work'), ledger: root, notes: root })
  })

  it('stays one when its record is lost: nothing goes back into a work tree', () => {
    const root = made('work')
    recordHome(parts(), { root, layout: 'home' })
    rmSync(join(homeOf(root, 'work'), 'project.json'))
    expect(homesIn(parts())(root).own).toBe(homeOf(root, 'work'))
  })

  it('is of the same kind for a project inside another, and its own', () => {
    const root = made('work')
    recordHome(parts(), { root, layout: 'home' })
    const inner = made('work', 'vendor', 'inner')
    const home = homeOf(inner, 'inner')
    expect(homesIn(parts())(inner)).toEqual({ layout: 'home', own: home, ledger: home, notes: home })
    expect(readdirSync(home)).toEqual(['project.json'])
  })

  it('[LEDGER-103] of a linked worktree is its own; notes and tasks are shared with the main one', () => {
    const root = made('work')
    git(root, 'init', '-q')
    git(root, 'commit', '-q', '--allow-empty', '-m', 'one')
    const linked = projectRoot(join(folder, 'linked'))
    git(root, 'worktree', 'add', '-q', linked)
    expect(homesIn(parts())(linked)).toEqual(IN_REPO(linked))
    recordHome(parts(), { root, layout: 'home' })
    expect(homesIn(parts())(linked)).toEqual({
      layout: 'home',
      own: homeOf(linked, 'linked'),
      ledger: homeOf(linked, 'linked'),
      notes: homeOf(root, 'work'),
    })
    recordHome(parts(), { root: linked, layout: 'home', notes: 'own' })
    expect(homesIn(parts())(linked).notes).toBe(homeOf(linked, 'linked'))
  })

  it('[LEDGER-103] is taken along when the project is renamed, and by nobody while the old path stands', () => {
    const root = made('work')
    git(root, 'init', '-q')
    const homes = homesIn(parts(), true)
    writeFileSync(join(homes(root).own, 'active_context.yaml'), 'kept')
    const copy = projectRoot(join(folder, 'copy'))
    cpSync(root, copy, { recursive: true })
    const renamed = projectRoot(join(folder, 'renamed'))
    renameSync(root, renamed)
    expect(readdirSync(homes(copy).own)).toEqual(['project.json'])
    const home = homeOf(renamed, 'renamed')
    expect([homes(renamed).own, readdirSync(home).toSorted()]).toEqual([home, ['active_context.yaml', 'project.json']])
    expect(readdirSync(join(folder, 'projects')).filter((name) => name.startsWith('work-'))).toEqual([])
  })
})
