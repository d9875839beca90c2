import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

const MAX_MANIFEST_BYTES = 100_000
const MAX_FILES = 200

/** LEDGER-4: the manifest and the files it lists below `.claude/`; nothing where the ledger is not installed. */
export function systemZoneOf(project: string): readonly string[] {
  const manifest = join(project, '.claude', 'checksums.json')
  const text = readSmall(manifest)
  if (text === undefined) return []
  return [manifest, ...filesIn(text).map((path) => join(project, path))]
}

function filesIn(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text)
    const files = typeof value === 'object' && value !== null && 'files' in value ? value.files : null
    if (typeof files !== 'object' || files === null) return []
    const paths = Object.keys(files).filter((path) => path.startsWith('.claude/') && !path.split('/').includes('..'))
    return paths.slice(0, MAX_FILES)
  } catch {
    return []
  }
}

function readSmall(path: string): string | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const { size } = fstatSync(file)
    if (!fstatSync(file).isFile() || size > MAX_MANIFEST_BYTES) return undefined
    const bytes = Buffer.alloc(size)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, size, 0))
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
