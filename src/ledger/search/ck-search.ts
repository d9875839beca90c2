import { execFile } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { isInside } from '../../core/model/inside.ts'
import type { Found } from './found.ts'
import { kindOf } from './language.ts'
import type { Query } from './search.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Undefined: ck failed, and what it found cannot be relied on. */
export type CkFound = readonly Found[] | undefined

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
  const folder = query.kinds.every((kind) => kind === 'ledger') ? 'loa-grimoire' : '.'
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
function foundIn(line: string, root: string, unscored?: number): readonly Found[] {
  const value = parse(line)
  const { path, span, language, snippet, score = unscored, chunk_hash: hash } = value
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

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function isSpan(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'number')
}
