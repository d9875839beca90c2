import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientSight, Registration } from '../../../core/model/door.ts'
import type { ParsedEvent, Proof } from '../../../core/model/event.ts'
import { eventId, type ProjectRoot, type SessionId, sessionId } from '../../../core/model/ids.ts'
import type { Hold } from '../../../core/model/state.ts'
import { whichHold } from '../../../core/protocols/edge/holds.ts'
import { pipePeers } from '../../../person/open-files.ts'
import { isSame, readProcess, sightOf } from '../../../person/processes.ts'
import { type Evidence, type Since, weighTerminal } from '../../../person/terminal.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'

/**
 * A door for clients that can show a dialog of an MCP server: the answer goes to this process and not through the model.
 * An agent can start a copy of this server and play the client, so the parent must be the client of the session (ADR 0014).
 */
export function makeAskPerson(sources: Sources = { clientHere, weigh: weighTerminal }): Tool {
  return { ...PRESENTATION, call: (input, context) => call(input, context, sources) }
}

/** What the kernel shows. */
interface Sources {
  /** The client that started this server and holds the other ends of its pipes, alone. */
  readonly clientHere: () => Promise<ClientSight | undefined>
  readonly weigh: (pid: number, since: Since) => Evidence
}

const PRESENTATION = {
  name: 'ask_person',
  description:
    'Ask the person at the keyboard to decide about a held call. Only they can answer. Afterwards do what the result says.',
  inputSchema: {
    type: 'object',
    properties: { hold: { type: 'integer', description: 'number of the hold; your oldest without it' } },
  },
  readOnly: true,
} as const

const CHOICES = ['approve', 'skip', 'dismiss'] as const

const [STDIN, STDOUT] = [0, 1]

const TRIES = 20
const PAUSE_MS = 25

/** While a client starts another program it shares its pipes for a moment, so that is looked at again. */
async function clientHere(): Promise<ClientSight | undefined> {
  const isHeld = () =>
    [STDIN, STDOUT].every((descriptor) => {
      const peers = pipePeers(descriptor)
      return peers?.length === 1 && peers[0] === process.ppid
    })
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (isHeld()) return sightOf(process.ppid)
    await sleep(PAUSE_MS)
  }
  return undefined
}

/** A hold of the client that started this server. */
interface Held {
  readonly project: ProjectRoot
  readonly hold: Hold
  readonly registration: Registration
}

async function call(input: ToolInput, context: ToolContext, { clientHere, weigh }: Sources): Promise<ToolAnswer> {
  const number = typeof input.args['hold'] === 'number' ? input.args['hold'] : undefined
  const parent = await clientHere()
  const find = (hold?: number) => (parent ? holdOfClient(context, parent, hold) : undefined)
  const meant = await find(number)
  if (!meant) return refuse(context, number, (await find()) !== undefined)
  const { project, hold, registration } = meant
  const answer = await input.askPerson?.(questionOf(hold), CHOICES)
  const verb = CHOICES.find((choice) => choice === answer)
  if (!verb) return { text: `the person did not decide about hold #${hold.number}; stop and wait for them` }
  const proof = proofOf(
    weigh(registration.pid, { atMs: registration.atMs, client: registration }),
    `${verb} ${hold.number}`,
  )
  const decision = await context.gate.submit(
    act(context, { verb, hold: hold.number, proof, session: hold.session }),
    project,
  )
  if (decision.kind === 'answer') return { text: decision.text, isError: true }
  return { text: decision.kind === 'allow' ? [decision.notice, decision.steer].filter(Boolean).join('; ') : '' }
}

function questionOf({ number, reason }: Hold): string {
  return `Fairlead, hold #${number}: ${reason}. Let it pass once (approve), refuse it (skip), or let its kind pass for an hour (dismiss)?`
}

/** The oldest hold of any session of this client, or the one with this number. */
async function holdOfClient(
  { store }: ToolContext,
  parent: ClientSight,
  number: number | undefined,
): Promise<Held | undefined> {
  const open = await store()
  for (const project of await open.projects()) {
    const state = await open.read(project)
    const clients = Object.entries<Registration>(state.clients).filter(([, client]) => isSame(parent, client))
    const [oldest] = clients
      .flatMap(([session, registration]): readonly Held[] => {
        const choice = { verb: 'skip', hold: number, session: sessionId(session), atMs: Date.now() } as const
        const hold = whichHold(state, choice)
        return hold?.session === session ? [{ project, hold, registration }] : []
      })
      .toSorted((left, right) => left.hold.number - right.hold.number)
    if (oldest) return oldest
  }
  return undefined
}

/** Looked at when the answer has come: a key was pressed just now, if a person pressed it. */
function proofOf(evidence: Evidence, words: string): Proof {
  if (evidence.kind === 'person') return { kind: 'human', door: 'codex' }
  const instead = `run \`fairlead edge ${words}\` in a terminal of your own`
  return { kind: 'unproven', why: evidence.why, instead, means: meansOf() }
}

/** Nothing of this client waits. Whoever plays the client is on record. */
async function refuse(context: ToolContext, hold: number | undefined, isClient: boolean): Promise<ToolAnswer> {
  const what =
    hold === undefined ? 'nothing of this session waits for a person' : `there is no hold #${hold} of this session`
  const project = isClient ? undefined : context.projectOf(context.cwd)
  if (!project) return { text: what, isError: true }
  const why = 'this server was not started by the client of a session that waits'
  const proof: Proof = { kind: 'unproven', why, instead: 'run `fairlead edge approve` in a terminal', means: meansOf() }
  const number = hold === undefined ? {} : { hold }
  await context.gate.submit(act(context, { verb: 'approve', ...number, proof, session: sessionId('unknown') }), project)
  return { text: `${what}; ${why}`, isError: true }
}

function meansOf(): string {
  return `an MCP server below \`${readProcess(process.ppid)?.name ?? 'unknown'}\`, process ${process.ppid}`
}

interface Act {
  readonly verb: (typeof CHOICES)[number]
  readonly hold?: number
  readonly proof: Proof
  readonly session: SessionId
}

function act({ runtime, cwd }: ToolContext, deed: Act): ParsedEvent {
  return { kind: 'edge', ...deed, id: eventId(randomUUID()), atMs: Date.now(), runtime, cwd }
}
