import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AnchorEffect, FoundPermit, FoundSession, KeptFolder } from '../core/model/anchor.ts'
import type { ProjectHome } from '../core/model/ids.ts'
import { jsonFields } from '../core/model/json.ts'
import { whatIsAt } from '../disk/contain.ts'
import { move } from '../disk/move.ts'
import { listFolder } from '../disk/read-file.ts'
import { flushFolder, replaceFile, sweepDrafts, writePrivate } from '../disk/replace-file.ts'
import { sha256 } from '../stores/sha256.ts'
import { makeOwnFolder, readOwn } from './own-file.ts'

/** Where a crash leaves a promotion or a removal half done, in order. Tests fail and kill there. */
export type PromotionPoint = 'anchor.begun' | 'anchor.written' | 'anchor.renamed' | 'anchor.swept'

const MAX_PENDING = 100
const TOKEN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** Why the folders below `.hestai` cannot be used. A link would lead what we write to somewhere else. */
export function troubleOf(home: ProjectHome): string | undefined {
  const chain = ['.hestai', '.hestai/sessions', '.hestai/sessions/pending', '.hestai/sessions/active']
  const bad = chain.find((name) => whatIsAt(join(home, name)) === 'other')
  return bad === undefined ? undefined : `\`${bad}\` is a link or no folder; it must be a real folder of the project`
}

export function pendingOf(home: ProjectHome, nowMs: number): readonly FoundSession[] {
  if (troubleOf(home) !== undefined) return []
  return listFolder(join(home, '.hestai/sessions/pending'))
    .toSorted()
    .filter((name) => TOKEN.test(name))
    .slice(0, MAX_PENDING)
    .flatMap((token) => sessionOf(home, token, nowMs) ?? [])
}

export function sessionOf(home: ProjectHome, token: string, nowMs: number): FoundSession | undefined {
  const folder = folderOf(home, 'pending', token)
  if (!TOKEN.test(token) || troubleOf(home) !== undefined || whatIsAt(folder) !== 'folder') return undefined
  const handshake = readOwn(join(folder, 'handshake.json'))
  const anchor = readOwn(join(folder, 'anchor.json'))
  return {
    token,
    ageMs: Math.max(0, nowMs - lstatSync(folder).mtimeMs),
    ...(handshake !== undefined && { handshake }),
    ...(anchor !== undefined && { anchor, anchorDigest: sha256(anchor) }),
  }
}

const KEPT = ['active', 'revoked', 'swept'] as const
const MAX_KEPT = 256

/** The eldest first, so that a bound on how many are looked at starves none of them. */
export function keptOf(home: ProjectHome, nowMs: number): readonly KeptFolder[] {
  if (troubleOf(home) !== undefined) return []
  const found = KEPT.flatMap((from) =>
    isFolder(home, from)
      ? listFolder(join(home, '.hestai/sessions', from))
          .toSorted()
          .map((token) => ({
            token,
            from,
            folder: folderOf(home, from, token),
          }))
      : [],
  )
  return found
    .filter(({ token, folder }) => TOKEN.test(token) && whatIsAt(folder) === 'folder')
    .map(({ token, from, folder }) => ({ token, from, ageMs: Math.max(0, nowMs - lstatSync(folder).mtimeMs) }))
    .toSorted((left, right) => right.ageMs - left.ageMs)
    .slice(0, MAX_KEPT)
}

export function isActive(home: ProjectHome, token: string): boolean {
  return TOKEN.test(token) && whatIsAt(folderOf(home, 'active', token)) !== 'nothing'
}

/** ANCHOR-56: what gating finds; a file that cannot be read is no permit. */
export function permitOf(home: ProjectHome, token: string): FoundPermit | undefined {
  const folder = folderOf(home, 'active', token)
  if (!TOKEN.test(token) || troubleOf(home) !== undefined || whatIsAt(folder) !== 'folder') return undefined
  const text = readOwn(join(folder, 'anchor.json'))
  return text === undefined ? undefined : { token, digest: sha256(text), validated: isValidated(text, token) }
}

function isValidated(text: string, token: string): boolean {
  const { validated, session_id } = jsonFields(text)
  return validated === true && session_id === token
}

type SessionEffect = Exclude<AnchorEffect, { readonly kind: 'anchor.govern' }>

/** Throws where it cannot be done. */
export function performOn(home: ProjectHome, effect: SessionEffect, at: (point: PromotionPoint) => void): void {
  const { token } = effect
  if (!TOKEN.test(token)) throw new Error('not a token')
  switch (effect.kind) {
    case 'anchor.keep':
      writePrivate(join(makeOwnFolder(home, `.hestai/sessions/pending/${token}`), 'handshake.json'), effect.text)
      break
    case 'anchor.promote':
      promote(home, effect, at)
      break
    case 'anchor.drop':
      drop(home, effect)
      break
    case 'anchor.revoke':
      moveFolder(home, token, ['active', 'revoked'])
      break
    case 'anchor.clear':
      clear(home, effect, at)
      break
  }
}

/** ANCHOR-10, ANCHOR-36, ANCHOR-46: the file first, then the whole folder in one step. */
function promote(
  home: ProjectHome,
  { token, text }: { readonly token: string; readonly text: string },
  at: (point: PromotionPoint) => void,
): void {
  const isDone = () => permitOf(home, token)?.digest === sha256(text)
  if (isDone()) return
  const pending = folderOf(home, 'pending', token)
  if (troubleOf(home) !== undefined || whatIsAt(pending) !== 'folder') throw new Error('nothing is pending')
  at('anchor.begun')
  const file = join(pending, 'anchor.json')
  try {
    // A draft that a killed writer left must not become part of the active folder.
    for (const name of [file, join(pending, 'handshake.json')]) sweepDrafts(name)
    // Not `writePrivate`, which would make the folder again that another process has moved.
    replaceFile(file, text, { mode: 0o600, survives: 'power-cut' })
  } catch (error) {
    // Another process was faster with the same words.
    if (isDone()) return
    throw error
  }
  at('anchor.written')
  try {
    moveFolder(home, token, ['pending', 'active'])
  } catch (error) {
    if (isDone()) return
    rmSync(file, { force: true })
    throw error
  }
  at('anchor.renamed')
  // Another process may have put its own words into the folder before it was moved.
  if (!isDone()) throw new Error('another anchor was promoted')
}

/** Refuses an existing target: `rename` itself would replace an empty folder. */
function moveFolder(home: ProjectHome, token: string, [from, to]: readonly [string, string]): void {
  const target = makeOwnFolder(home, `.hestai/sessions/${to}`)
  if (whatIsAt(join(target, token)) !== 'nothing') throw new Error('the target exists')
  move(folderOf(home, from, token), join(target, token))
  flushFolder(target)
  flushFolder(join(home, '.hestai/sessions', from))
}

function drop(
  home: ProjectHome,
  { token, what }: { readonly token: string; readonly what: 'folder' | 'anchor' },
): void {
  const folder = folderOf(home, 'pending', token)
  if (troubleOf(home) !== undefined || whatIsAt(folder) !== 'folder') return
  rmSync(what === 'folder' ? folder : join(folder, 'anchor.json'), { recursive: what === 'folder', force: true })
}

/** ANCHOR-46: out of sight in one step, and only then emptied; what a crash leaves of it is emptied at the next start. */
function clear(
  home: ProjectHome,
  { token, from }: Pick<KeptFolder, 'token' | 'from'>,
  at: (point: PromotionPoint) => void,
): void {
  const isThere = (kind: string) => isFolder(home, kind) && whatIsAt(folderOf(home, kind, token)) === 'folder'
  if (troubleOf(home) !== undefined || !isThere(from)) return
  if (from !== 'swept') moveFolder(home, token, [from, 'swept'])
  at('anchor.swept')
  if (isThere('swept')) rmSync(folderOf(home, 'swept', token), { recursive: true, force: true })
}

function isFolder(home: ProjectHome, kind: string): boolean {
  return whatIsAt(join(home, '.hestai/sessions', kind)) === 'folder'
}

function folderOf(home: ProjectHome, kind: string, token: string): string {
  return join(home, '.hestai/sessions', kind, token)
}
