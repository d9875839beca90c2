import { readdirSync, type Stats } from 'node:fs'
import { BACKUP_WORDS } from '../core/words/backup.ts'
import { askWorkTree, type GitText, type RawPath } from './ask-git.ts'
import { isWithin, lstatOf, rawPlace, shownOf } from './raw-path.ts'

/** Why a file is looked at. `asked` was named by the call, whatever git ignores. */
export type Standing = 'asked' | 'untracked' | 'ignored' | 'tracked'

export interface Candidate {
  readonly path: RawPath
  readonly standing: Standing
  readonly stat: Stats
}

export interface LeftOut {
  readonly path: RawPath
  readonly why: string
  /** Not part of the work: what git ignores, and the history of repositories. */
  readonly spared?: 'ignored' | 'large' | 'history'
}

export interface Candidates {
  readonly files: readonly Candidate[]
  readonly leftOut: readonly LeftOut[]
}

export interface CandidateQuestion {
  readonly root: string
  /** What the call names, relative to the root; the empty path is the root. */
  readonly asked: readonly RawPath[]
  /** Nothing else of the root is looked at. */
  readonly only?: boolean
  readonly signal?: AbortSignal | undefined
}

const MAX_FILES = 200_000
const MAX_REPOSITORIES = 64
/** Single files that git ignores are settings and secrets more often than output; larger ones are output. */
const MAX_IGNORED_BYTES = 1_024 * 1_024
/** Where there is no git to say what can be made again. */
const MADE_AGAIN: ReadonlySet<string> = new Set(['node_modules', '__pycache__', '.venv', '.tox', '.cache', 'target'])

/** What `init --in-repo` and `--ledger` put into a work tree and hide from git. */
const OWN_RECORDS = ['.proof', '.claude/state']
const NOTES = ['loa-grimoire', '.beads']

/** Everything below a root that would be missed: tracked, untracked, small ignored files, and what the call names. */
export async function listCandidates(question: CandidateQuestion): Promise<Candidates> {
  const found = new Map<RawPath, Candidate>()
  const leftOut: LeftOut[] = []
  const lister: Lister = { ...question, found, leftOut, repositories: 0 }
  if (question.only) for (const path of question.asked) walk(lister, path, 'asked')
  else if (!(await listRepository(lister, ''))) walk(lister, '', 'untracked')
  for (const path of question.asked) {
    const ignored = leftOut.findIndex((one) => one.spared === 'ignored' && path !== '' && isWithin(path, one.path))
    if (ignored < 0) continue
    walk(lister, path, 'asked')
    if (leftOut[ignored]?.path === path) leftOut.splice(ignored, 1)
  }
  const named = question.asked.filter((path) => path !== '')
  const isNamed = ({ path }: Candidate) => named.some((one) => isWithin(path, one))
  return { files: [...found.values()].map((file) => (isNamed(file) ? { ...file, standing: 'asked' } : file)), leftOut }
}

/** Whether git would have kept it, had it been added: what is ignored and the history of others are not of this work tree. */
export function isMissed({ spared }: LeftOut): boolean {
  return spared === undefined
}

const ignoredFolder = (path: RawPath): LeftOut => ({ path, why: BACKUP_WORDS.ignored, spared: 'ignored' })

interface Lister extends CandidateQuestion {
  readonly found: Map<RawPath, Candidate>
  readonly leftOut: LeftOut[]
  repositories: number
}

/** False where git has nothing to say. Repositories inside are asked themselves. */
async function listRepository(lister: Lister, prefix: RawPath): Promise<boolean> {
  lister.repositories += 1
  if (lister.repositories > MAX_REPOSITORIES) {
    lister.leftOut.push({ path: prefix, why: BACKUP_WORDS.tooDeep })
    return true
  }
  const root = prefix === '' ? lister.root : shownOf(`${Buffer.from(lister.root).toString('latin1')}/${prefix}`)
  // Git would answer for the repository around it.
  if (lstatOf(lister.root, prefix === '' ? '.git' : `${prefix}/.git`) === undefined) return false
  const ask = (...args: readonly string[]): Promise<GitText> =>
    askWorkTree(root, ['ls-files', '-z', ...args], lister.signal)
  const [tracked, untracked, ignored] = await Promise.all([
    ask('--cached', '--stage'),
    ask('--others', '--exclude-standard'),
    ask('--others', '--ignored', '--exclude-standard', '--directory', '--no-empty-directory'),
  ])
  if ([tracked, untracked, ignored].some(({ code }) => code !== 0)) return false
  const below = (path: RawPath) => (prefix === '' ? path : `${prefix}/${path}`)
  const nested: RawPath[] = []
  for (const entry of split(tracked.stdout)) {
    const path = below(entry.slice(entry.indexOf('\t') + 1))
    if (entry.startsWith('160000')) nested.push(path)
    else add(lister, path, 'tracked')
  }
  for (const entry of split(untracked.stdout)) {
    if (entry.endsWith('/')) nested.push(below(entry.slice(0, -1)))
    else add(lister, below(entry), 'untracked')
  }
  for (const entry of split(ignored.stdout)) {
    if (entry.endsWith('/')) addIgnoredFolder(lister, below(entry.slice(0, -1)))
    else addIgnored(lister, below(entry))
  }
  for (const path of new Set(nested)) await listNested(lister, path)
  return true
}

async function listNested(lister: Lister, path: RawPath): Promise<void> {
  const stat = lstatOf(lister.root, path)
  // A submodule that was never fetched is an empty folder, or none.
  if (stat === undefined || !stat.isDirectory()) return
  if (lstatOf(lister.root, `${path}/.git`) === undefined) return walk(lister, path, 'untracked')
  if (!(await listRepository(lister, path))) walk(lister, path, 'untracked')
  lister.leftOut.push({ path: `${path}/.git`, why: BACKUP_WORDS.nestedHistory, spared: 'history' })
}

/** Our own records are no work of the person's: nobody is told that they were left out. */
export function isOwnRecord({ path }: LeftOut): boolean {
  return OWN_RECORDS.some((folder) => path === folder || path.endsWith(`/${folder}`))
}

/** Notes and tasks are kept although git ignores them. Git names a folder of which it ignores everything instead of ours in it. */
function addIgnoredFolder(lister: Lister, path: RawPath): void {
  if (path === '.claude' || path.endsWith('/.claude')) {
    for (const name of namesIn(lister, path)) {
      const inside = `${path}/${name}`
      if (lstatOf(lister.root, inside)?.isDirectory()) lister.leftOut.push(ignoredFolder(inside))
      else addIgnored(lister, inside)
    }
  } else if (NOTES.some((folder) => path === folder || path.endsWith(`/${folder}`))) walk(lister, path, 'ignored')
  else lister.leftOut.push(ignoredFolder(path))
}

function addIgnored(lister: Lister, path: RawPath): void {
  const size = lstatOf(lister.root, path)?.size ?? 0
  if (size <= MAX_IGNORED_BYTES || lister.asked.includes(path)) add(lister, path, 'ignored')
  else lister.leftOut.push({ path, why: BACKUP_WORDS.largeIgnored, spared: 'large' })
}

function add(lister: Lister, path: RawPath, standing: Standing): void {
  const stat = lstatOf(lister.root, path)
  // Tracked and deleted: there is nothing to copy.
  if (stat === undefined || stat.isDirectory()) return
  if (!stat.isFile() && !stat.isSymbolicLink()) {
    lister.leftOut.push({ path, why: BACKUP_WORDS.special })
  } else if (path.split('/').some((name) => /^\.git$/i.test(name)) || path.includes('\0')) {
    lister.leftOut.push({ path, why: BACKUP_WORDS.reservedName })
  } else if (lister.found.size >= MAX_FILES) {
    lister.leftOut.push({ path, why: BACKUP_WORDS.overCount(MAX_FILES) })
  } else {
    lister.found.set(path, { path, standing, stat })
  }
}

/** Everything below a folder, without git's help. */
function walk(lister: Lister, start: RawPath, standing: Standing): void {
  const waiting: RawPath[] = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stat = path === '' ? undefined : lstatOf(lister.root, path)
    if (stat !== undefined && !stat.isDirectory()) {
      add(lister, path, standing)
      continue
    }
    if (lister.signal?.aborted || lister.found.size + waiting.length > MAX_FILES) {
      lister.leftOut.push({ path, why: BACKUP_WORDS.tooMuch })
      continue
    }
    for (const name of namesIn(lister, path)) {
      const inside = path === '' ? name : `${path}/${name}`
      if (name === '.git') lister.leftOut.push({ path: inside, why: BACKUP_WORDS.history, spared: 'history' })
      else if (standing !== 'asked' && MADE_AGAIN.has(name)) lister.leftOut.push(ignoredFolder(inside))
      else waiting.push(inside)
    }
  }
}

function namesIn({ root, leftOut }: Lister, path: RawPath): readonly RawPath[] {
  try {
    return readdirSync(rawPlace(root, path), { encoding: 'buffer' }).map((name) => name.toString('latin1'))
  } catch {
    leftOut.push({ path, why: BACKUP_WORDS.unreadable })
    return []
  }
}

function split(text: string): readonly string[] {
  return text.split('\0').filter((part) => part !== '')
}
