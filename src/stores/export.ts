import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import * as v from 'valibot'
import type { StoredFact } from '../core/model/fact.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { parseJson } from '../core/model/json.ts'
import type { Head } from '../core/model/state.ts'
import { CHAIN_WORDS } from '../core/words/gate.ts'
import { breakIn, canonicalText, EMPTY_HEAD } from './chain.ts'
import type { Store, Verification } from './store.ts'

const PAGE_FACTS = 1_000
const CHUNK_BYTES = 64 * 1024
/** No row of ours is longer; a file without line ends must not fill the memory. */
const MAX_LINE_CHARS = 16 * 1024 * 1024

/** The project's chain, one row per line, and a last line that says how many there are and where they end. */
export async function* exportLines(store: Pick<Store, 'facts'>, project: ProjectRoot): AsyncGenerator<string> {
  let head: Head = EMPTY_HEAD
  for (;;) {
    const rows = await store.facts(project, { after: head.seq, limit: PAGE_FACTS })
    for (const row of rows) yield lineOf(row)
    head = rows.at(-1) ?? head
    if (rows.length < PAGE_FACTS) break
  }
  yield trailerOf(project, head)
}

/**
 * Needs nothing but the exported lines. Each line must be spelled exactly as we spell it, so that no byte of the file
 * can change unseen. Everything before the damage counts as verified.
 */
export function verifyExport(lines: Iterable<string>): Verification {
  let head: Head = EMPTY_HEAD
  let project: ProjectRoot | undefined
  let isClosed = false
  for (const line of lines) {
    const fail = (problem: string): Verification => ({ ok: false, facts: head.seq, seq: head.seq + 1, problem })
    if (isClosed) {
      if (line === '') continue
      return fail(CHAIN_WORDS.afterEnd)
    }
    const trailer = readTrailer(line)
    if (trailer !== undefined) {
      const problem = trailerProblem(trailer, { line, head, project })
      if (problem !== undefined) return fail(problem)
      isClosed = true
      continue
    }
    const row = readRow(line)
    if (row === undefined) return fail(CHAIN_WORDS.notAFact(head.seq + 1))
    if (project !== undefined && row.project !== project) return fail(CHAIN_WORDS.otherProject(row.seq))
    const problem = breakIn(head, row)
    if (problem !== undefined) return fail(problem)
    head = row
    project = row.project
  }
  if (isClosed) return { ok: true, facts: head.seq, head: head.hash }
  return { ok: false, facts: head.seq, seq: head.seq + 1, problem: CHAIN_WORDS.noEnd }
}

/** Lines of a file of any size. */
export function* exportedLines(path: string): Generator<string> {
  const file = openSync(path, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, size))).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MAX_LINE_CHARS) break
    }
    yield rest + decoder.end()
  } finally {
    closeSync(file)
  }
}

/** The rows of an export, in their order; whether they are true is for `verifyExport` to say. */
export function* exportedRows(path: string): Generator<StoredFact> {
  for (const line of exportedLines(path)) {
    const row = readRow(line)
    if (row !== undefined) yield row
  }
}

// JSON escapes C0 controls. These pass it, and move the cursor, hide text or end a line where the export is shown.
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

function printable(json: string): string {
  return json.replace(INVISIBLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function lineOf(row: StoredFact): string {
  return printable(canonicalText(row))
}

function trailerOf(project: ProjectRoot, { seq, hash }: Head): string {
  return printable(JSON.stringify({ head: hash, count: seq, project }))
}

const Trailer = v.object({ head: v.string(), count: v.number(), project: v.string() })

function readTrailer(line: string): v.InferOutput<typeof Trailer> | undefined {
  if (!line.startsWith('{"head":')) return undefined
  const trailer = v.safeParse(Trailer, parseJson(line))
  return trailer.success ? trailer.output : undefined
}

function trailerProblem(
  trailer: v.InferOutput<typeof Trailer>,
  { line, head, project }: { readonly line: string; readonly head: Head; readonly project: ProjectRoot | undefined },
): string | undefined {
  if (trailer.count !== head.seq) return CHAIN_WORDS.otherCount(trailer.count, head.seq)
  if (trailer.head !== head.hash) return CHAIN_WORDS.otherEnd
  const expected = trailerOf(project ?? (trailer.project as ProjectRoot), head)
  return line === expected ? undefined : CHAIN_WORDS.endChanged
}

const Row = v.looseObject({
  project: v.string(),
  seq: v.number(),
  prevHash: v.string(),
  hash: v.string(),
  fact: v.looseObject({ kind: v.string() }),
})

function readRow(line: string): StoredFact | undefined {
  const json = parseJson(line)
  // The chain covers the whole row, so a row that continues it is one that we wrote: the shape needs no more checks.
  return v.is(Row, json) && printable(canonicalText(json)) === line ? (json as unknown as StoredFact) : undefined
}
