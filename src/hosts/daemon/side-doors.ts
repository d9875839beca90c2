import type { EdgeVerb } from '../../core/model/event.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import { readEdgeWords } from '../../core/protocols/edge/read-words.ts'
import type { HookCall } from '../../gate/gate.ts'
import { attemptsIn } from '../../person/door-transcript.ts'
import type { Store } from '../../stores/store.ts'

/**
 * Ways at which the client itself turns a model or a message away from `/edge`, without asking any hook: they stand in its
 * transcript, and are put on record when the turn is over.
 */
export async function recordSideDoors(store: () => Promise<Store>, { bytes, runtime, stamp }: HookCall): Promise<void> {
  const ended = /"hook_event_name":"(?:Stop|SessionEnd)"/.test(bytes) ? fieldsOf(bytes) : undefined
  const attempts = ended ? attemptsIn(ended.transcript) : []
  if (!ended || attempts.length === 0) return
  const open = await store()
  const session = sessionId(ended.session)
  const project = await open.knownHome(runtime, session)
  if (project === undefined) return
  for (const { id, means, words } of attempts) {
    const verb = verbIn(words)
    if (SHOWN.includes(verb)) continue
    // The same attempt has the same name, so that it is recorded once however often the transcript is read.
    const context = { eventId: eventId(`side-door-${id}`), atMs: stamp.atMs, runtime, session }
    await open.update(project, context, () => ({ facts: [refused(verb, means)], result: null }))
  }
}

/** What only shows something decides nothing, whoever asks. */
const SHOWN: readonly EdgeVerb[] = ['status', 'list', 'help']

function verbIn(words: string): EdgeVerb {
  const read = readEdgeWords(words)
  return read.ok ? read.request.verb : 'approve'
}

function refused(verb: EdgeVerb, means: string) {
  const why = 'the client takes `/edge` from a person at its keyboard only'
  return { kind: 'approval.refused', verb, why, means } as const
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
