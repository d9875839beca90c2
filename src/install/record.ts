import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivate } from '../disk/replace-file.ts'
import { textHash } from './file-state.ts'
import type { TargetKind } from './target.ts'

/** One file that carries something of ours. Hashes are of whole texts. */
export interface RecordedFile {
  readonly path: string
  readonly kind: TargetKind
  /** The text without us, kept under this hash; null when there was no file. */
  readonly baseline: string | null
  /** What `init` left there. While it still stands there, `uninstall` restores the baseline byte for byte. */
  readonly after: string
}

/** Everything that `init` did outside our own folders. */
export interface InstallRecord {
  readonly version: 1
  readonly files: readonly RecordedFile[]
  /** Folders that we made, outermost first. */
  readonly folders: readonly string[]
}

const NO_RECORD: InstallRecord = { version: 1, files: [], folders: [] }

/** The folder `backups`: the record, and texts named by their hash. Everything there is 0600. */
export interface Backups {
  readonly folder: string
}

export function readRecord(backups: Backups): InstallRecord {
  const value = readJsonSafely(join(backups.folder, 'record.json'))
  return isRecord(value) ? value : NO_RECORD
}

export function writeRecord(backups: Backups, record: InstallRecord): void {
  writePrivate(join(backups.folder, 'record.json'), `${JSON.stringify(record, null, 2)}\n`)
}

/** Keeps a text and returns its name. The same text is kept once. */
export function keepText(backups: Backups, text: string): string {
  const name = textHash(text)
  if (keptText(backups, name) === null) writePrivate(blobPath(backups, name), text)
  return name
}

/** Null when it is gone or damaged: what cannot be proven intact is not restored. */
export function keptText(backups: Backups, name: string): string | null {
  try {
    const text = readFileSync(blobPath(backups, name), 'utf8')
    return textHash(text) === name ? text : null
  } catch {
    return null
  }
}

export function dropUnusedTexts(backups: Backups, record: InstallRecord): void {
  // Of hooks, also what `init` left: they are put back from it (EDGE-145).
  const used = new Set(record.files.flatMap((file) => [file.baseline, ...(isHooks(file) ? [file.after] : [])]))
  for (const name of readdirSync(backups.folder)) {
    const hash = /^([0-9a-f]{64})\.txt$/.exec(name)?.[1]
    if (hash !== undefined && !used.has(hash)) rmSync(join(backups.folder, name), { force: true })
  }
}

export function readJsonSafely(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** The user's settings that carry our hooks. */
export const isHooks = ({ kind }: RecordedFile): boolean => kind === 'claude-settings' || kind === 'codex-hooks'

function blobPath(backups: Backups, name: string): string {
  return join(backups.folder, `${name}.txt`)
}

function isRecord(value: unknown): value is InstallRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === 1 &&
    'files' in value &&
    Array.isArray(value.files) &&
    'folders' in value &&
    Array.isArray(value.folders)
  )
}
