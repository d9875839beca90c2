import { setTimeout as sleep } from 'node:timers/promises'

const MAX_REMEMBERED = 64
const WAIT_MS = 1_500
const POLL_MS = 25

/**
 * `/edge` reaches us twice: over the client's connection, which counts, and through a hook program that only speaks when
 * the connection fails. The program waits here for its twin; without one somebody ran it by hand.
 */
export function makeTwins(waitMs = WAIT_MS) {
  const seen: string[] = []
  return {
    connected(bytes: string): void {
      const name = nameOf(bytes)
      if (name === undefined) return
      seen.push(name)
      if (seen.length > MAX_REMEMBERED) seen.shift()
    },
    /** True as soon as the same command has come over a connection, once; false at once for anything but a command. */
    async hasTwin(bytes: string): Promise<boolean> {
      const name = nameOf(bytes)
      if (name === undefined) return false
      for (let waited = 0; waited < waitMs && !seen.includes(name); waited += POLL_MS) await sleep(POLL_MS)
      const index = seen.indexOf(name)
      if (index >= 0) seen.splice(index, 1)
      return index >= 0
    },
  }
}

function nameOf(bytes: string): string | undefined {
  if (!bytes.includes('"UserPromptExpansion"')) return undefined
  try {
    const payload: unknown = JSON.parse(bytes)
    if (typeof payload !== 'object' || payload === null) return undefined
    const fields = payload as Readonly<Record<string, unknown>>
    return JSON.stringify([fields['session_id'], fields['prompt_id'], fields['command_args']])
  } catch {
    return undefined
  }
}
