const MAX_CLIENTS = 256

/** Agent clients whose hooks have reached this daemon: it stays as long as one of them lives. */
export function makeClients(isAlive: (pid: number) => boolean = pidIsAlive) {
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

function pidIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
