import type { EdgeVerb } from '../../core/model/event.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import { readEdgeWords } from '../../core/protocols/edge/read-words.ts'
import type { HookCall } from '../../gate/gate.ts'
import { attemptsIn } from '../../person/door-transcript.ts'
import type { Wired } from '../../wiring/wire-gate.ts'

/**
 * Ways at which the client itself turns a model or a message away from `/edge`, without asking any hook: they stand in its
 * transcript, and are put on record when the turn is over.
 */
export async function recordSideDoors(
  { gate, store }: Pick<Wired, 'gate' | 'store'>,
  { bytes, runtime, stamp }: HookCall,
): Promise<void> {
  const ended = /"hook_event_name":"(?:Stop|SessionEnd)"/.test(bytes) ? fieldsOf(bytes) : undefined
  const attempts = ended ? attemptsIn(ended.transcript) : []
  if (!ended || attempts.length === 0) return
  const session = sessionId(ended.session)
  const project = await (await store()).knownHome(runtime, session)
  if (project === undefined) return
  for (const { id, means, words } of attempts) {
    const verb = verbIn(words)
    if (SHOWN.includes(verb)) continue
    // The same attempt has the same name, so that it is recorded once however often the transcript is read.
    const event = { id: eventId(`side-door-${id}`), atMs: stamp.atMs, runtime, session, cwd: project }
    await gate.submit({ ...event, kind: 'report', report: { of: 'side-door', verb, means } }, project)
  }
}

/** What only shows something decides nothing, whoever asks. */
const SHOWN: readonly EdgeVerb[] = ['status', 'list', 'help']

function verbIn(words: string): EdgeVerb {
  const read = readEdgeWords(words)
  return read.ok ? read.request.verb : 'approve'
}

function fieldsOf(bytes: string): { readonly session: string; readonly transcript: string } | undefined {
  try {
    const payload: unknown = JSON.parse(bytes)
    if (typeof payload !== 'object' || payload === null) return undefined
    const { session_id: session, transcript_path: transcript } = payload as Record<string, unknown>
    return typeof session === 'string' && typeof transcript === 'string' ? { session, transcript } : undefined
  } catch {
    return undefined
  }
}
