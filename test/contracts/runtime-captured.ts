import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Decision } from '../../src/core/model/decision.ts'
import { eventId } from '../../src/core/model/ids.ts'
import type { Json } from '../../src/core/model/json.ts'
import type { Runtime } from '../../src/runtimes/runtime.ts'

const STAMP = { id: eventId('00000000-0000-4000-8000-0000000000aa'), atMs: 1_800_000_000_000 }
const reasons = [{ ruleId: 'EDGE-43', text: 'Junction required: irreversible command' }] as const
const DENY: Decision = { kind: 'hold', number: 1, reasons }
const STEER: Decision = { kind: 'allow', steer: 'Work in small steps.' }

/** Stands for the JSON text of the payload's `tool_response`. */
export const AS_JSON = '<tool_response as JSON>'
/** Stands for the payload's `prompt`, where it is long. */
export const VERBATIM = '<prompt>'

type Fields = Readonly<Record<string, Json>>
interface Reply {
  readonly answer?: object
  readonly lost?: readonly string[]
}

export interface Captured {
  /** By file name: what the event says beyond the fields that every payload hands through. */
  readonly bodies: Readonly<Record<string, object>>
  /** By doorway: the answers to a hold and to a word for the agent. Without an answer the hook is silent. */
  readonly replies: Readonly<Record<string, { readonly deny: Reply; readonly steer: Reply }>>
}

/** Replays what the real client once sent. A new version of the client adds files and changes none. */
export function capturedContract(runtime: Runtime, { bodies, replies }: Captured): void {
  const folder = fileURLToPath(new URL(`../../src/runtimes/${runtime.name}/fixtures/`, import.meta.url))
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))

  describe(`${runtime.name}: payloads captured from the real client`, () => {
    it('each have an event that we expect', () => {
      expect(files.map((file) => file.replace('.json', '')).sort()).toEqual(Object.keys(bodies).sort())
    })

    it.each(files)('[PLANE-R13a] %s is the event and gets the reply that we expect', (file) => {
      const { payload }: { payload: Fields } = JSON.parse(readFileSync(folder + file, 'utf8'))
      const body = bodies[file.replace('.json', '')] ?? {}
      const event = { ...STAMP, runtime: runtime.name, ...handedThrough(payload), ...filledIn(body, payload) }
      const parsed = runtime.parse(JSON.stringify(payload), STAMP)
      expect(parsed).toEqual({ ok: true, event })

      const expected = replies[String(payload.hook_event_name)]
      const told = (decision: Decision) => {
        const { stdout, lost } = runtime.render(decision, parsed.event)
        return { ...(stdout === '' ? {} : { answer: JSON.parse(stdout) }), ...(lost.length === 0 ? {} : { lost }) }
      }
      expect({ deny: told(DENY), steer: told(STEER) }).toEqual(expected)
    })
  })
}

/** Fields that come out as they went in. */
function handedThrough(payload: Fields): object {
  const {
    session_id: session,
    cwd,
    transcript_path: transcript,
    permission_mode: permissionMode,
    agent_id: id,
    agent_type: type,
    tool_use_id: call,
  } = payload
  return {
    session,
    cwd,
    ...(transcript && { transcript }),
    ...(permissionMode && { permissionMode }),
    ...(id && { agent: { id, type } }),
    ...(call && { call }),
  }
}

function filledIn(body: object, payload: Fields): object {
  const { tool_response: response, duration_ms: durationMs, prompt } = payload
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (key === 'outcome') {
        const output = value.output === AS_JSON ? JSON.stringify(response) : value.output
        return [key, { ...value, output, ...(durationMs !== undefined && { durationMs }) }]
      }
      return [key, value === VERBATIM ? prompt : value]
    }),
  )
}
