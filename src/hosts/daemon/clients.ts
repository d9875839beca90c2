import { isAlive as runs } from '../../disk/lock.ts'

const MAX_CLIENTS = 256

/** Agent clients whose hooks have reached this daemon: it stays as long as one of them lives. */
export function makeClients(isAlive: (pid: number) => boolean = runs) {
  const pids = new Set<number>()
  return {
    seen(pid: number): void {
      // 1 is init: the client has already gone.
      if (pid > 1 && pids.size < MAX_CLIENTS) pids.add(pid)
    },
    anyAlive(): boolean {
      for (const pid of pids) if (!isAlive(pid)) pids.delete(pid)
      return pids.size > 0
    },
  }
}
