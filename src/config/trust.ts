import { join } from 'node:path'
import { readJsonFile } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'
import type { Paths } from './paths.ts'

/** Files of repositories that a person has read: path to sha-256 of the bytes. */
export type Pins = Readonly<Record<string, string>>

const MAX_PINS_BYTES = 1_000_000

export function pinsFileOf({ state }: Pick<Paths, 'state'>): string {
  return join(state, 'trusted.json')
}

/** Anything that cannot be read is no trust. */
export function readPins(file: string): Pins {
  const value = readJsonFile(file, MAX_PINS_BYTES - 1)
  return isPinList(value) ? value.files : {}
}

export function isPinned(pins: Pins, file: string, sha256: string): boolean {
  return Object.hasOwn(pins, file) && pins[file] === sha256
}

/** Undefined takes the pin away. */
export function pin(pinsFile: string, file: string, sha256: string | undefined): void {
  const { [file]: _, ...others } = readPins(pinsFile)
  const files = sha256 === undefined ? others : { ...others, [file]: sha256 }
  writePrivate(pinsFile, `${JSON.stringify({ version: 1, files }, null, 2)}\n`)
}

function isPinList(value: unknown): value is { readonly files: Pins } {
  if (typeof value !== 'object' || value === null || !('files' in value)) return false
  const { files } = value
  return typeof files === 'object' && files !== null && Object.values(files).every((item) => typeof item === 'string')
}
