import { randomUUID } from 'node:crypto'
import { pathsOf } from '../../src/config/paths.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import type { Decision } from '../../src/core/model/decision.ts'
import { eventId, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { wireGate } from '../../src/wiring/wire-gate.ts'

/** Approves the oldest hold that waits, by its number, as the door of a proven person does, without a terminal to prove one. */
export async function approveHold(place: { readonly home: string; readonly project: string }): Promise<Decision> {
  const env = { HOME: place.home, PATH: process.env['PATH'] ?? '' }
  const { gate, store } = wireGate({ paths: pathsOf(env), env, loadYaml: () => yamlDoor })
  const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
  const who = { runtime: 'fairlead', session: sessionId('terminal'), cwd: place.project }
  const proof = { kind: 'human', door: 'cli' } as const
  const { edge } = await (await store()).read(projectRoot(place.project))
  const [oldest] = edge.holds
  const hold = oldest === undefined ? {} : { hold: oldest.number }
  const decision = await gate.submit(
    { ...stamp, ...who, kind: 'edge', verb: 'approve', ...hold, proof },
    projectRoot(place.project),
  )
  await gate.close()
  return decision
}
