import type { EdgeVerb } from '../../core/model/event.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import { readEdgeWords } from '../../core/protocols/edge/read-words.ts'
import type { HookCall } from '../../gate/gate.ts'
import { readPrompts } from '../../person/prompts.ts'
import { endedTurn } from '../../runtimes/peek.ts'
import type { Wired } from '../../wiring/wire-gate.ts'

/**
 * Ways at which the client itself turns a model or a message away from `/edge`, without asking any hook: they stand in its
 * transcript, and are put on record when the turn is over.
 */
export async function recordSideDoors({ gate, store }: Pick<Wired, 'gate' | 'store'>, call: HookCall): Promise<void> {
  const { runtime, stamp } = call
  const ended = endedTurn(call)
  const attempts = (ended && readPrompts(runtime, ended.transcript)?.attempts()) ?? []
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

/** These only show something, so anyone may ask. */
const SHOWN: readonly EdgeVerb[] = ['status', 'list', 'help']

function verbIn(words: string): EdgeVerb {
  const read = readEdgeWords(words)
  return read.ok ? read.request.verb : 'approve'
}
