import { createHash } from 'node:crypto'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { replayLog } from '../../src/hosts/cli/replay/play.ts'
import { row } from './measure.mjs'

const REPLAYS = 1_000
const WANTED_EVENTS = 150

/** PLANE-R5.1: the same log gives the same facts, byte for byte. */
export function benchReplay(sessions) {
  const [{ log }] = sessions.toSorted(
    (left, right) =>
      Math.abs(left.log.events.length - WANTED_EVENTS) - Math.abs(right.log.events.length - WANTED_EVENTS),
  )
  const seen = new Set()
  for (let round = 0; round < REPLAYS; round += 1) {
    const facts = replayLog(log, DEFAULT_POLICY).map((step) => step.facts)
    seen.add(createHash('sha256').update(JSON.stringify(facts)).digest('hex'))
  }
  return [
    row(
      `different facts in ${REPLAYS} replays of one log (${log.events.length} events)`,
      seen.size - 1,
      '0',
      seen.size === 1,
    ),
  ]
}
