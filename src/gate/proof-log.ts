import { join } from 'node:path'
import { callId, type ProjectHome, type SessionId } from '../core/model/ids.ts'
import { jsonFields } from '../core/model/json.ts'
import { NO_OBSERVATIONS, type Observations } from '../core/model/state.ts'
import type { LoggedSession } from '../core/model/surroundings.ts'
import { observed } from '../core/protocols/edge/observations.ts'
import { appendText } from '../disk/append-text.ts'
import { makeFolder } from '../disk/contain.ts'
import { readTail } from '../disk/read-file.ts'

const PROOF_FOLDER = '.proof'
export const SESSION_LOG = 'session_log.jsonl'

/** One line. A repository may carry a link or a fifo of this name: neither is followed, nor waited for. */
export function appendProof(home: ProjectHome, file: string, line: object): void {
  try {
    const folder = makeFolder(home, PROOF_FOLDER, { mode: 0o700, links: 'none' })
    if (folder === undefined) return
    appendText(join(folder, file), `${JSON.stringify(line)}\n`, { mode: 0o600, survives: 'kill' })
  } catch {
    // A full disk must not fail the call; the fact is in the audit already.
  }
}

/** Read only after an unclean exit; of a longer log, the end. */
const MAX_LOG_BYTES = 16 * 1024 * 1024
const MAX_SESSIONS = 16

/** EDGE-65: what the log of tool results tells of these sessions, line by line. */
export function readLog(home: ProjectHome, sessions: readonly SessionId[]): readonly LoggedSession[] {
  const wanted = sessions.slice(-MAX_SESSIONS)
  if (wanted.length === 0) return []
  const seen = new Map<string, Observations>()
  for (const text of readTail(join(home, PROOF_FOLDER, SESSION_LOG), MAX_LOG_BYTES)?.split('\n') ?? []) {
    const line = lineOf(text)
    if (line && wanted.some((session) => session === line.session)) {
      seen.set(line.session, observed(seen.get(line.session) ?? NO_OBSERVATIONS, line.fact, line.atMs))
    }
  }
  return wanted.flatMap((session) => {
    const found = seen.get(session)
    return found ? [{ session, observed: found }] : []
  })
}

type ObservedFact = Parameters<typeof observed>[1]

interface LogLine {
  readonly session: string
  readonly atMs: number
  readonly fact: ObservedFact
}

/** A line that another program wrote, or half of one, counts for nothing. */
function lineOf(text: string): LogLine | undefined {
  const value = jsonFields(text)
  const atMs = Date.parse(textIn(value['timestamp']))
  const [session, tool] = [textIn(value['session']), textIn(value['tool'])]
  if (session === '' || tool === '' || !Number.isFinite(atMs)) return undefined
  const files = Array.isArray(value['files_touched']) ? value['files_touched'] : [value['file_touched']]
  const diffHash = textIn(value['diff_hash'])
  const fact: ObservedFact = {
    kind: 'call.observed',
    call: callId(''),
    tool,
    ok: value['success'] === true,
    inputPreview: '',
    outputPreview: '',
    files: files.map(textIn).filter((file) => file !== ''),
    wrote: [],
    testRun: value['test_run'] === true,
    ...(/^[0-9a-f]{64}$/.test(diffHash) && { diffHash }),
  }
  return { session, atMs, fact }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
