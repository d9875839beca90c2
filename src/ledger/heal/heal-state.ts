import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LedgerEntry } from '../../core/model/ledger.ts'
import { makeFolder } from '../../disk/contain.ts'
import { codeOf } from '../../disk/error-code.ts'
import { setAside } from '../../disk/move.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { askRepository } from '../cite/ask-repository.ts'
import { appendRow } from '../files/append-row.ts'
import { openText } from '../files/open-text.ts'
import { NOTES_FILE, TRAJECTORY_FOLDER } from '../files/zones.ts'
import { healCk } from './heal-ck.ts'
import { notesTemplate } from './notes-template.ts'
import type { Recovery } from './recovery.ts'
import { restoreFolder } from './restore-folder.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Healing {
  /** A real path. */
  readonly root: string
  readonly env: Environment
  readonly atMs: number
  /** NOTES.md as our own facts give it, where there are any. */
  readonly fromFacts?: (() => string | undefined) | undefined
  /** Adds the lines of the trajectory that only our own facts still have, and gives how many. */
  readonly refill?: (() => Promise<number>) | undefined
  /** LEDGER-20: keeps one recovery in the audit and in the trajectory. False: nobody did. */
  readonly log?: ((entry: Recovered) => Promise<boolean>) | undefined
}

type Recovered = Extract<LedgerEntry, { readonly phase: 'self_heal' }>

const MAX_NOTES_BYTES = 50_000_000

/** LEDGER-15, LEDGER-19: our facts, then git, then a template; whatever cannot be healed is told and stops nothing. */
export async function healState(healing: Healing): Promise<readonly Recovery[]> {
  const steps = [
    [TRAJECTORY_FOLDER, healTrajectory],
    [NOTES_FILE, healNotes],
    ['.beads/', healBeads],
    ['.ck/', healSearch],
  ] as const
  const done: Recovery[] = []
  for (const [what, step] of steps) {
    try {
      done.push(...(await step(healing)))
    } catch (error) {
      done.push({ what, source: 'nothing', detail: `could not be healed (${codeOf(error)})` })
    }
  }
  const { root, atMs, log } = healing
  for (const { what, source, detail } of done) {
    const entry: Recovered = { phase: 'self_heal', what, source, detail }
    if ((await log?.(entry)) !== true) appendRow({ root, agent: 'fairlead', atMs, entry })
  }
  return done
}

async function healTrajectory({ root, refill }: Healing): Promise<readonly Recovery[]> {
  const isThere = existsSync(join(root, TRAJECTORY_FOLDER))
  if (!isThere && !makeFolder(root, TRAJECTORY_FOLDER, { mode: 0o775, links: 'none' }))
    return [{ what: TRAJECTORY_FOLDER, source: 'nothing', detail: 'a link or a file stands in the way' }]
  const lines = (await refill?.()) ?? 0
  if (lines > 0)
    return [{ what: TRAJECTORY_FOLDER, source: 'facts', detail: `${lines} lines that no file held any more` }]
  return isThere ? [] : [{ what: TRAJECTORY_FOLDER, source: 'fresh', detail: 'an empty folder' }]
}

/** LEDGER-16, LEDGER-22. */
async function healNotes({ root, fromFacts }: Healing): Promise<readonly Recovery[]> {
  const opened = openText(root, NOTES_FILE, MAX_NOTES_BYTES)
  if (opened.kind === 'text' && opened.text.trim() !== '') return []
  if (opened.kind === 'unreadable' && opened.why !== 'binary')
    return [{ what: NOTES_FILE, source: 'nothing', detail: `left alone: ${opened.why}` }]
  if (opened.kind === 'missing' && (await wasDeleted(root, NOTES_FILE)))
    return [{ what: NOTES_FILE, source: 'nothing', detail: 'its deletion was committed, and is respected' }]
  const facts = fromFacts?.()
  const committed = facts === undefined ? await committedText(root, NOTES_FILE) : undefined
  const text = facts ?? committed ?? notesTemplate(root)
  const source = facts !== undefined ? 'facts' : committed !== undefined ? 'git' : 'template'
  const kept = opened.kind === 'unreadable' ? `; the damaged file is kept as \`${setAside(root, NOTES_FILE)}\`` : ''
  writeInside(root, NOTES_FILE, text)
  return [{ what: NOTES_FILE, source, detail: `${DETAILS[source]}${kept}` }]
}

const DETAILS = { facts: 'as our own facts have it', git: 'as it is in HEAD', template: 'from the template' } as const

/** LEDGER-17. */
async function healBeads({ root }: Healing): Promise<readonly Recovery[]> {
  if (lstatSync(join(root, '.beads'), { throwIfNoEntry: false }) !== undefined) return []
  const restored = await restoreFolder(root, '.beads')
  if (restored > 0) return [{ what: '.beads/', source: 'git', detail: `${restored} files as they are in HEAD` }]
  mkdirSync(join(root, '.beads'), { mode: 0o775 })
  return [{ what: '.beads/', source: 'fresh', detail: 'an empty folder' }]
}

async function healSearch({ root, env }: Healing): Promise<readonly Recovery[]> {
  return healCk(root, env)
}

/** Text of a path in HEAD that is worth having; a link or a binary there is not. */
async function committedText(root: string, path: string): Promise<string | undefined> {
  const { code, stdout } = await askRepository(root, ['show', `HEAD:./${path}`])
  if (code !== 0 || stdout.length > MAX_NOTES_BYTES || stdout.includes(0)) return undefined
  const text = stdout.toString('utf8')
  return text.trim() === '' ? undefined : text
}

/** Not in HEAD, and history says that somebody took it away. */
async function wasDeleted(root: string, path: string): Promise<boolean> {
  const { code, stdout } = await askRepository(root, ['log', '-1', '--format=%H', '--diff-filter=D', '--', path])
  if (code !== 0 || stdout.toString('utf8').trim() === '') return false
  return (await askRepository(root, ['cat-file', '-e', `HEAD:./${path}`])).code !== 0
}

/** A folder that is a link leads out of the project; nothing is written through it. */
function writeInside(root: string, path: string, text: string): void {
  if (!makeFolder(root, dirname(path), { mode: 0o775, links: 'none' }))
    throw Object.assign(new Error('a link'), { code: 'ELOOP' })
  replaceFile(join(root, path), text, { mode: { ifNew: 0o644 }, survives: 'power-cut' })
}
