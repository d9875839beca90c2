import { readFileSync } from 'node:fs'
import { writePrivate } from '../../config/write-private.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Store } from '../../stores/store.ts'
import { spansOf } from './spans.ts'

export interface SpanExport {
  readonly store: () => Promise<Store>
  /** Where this project's decisions are to be sent; empty for nowhere. */
  readonly endpointOf: (project: ProjectRoot) => string
  /** How far each project was sent. */
  readonly cursorFile: string
  readonly version: string
}

const BATCH_FACTS = 500
const SEND_DEADLINE_MS = 5_000

const SEND_EVERY_MS = 3_000

type Cursors = Record<string, number>

/** Sends again and again, until the returned function is called. */
export function sendSpans(parts: SpanExport): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    exportSpans(parts)
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
      })
  }, SEND_EVERY_MS)
  return () => clearInterval(timer)
}

/**
 * Sends what was decided since the last time, whoever decided it: the audit is the queue. What cannot be delivered is
 * sent again.
 * @internal One round, for the tests.
 */
export async function exportSpans({ store, endpointOf, cursorFile, version }: SpanExport): Promise<void> {
  const open = await store()
  const cursors = readCursors(cursorFile)
  for (const project of await open.projects()) {
    const endpoint = endpointOf(project)
    if (endpoint === '') continue
    const after = cursors[project] ?? 0
    const rows = await open.facts(project, { after, limit: BATCH_FACTS })
    const body = spansOf(rows, version)
    const sent = body === undefined || (await send(endpoint, body))
    const reached = sent ? (rows.at(-1)?.seq ?? after) : after
    if (cursors[project] === reached) continue
    cursors[project] = reached
    writePrivate(cursorFile, JSON.stringify(cursors))
  }
}

async function send(endpoint: string, body: object): Promise<boolean> {
  try {
    const reply = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_DEADLINE_MS),
    })
    await reply.body?.cancel()
    return reply.ok
  } catch {
    return false
  }
}

function readCursors(file: string): Cursors {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, seq]) => Number.isInteger(seq)))
  } catch {
    return {}
  }
}
