import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Paths, pathsOf } from '../../config/paths.ts'
import { rootsIn } from '../../core/model/homes.ts'
import { eventId, projectRoot, sessionId } from '../../core/model/ids.ts'
import { wired } from '../../hosts/cli/open-project.ts'
import { governedIn } from '../../wiring/wire-gate.ts'
import { ensureApprovalKey } from '../approval-key.ts'
import { textHash } from '../file-state.ts'
import {
  type FormerHouse,
  formerHouse,
  formerProjects,
  isMoveDue,
  keepFormerSettings,
  moveBack,
  moveHouse,
} from './move-house.ts'

let root: string
let paths: Paths
let former: FormerHouse

const OLD_HOOK =
  '#!/bin/sh\n# Fairlead: the command that agent runtimes call; the installed version is behind it.\necho former "$@"\n'
const NEW_HOOK = '#!/bin/sh\n# Fairlead: new\necho new "$@"\n'

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-former-')))
  mkdirSync(join(root, 'home'))
  paths = pathsOf({ HOME: join(root, 'home') })
  former = formerHouse(paths, {})
  await liveThere()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A house as the version before left it, with one fact in its audit. */
async function liveThere(): Promise<void> {
  const project = join(root, 'project')
  execFileSync('git', ['init', '-q', project])
  ensureApprovalKey(paths.key)
  const { gate } = await wired(paths, { HOME: join(root, 'home') })
  const stamp = { id: eventId('one'), atMs: 1, runtime: 'fairlead', session: sessionId('s'), cwd: project }
  await gate.submit(
    { ...stamp, kind: 'report', report: { of: 'malformed-payload', problem: 'x' } },
    projectRoot(project),
  )
  await gate.close()
  const db = new DatabaseSync(paths.database)
  db.exec('DROP TABLE governed; ALTER TABLE snapshots DROP COLUMN mac; PRAGMA user_version = 1')
  db.close()
  put(join(paths.state, 'governed.json'), JSON.stringify({ version: 1, projects: [project] }))
  put(join(paths.state, 'backups/record.json'), '{}')
  mkdirSync(join(root, 'home/.local/state'), { recursive: true })
  cpSync(paths.state, former.state, { recursive: true })
  rmSync(paths.folder, { recursive: true })
  put(join(former.policy, 'policy.yaml'), 'edge: { level: gate }\n')
  put(join(former.program, 'bin/hook'), OLD_HOOK, 0o755)
  put(join(former.program, 'bin/fairlead'), OLD_HOOK, 0o755)
  put(paths.hookCommand, NEW_HOOK, 0o755)
  put(paths.cliCommand, NEW_HOOK, 0o755)
}

function put(path: string, text: string, mode = 0o600): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text, { mode })
}

const call = () => execFileSync(join(former.program, 'bin/hook'), ['codex', '--strict'], { encoding: 'utf8' }).trim()

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

const factsIn = (database: string) => {
  const db = new DatabaseSync(database, { readOnly: true })
  const rows = db.prepare('SELECT body FROM facts').all().length
  db.close()
  return rows
}

describe('moving from where the version before kept everything', () => {
  it('takes all of it along, and the former command hands over', () => {
    const before = filesIn(former.state)
    expect([isMoveDue(former), call()]).toEqual([true, 'former codex --strict'])
    moveHouse(paths, former)
    expect(isMoveDue(former)).toBe(false)
    expect(filesIn(paths.state)).toEqual(before)
    expect(readFileSync(paths.userPolicy, 'utf8')).toBe('edge: { level: gate }\n')
    expect([factsIn(paths.database), formerProjects(paths)]).toEqual([1, [join(root, 'project')]])
    expect(call()).toBe('new codex --strict')
    // What the database knows of counts as governed, before anybody reads the former list.
    expect(rootsIn(governedIn(paths))).toEqual([])
  })

  it('is finished by the next run wherever it is killed, and every call meets a house that works', () => {
    const steps: string[] = []
    const whole = filesIn(former.state)
    for (let at = 1; ; at += 1) {
      let count = 0
      const killed = attempt(() =>
        moveHouse(paths, former, (step) => {
          count += 1
          steps.push(step)
          if (count === at) throw new Error('killed')
        }),
      )
      expect(call()).toBe(existsSync(paths.database) ? 'new codex --strict' : 'former codex --strict')
      expect(existsSync(paths.database) !== existsSync(join(former.state, 'hooks.db'))).toBe(true)
      if (!killed) break
    }
    expect(filesIn(paths.state)).toEqual(whole)
    expect(factsIn(paths.database)).toBe(1)
    expect(new Set(steps).size).toBeGreaterThan(4)
  })

  it('is undone with the facts that came since, and the settings as they were', () => {
    const settings = join(root, 'home/.claude/settings.json')
    put(settings, 'new')
    const edit = {
      kind: 'claude-settings',
      path: settings,
      what: '',
      before: 'old',
      after: 'new',
      mode: 0o600,
      baseline: null,
    } as const
    moveHouse(paths, former)
    rmSync(join(paths.state, 'governed.json'))
    keepFormerSettings(paths, [edit])
    const db = new DatabaseSync(paths.database)
    db.exec('PRAGMA user_version = 3; CREATE TABLE governed (root TEXT) STRICT')
    db.exec("ALTER TABLE snapshots ADD COLUMN mac TEXT NOT NULL DEFAULT ''")
    db.close()
    expect(moveBack(paths, former, ['/a'])).toEqual([])
    expect([call(), readFileSync(settings, 'utf8'), factsIn(join(former.state, 'hooks.db'))]).toEqual([
      'former codex --strict',
      'old',
      1,
    ])
    expect(JSON.parse(readFileSync(join(former.state, 'governed.json'), 'utf8')).projects).toEqual(['/a'])
    expect(readFileSync(join(former.policy, 'policy.yaml'), 'utf8')).toBe('edge: { level: gate }\n')
    const again = new DatabaseSync(join(former.state, 'hooks.db'))
    expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
    expect(() => again.prepare('SELECT mac FROM snapshots')).toThrow('no such column')
    again.close()
  })

  it('is undone by the next run wherever undoing is killed, with the list of the first', () => {
    const settings = join(root, 'home/.claude/settings.json')
    put(settings, 'new')
    moveHouse(paths, former)
    rmSync(join(paths.state, 'governed.json'))
    put(
      join(paths.state, 'former-settings.json'),
      JSON.stringify([{ path: settings, before: 'old', after: textHash('new') }]),
    )
    for (let at = 1; ; at += 1) {
      let count = 0
      const killed = attempt(() => {
        const changed = moveBack(paths, former, at < 3 ? ['/a'] : [], () => {
          count += 1
          if (count === at) throw new Error('killed')
        })
        expect(changed).toEqual([])
      })
      expect(call()).toBe(existsSync(paths.database) ? 'new codex --strict' : 'former codex --strict')
      if (!killed) break
    }
    expect(JSON.parse(readFileSync(join(former.state, 'governed.json'), 'utf8')).projects).toEqual(['/a'])
    expect([readFileSync(settings, 'utf8'), factsIn(join(former.state, 'hooks.db'))]).toEqual(['old', 1])
  })

  it('leaves settings alone that somebody changed since', () => {
    const settings = join(root, 'home/.claude/settings.json')
    put(settings, 'changed')
    moveHouse(paths, former)
    const kept = [{ path: settings, before: 'old', after: textHash('new') }]
    put(join(paths.state, 'former-settings.json'), JSON.stringify(kept))
    expect(moveBack(paths, former, [])).toEqual([settings])
    expect(readFileSync(settings, 'utf8')).toBe('changed')
  })
})

function attempt(work: () => void): boolean {
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof Error && error.message === 'killed') return true
    throw error
  }
}
