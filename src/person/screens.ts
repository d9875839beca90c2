import type { ProcessRef, Registration } from '../core/model/door.ts'
import { TERMINAL } from '../core/words/person.ts'
import { connectionsTo } from './open-files.ts'
import { isSame, type ProcessFacts, screensOf } from './processes.ts'
import { isOutside, type KeyboardEvidence, realSources, type TerminalSources, weighTerminal } from './terminal.ts'

export interface ScreenSources extends TerminalSources {
  readonly screens: (server: ProcessRef) => readonly ProcessFacts[]
  readonly connections: (pid: number) => number
}

/**
 * Is a person at the terminal of this client? One that runs its agents in a server has none itself: then at a terminal
 * that was there when the session began. Whoever is connected to the server can answer for the person, so nobody else may be.
 */
export function weighClient(client: Registration, sources: ScreenSources = here()): KeyboardEvidence {
  const since = { atMs: client.atMs, client }
  if (client.screens === undefined) return weighTerminal(client.pid, since, sources)
  const open = sources.screens(client)
  if (sources.connections(client.pid) > open.length) return { kind: 'refuted', why: TERMINAL.otherConnection }
  const [known, later] = [open.filter((one) => isKnown(one, client)), open.filter((one) => !isKnown(one, client))]
  const foreign = later.find((one) => !isOutside(one.pid, since, sources))
  if (foreign) return { kind: 'refuted', why: TERMINAL.otherScreen(foreign) }
  const found = known.map(({ pid }) => weighTerminal(pid, since, sources))
  return found.find(({ kind }) => kind === 'person') ?? found[0] ?? { kind: 'refuted', why: TERMINAL.noTerminal }
}

function isKnown(screen: ProcessFacts, { screens = [] }: Registration): boolean {
  return screens.some((one) => isSame(one, screen))
}

function here(): ScreenSources {
  return { ...realSources(), screens: screensOf, connections: connectionsTo }
}
