import { readDoorPort } from '../../config/door-port.ts'
import type { Paths } from '../../config/paths.ts'
import type { Closed } from '../../person/arrival.ts'
import { type DoorService, type HttpDoor, openHttpDoor } from './http-door.ts'

export interface Door {
  readonly port: () => number | undefined
  /** Why no connection reaches us; undefined when it is open. */
  readonly closed: () => Closed | undefined
  /** Opens it where that is possible now; follows `init --port`. */
  readonly keepOpen: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The port for clients' connections, as long as the daemon lives. */
export function makeDoor({ doorPort }: Pick<Paths, 'doorPort'>, service: DoorService): Door {
  let port: number | undefined
  let open: HttpDoor | undefined
  let turn: Promise<void> = Promise.resolve()

  async function follow(): Promise<void> {
    const wanted = readDoorPort(doorPort)
    if (wanted !== port) {
      await open?.close()
      open = undefined
      port = wanted
    }
    if (port !== undefined) open ??= await openHttpDoor(port, service)
  }

  return {
    port: () => port,
    closed: () => (open ? undefined : closedBecause(port)),
    // One after the other: two attempts at once would see each other's port as taken.
    keepOpen: () => {
      turn = turn.then(follow)
      return turn
    },
    close: async () => {
      await turn
      await open?.close()
    },
  }
}

function closedBecause(port: number | undefined): Closed {
  if (port === undefined) return { why: 'this installation has no port for `/edge`', next: 'run `fairlead init`' }
  return {
    why: `port ${port}, where \`/edge\` arrives, is taken by another program`,
    next: 'run `fairlead init --port`',
  }
}
