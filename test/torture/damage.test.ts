import { expect, it } from 'vitest'
import { exportLines, verifyExport } from '../../src/stores/export.ts'
import {
  approved,
  dismissed,
  onMemory,
  opened,
  reserved,
  routine,
  STARTED,
  STOPPED,
  tell,
} from '../contracts/samples.ts'
import { diceOf } from '../simulation/dice.ts'

/** `npm run torture` asks for more. */
const TRIALS = Number(process.env['FAIRLEAD_DAMAGE_TRIALS'] ?? 400)

it(`${TRIALS} flipped bits and cut ends of an audit are all found, and everything before the damage is vouched for`, {
  timeout: Math.max(60_000, TRIALS * 20),
}, async () => {
  const bytes = await auditBytes()
  const dice = diceOf(20_261_115)
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const at = dice.roll(bytes.length - 1)
    const isCut = dice.oneIn(3)
    const damaged = isCut ? bytes.subarray(0, at) : flipped(bytes, at, dice.roll(8))
    const whole = bytes.subarray(0, at).toString().split('\n').length - 1
    const verified = verifyExport(damaged.toString().split('\n'))
    // A damaged line end spoils the line it ends; one that is merely gone leaves that line whole.
    const atLineEnd = bytes[at] === NEW_LINE ? 1 : 0
    const least = isCut ? whole : whole - atLineEnd
    expect({ trial, at, ok: verified.ok }).toEqual({ trial, at, ok: false })
    expect(verified.facts).toBeGreaterThanOrEqual(least)
    expect(verified.facts).toBeLessThanOrEqual(isCut ? whole + atLineEnd : whole)
  }
})

const NEW_LINE = 10

async function auditBytes(): Promise<Buffer> {
  const { store, project } = await onMemory()
  await tell(store, project, STARTED, opened(1))
  await tell(store, project, approved(1), reserved(1))
  await tell(store, project, opened(2), dismissed(2))
  for (let call = 1; call <= 20; call += 1) await tell(store, project, routine(`call-${call}`))
  await tell(store, project, STOPPED)
  const lines: string[] = []
  for await (const line of exportLines(store, project)) lines.push(line)
  return Buffer.from(lines.join('\n'))
}

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy
}
