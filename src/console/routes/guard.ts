import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { eventId, type ProjectRoot, sessionId } from '../../core/model/ids.ts'
import { CONSOLE_PROBLEMS, MEANS } from '../../core/words/person.ts'
import { connectionOwner } from '../../person/open-files.ts'
import { readProcess } from '../../person/processes.ts'
import { API, CONSOLE_HOST, type ConsoleProblem, type Level, TOKEN_HEADER } from '../contract/shapes.ts'
import { type BrowserSight, browserOf } from '../door/browser-sight.ts'
import { type ConsoleSession, isOwn } from '../door/sessions.ts'
import type { ConsoleDeps, Env } from './deps.ts'
import { problemResponse } from './problems.ts'

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one script that is not in the page: the thread that checks the audit.
  'trusted-types fairlead-thread',
].join('; ')

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CSP,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
}

/** On every answer, also on refusals. */
export const withHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value)
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
}

type Incoming = HttpBindings['incoming']

const MINUTE_MS = 60_000
const MAX_REFUSED = 10
const LEAVING_MS = 50

export interface Guard {
  /** Only our own name, and only what a browser sends from our own page. */
  readonly address: MiddlewareHandler<Env>
  /** A token, and the very browser that it was given to. */
  readonly session: MiddlewareHandler<Env>
  readonly refuse: (c: Context<Env>, problem: ConsoleProblem, seen: BrowserSight | undefined) => Promise<Response>
  readonly sightOf: (incoming: Incoming, fresh: boolean) => Promise<ConnectionSight>
}

interface ConnectionSight {
  readonly pid: number | undefined
  readonly browser: BrowserSight | undefined
}

export function makeGuard(deps: ConsoleDeps): Guard {
  const { sessions, port } = deps
  const refusals: number[] = []
  const owners = new WeakMap<Incoming['socket'], number>()
  const isClosed = () => refusals.filter((at) => Date.now() - at < MINUTE_MS).length >= MAX_REFUSED

  async function sightOf({ socket }: Incoming, fresh: boolean): Promise<ConnectionSight> {
    const known = fresh ? undefined : owners.get(socket)
    const pid = known ?? (await connectionOwner({ remotePort: socket.remotePort ?? 0, localPort: port() }))
    if (pid !== undefined) owners.set(socket, pid)
    return { pid, browser: pid === undefined ? undefined : browserOf(pid) }
  }

  /** On record with the program's name, as long as there are not too many. */
  async function refuse(c: Context<Env>, problem: ConsoleProblem, seen: BrowserSight | undefined): Promise<Response> {
    const wasClosed = isClosed()
    refusals.push(Date.now())
    refusals.splice(0, refusals.length - 2 * MAX_REFUSED)
    if (!wasClosed) await recordRefusal(deps, { problem, project: c.get('session')?.project, seen })
    return problemResponse(c, wasClosed ? { kind: 'slow-down', ...CONSOLE_PROBLEMS.slowDown } : problem)
  }

  const address: MiddlewareHandler<Env> = async (c, next) => {
    const problem = wrongAddress(c, port())
    if (!problem) return next()
    return refuse(c, problem, (await sightOf(c.env.incoming, true)).browser)
  }

  const session: MiddlewareHandler<Env> = async (c, next) => {
    const isActive = c.req.header('x-fairlead-background') === undefined
    const found = sessions.at(c.req.header(TOKEN_HEADER), isActive)
    // A page without a session says so by itself and is no attack.
    if (!found) return problemResponse(c, { kind: 'locked', ...CONSOLE_PROBLEMS.locked })
    c.set('session', found)
    const { browser } = await sightOf(c.env.incoming, c.req.method !== 'GET')
    c.set('sight', browser)
    if (isOwn(found, browser)) return next()
    const problem = { kind: 'stranger', ...CONSOLE_PROBLEMS.otherProgram } as const
    // A tab that was closed while it asked is nobody's attack: the kernel shows no owner, and nobody gets the answer.
    if (browser === undefined && (await hasLeft(c.env.incoming.socket))) return problemResponse(c, problem)
    return refuse(c, problem, browser)
  }
  return { address, session, refuse, sightOf }
}

/** Its other end is closed; told a moment after the kernel knows it. */
async function hasLeft(socket: Incoming['socket']): Promise<boolean> {
  await new Promise((done) => setTimeout(done, LEAVING_MS))
  return socket.destroyed || socket.readableEnded
}

/** `Host`, `Origin` and `Sec-Fetch-Site` are what a browser sends from our own page, or nothing is answered. */
function wrongAddress(c: Context<Env>, port: number): ConsoleProblem | undefined {
  const own = `${CONSOLE_HOST}:${port}`
  const { method, path } = c.req
  if (c.req.header('host') !== own) return { kind: 'stranger', ...CONSOLE_PROBLEMS.wrongHost }
  const [site, origin] = [c.req.header('sec-fetch-site'), c.req.header('origin')]
  const isApi = path.startsWith(API)
  const other: ConsoleProblem = { kind: 'stranger', ...CONSOLE_PROBLEMS.otherPage }
  if (origin !== undefined && origin !== `http://${own}`) return other
  if (method !== 'GET' && !(isApi && origin !== undefined)) return other
  if (isApi) return site === 'same-origin' ? undefined : other
  // A link may open the page; nothing else of another page may fetch it.
  const isOpened = c.req.header('sec-fetch-mode') === 'navigate' && c.req.header('sec-fetch-dest') === 'document'
  return site === undefined || site === 'none' || site === 'same-origin' || isOpened ? undefined : other
}

interface Refused {
  readonly problem: ConsoleProblem
  readonly project: string | undefined
  readonly seen: BrowserSight | undefined
}

/** In the project that the console was opened from, else in the one where something happened last. */
export async function recordRefusal(deps: ConsoleDeps, { problem, project, seen }: Refused): Promise<void> {
  const root = await projectFor(deps, project)
  if (root === undefined) return
  const report = { of: 'console-refused', why: problem.text, means: meansOf(seen) } as const
  await deps.gate.submit({ ...stampFor(root), kind: 'report', report }, root)
}

/** That a browser got so far. */
export async function recordOpened(
  deps: ConsoleDeps,
  { project, browser }: ConsoleSession,
  level: Level,
): Promise<void> {
  const root = await projectFor(deps, project)
  const report = { of: 'console-opened', level, browser: browser?.name ?? '' } as const
  if (root !== undefined) await deps.gate.submit({ ...stampFor(root), kind: 'report', report }, root)
}

export function meansOf(seen: BrowserSight | undefined): string {
  return MEANS.console(seen && { name: readProcess(seen.main.pid)?.name ?? seen.name, pid: seen.main.pid })
}

async function projectFor({ store }: ConsoleDeps, wanted: string | undefined): Promise<ProjectRoot | undefined> {
  const open = await store()
  const roots = await open.projects()
  const inside = roots.find((root) => wanted === root || wanted?.startsWith(`${root}/`))
  if (inside !== undefined) return inside
  const newest = await Promise.all(
    roots.map(async (root) => ({ root, last: (await open.facts(root, { newest: 1 }))[0]?.atMs ?? 0 })),
  )
  return newest.toSorted((left, right) => right.last - left.last)[0]?.root
}

/** What every event of the console begins with. */
export function stampFor(cwd: string) {
  return {
    id: eventId(randomUUID()),
    atMs: Date.now(),
    runtime: 'fairlead',
    session: sessionId('console'),
    cwd,
  } as const
}
