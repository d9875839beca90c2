import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { PolicyLayer } from '../core/model/rule.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { loaConfigOf } from './loa-config.ts'
import type { Paths } from './paths.ts'
import { isPinned, type Pins } from './trust.ts'

/** A policy file as it lies there. A missing one has no entry. */
export type PolicySight = { readonly layer: PolicyLayer; readonly file: string } & (
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly sha256: string }
  | { readonly kind: 'problem'; readonly problem: string }
)

export const MAX_POLICY_BYTES = 256 * 1_024

export interface SeeingParts {
  readonly paths: Pick<Paths, 'managedPolicy' | 'userPolicy' | 'state'>
  /** Passed in: a cold hook has one already, and Node's own is slow to load. */
  readonly sha256: (bytes: Uint8Array) => string
  /** The person's own policy for one project, where its files are at a home of their own. */
  readonly homePolicyOf?: (project: string) => string | undefined
}

/** For every hook: where no policy file is, a few failed `stat` calls and nothing else. */
export function seePolicyFiles(parts: SeeingParts, project: string): readonly PolicySight[] {
  const { paths, sha256 } = parts
  const own = parts.homePolicyOf?.(project)
  return [
    ...see('managed', paths.managedPolicy, sha256),
    ...see('user', paths.userPolicy, sha256),
    ...(own === undefined ? [] : see('user', own, sha256)),
    ...see('project', projectPolicyOf(project), sha256),
    ...see('project', loaConfigOf(project), sha256),
  ]
}

export const isProjects = ({ layer }: PolicySight): boolean => layer === 'project'

/** The person's own files need no pin. */
export function isTrusted(sight: PolicySight, pins: Pins): boolean {
  return !isProjects(sight) || (sight.kind === 'bytes' && isPinned(pins, sight.file, sight.sha256))
}

export function projectPolicyOf(project: string): string {
  return join(project, 'fairlead.yaml')
}

function see(layer: PolicyLayer, file: string, sha256: SeeingParts['sha256']): readonly PolicySight[] {
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
