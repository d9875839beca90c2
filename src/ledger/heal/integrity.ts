import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { foreignField, parseJson } from '../../core/model/json.ts'
import { INTEGRITIES } from '../../core/model/settings.ts'
import { makeFolder } from '../../disk/contain.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { askHistory } from '../cite/git-history.ts'
import { openText } from '../files/open-text.ts'

/** LEDGER-7: one sha-256 for each file of the System Zone. */
const CHECKSUMS_FILE = '.claude/checksums.json'
const MAX_ZONE_FILES = 500

type Enforcement = (typeof INTEGRITIES)[number]

export interface Integrity {
  /** `unknown`: there is no manifest, or it cannot be read; that is recorded and stops nothing. */
  readonly status: 'intact' | 'drift' | 'unknown'
  readonly enforcement: Enforcement
  readonly tampered: readonly string[]
  readonly missing: readonly string[]
  readonly checked: number
  /** LEDGER-8: framework operations stop here; ordinary work goes on. */
  readonly halts: boolean
}

export interface Standard {
  /** As the policy has it: what the person says, and what a repository may say beside it. */
  readonly enforcement: Enforcement
  /** The manifest's own hash, where we know it. */
  readonly pinned?: string | undefined
}

/** LEDGER-7, LEDGER-8: compares the System Zone with its manifest. */
export function checkIntegrity(root: string, standard: Standard): Integrity {
  const { pinned } = standard
  const enforcement = tightened(root, standard.enforcement)
  const manifest = openText(root, CHECKSUMS_FILE)
  const files = manifest.kind === 'text' ? filesIn(manifest.text) : undefined
  const forged = pinned !== undefined && (manifest.kind !== 'text' || sha256(manifest.bytes) !== pinned)
  if (files === undefined && !forged)
    return { status: 'unknown', enforcement, tampered: [], missing: [], checked: 0, halts: false }
  const seen = [...(files ?? [])].map(([path, hash]) => ({ path, hash, opened: openText(root, path) }))
  const missing = seen.filter(({ opened }) => opened.kind === 'missing').map(({ path }) => path)
  const changed = seen
    .filter(
      ({ hash, opened }) => opened.kind === 'unreadable' || (opened.kind === 'text' && sha256(opened.bytes) !== hash),
    )
    .map(({ path }) => path)
  const tampered = forged ? [CHECKSUMS_FILE, ...changed] : changed
  const status = tampered.length + missing.length > 0 ? 'drift' : 'intact'
  return {
    status,
    enforcement,
    tampered,
    missing,
    checked: seen.length,
    halts: status === 'drift' && enforcement === 'strict',
  }
}

/** LEDGER-119: brings back from git what HEAD still has as the manifest knows it. Gives what was repaired. */
export async function repairFromGit(root: string, { tampered, missing }: Integrity): Promise<readonly string[]> {
  const manifest = openText(root, CHECKSUMS_FILE)
  const files = manifest.kind === 'text' ? filesIn(manifest.text) : undefined
  const repaired: string[] = []
  for (const path of [...tampered, ...missing]) {
    const hash = files?.get(path)
    const { code, stdout } = await askHistory(root, ['show', `HEAD:./${path}`])
    if (
      hash === undefined ||
      code !== 0 ||
      sha256(stdout) !== hash ||
      !makeFolder(root, dirname(path), { mode: 0o775, links: 'none' })
    )
      continue
    replaceFile(join(root, path), stdout, { mode: { ifNew: 0o644 }, survives: 'power-cut' })
    repaired.push(path)
  }
  return repaired
}

function filesIn(text: string): ReadonlyMap<string, string> | undefined {
  const files = foreignField(parseJson(text), 'files')
  if (typeof files !== 'object' || files === null) return undefined
  const entries = Object.entries(files).flatMap(([path, hash]): readonly (readonly [string, string])[] =>
    typeof hash === 'string' && isZonePath(path) ? [[path, hash.toLowerCase()]] : [],
  )
  return new Map(entries.slice(0, MAX_ZONE_FILES))
}

/** LEDGER-4: the zone lies below `.claude/`; a manifest cannot speak about anything else. */
function isZonePath(path: string): boolean {
  return path.startsWith('.claude/') && !path.split('/').some((part) => part === '..' || part === '' || part === '.')
}

/** The version file is a repository's as well: it may ask for more than the policy does, never for less. */
function tightened(root: string, enforcement: Enforcement): Enforcement {
  const version = openText(root, '.loa-version.json')
  const asked =
    version.kind === 'text'
      ? foreignField(foreignField(parseJson(version.text), 'integrity'), 'enforcement')
      : undefined
  return INTEGRITIES.findLast((one) => one === asked || one === enforcement) ?? enforcement
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
