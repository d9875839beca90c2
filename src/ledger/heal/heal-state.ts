import { execFile, spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ProjectHomes } from '../../core/model/homes.ts'
import { type Environment, parseJson } from '../../core/model/json.ts'
import type { LedgerEntry } from '../../core/model/ledger.ts'
import { NOTES_PATH, TRAJECTORY_PATH } from '../../core/protocols/ledger/notes/state-zone.ts'
import { makeFolder } from '../../disk/contain.ts'
import { codeOf } from '../../disk/error-code.ts'
import { setAside } from '../../disk/move.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { splitNul } from '../../git/run-git.ts'
import { askHistory, readBlobs } from '../cite/git-history.ts'
import { notesTemplate } from '../files/notes-file.ts'
import { openText } from '../files/open-text.ts'
import { appendUnnumbered } from '../files/trajectory.ts'
import { findCk, hasIndex } from '../search/ck.ts'
import { remakeTasks } from '../tasks/remake-tasks.ts'

/** LEDGER-20: what was brought back, and from where. */
export interface Recovery {
  readonly what: string
  readonly source: 'facts' | 'git' | 'template' | 'fresh' | 'delta-reindex' | 'full-reindex' | 'nothing'
  readonly detail: string
}

export interface Healing {
  /** A real path. */
  readonly root: string
  readonly homes: Pick<ProjectHomes, 'ledger' | 'notes'>
  readonly env: Environment
  readonly atMs: number
  /** NOTES.md as our own facts give it, where there are any. */
  readonly fromFacts?: (() => string | undefined) | undefined
  /** Adds the lines of the trajectory that only our own facts still have, and gives how many. */
  readonly refill?: (() => Promise<number>) | undefined
  /** Tells tasks that were made anew what the record says of them. */
  readonly retell?: (() => Promise<void>) | undefined
  /** LEDGER-20: keeps one recovery in the audit and in the trajectory. False: nobody did. */
  readonly log?: ((entry: Recovered) => Promise<boolean>) | undefined
}

type Recovered = Extract<LedgerEntry, { readonly phase: 'self_heal' }>

const MAX_NOTES_BYTES = 50_000_000

/** LEDGER-15, LEDGER-19: our facts, then git, then a template; whatever cannot be healed is told and stops nothing. */
export async function healState(healing: Healing): Promise<readonly Recovery[]> {
  const steps = [
    [TRAJECTORY_PATH, healTrajectory],
    [NOTES_PATH, healNotes],
    ['.beads/', healBeads],
    ['.ck/', healCk],
  ] as const
  const done: Recovery[] = []
  for (const [what, step] of steps) {
    try {
      done.push(...(await step(healing)))
    } catch (error) {
      done.push({ what, source: 'nothing', detail: `could not be healed (${codeOf(error)})` })
    }
  }
  const { homes, atMs, log } = healing
  for (const { what, source, detail } of done) {
    const entry: Recovered = { phase: 'self_heal', what, source, detail }
    if ((await log?.(entry)) !== true) appendUnnumbered(homes.ledger, 'fairlead', atMs, entry)
  }
  return done
}

async function healTrajectory({ homes, refill }: Healing): Promise<readonly Recovery[]> {
  const isThere = existsSync(join(homes.ledger, TRAJECTORY_PATH))
  if (!isThere && !makeFolder(homes.ledger, TRAJECTORY_PATH, { mode: 0o775, links: 'none' }))
    return [{ what: TRAJECTORY_PATH, source: 'nothing', detail: 'a link or a file stands in the way' }]
  const lines = (await refill?.()) ?? 0
  if (lines > 0)
    return [{ what: TRAJECTORY_PATH, source: 'facts', detail: `${lines} lines that no file held any more` }]
  return isThere ? [] : [{ what: TRAJECTORY_PATH, source: 'fresh', detail: 'an empty folder' }]
}

/** LEDGER-16, LEDGER-22. What lies at a home of its own is in no history: facts, then the template. */
async function healNotes({ root, homes, fromFacts }: Healing): Promise<readonly Recovery[]> {
  const { notes: home } = homes
  const isTracked = home === root
  const opened = openText(home, NOTES_PATH, MAX_NOTES_BYTES)
  if (opened.kind === 'text' && opened.text.trim() !== '') return []
  if (opened.kind === 'unreadable' && opened.why !== 'binary')
    return [{ what: NOTES_PATH, source: 'nothing', detail: `left alone: ${opened.why}` }]
  if (opened.kind === 'missing' && isTracked && (await wasDeleted(root, NOTES_PATH)))
    return [{ what: NOTES_PATH, source: 'nothing', detail: 'its deletion was committed, and is respected' }]
  const facts = fromFacts?.()
  const committed = facts === undefined && isTracked ? await committedText(root, NOTES_PATH) : undefined
  const text = facts ?? committed ?? notesTemplate(root)
  const source = facts !== undefined ? 'facts' : committed !== undefined ? 'git' : 'template'
  const kept = opened.kind === 'unreadable' ? `; the damaged file is kept as \`${setAside(home, NOTES_PATH)}\`` : ''
  writeInside(home, NOTES_PATH, text)
  return [{ what: NOTES_PATH, source, detail: `${DETAILS[source]}${kept}` }]
}

const DETAILS = { facts: 'as our own facts have it', git: 'as it is in HEAD', template: 'from the template' } as const

/** LEDGER-15, LEDGER-17: tasks as our own facts have them, then those of git. */
async function healBeads(healing: Healing): Promise<readonly Recovery[]> {
  const { root, homes } = healing
  const { notes: home } = homes
  const isThere = lstatSync(join(home, '.beads'), { throwIfNoEntry: false }) !== undefined
  const made = await remakeTasks(homes, async (path) => home === root && (await wasDeleted(root, path)))
  if (made.length > 0) await healing.retell?.()
  const facts: readonly Recovery[] =
    made.length === 0
      ? []
      : [{ what: '.beads/', source: 'facts', detail: `${made.join(', ')} as our own facts have them` }]
  if (isThere) return facts
  const restored = home === root ? await restoreFolder(root, '.beads') : 0
  if (restored > 0)
    return [...facts, { what: '.beads/', source: 'git', detail: `${restored} files as they are in HEAD` }]
  if (made.length > 0) return facts
  mkdirSync(join(home, '.beads'), { mode: 0o775 })
  return [{ what: '.beads/', source: 'fresh', detail: 'an empty folder' }]
}

/** Text of a path in HEAD that is worth having; a link or a binary there is not. */
async function committedText(root: string, path: string): Promise<string | undefined> {
  const { code, stdout } = await askHistory(root, ['show', `HEAD:./${path}`])
  if (code !== 0 || stdout.length > MAX_NOTES_BYTES || stdout.includes(0)) return undefined
  const text = stdout.toString('utf8')
  return text.trim() === '' ? undefined : text
}

/** Not in HEAD, and history says that somebody took it away. */
async function wasDeleted(root: string, path: string): Promise<boolean> {
  const { code, stdout } = await askHistory(root, ['log', '-1', '--format=%H', '--diff-filter=D', '--', path])
  if (code !== 0 || stdout.toString('utf8').trim() === '') return false
  return (await askHistory(root, ['cat-file', '-e', `HEAD:./${path}`])).code !== 0
}

/** A folder that is a link leads out of the project; nothing is written through it. */
function writeInside(home: string, path: string, text: string): void {
  if (!makeFolder(home, dirname(path), { mode: 0o775, links: 'none' }))
    throw Object.assign(new Error('a link'), { code: 'ELOOP' })
  replaceFile(join(home, path), text, { mode: { ifNew: 0o644 }, survives: 'power-cut' })
}

const MAX_RESTORED = 1_000

/**
 * Writes what HEAD has below a folder. Neither `git checkout` nor its filters: a repository's configuration may name
 * programs, and the index is not ours. Links are left out. Gives how many files came back.
 */
async function restoreFolder(root: string, folder: string): Promise<number> {
  const { code, stdout } = await askHistory(root, ['ls-tree', '-r', '-z', 'HEAD', '--', `./${folder}/`])
  if (code !== 0) return 0
  const entries = splitNul(stdout).flatMap((entry) => {
    const [, name, path] = /^100(?:644|755) blob ([0-9a-f]{40,64})\t(.+)$/s.exec(entry) ?? []
    return name !== undefined && path?.startsWith(`${folder}/`) ? [{ name, path }] : []
  })
  const wanted = entries.slice(0, MAX_RESTORED)
  const blobs = await readBlobs(
    root,
    wanted.map(({ name }) => name),
  )
  let restored = 0
  for (const { name, path } of wanted) {
    const bytes = blobs.get(name)
    if (
      bytes === undefined ||
      existsSync(join(root, path)) ||
      !makeFolder(root, dirname(path), { mode: 0o775, links: 'none' })
    )
      continue
    replaceFile(join(root, path), bytes, { mode: { ifNew: 0o644 }, survives: 'power-cut' })
    restored += 1
  }
  return restored
}

/** LEDGER-18: with fewer changed files than this a delta is worth trying. */
const MAX_DELTA_FILES = 100
const DELTA_DEADLINE_MS = 60_000

/** LEDGER-18, LEDGER-122: delta first, in full only when that fails or too much changed; without ck there is nothing to do. */
async function healCk({ root, homes, env }: Healing): Promise<readonly Recovery[]> {
  if (isSound(root) || (homes.notes !== root && !hasIndex(root))) return []
  const ck = await findCk(root, env)
  if (ck.kind !== 'usable') return []
  const changed = await changedFiles(root)
  if (changed < MAX_DELTA_FILES && (await indexed(ck.path, root, env)))
    return [{ what: '.ck/', source: 'delta-reindex', detail: `${changed} changed files` }]
  // Nobody waits for it: until it is done the embedded search answers.
  spawn(ck.path, ['--reindex', '.'], { cwd: root, env: { ...env }, detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
  return [{ what: '.ck/', source: 'full-reindex', detail: `${changed} changed files, in the background` }]
}

/** By what the index knows of them: `git status` would compare contents, and run the filters that a repository names. */
async function changedFiles(root: string): Promise<number> {
  const asked = [
    ['diff-files', '--name-only', '-z'],
    ['ls-files', '-z', '--others', '--exclude-standard'],
  ]
  const answers = await Promise.all(asked.map((args) => askHistory(root, args)))
  return answers.flatMap(({ stdout }) => splitNul(stdout)).length
}

/** Real ck writes a manifest; a folder without one, or with a broken one, is no index. */
function isSound(root: string): boolean {
  const manifest = openText(root, '.ck/manifest.json')
  return manifest.kind === 'text' && typeof parseJson(manifest.text) === 'object'
}

function indexed(path: string, root: string, env: Environment): Promise<boolean> {
  return new Promise((done) => {
    const options = { cwd: root, timeout: DELTA_DEADLINE_MS, maxBuffer: 1_000_000, env: { ...env } }
    execFile(path, ['--index', '.'], options, (error) => done(error === null)).stdin?.end()
  })
}
