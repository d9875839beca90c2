import { randomBytes, randomInt } from 'node:crypto'
import type { ProcessRef } from '../../core/model/door.ts'
import { isSame } from '../../person/processes.ts'
import type { Level } from '../contract/shapes.ts'
import type { BrowserSight } from './browser-sight.ts'

const TICKET_MS = 5 * 60_000
const IDLE_MS = 30 * 60_000
const LIFE_MS = 12 * 3_600_000
const TOKEN_BYTES = 32
const MAX_TICKETS = 50

/** A browser at the page. */
export interface ConsoleSession {
  readonly token: string
  /** Undefined where the kernel does not show it; then it only looks. */
  readonly browser: BrowserSight | undefined
  /** The folder that the console was opened from: what is refused goes on record there. */
  readonly project: string
  readonly digits: string
  readonly openedMs: number
  level: Level
  lastMs: number
  /** Streams that it reads, and whether its page is seen. */
  streams: number
  visible: boolean
}

/** Asked for in a terminal, good for one browser. */
export interface Ticket {
  readonly ticket: string
  readonly terminal: ProcessRef
  readonly project: string
  readonly untilMs: number
  session?: ConsoleSession
  /** Told when a browser came. */
  readonly redeemed: PromiseWithResolvers<ConsoleSession>
}

export type ConsoleSessions = ReturnType<typeof makeSessions>

/** Kept in memory alone: with the daemon every page is locked again. */
export function makeSessions(now: () => number = Date.now) {
  const tickets = new Map<string, Ticket>()
  const sessions = new Map<string, ConsoleSession>()

  function forget(): void {
    for (const [name, { untilMs, session }] of tickets) if (now() >= untilMs && !session) tickets.delete(name)
    for (const [token, session] of sessions) if (now() - session.openedMs >= LIFE_MS) sessions.delete(token)
    for (const name of tickets.keys()) if (tickets.size > MAX_TICKETS) tickets.delete(name)
  }

  return {
    issue(terminal: ProcessRef, project: string): Ticket {
      forget()
      const made: Ticket = {
        ticket: secret(),
        terminal,
        project,
        untilMs: now() + TICKET_MS,
        redeemed: Promise.withResolvers(),
      }
      tickets.set(made.ticket, made)
      return made
    },
    ticket: (name: string): Ticket | undefined => tickets.get(name),
    /** Undefined when it was used, is too old, or never was. */
    redeem(name: string, browser: BrowserSight | undefined): ConsoleSession | undefined {
      const found = tickets.get(name)
      if (!found || found.session || now() >= found.untilMs) return undefined
      const session = beginning(found.project, browser, now())
      found.session = session
      sessions.set(session.token, session)
      found.redeemed.resolve(session)
      return session
    },
    /** The session of this token. `isActive`: a person did something, so that it is not idle. */
    at(token: string | undefined, isActive: boolean): ConsoleSession | undefined {
      forget()
      const session = token === undefined ? undefined : sessions.get(token)
      if (!session) return undefined
      if (now() - session.lastMs >= IDLE_MS) session.level = 'look'
      else if (isActive) session.lastMs = now()
      return session
    },
    raise: (session: ConsoleSession) => Object.assign(session, { level: 'present', lastMs: now() }),
    end: ({ token }: ConsoleSession): boolean => sessions.delete(token),
    /** A person who may decide looks at a page. */
    anybodyThere: (): boolean =>
      [...sessions.values()].some(({ level, streams, visible }) => level === 'present' && streams > 0 && visible),
    presentUntilMs: ({ level, lastMs }: ConsoleSession): number | undefined =>
      level === 'present' ? lastMs + IDLE_MS : undefined,
  }
}

function beginning(project: string, browser: BrowserSight | undefined, nowMs: number): ConsoleSession {
  return {
    ...{ token: secret(), browser, project, digits: String(randomInt(0, 1_000)).padStart(3, '0'), openedMs: nowMs },
    ...{ level: 'look', lastMs: nowMs, streams: 0, visible: false },
  }
}

/** The connection belongs to the browser that redeemed the ticket. */
export function isOwn({ browser }: ConsoleSession, seen: BrowserSight | undefined): boolean {
  // Where nothing is shown of either, the token alone looks.
  if (browser === undefined) return seen === undefined
  return seen !== undefined && isSame(seen.main, browser.main)
}

function secret(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}
