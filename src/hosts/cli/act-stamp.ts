import { randomUUID } from 'node:crypto'
import type { EventOf } from '../../core/model/event.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import type { Context } from './terminal.ts'

/** What every act of a person at this terminal begins with. */
export function actStamp({ cwd }: Context): Pick<EventOf<'edge'>, 'id' | 'atMs' | 'runtime' | 'session' | 'cwd'> {
  const session = sessionId(`terminal-${process.pid}`)
  return { id: eventId(randomUUID()), atMs: Date.now(), runtime: 'fairlead', session, cwd }
}
