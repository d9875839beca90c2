import type { ClientSight, DoorsState, ProcessRef, Registration } from '../core/model/door.ts'
import { type SessionId, sessionId } from '../core/model/ids.ts'
import {
  isClientProgram,
  lineage,
  multiplexerOf,
  type ProcessFacts,
  type ReadProcess,
  readProcess,
} from './process-table.ts'

/** The client that owns a connection; undefined when the owner is some other program. */
export function sightOf(pid: number, read: ReadProcess = readProcess): ClientSight | undefined {
  const facts = read(pid)
  return facts && isClientProgram(facts) ? seen(facts) : undefined
}

/** A hook that the client started, perhaps through a shell: the nearest client above it. */
export function clientAbove(pid: number, read: ReadProcess = readProcess): ClientSight | undefined {
  const client = lineage(pid, read).slice(0, MAX_SHELLS).find(isClientProgram)
  return client && seen(client)
}

/** Sessions whose client has ended; its number may belong to another process by now. */
export function goneSessions({ clients }: DoorsState, read: ReadProcess = readProcess): readonly SessionId[] {
  return Object.entries<Registration>(clients)
    .filter(([, client]) => !isSame(read(client.pid), client))
    .map(([session]) => sessionId(session))
}

export function isSame(facts: ProcessRef | undefined, client: ProcessRef): boolean {
  return facts !== undefined && facts.pid === client.pid && facts.started === client.started
}

const MAX_SHELLS = 4

function seen(facts: ProcessFacts): ClientSight {
  const multiplexer = multiplexerOf(facts)
  const { pid, started, hasTty: tty } = facts
  return { pid, started, tty, ...(multiplexer !== undefined && { multiplexer }) }
}
