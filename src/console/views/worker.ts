import { parentPort, workerData } from 'node:worker_threads'
import { type FactReader, openFactReader } from '../../stores/sqlite/fact-reader.ts'
import { ANSWERS } from './answers.ts'
import { type Filled, fillPage } from './filler.ts'
import { openViews, type ViewsDb } from './schema.ts'

/** What the thread is told, and what it tells. */
export type ToWorker =
  | { readonly ask: keyof typeof ANSWERS; readonly id: number; readonly params: unknown }
  | { readonly watch: boolean }
export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failed: string }
  | { readonly filled: Filled }

const { database, views: path } = workerData as { readonly database: string; readonly views: string }
const BUSY_MS = 120
const IDLE_MS = 2_000

let reader: FactReader | undefined
let db: ViewsDb = openViews(path)
let seen: number | undefined
let watched = false
let due: NodeJS.Timeout | undefined

/** Follows the facts from here on: never in the way of a commit, since this connection only reads. */
function follow(): void {
  try {
    keepCurrent()
    const version = reader?.version()
    if (reader && (version !== seen || seen === undefined)) {
      const filled = fillPage(db, reader)
      if (filled.facts > 0 || seen === undefined) tell({ filled })
      if (filled.missing === 0) seen = version
    }
  } catch {
    // A disk that is full or a file that is locked: tried again, and the pages say how far they are.
  }
  const isBehind = reader !== undefined && seen !== reader.version()
  due = setTimeout(follow, isBehind ? 0 : watched ? BUSY_MS : IDLE_MS)
}

function keepCurrent(): void {
  if (reader && !reader.isCurrent()) {
    reader.close()
    reader = undefined
    seen = undefined
  }
  reader ??= openFactReader(database)
  if (db.isCurrent()) return
  db.close()
  db = openViews(path)
  seen = undefined
}

function tell(message: FromWorker): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', (message: ToWorker) => {
  if ('watch' in message) {
    watched = message.watch
    clearTimeout(due)
    follow()
    return
  }
  const { id, ask, params } = message
  try {
    keepCurrent()
    tell({ id, answer: reader ? ANSWERS[ask]({ db, reader }, params as never) : undefined })
  } catch (error) {
    tell({ id, failed: error instanceof Error ? error.message : String(error) })
  }
})
follow()
