import { Hono } from 'hono'
import { CONSOLE_PROBLEMS, LEVEL_PROBLEMS } from '../../core/words/person.ts'
import { readPassphraseKey } from '../../person/passphrase.ts'
import { isSame, readProcess } from '../../person/processes.ts'
import { findAgents } from '../../wiring/agents-here.ts'
import { BODIES } from '../contract/routes.ts'
import { CONSOLE_HOST, type ConsoleProblem } from '../contract/shapes.ts'
import { provesPassphrase, proveTerminal, type TerminalAsked, whyNotPresent } from '../door/prove.ts'
import type { Ticket } from '../door/sessions.ts'
import type { ConsoleDeps, Env } from './deps.ts'
import { type Guard, recordOpened, recordRefusal } from './guard.ts'
import { checked, problemResponse, Told } from './problems.ts'

const WAIT_MS = 20_000

/** Where `fairlead console` speaks, over the same port: only so does the kernel show which process asks. */
export function terminalDoor(deps: ConsoleDeps, guard: Guard): Hono<Env> {
  const { sessions, port } = deps
  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const fromBrowser = ['origin', 'sec-fetch-site', 'sec-fetch-dest'].some((name) => c.req.header(name) !== undefined)
    if (c.req.header('host') === `127.0.0.1:${port()}` && !fromBrowser) return next()
    const { browser } = await guard.sightOf(c.env.incoming, true)
    return guard.refuse(c, { kind: 'stranger', ...CONSOLE_PROBLEMS.wrongHost }, browser)
  })

  app.post('/ticket', async (c) => {
    const { pid } = await guard.sightOf(c.env.incoming, true)
    const terminal = pid === undefined ? undefined : readProcess(pid)
    // Without a process table nobody can be told apart: the page looks, and that is all.
    const proof = terminal ? proveTerminal(await askedBy(deps, terminal.pid)) : undefined
    const project = folderIn(c.req.header('x-fairlead-folder'))
    if (proof?.kind === 'refused') {
      const problem: ConsoleProblem = { kind: 'refused', text: proof.why, next: proof.next }
      await recordRefusal(deps, {
        problem,
        project,
        seen: terminal && { main: terminal, name: terminal.name, agentAbove: false },
      })
      return problemResponse(c, problem)
    }
    const { ticket } = sessions.issue(terminal ?? { pid: 0, started: 0 }, project)
    return c.json({ ticket, url: `http://${CONSOLE_HOST}:${port()}/#ticket=${ticket}` })
  })

  app.post('/wait', async (c) => {
    const asked = checked(BODIES.confirm, await c.req.json().catch(() => undefined))
    const ticket = await ownTicket(deps, guard, asked.ticket, c.env.incoming)
    const session = await Promise.race([ticket.redeemed.promise, slept(WAIT_MS)])
    if (!session) return c.json({ kind: 'waiting' })
    const why = whyNotPresent(session.browser)
    return c.json(why === undefined ? { kind: 'compare', digits: session.digits } : { kind: 'look', why })
  })

  app.post('/confirm', async (c) => {
    const asked = checked(BODIES.confirm, await c.req.json().catch(() => undefined))
    return c.json(await raised(deps, await ownTicket(deps, guard, asked.ticket, c.env.incoming), asked.signature))
  })
  return app
}

/** The digits were compared: the page may decide, if everything that shows a person is still as it was. */
async function raised(deps: ConsoleDeps, { ticket, terminal, session }: Ticket, signature: string | undefined) {
  if (!session) throw new Told('refused', CONSOLE_PROBLEMS.usedTicket)
  const why = whyNotPresent(session.browser)
  if (why !== undefined) return { kind: 'look', why }
  const asked = await askedBy(deps, terminal.pid)
  const proof = proveTerminal(asked)
  if (proof.kind === 'refused') throw new Told('refused', { text: proof.why, next: proof.next })
  if (proof.kind === 'passphrase' && !provesPassphrase(asked, ticket, signature))
    return { kind: 'passphrase', why: proof.why }
  deps.sessions.raise(session)
  await recordOpened(deps, session, 'present')
  return { kind: 'present' }
}

/** Only the very process that asked for it speaks about it. */
async function ownTicket(deps: ConsoleDeps, guard: Guard, name: string, incoming: Incoming): Promise<Ticket> {
  const ticket = deps.sessions.ticket(name)
  if (!ticket) throw new Told('refused', CONSOLE_PROBLEMS.usedTicket)
  const { pid, browser } = await guard.sightOf(incoming, true)
  const asker = pid === undefined ? { pid: 0, started: 0 } : readProcess(pid)
  if (isSame(asker, ticket.terminal)) return ticket
  const problem = { kind: 'stranger', text: LEVEL_PROBLEMS.terminal, next: CONSOLE_PROBLEMS.locked.next } as const
  await recordRefusal(deps, { problem, project: ticket.project, seen: browser })
  throw new Told('stranger', problem)
}

type Incoming = Env['Bindings']['incoming']

async function askedBy({ home, store, passphrase }: ConsoleDeps, pid: number): Promise<TerminalAsked> {
  const { atMs, agents } = await findAgents({ home, store: await store(), pid })
  return { pid, sinceMs: atMs, client: agents[0] ?? 'none', passphraseKey: readPassphraseKey(passphrase) }
}

/** A header holds plain letters only. */
function folderIn(header = ''): string {
  try {
    return decodeURI(header)
  } catch {
    return ''
  }
}

function slept(ms: number): Promise<undefined> {
  return new Promise((done) => {
    setTimeout(() => done(undefined), ms).unref()
  })
}
