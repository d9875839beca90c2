import { setTimeout as sleep } from 'node:timers/promises'
import type { HookCall } from '../../gate/gate.ts'
import { typedCommandKey } from '../../runtimes/peek.ts'

const MAX_REMEMBERED = 64
const WAIT_MS = 1_500
const POLL_MS = 25

/**
 * `/edge` reaches us twice: over the client's connection, which counts, and through a hook program that only speaks when
 * the connection fails. The program waits here for its twin; without one, the program was run by hand.
 */
export function makeTwins(waitMs = WAIT_MS) {
  const seen: string[] = []
  return {
    connected(call: Pick<HookCall, 'runtime' | 'bytes'>): void {
      const name = typedCommandKey(call)
      if (name === undefined) return
      seen.push(name)
      if (seen.length > MAX_REMEMBERED) seen.shift()
    },
    /** True as soon as the same command has come over a connection, once; false at once for anything but a command. */
    async hasTwin(call: Pick<HookCall, 'runtime' | 'bytes'>): Promise<boolean> {
      const name = typedCommandKey(call)
      if (name === undefined) return false
      for (let waited = 0; waited < waitMs && !seen.includes(name); waited += POLL_MS) await sleep(POLL_MS)
      const index = seen.indexOf(name)
      if (index >= 0) seen.splice(index, 1)
      return index >= 0
    },
  }
}
