import { randomUUID } from 'node:crypto'
import { eventId, sessionId } from '../../core/model/ids.ts'
import type { HookCall } from '../../gate/gate.ts'
import { readPrompts } from '../../person/prompts.ts'
import { sessionIn, typedPrompt } from '../../runtimes/peek.ts'
import type { Wired } from '../../wiring/wire-gate.ts'

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
export function makeOrigins(wired: Pick<Wired, 'gate' | 'store'>) {
  const awaited = new Map<string, Awaited>()
  return {
    /** Remembers a command that came over a connection. */
    typed(call: HookCall): void {
      const typed = typedPrompt(call)
      if (!typed) return
      awaited.set(typed.session, { call, ...typed })
      const [oldest] = awaited.keys()
      if (awaited.size > MAX_AWAITED && oldest !== undefined) awaited.delete(oldest)
    },
    /** Before a call of this session is judged. */
    async check(call: HookCall): Promise<void> {
      const session = awaited.size === 0 ? undefined : sessionIn(call.bytes)
      const found = session === undefined ? undefined : awaited.get(session)
      const origin = found && readPrompts(found.call.runtime, found.transcript)?.turnOrigin(found.prompt)
      if (!found || origin === undefined) return
      awaited.delete(found.session)
      if (!origin.isPerson) await takeBack(wired, found, origin.name)
    },
  }
}

async function takeBack(
  { gate, store }: Pick<Wired, 'gate' | 'store'>,
  { call: { runtime, stamp }, session: name }: Awaited,
  origin: string,
): Promise<void> {
  const session = sessionId(name)
  const project = await (await store()).knownHome(runtime, session)
  if (project === undefined) return
  const report = { of: 'turn-origin', grant: stamp.id, origin } as const
  const event = { id: eventId(randomUUID()), atMs: Date.now(), runtime, session, cwd: project }
  await gate.submit({ ...event, kind: 'report', report }, project)
}
