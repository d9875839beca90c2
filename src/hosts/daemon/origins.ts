import { randomUUID } from 'node:crypto'
import { eventId, sessionId } from '../../core/model/ids.ts'
import type { HookCall } from '../../gate/gate.ts'
import { originOf } from '../../person/door-transcript.ts'
import type { Store } from '../../stores/store.ts'

/** A grant that was typed, until the client has written down who typed it. */
interface Awaited {
  readonly call: HookCall
  readonly session: string
  readonly prompt: string
  readonly transcript: string
}

const MAX_AWAITED = 64

/**
 * The client writes who began a turn only after its hooks have answered. What it says is looked at before the next tool
 * of that session runs: a grant behind a prompt that no person typed is taken back.
 */
export function makeOrigins(store: () => Promise<Store>) {
  const awaited = new Map<string, Awaited>()
  return {
    /** Remembers a command that came over a connection. */
    typed(call: HookCall): void {
      const payload = commandIn(call)
      if (!payload) return
      awaited.set(payload.session, payload)
      const [oldest] = awaited.keys()
      if (awaited.size > MAX_AWAITED && oldest !== undefined) awaited.delete(oldest)
    },
    /** Before a call of this session is judged. */
    async check(call: HookCall): Promise<void> {
      const session = awaited.size === 0 ? undefined : /"session_id":"([^"]{1,200})"/.exec(call.bytes)?.[1]
      const found = session === undefined ? undefined : awaited.get(session)
      const origin = found && originOf(found.transcript, found.prompt)
      if (!found || origin === undefined) return
      awaited.delete(found.session)
      if (origin !== 'human') await takeBack(await store(), found, origin)
    },
  }
}

async function takeBack(store: Store, { call, session: name }: Awaited, origin: string): Promise<void> {
  const session = sessionId(name)
  const project = await store.knownHome(call.runtime, session)
  if (project === undefined) return
  const context = { eventId: eventId(randomUUID()), atMs: Date.now(), runtime: call.runtime, session }
  const why = `the client says that this turn was begun by \`${origin}\` and not by a person`
  await store.update(project, context, () => ({
    facts: [{ kind: 'grant.rejected', grant: call.stamp.id, why }],
    result: null,
  }))
}

function commandIn(call: HookCall): Awaited | undefined {
  if (!call.bytes.includes('"UserPromptExpansion"')) return undefined
  try {
    const payload: unknown = JSON.parse(call.bytes)
    if (typeof payload !== 'object' || payload === null) return undefined
    const { session_id: session, prompt_id: prompt, transcript_path: transcript } = payload as Record<string, unknown>
    const isWhole = typeof session === 'string' && typeof prompt === 'string' && typeof transcript === 'string'
    return isWhole ? { call, session, prompt, transcript } : undefined
  } catch {
    return undefined
  }
}
