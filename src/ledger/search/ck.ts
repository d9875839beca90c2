import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { isInside } from '../../core/model/inside.ts'
import { type Environment, foreignField, foreignFields, parseJson } from '../../core/model/json.ts'
import { STATE_ZONE } from '../../core/protocols/ledger/notes/state-zone.ts'
import { CK_TEXTS } from '../../core/words/ledger-cli.ts'
import { openText } from '../files/open-text.ts'
import { onPath } from '../files/place.ts'
import { kindOf } from './language.ts'
import type { Query, SearchResult } from './search.ts'

/** ck as it may be used, or why it may not. */
export type CkProgram =
  | { readonly kind: 'usable'; readonly path: string; readonly version: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly why: string }

const VERSION_DEADLINE_MS = 5_000
const MAX_BINARY_BYTES = 500_000_000
const DEFAULT_RANGE = '>=0.7.0'

/** ck was used here before. */
export function hasIndex(root: string): boolean {
  return existsSync(join(root, '.ck'))
}

/** LEDGER-9, LEDGER-10: the version the project asks for, and the very binary whose hash it records. */
export async function findCk(root: string, env: Environment): Promise<CkProgram> {
  const path = onPath('ck', root, env)
  if (path === undefined) return { kind: 'absent' }
  const { range, fingerprint } = pinsOf(root)
  if (fingerprint !== '') {
    const hash = await hashOf(path)
    if (hash !== fingerprint) return { kind: 'refused', why: CK_TEXTS.otherBinary(path) }
  }
  const version = await versionOf(path, env)
  if (version === undefined) return { kind: 'refused', why: CK_TEXTS.noVersion(path) }
  if (!satisfies(version, range))
    return { kind: 'refused', why: CK_TEXTS.wrongVersion(version, range, ' in `.loa-version.json`') }
  // A repository may ask for more than we do, never for less.
  if (!satisfies(version, DEFAULT_RANGE))
    return { kind: 'refused', why: CK_TEXTS.wrongVersion(version, DEFAULT_RANGE, '') }
  return { kind: 'usable', path, version }
}

interface Pins {
  readonly range: string
  readonly fingerprint: string
}

function pinsOf(root: string): Pins {
  const opened = openText(root, '.loa-version.json')
  const value: unknown = opened.kind === 'text' ? parseJson(opened.text) : undefined
  const range = foreignField(foreignField(foreignField(value, 'dependencies'), 'ck'), 'version')
  const fingerprint = foreignField(foreignField(value, 'binary_fingerprints'), 'ck')
  return {
    range: typeof range === 'string' && range !== '' ? range : DEFAULT_RANGE,
    fingerprint: typeof fingerprint === 'string' ? fingerprint.replace(/^sha256:/, '').toLowerCase() : '',
  }
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

/**
 * Whether a version lies in a range of the forms that `.loa-version.json` uses: `>=1.2.3`, `^1.2`, `~1.2.3`, `1.2.3`.
 * @internal
 */
export function satisfies(version: string, range: string): boolean {
  const parts = range.trim().split(/\s+/)
  return parts.length > 0 && parts.every((part) => satisfiesOne(version, part))
}

/** @internal */
export function satisfiesOne(version: string, range: string): boolean {
  const [, operator = '', wanted = ''] = /^(>=|>|<=|<|=|\^|~)?v?(\d+(?:\.\d+){0,2})$/.exec(range) ?? []
  if (wanted === '') return false
  const order = compare(version, wanted)
  switch (operator) {
    case '>=':
      return order >= 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '<':
      return order < 0
    case '^':
      return order >= 0 && sameUpTo(version, wanted, numbers(wanted)[0] === 0 ? 2 : 1)
    case '~':
      return order >= 0 && sameUpTo(version, wanted, 2)
    default:
      return sameUpTo(version, wanted, wanted.split('.').length)
  }
}

function numbers(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [major, minor, patch]
}

function compare(one: string, other: string): number {
  const [left, right] = [numbers(one), numbers(other)]
  const differs = left.findIndex((number, index) => number !== right[index])
  return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0)
}

function sameUpTo(one: string, other: string, places: number): boolean {
  const [left, right] = [numbers(one), numbers(other)]
  return left.slice(0, places).every((number, index) => number === right[index])
}

/** Undefined: ck failed, and what it found cannot be relied on. */
export type CkFound = readonly SearchResult[] | undefined

const CK_DEADLINE_MS = 30_000
const CK_OUTPUT_BYTES = 16_000_000
/** ck cannot be asked for code alone, so more is asked for than is wanted. */
const EXTRA = 4
/** No result of a hybrid search scores higher: two lists, and a constant of 60. */
const MAX_HYBRID_SCORE = 2 / 61

/** LEDGER-82: ck by its real options. `--threshold` is on the scale of the mode (C26). */
export async function searchWithCk(
  { path, root, env }: { readonly path: string; readonly root: string; readonly env: Environment },
  query: Query,
): Promise<CkFound> {
  const threshold = query.mode === 'hybrid' ? Math.min(query.threshold, MAX_HYBRID_SCORE) : query.threshold
  const folder = query.kinds.every((kind) => kind === 'ledger') ? STATE_ZONE : '.'
  const args = [
    ...[`--${query.mode}`, '--jsonl', '--scores', '--topk', `${query.topk * EXTRA}`, '--threshold', `${threshold}`],
    // A query must not be read as an option.
    ...[query.text.replace(/^[\s-]+/, ''), folder],
  ]
  const { code, stdout } = await run(path, args, { root, env })
  if (code !== 0 && !(code === 1 && stdout.trim() === '')) return undefined
  return stdout
    .split('\n')
    .flatMap((line) => foundIn(line, root))
    .filter((one) => query.kinds.includes(kindOf(one.path)) && one.score >= query.threshold)
    .slice(0, query.topk)
}

/** LEDGER-83: the lines of whole sections of a file that hold a name, for languages that only ck knows. */
export async function ckSections(
  { path, root, env }: { readonly path: string; readonly root: string; readonly env: Environment },
  { file, name }: { readonly file: string; readonly name: string },
): Promise<readonly { readonly from: number; readonly to: number }[]> {
  const { code, stdout } = await run(path, ['--full-section', '--jsonl', name.replace(/^[\s-]+/, ''), `./${file}`], {
    root,
    env,
  })
  if (code !== 0) return []
  return stdout
    .split('\n')
    .flatMap((line) => foundIn(line, root, 1))
    .filter((one) => one.path === file && one.span.line_start >= 1 && one.span.line_end >= one.span.line_start)
    .map(({ span }) => ({ from: span.line_start, to: span.line_end }))
}

function run(
  program: string,
  args: readonly string[],
  { root, env }: { readonly root: string; readonly env: Environment },
): Promise<{ readonly code: number; readonly stdout: string }> {
  return new Promise((done) => {
    const options = { cwd: root, timeout: CK_DEADLINE_MS, maxBuffer: CK_OUTPUT_BYTES, env: { ...env } }
    const child = execFile(program, [...args], options, (error, stdout) => {
      done({ code: error ? (typeof error.code === 'number' ? error.code : 128) : 0, stdout })
    })
    child.stdin?.end()
  })
}

/** A line of ck is data of another program: checked, and only what lies in the project is passed on. */
function foundIn(line: string, root: string, unscored?: number): readonly SearchResult[] {
  const value = parseJson(line)
  const { path, span, language, snippet, score = unscored, chunk_hash: hash } = foreignFields(value)
  if (typeof path !== 'string' || typeof score !== 'number' || !isSpan(span)) return []
  const place = resolve(root, path)
  if (place === root || !isInside(place, root)) return []
  return [
    {
      path: relative(root, place),
      span: {
        byte_start: span['byte_start'] ?? 0,
        byte_end: span['byte_end'] ?? 0,
        line_start: span['line_start'] ?? 1,
        line_end: span['line_end'] ?? 1,
      },
      language: typeof language === 'string' ? language : null,
      snippet: typeof snippet === 'string' ? snippet : '',
      score,
      chunk_hash: typeof hash === 'string' ? hash : '',
      engine: 'ck',
    },
  ]
}

function isSpan(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'number')
}
