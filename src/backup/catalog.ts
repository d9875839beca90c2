import { askStore, type RawPath } from './ask-git.ts'
import { type BackupHome, storesOf } from './places.ts'

/** One copy that exists. */
export interface Backup {
  readonly id: string
  readonly root: string
  readonly store: string
  readonly tree: string
  readonly atMs: number
  readonly reason: string
  readonly files: number
  readonly bytes: number
  readonly leftOut: number
}

/** What lies beside the files of a copy. */
export interface BackupMeta {
  readonly root: string
  /** Nothing but what a call named: the root is no project of its own. */
  readonly only?: boolean
  readonly leftOut: readonly { readonly path: RawPath; readonly why: string }[]
  readonly modes: Readonly<Record<RawPath, number>>
}

export const REFS = 'refs/backups/'

/** All copies of a root, oldest first. */
export async function listBackups(home: BackupHome, root: string): Promise<readonly Backup[]> {
  const found = await Promise.all(storesOf(home, root).map((store) => backupsIn(store, root)))
  return found.flat().toSorted((left, right) => (left.id < right.id ? -1 : 1))
}

async function backupsIn(store: string, root: string): Promise<readonly Backup[]> {
  const format = '%(refname)%09%(tree)%09%(committerdate:unix)%09%(contents:subject)'
  const { code, stdout } = await askStore(store, ['for-each-ref', `--format=${format}`, REFS])
  if (code !== 0) return []
  return stdout.split('\n').flatMap((line) => {
    const [name = '', tree = '', seconds = '', subject = ''] = line.split('\t')
    const said = numbersOf(subject)
    return said ? [{ id: name.slice(REFS.length), root, store, tree, atMs: Number(seconds) * 1_000, ...said }] : []
  })
}

type Said = Pick<Backup, 'reason' | 'files' | 'bytes' | 'leftOut'>

/** One line, so that the list needs one call of git. */
export function subjectOf({ reason, files, bytes, leftOut }: Said): string {
  return `${files} ${bytes} ${leftOut} ${reason.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 200)}`
}

function numbersOf(subject: string): Said | undefined {
  const [, files, bytes, leftOut, reason = ''] = /^(\d+) (\d+) (\d+) (.*)$/.exec(subject) ?? []
  if (files === undefined) return undefined
  const text = Buffer.from(reason, 'latin1').toString('utf8')
  return { reason: text, files: Number(files), bytes: Number(bytes), leftOut: Number(leftOut) }
}

/** One file, or link, of a copy. */
export interface BackupEntry {
  readonly path: RawPath
  /** As git writes it: `100644`, `100755` or `120000`. */
  readonly mode: string
  readonly blob: string
  readonly bytes: number
}

export async function entriesOf({
  store,
  tree,
}: Pick<Backup, 'store' | 'tree'>): Promise<readonly BackupEntry[] | undefined> {
  const { code, stdout } = await askStore(store, ['ls-tree', '-r', '-l', '-z', '--full-tree', tree, 'files/'])
  if (code !== 0) return undefined
  return stdout.split('\0').flatMap((line) => {
    const [, mode, blob, bytes, path] = /^(\d{6}) blob ([0-9a-f]+) +(\d+)\tfiles\/(.+)$/s.exec(line) ?? []
    return mode && blob && path !== undefined ? [{ path, mode, blob, bytes: Number(bytes) }] : []
  })
}

export async function metaOf({ store, tree }: Pick<Backup, 'store' | 'tree'>): Promise<BackupMeta | undefined> {
  const { code, stdout } = await askStore(store, ['cat-file', 'blob', `${tree}:meta.json`])
  if (code !== 0) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(stdout, 'latin1').toString('utf8'))
    return isMeta(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isMeta(value: unknown): value is BackupMeta {
  return typeof value === 'object' && value !== null && 'modes' in value && 'leftOut' in value && 'root' in value
}
