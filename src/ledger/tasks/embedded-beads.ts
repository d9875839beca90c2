import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { Document, isSeq, parseDocument } from 'yaml'
import type { ProjectHome } from '../../core/model/ids.ts'
import { isRecord } from '../../core/model/json.ts'
import { STATE_ZONE } from '../../core/protocols/ledger/notes/state-zone.ts'
import { TASK_TEXTS } from '../../core/words/ledger-cli.ts'
import { makeFolder } from '../../disk/contain.ts'
import { setAside } from '../../disk/move.ts'
import { listFolder } from '../../disk/read-file.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { redacted } from '../files/json.ts'
import { openText } from '../files/open-text.ts'
import { type Bead, type BeadChange, isBeadId } from './bead.ts'
import { readBead } from './read-bead.ts'

/** What marks a folder as the home of a live Beads database; no file of ours goes in there. */
const LIVE_MARKS = ['metadata.json', 'embeddeddolt', 'dolt', 'beads.db', 'issues.jsonl']
const BEADS_FOLDER = '.beads'
const SIDECAR_FOLDER = `${STATE_ZONE}/beads`
const MAX_BEAD_BYTES = 1_000_000
const MAX_BEADS = 5_000
const APPENDED = ['decisions', 'handoffs', 'test_scenarios'] as const
const REPLACED = ['title', 'type', 'status', 'priority', 'next_steps', 'blockers', 'questions', 'delta_synced'] as const

/** LEDGER-6: whether `.beads/` belongs to a Beads program. */
export function isLive(folder: string): boolean {
  return LIVE_MARKS.some((name) => lstatSync(join(folder, BEADS_FOLDER, name), { throwIfNoEntry: false }) !== undefined)
}

/** Where our own files go. */
function folderIn(home: ProjectHome): string {
  return isLive(home) ? SIDECAR_FOLDER : BEADS_FOLDER
}

export function beadPathIn(home: ProjectHome, id: string): string {
  return `${folderIn(home)}/${id}.yaml`
}

export type EmbeddedBead =
  | { readonly kind: 'bead'; readonly bead: Bead }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' }

/** The sidecar first: it is the younger one where both exist. */
export function readEmbedded(home: ProjectHome, id: string): EmbeddedBead {
  if (!isBeadId(id)) return { kind: 'missing' }
  for (const folder of [SIDECAR_FOLDER, BEADS_FOLDER]) {
    const opened = openText(home, `${folder}/${id}.yaml`, MAX_BEAD_BYTES)
    if (opened.kind === 'missing') continue
    const document = opened.kind === 'text' ? parse(opened.text) : undefined
    return document === undefined
      ? { kind: 'malformed' }
      : { kind: 'bead', bead: readBead(document.toJS({ maxAliasCount: 0 }), id) }
  }
  return { kind: 'missing' }
}

/** Every bead that can be read, and how many cannot. */
export function listEmbedded(home: ProjectHome): {
  readonly beads: readonly Bead[]
  readonly malformed: readonly string[]
} {
  const names = [SIDECAR_FOLDER, BEADS_FOLDER].flatMap((folder) => namesIn(join(home, folder)))
  const ids = [...new Set(names)].filter(isBeadId).toSorted().slice(0, MAX_BEADS)
  const found = ids.map((id) => ({ id, read: readEmbedded(home, id) }))
  return {
    beads: found.flatMap(({ read }) => (read.kind === 'bead' ? [read.bead] : [])),
    malformed: found.flatMap(({ id, read }) => (read.kind === 'malformed' ? [id] : [])),
  }
}

export interface WriteEmbedded {
  readonly home: ProjectHome
  readonly id: string
  readonly atMs: number
  readonly change: BeadChange
}

export type EmbeddedWritten =
  | { readonly ok: true; readonly bead: Bead; readonly setAside: string | null }
  | { readonly ok: false; readonly problem: string }

/**
 * LEDGER-96: appends to lists that only grow, replaces the rest; comments and unknown keys stay. A file that is no YAML is
 * set aside under another name, never overwritten. The caller holds the turn.
 */
export function writeEmbedded({ home, id, atMs, change }: WriteEmbedded): EmbeddedWritten {
  if (!isBeadId(id)) return { ok: false, problem: TASK_TEXTS.badId(id) }
  const folder = folderIn(home)
  if (!makeFolder(home, folder, { mode: 0o775, links: 'none' }))
    return { ok: false, problem: TASK_TEXTS.linked(folder) }
  const path = beadPathIn(home, id)
  const opened = openText(home, path, MAX_BEAD_BYTES)
  const before = opened.kind === 'text' ? parse(opened.text) : undefined
  const aside = opened.kind !== 'missing' && before === undefined ? setAside(home, path) : null
  const document = before ?? fresh(home, id, atMs)
  apply(document, change)
  replaceFile(join(home, path), document.toString({ lineWidth: 0 }), { mode: { ifNew: 0o644 }, survives: 'power-cut' })
  return { ok: true, bead: readBead(document.toJS({ maxAliasCount: 0 }), id), setAside: aside }
}

function apply(document: Document, change: BeadChange): void {
  for (const key of APPENDED) {
    const items = change[key] ?? []
    if (items.length === 0) continue
    const known = document.get(key)
    if (!isSeq(known)) document.set(key, document.createNode([]))
    const list = document.get(key)
    if (isSeq(list)) {
      list.flow = false
      for (const item of items) list.add(document.createNode(redacted(item)))
    }
  }
  for (const key of REPLACED)
    if (change[key] !== undefined) document.set(key, document.createNode(redacted(change[key])))
}

/** LEDGER-95 to LEDGER-99, in the order of the published shape. What the folder before had is carried over. */
function fresh(home: ProjectHome, id: string, atMs: number): Document {
  const older = readEmbedded(home, id)
  const bead = older.kind === 'bead' ? older.bead : readBead({ created: new Date(atMs).toISOString() }, id)
  return new Document(JSON.parse(JSON.stringify(bead)))
}

function parse(text: string): Document | undefined {
  // Text made to be deep ends the parser with an exception of the engine.
  try {
    const document = parseDocument(text, { schema: 'core', uniqueKeys: true })
    if (document.errors.length > 0) return undefined
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    return isRecord(value) ? document : undefined
  } catch {
    return undefined
  }
}

function namesIn(folder: string): readonly string[] {
  return listFolder(folder).flatMap((name) => (name.endsWith('.yaml') ? [name.slice(0, -'.yaml'.length)] : []))
}
