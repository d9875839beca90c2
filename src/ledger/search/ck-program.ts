import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { openText } from '../files/open-text.ts'
import { onPath } from './on-path.ts'
import { satisfies } from './satisfies.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** ck as it may be used, or why it may not. */
export type CkProgram =
  | { readonly kind: 'usable'; readonly path: string; readonly version: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly why: string }

const VERSION_DEADLINE_MS = 5_000
const MAX_BINARY_BYTES = 500_000_000
const DEFAULT_RANGE = '>=0.7.0'

/** LEDGER-9, LEDGER-10: the version the project asks for, and the very binary whose hash it records. */
export async function findCk(root: string, env: Environment): Promise<CkProgram> {
  const path = onPath('ck', root, env)
  if (path === undefined) return { kind: 'absent' }
  const { range, fingerprint } = pinsOf(root)
  if (fingerprint !== '') {
    const hash = await hashOf(path)
    if (hash !== fingerprint)
      return { kind: 'refused', why: `\`${path}\` is not the binary whose hash \`.loa-version.json\` records` }
  }
  const version = await versionOf(path, env)
  if (version === undefined) return { kind: 'refused', why: `\`${path}\` does not say which version of ck it is` }
  if (!satisfies(version, range))
    return { kind: 'refused', why: `ck ${version} does not satisfy \`${range}\` of \`.loa-version.json\`` }
  // A repository may ask for more than we do, never for less.
  if (!satisfies(version, DEFAULT_RANGE))
    return { kind: 'refused', why: `ck ${version} does not satisfy \`${DEFAULT_RANGE}\`` }
  return { kind: 'usable', path, version }
}

interface Pins {
  readonly range: string
  readonly fingerprint: string
}

function pinsOf(root: string): Pins {
  const opened = openText(root, '.loa-version.json')
  const value: unknown = opened.kind === 'text' ? parse(opened.text) : undefined
  const range = at(at(at(value, 'dependencies'), 'ck'), 'version')
  const fingerprint = at(at(value, 'binary_fingerprints'), 'ck')
  return {
    range: typeof range === 'string' && range !== '' ? range : DEFAULT_RANGE,
    fingerprint: typeof fingerprint === 'string' ? fingerprint.replace(/^sha256:/, '').toLowerCase() : '',
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

async function hashOf(path: string): Promise<string> {
  if (statSync(path).size > MAX_BINARY_BYTES) return ''
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path)) hash.update(piece)
    return hash.digest('hex')
  } catch {
    return ''
  }
}

function versionOf(path: string, env: Environment): Promise<string | undefined> {
  return new Promise((done) => {
    execFile(
      path,
      ['--version'],
      { timeout: VERSION_DEADLINE_MS, maxBuffer: 10_000, env: { ...env } },
      (error, stdout) => {
        done(error ? undefined : /^ck(?:-search)? v?(\d{1,6}\.\d{1,6}\.\d{1,6})/.exec(stdout)?.[1])
      },
    )
  })
}
