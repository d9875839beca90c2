import type { Event } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { Hold } from '../core/model/state.ts'
import { HEADLINES } from '../core/words/edge.ts'
import type { Store } from '../stores/store.ts'
import type { GateRooms } from './gate.ts'

const MAX_SHOWN = 2

/** EDGE-134: keeps what waits in a session where its client's status line looks. A client's own prompt shows itself. */
export function holdsShown({ machine }: GateRooms): (event: Event, store: Store) => Promise<void> {
  const waiting = new Map<ProjectRoot, readonly Hold[]>()
  return async ({ session, around: { project } }, store) => {
    const { holds } = (await store.read(project)).edge
    const before = waiting.get(project)
    if (before === holds) return
    waiting.set(project, holds)
    for (const one of new Set([session, ...[...(before ?? []), ...holds].map((hold) => hold.session)])) {
      const shown = holds.filter((hold) => hold.session === one && hold.asked === undefined)
      machine.showWaiting?.(one, shown.slice(-MAX_SHOWN).map(HEADLINES.waiting).join('\n'))
    }
  }
}
