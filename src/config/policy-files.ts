import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { PolicyLayer } from '../core/model/rule.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { loaConfigOf } from './loa-config.ts'
import type { Paths } from './paths.ts'
import { confirmedCopyOf, isPinned, type Pins, readPins, type TrustParts } from './trust.ts'

/** A policy file as it lies there. A missing one has no entry. */
export type PolicySight = {
  readonly layer: PolicyLayer
  readonly file: string
  /** A person has read these very bytes; what nobody has read can only tighten. An administrator's need no reading. */
  readonly trusted: boolean
  /** What the person confirmed of this file, while the file says something else or is gone. */
  readonly copyOf?: string
} & (
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly sha256: string }
  | { readonly kind: 'problem'; readonly problem: string }
)

export const MAX_POLICY_BYTES = 256 * 1_024

export interface SeeingParts extends TrustParts {
  readonly paths: Pick<Paths, 'managedPolicy' | 'userPolicy' | 'state'>
  /** Passed in: a cold hook has one already, and Node's own is slow to load. */
  readonly sha256: (bytes: Uint8Array) => string
  /** The person's own policy for one project, where its files are at a home of their own. */
  readonly homePolicyOf?: (project: string) => string | undefined
}

/**
 * In order of authority. For every hook: where no policy file is, a few failed looks and nothing else. Beside a file of the
 * person's own that is not what they confirmed, or is gone, there is what they confirmed.
 */
export function seePolicyFiles(parts: SeeingParts, project: string): readonly PolicySight[] {
  const { paths, sha256 } = parts
  const pins = readPins(parts)
  const look = (layer: PolicyLayer, file: string) =>
    see(layer, file, sha256).map((sight): PolicySight => ({ ...sight, trusted: isTrusted(sight, pins) }))
  const own = (file: string) => {
    const current = look('user', file)
    return current[0]?.trusted ? current : [...confirmedSight(parts, file, pins), ...current]
  }
  const ofProject = parts.homePolicyOf?.(project)
  return [
    ...look('managed', paths.managedPolicy),
    ...own(paths.userPolicy),
    ...(ofProject === undefined ? [] : own(ofProject)),
    ...look('project', projectPolicyOf(project)),
    ...look('project', loaConfigOf(project)),
  ]
}

function confirmedSight({ paths, sha256 }: SeeingParts, file: string, pins: Pins): readonly PolicySight[] {
  const confirmed = pins[file]
  if (confirmed === undefined) return []
  const [copy] = see('user', confirmedCopyOf(paths, confirmed), sha256)
  return copy?.kind === 'bytes' && copy.sha256 === confirmed ? [{ ...copy, trusted: true, copyOf: file }] : []
}

/** As it would count if its person confirmed it. */
export const asConfirmed = (sight: PolicySight): PolicySight =>
  sight.layer === 'user' ? { ...sight, trusted: true } : sight

export const isProjects = ({ layer }: PolicySight): boolean => layer === 'project'

function isTrusted(sight: Seen, pins: Pins): boolean {
  return sight.layer === 'managed' || (sight.kind === 'bytes' && isPinned(pins, sight.file, sight.sha256))
}

export function projectPolicyOf(project: string): string {
  return join(project, 'fairlead.yaml')
}

type Seen = { readonly layer: PolicyLayer; readonly file: string } & Content

function see(layer: PolicyLayer, file: string, sha256: SeeingParts['sha256']): readonly Seen[] {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found === undefined) return []
    // A repository could point at any file of this machine, or at a pipe that never ends.
    if (layer === 'project' && found.isSymbolicLink())
      return [{ layer, file, kind: 'problem', problem: POLICY_PROBLEMS.link }]
    return [{ layer, file, ...read(file, sha256) }]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    return [{ layer, file, kind: 'problem', problem: POLICY_PROBLEMS.unreadable(code) }]
  }
}

type Content =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly sha256: string }
  | { readonly kind: 'problem'; readonly problem: string }

function read(file: string, sha256: SeeingParts['sha256']): Content {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(handle).isFile()) return { kind: 'problem', problem: POLICY_PROBLEMS.notAFile }
    const buffer = Buffer.allocUnsafe(MAX_POLICY_BYTES + 1)
    let length = 0
    for (let got = 1; got > 0 && length < buffer.length; length += got)
      got = readSync(handle, buffer, length, buffer.length - length, null)
    if (length > MAX_POLICY_BYTES)
      return { kind: 'problem', problem: POLICY_PROBLEMS.tooLarge(MAX_POLICY_BYTES / 1_024) }
    const bytes = buffer.subarray(0, length)
    return { kind: 'bytes', bytes, sha256: sha256(bytes) }
  } finally {
    closeSync(handle)
  }
}
