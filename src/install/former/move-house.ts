import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Paths } from '../../config/paths.ts'
import type { Environment } from '../../core/model/json.ts'
import { move } from '../../disk/move.ts'
import { listFolder } from '../../disk/read-file.ts'
import { replaceFile, writePrivate } from '../../disk/replace-file.ts'
import type { Checkpoint } from '../commit.ts'
import { textHash } from '../file-state.ts'
import type { FileEdit } from '../plan.ts'
import { readJsonSafely } from '../record.ts'
import { isOurScript, quoted } from '../scripts.ts'

/** Where the version before this one kept its things. */
export interface FormerHouse {
  readonly program: string
  readonly state: string
  readonly policy: string
}

export function formerHouse({ home }: Pick<Paths, 'home'>, env: Environment): FormerHouse {
  return {
    program: join(env['XDG_DATA_HOME'] || join(home, '.local/share'), 'fairlead'),
    state: join(env['XDG_STATE_HOME'] || join(home, '.local/state'), 'fairlead'),
    policy: join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'fairlead'),
  }
}

export const DATABASE = 'hooks.db'
const LIST = 'governed.json'
const SETTINGS = 'former-settings.json'

/** Something of the former house has not been moved yet. */
export function isMoveDue(former: FormerHouse): boolean {
  return [DATABASE, LIST, 'approval.key'].some((name) => existsSync(join(former.state, name)))
}

/**
 * Moves state and policy, each file by one rename, the database last: until it is there, the former command goes on with the
 * former program, and from then on it hands every call over. A kill at any point leaves a house that works, and the next run
 * moves the rest.
 */
export function moveHouse(paths: Paths, former: FormerHouse, checkpoint: Checkpoint = () => {}): void {
  checkpoint('guide the former commands')
  guide(former.program, 'hook', paths.hookCommand, paths.database)
  guide(former.program, 'fairlead', paths.cliCommand, paths.database)
  moveEntries(former.policy, dirname(paths.userPolicy), checkpoint)
  foldJournal(join(former.state, DATABASE))
  moveEntries(former.state, paths.state, checkpoint, (name) => name === DATABASE)
}

/** The projects that the former version had on its list. The list goes when they are in the database. */
export function formerProjects({ state }: Pick<Paths, 'state'>): readonly string[] {
  const list = readJsonSafely(join(state, LIST))
  const projects = typeof list === 'object' && list !== null && 'projects' in list ? list.projects : []
  return Array.isArray(projects) ? projects.filter((root) => typeof root === 'string') : []
}

export function forgetFormerProjects({ state }: Pick<Paths, 'state'>): void {
  rmSync(join(state, LIST), { force: true })
}

/** What the clients' settings said before the move, so that it can be undone. */
export function keepFormerSettings({ state }: Pick<Paths, 'state'>, edits: readonly FileEdit[]): void {
  const kept = edits.map(({ path, before, after }) => ({
    path,
    before,
    after: after === null ? null : textHash(after),
  }))
  if (!existsSync(join(state, SETTINGS))) writePrivate(join(state, SETTINGS), JSON.stringify(kept))
}

interface KeptSetting {
  readonly path: string
  readonly before: string | null
  /** The hash of what `init` wrote; null where it removed the file. */
  readonly after: string | null
}

/**
 * Everything back to where the former version looks for it, with the facts that came since. Gives the settings files that were
 * changed by somebody else and stay as they are. The database goes last: until then the former command hands over to us, and a
 * run after a kill finishes; the list that the first run wrote stands, since the second can read none.
 */
export function moveBack(
  paths: Paths,
  former: FormerHouse,
  roots: readonly string[],
  checkpoint: Checkpoint = () => {},
): readonly string[] {
  const kept = readJsonSafely(join(paths.state, SETTINGS)) ?? readJsonSafely(join(former.state, SETTINGS))
  const settings = Array.isArray(kept) ? (kept as readonly KeptSetting[]) : []
  checkpoint('restore the settings')
  const changed = settings.filter((one) => !restore(one)).map(({ path }) => path)
  const isListed = [paths.state, former.state].some((state) => existsSync(join(state, LIST)))
  if (!isListed) writePrivate(join(paths.state, LIST), `${JSON.stringify({ version: 1, projects: roots }, null, 2)}\n`)
  checkpoint('lower the schema')
  lowerSchema(paths.database)
  moveEntries(dirname(paths.userPolicy), former.policy, checkpoint)
  moveEntries(paths.state, former.state, checkpoint, (name) => name === DATABASE)
  return changed
}

function restore({ path, before, after }: KeptSetting): boolean {
  const now = existsSync(path) ? textHash(readFileSync(path, 'utf8')) : null
  if (now === (before === null ? null : textHash(before))) return true
  if (now !== after) return false
  if (before === null) rmSync(path, { force: true })
  else replaceFile(path, before, { mode: { ifNew: 0o600 }, survives: 'power-cut' })
  return true
}

/** The former version knows neither the tables nor the marks that came later; the facts are the same. */
function lowerSchema(database: string): void {
  if (!existsSync(database)) return
  const db = new DatabaseSync(database)
  try {
    const isSigned = db.prepare("SELECT 1 FROM pragma_table_info('snapshots') WHERE name = 'mac'").get() !== undefined
    if (isSigned) db.exec('ALTER TABLE snapshots DROP COLUMN mac')
    db.exec('DROP TABLE IF EXISTS governed; PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

/** Everything committed is in the one file then. */
function foldJournal(database: string): void {
  if (!existsSync(database)) return
  const db = new DatabaseSync(database)
  try {
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

function moveEntries(from: string, to: string, checkpoint: Checkpoint, isLast = (_name: string) => false): void {
  const names = listFolder(from)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  chmodSync(to, 0o700)
  for (const name of [...names.filter((one) => !isLast(one)), ...names.filter(isLast)]) {
    checkpoint(`move ${name}`)
    mergeInto(join(from, name), join(to, name))
  }
}

/** Folders that both houses have become one; a file that the new house has already is newer. */
function mergeInto(from: string, to: string): void {
  if (!existsSync(to)) {
    move(from, to)
    return
  }
  for (const name of listFolder(from)) if (name !== 'lock') mergeInto(join(from, name), join(to, name))
}

/**
 * Clients that still run call the former command. It keeps its own program for as long as the database has not arrived; a
 * second run finds the guide and leaves it.
 */
function guide(program: string, name: string, now: string, database: string): void {
  const path = join(program, 'bin', name)
  const original = join(program, 'bin', `${name}.former`)
  if (!existsSync(path)) return
  const text = readFileSync(path, 'utf8')
  if (!isOurScript(text) || text.includes(GUIDE)) return
  replaceFile(original, text, { mode: 0o755, survives: 'power-cut' })
  const script = `#!/bin/sh
# Fairlead: ${GUIDE}
[ -e ${quoted(database)} ] && exec ${quoted(now)} "$@"
exec ${quoted(original)} "$@"
`
  replaceFile(path, script, { mode: 0o755, survives: 'power-cut' })
}

const GUIDE = 'moved; this hands over to the command that took its place.'
