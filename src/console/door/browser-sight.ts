import type { ProcessRef } from '../../core/model/door.ts'
import { isAgent, lineage, type ProcessFacts, type ReadProcess, readProcess } from '../../person/processes.ts'

/** What the kernel shows of the program at the other end of a connection. */
export interface BrowserSight {
  /** Its main process: a browser reads the network in one of its children. */
  readonly main: ProcessRef
  readonly name: string
  /** The option by which another program may press its buttons. */
  readonly driven?: string
  readonly agentAbove: boolean
}

const DRIVEN =
  /(?:^|\s)(--?(?:headless|remote-debugging-[\w-]+|enable-automation|marionette|remote-allow-[\w-]+))(?=[\s=]|$)/

export function browserOf(owner: number, read: ReadProcess = readProcess): BrowserSight | undefined {
  const above = lineage(owner, read)
  const [self] = above
  if (self === undefined) return undefined
  const other = above.findIndex((one) => !isSameProgram(one, self))
  const own = other < 0 ? above : above.slice(0, other)
  const main = own.at(-1) ?? self
  const driven = own.map(({ command }) => DRIVEN.exec(command)?.[1]).find((option) => option !== undefined)
  return {
    main: { pid: main.pid, started: main.started },
    name: main.name,
    ...(driven !== undefined && { driven }),
    agentAbove: above.some(isAgent),
  }
}

/** A sandboxed child may hide which file it runs; its name stays. */
function isSameProgram(one: ProcessFacts, self: ProcessFacts): boolean {
  if (one.executable !== undefined && self.executable !== undefined) return one.executable === self.executable
  return one.name === self.name
}
