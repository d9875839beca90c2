import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AnchorEffect, FoundPermit, FoundSession, KeptFolder } from '../core/model/anchor.ts'
import { whatIsAt } from '../disk/contain.ts'
import { move } from '../disk/move.ts'
import { flushFolder, replaceFile, sweepDrafts, writePrivate } from '../disk/replace-file.ts'
import { sha256 } from '../stores/sha256.ts'
import { makeOwnFolder, readOwn } from './own-file.ts'

/** Where a crash leaves a promotion or a removal half done, in order. Tests fail and kill there. */
export type PromotionPoint = 'anchor.begun' | 'anchor.written' | 'anchor.renamed' | 'anchor.swept'

const MAX_PENDING = 100
const TOKEN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** Why the folders below `.hestai` cannot be used. A link would lead what we write to somewhere else. */
export function troubleOf(project: string): string | undefined {
  const chain = ['.hestai', '.hestai/sessions', '.hestai/sessions/pending', '.hestai/sessions/active']
  const bad = chain.find((name) => whatIsAt(join(project, name)) === 'other')
  return bad === undefined ? undefined : `\`${bad}\` is a link or no folder; it must be a real folder of the project`
}

export function pendingOf(project: string, nowMs: number): readonly FoundSession[] {
  if (troubleOf(project) !== undefined) return []
  return namesIn(join(project, '.hestai/sessions/pending'))
    .filter((name) => TOKEN.test(name))
    .slice(0, MAX_PENDING)
    .flatMap((token) => sessionOf(project, token, nowMs) ?? [])
}

export function sessionOf(project: string, token: string, nowMs: number): FoundSession | undefined {
  const folder = folderOf(project, 'pending', token)
  if (!TOKEN.test(token) || troubleOf(project) !== undefined || whatIsAt(folder) !== 'folder') return undefined
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
export function keptOf(project: string, nowMs: number): readonly KeptFolder[] {
  if (troubleOf(project) !== undefined) return []
  const found = KEPT.flatMap((from) =>
    isFolder(project, from)
      ? namesIn(join(project, '.hestai/sessions', from)).map((token) => ({
          token,
          from,
          folder: folderOf(project, from, token),
        }))
      : [],
  )
  return found
    .filter(({ token, folder }) => TOKEN.test(token) && whatIsAt(folder) === 'folder')
    .map(({ token, from, folder }) => ({ token, from, ageMs: Math.max(0, nowMs - lstatSync(folder).mtimeMs) }))
    .toSorted((left, right) => right.ageMs - left.ageMs)
    .slice(0, MAX_KEPT)
}

export function isActive(project: string, token: string): boolean {
  return TOKEN.test(token) && whatIsAt(folderOf(project, 'active', token)) !== 'nothing'
}

/** ANCHOR-56: what gating finds; a file that cannot be read is no permit. */
export function permitOf(project: string, token: string): FoundPermit | undefined {
  const folder = folderOf(project, 'active', token)
  if (!TOKEN.test(token) || troubleOf(project) !== undefined || whatIsAt(folder) !== 'folder') return undefined
  const text = readOwn(join(folder, 'anchor.json'))
  return text === undefined ? undefined : { token, digest: sha256(text), validated: isValidated(text, token) }
}

function isValidated(text: string, token: string): boolean {
  try {
    const { validated, session_id } = JSON.parse(text)
    return validated === true && session_id === token
  } catch {
    return false
  }
}

type SessionEffect = Exclude<AnchorEffect, { readonly kind: 'anchor.govern' }>

/** Throws where it cannot be done. */
export function performOn(project: string, effect: SessionEffect, at: (point: PromotionPoint) => void): void {
  const { token } = effect
  if (!TOKEN.test(token)) throw new Error('not a token')
  switch (effect.kind) {
    case 'anchor.keep':
      writePrivate(join(makeOwnFolder(project, `.hestai/sessions/pending/${token}`), 'handshake.json'), effect.text)
      break
    case 'anchor.promote':
      promote(project, effect, at)
      break
    case 'anchor.drop':
      drop(project, effect)
      break
    case 'anchor.revoke':
      moveFolder(project, token, ['active', 'revoked'])
      break
    case 'anchor.clear':
      clear(project, effect, at)
      break
  }
}

/** ANCHOR-10, ANCHOR-36, ANCHOR-46: the file first, then the whole folder in one step. */
function promote(
  project: string,
  { token, text }: { readonly token: string; readonly text: string },
  at: (point: PromotionPoint) => void,
): void {
  const isDone = () => permitOf(project, token)?.digest === sha256(text)
  if (isDone()) return
  const pending = folderOf(project, 'pending', token)
  if (troubleOf(project) !== undefined || whatIsAt(pending) !== 'folder') throw new Error('nothing is pending')
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
    moveFolder(project, token, ['pending', 'active'])
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
function moveFolder(project: string, token: string, [from, to]: readonly [string, string]): void {
  const target = makeOwnFolder(project, `.hestai/sessions/${to}`)
  if (whatIsAt(join(target, token)) !== 'nothing') throw new Error('the target exists')
  move(folderOf(project, from, token), join(target, token))
  flushFolder(target)
  flushFolder(join(project, '.hestai/sessions', from))
}

function drop(project: string, { token, what }: { readonly token: string; readonly what: 'folder' | 'anchor' }): void {
  const folder = folderOf(project, 'pending', token)
  if (troubleOf(project) !== undefined || whatIsAt(folder) !== 'folder') return
  rmSync(what === 'folder' ? folder : join(folder, 'anchor.json'), { recursive: what === 'folder', force: true })
}

/** ANCHOR-46: out of sight in one step, and only then emptied; what a crash leaves of it is emptied at the next start. */
function clear(
  project: string,
  { token, from }: Pick<KeptFolder, 'token' | 'from'>,
  at: (point: PromotionPoint) => void,
): void {
  const isThere = (kind: string) => isFolder(project, kind) && whatIsAt(folderOf(project, kind, token)) === 'folder'
  if (troubleOf(project) !== undefined || !isThere(from)) return
  if (from !== 'swept') moveFolder(project, token, [from, 'swept'])
  at('anchor.swept')
  if (isThere('swept')) rmSync(folderOf(project, 'swept', token), { recursive: true, force: true })
}

function isFolder(project: string, kind: string): boolean {
  return whatIsAt(join(project, '.hestai/sessions', kind)) === 'folder'
}

function folderOf(project: string, kind: string, token: string): string {
  return join(project, '.hestai/sessions', kind, token)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}
