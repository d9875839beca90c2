import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonFile } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'
import type { Paths } from './paths.ts'

/** Policy files that a person has read: path to sha-256 of the bytes. */
export type Pins = Readonly<Record<string, string>>

export interface TrustParts {
  readonly paths: Pick<Paths, 'state'>
  /** With the user's key; undefined without one, and then nothing is trusted. */
  readonly sign: (text: string) => string | undefined
}

const MAX_PINS_BYTES = 1_000_000

/** @internal For tests that write what is not ours. */
export function pinsFileOf({ state }: Pick<Paths, 'state'>): string {
  return join(state, 'trusted.json')
}

/** The person's own policy as it was when they confirmed it: in force whatever the file says meanwhile. */
export function confirmedCopyOf({ state }: Pick<Paths, 'state'>, sha256: string): string {
  return join(state, `confirmed-policy-${sha256.slice(0, 16)}.yaml`)
}

/** What was not written with the user's key is no trust, and neither is what cannot be read. */
export function readPins({ paths, sign }: TrustParts): Pins {
  const value = readJsonFile(pinsFileOf(paths), MAX_PINS_BYTES - 1)
  if (!isPinList(value) || typeof value.signature !== 'string') return {}
  return value.signature === sign(textOf(value.files)) ? value.files : {}
}

export function isPinned(pins: Pins, file: string, sha256: string): boolean {
  return Object.hasOwn(pins, file) && pins[file] === sha256
}

/** Undefined takes the pin away. */
export function pin(parts: TrustParts, file: string, sha256: string | undefined): void {
  const { [file]: _, ...others } = readPins(parts)
  write(parts, sha256 === undefined ? others : { ...others, [file]: sha256 })
}

/** A file of a person's own policy counts as it is from here on. Without bytes: they have none any more. */
export function confirmPolicy(
  parts: TrustParts,
  file: string,
  policy?: { readonly bytes: Uint8Array; readonly sha256: string },
): void {
  const { paths } = parts
  const former = readPins(parts)[file]
  if (policy !== undefined) writePrivate(confirmedCopyOf(paths, policy.sha256), policy.bytes)
  pin(parts, file, policy?.sha256)
  if (former !== undefined && !Object.values(readPins(parts)).includes(former))
    rmSync(confirmedCopyOf(paths, former), { force: true })
}

/** Pins of a version that did not sign them are taken over by `init`, and by nobody else. */
export function adoptPins(parts: TrustParts): void {
  const value = readJsonFile(pinsFileOf(parts.paths), MAX_PINS_BYTES - 1)
  if (isPinList(value) && value.signature === undefined) write(parts, value.files)
}

function write({ paths, sign }: TrustParts, files: Pins): void {
  const list = { version: 2, files, signature: sign(textOf(files)) }
  writePrivate(pinsFileOf(paths), `${JSON.stringify(list, null, 2)}\n`)
}

function textOf(files: Pins): string {
  return `trusted policies\n${JSON.stringify(files)}`
}

function isPinList(value: unknown): value is { readonly files: Pins; readonly signature?: unknown } {
  if (typeof value !== 'object' || value === null || !('files' in value)) return false
  const { files } = value
  return typeof files === 'object' && files !== null && Object.values(files).every((item) => typeof item === 'string')
}
