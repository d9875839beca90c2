import type { ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, readFileSync, readlinkSync, readSync, rmSync, type Stats } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { BACKUP_WORDS } from '../core/words/backup.ts'
import { openUnlinked } from '../disk/read-file.ts'
import { endOf, startGit } from '../git/run-git.ts'
import { gitProblem, type RawPath, storeArgs, storeOptions } from './ask-git.ts'
import type { KnownFiles } from './known-files.ts'
import type { Candidate, LeftOut } from './list-files.ts'
import { rawPlace } from './raw-path.ts'

export interface TreeRequest {
  readonly store: string
  readonly root: string
  readonly files: readonly Candidate[]
  readonly known: KnownFiles
  /** Full name of the reference that will hold the copy. */
  readonly ref: string
  readonly atMs: number
  /** Told how many files and bytes were really read, and what could not be. */
  readonly describe: (written: WrittenTree) => Described
  readonly signal?: AbortSignal | undefined
}

export interface WrittenTree {
  readonly files: number
  readonly bytes: number
  readonly unread: readonly LeftOut[]
  /** Permissions that git does not keep. */
  readonly modes: Readonly<Record<RawPath, number>>
}

interface Described {
  readonly message: string
  /** Kept beside the files as `meta.json`. */
  readonly meta: string
}

export type TreeResult =
  | { readonly ok: true; readonly written: WrittenTree }
  | { readonly ok: false; readonly why: string }

const FILES_AT_A_TIME = 64

/**
 * One stream into `git fast-import`: contents as they are on disk, without filters, then one commit that names them. The
 * reference appears at the end or not at all, and two such streams do not disturb one another.
 */
export async function writeTree(request: TreeRequest): Promise<TreeResult> {
  const marks = `${request.store}/marks-${process.pid}-${request.ref.slice(request.ref.lastIndexOf('/') + 1)}`
  const args = ['fast-import', '--quiet', '--force', '--done', '--date-format=raw', `--export-marks=${marks}`]
  const child = startGit(storeArgs(args), { ...storeOptions(request.store), signal: request.signal })
  const ended = endOf(child)
  try {
    const stream = await writeAll(child, request)
    const { code, stderr } = await ended
    if (request.signal?.aborted) return { ok: false, why: BACKUP_WORDS.tooSlow }
    if (code !== 0) return { ok: false, why: gitProblem({ code, stderr }) }
    learnFrom(marks, stream.fresh, request.known)
    return { ok: true, written: stream.written }
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(marks, { force: true })
  }
}

interface Fresh {
  readonly path: RawPath
  readonly stat: Stats
  readonly mark: number
}

interface Streamed {
  readonly written: WrittenTree
  readonly fresh: readonly Fresh[]
}

async function writeAll(child: ChildProcess, request: TreeRequest): Promise<Streamed> {
  const send = sender(child)
  const names: Buffer[] = []
  const fresh: Fresh[] = []
  const unread: LeftOut[] = []
  const modes: Record<RawPath, number> = {}
  let [files, bytes, mark] = [0, 0, 0]
  for (const [index, file] of request.files.entries()) {
    if (request.signal?.aborted || child.exitCode !== null) break
    // A daemon answers other hooks meanwhile.
    if (index % FILES_AT_A_TIME === 0) await breathe()
    const blob = request.known.blobOf(file.path, file.stat)
    const content = blob === undefined ? openContent(request.root, file) : undefined
    if (blob === undefined && content === undefined) {
      unread.push({ path: file.path, why: BACKUP_WORDS.unreadable })
      continue
    }
    if (content !== undefined) {
      mark += 1
      fresh.push({ path: file.path, stat: file.stat, mark })
      await sendContent(send, content, mark)
    }
    const permissions = file.stat.mode & 0o7777
    if (!file.stat.isSymbolicLink() && permissions !== 0o644 && permissions !== 0o755) modes[file.path] = permissions
    files += 1
    bytes += content?.size ?? file.stat.size
    names.push(Buffer.from(`M ${gitMode(file.stat)} ${blob ?? `:${mark}`} ${quoted(`files/${file.path}`)}\n`, 'latin1'))
  }
  const written: WrittenTree = { files, bytes, unread, modes }
  const { message, meta } = request.describe(written)
  const seconds = Math.floor(request.atMs / 1_000)
  const head = `commit ${request.ref}\ncommitter fairlead <fairlead@localhost> ${seconds} +0000\n${data(message)}deleteall\n`
  if (!request.signal?.aborted)
    await send(Buffer.from(head), ...names, Buffer.from(`M 100644 inline meta.json\n${data(meta)}done\n`))
  child.stdin?.end()
  return { written, fresh }
}

type Send = (...parts: readonly Buffer[]) => Promise<void>

async function sendContent(send: Send, content: Content, mark: number): Promise<void> {
  try {
    await send(Buffer.from(`blob\nmark :${mark}\ndata ${content.size}\n`))
    for (const piece of content.pieces()) await send(piece)
    await send(NEW_LINE)
  } finally {
    content.close()
  }
}

const NEW_LINE = Buffer.from('\n')

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}

/** Waits while the other side is busy, so that no copy of the tree piles up in memory. */
function sender({ stdin }: ChildProcess): Send {
  return async (...parts) => {
    if (!stdin || stdin.destroyed) return
    let isFree = true
    for (const part of parts) isFree = stdin.write(part)
    if (!isFree)
      await new Promise<void>((done) => {
        const go = () => {
          stdin.off('drain', go).off('close', go).off('error', go)
          done()
        }
        stdin.on('drain', go).on('close', go).on('error', go)
      })
  }
}

interface Content {
  readonly size: number
  /** Piece by piece, exactly as much as was announced. */
  readonly pieces: () => Iterable<Buffer>
  readonly close: () => void
}

/** The bytes of one file, never through a link. Undefined when it is gone, not ours to read, or no file any more. */
function openContent(root: string, { path, stat }: Candidate): Content | undefined {
  const place = rawPlace(root, path)
  try {
    if (stat.isSymbolicLink()) {
      const target = readlinkSync(place, { encoding: 'buffer' })
      return { size: target.length, pieces: () => [target], close: () => undefined }
    }
    const file = openUnlinked(place)
    const now = fstatSync(file)
    // No more than was counted against the cap, whatever is appended meanwhile.
    const size = Math.min(now.size, stat.size)
    if (now.isFile()) return { size, pieces: () => piecesOf(file, size), close: () => closeSync(file) }
    closeSync(file)
    return undefined
  } catch {
    return undefined
  }
}

const PIECE_BYTES = 1_024 * 1_024

/** A file that shrinks while it is read ends in zeros: the stream has announced its length. */
function* piecesOf(file: number, size: number): Generator<Buffer> {
  for (let at = 0; at < size; ) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - at))
    readSync(file, piece, 0, piece.length, at)
    at += piece.length
    yield piece
  }
}

function gitMode(stat: Stats): string {
  if (stat.isSymbolicLink()) return '120000'
  return (stat.mode & 0o100) === 0 ? '100644' : '100755'
}

/** As fast-import reads names: any byte, with a few of them written out. */
function quoted(path: RawPath): string {
  const safe = path.replaceAll(/["\\\n]/g, (letter) => (letter === '\n' ? '\\n' : `\\${letter}`))
  return `"${safe}"`
}

function learnFrom(marks: string, fresh: readonly Fresh[], known: KnownFiles): void {
  let text = ''
  try {
    text = readFileSync(marks, 'latin1')
  } catch {
    // Only speed is lost.
  }
  const blobs = new Map(
    text
      .split('\n')
      .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  )
  for (const { path, stat, mark } of fresh) {
    const blob = blobs.get(`:${mark}`)
    if (blob !== undefined) known.learn(path, stat, blob)
  }
  known.save()
}
