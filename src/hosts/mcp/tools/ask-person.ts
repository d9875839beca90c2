import { randomUUID } from 'node:crypto'
import type { ClientSight, Registration } from '../../../core/model/door.ts'
import type { ParsedEvent, Proof } from '../../../core/model/event.ts'
import { eventId, type ProjectRoot, type SessionId, sessionId } from '../../../core/model/ids.ts'
import type { Hold } from '../../../core/model/state.ts'
import { whichHold } from '../../../core/protocols/edge/holds.ts'
import { ASK_PERSON, DIALOG_REFUSALS, MEANS } from '../../../core/words/person.ts'
import { pipePeers, seenSoon } from '../../../person/open-files.ts'
import { isSame, readProcess, sightOf } from '../../../person/processes.ts'
import { weighClient } from '../../../person/screens.ts'
import { type KeyboardEvidence, whyOf } from '../../../person/terminal.ts'
import { DIALOG_CHECKS, type DialogClaim, firstRefusal } from '../../../person/ways-in.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'

/**
 * A door for clients that can show a dialog of an MCP server: the answer goes to this process and not through the model.
 * An agent can start a copy of this server and play the client, so the parent must be the client of the session (ADR 0014).
 */
export function makeAskPerson(sources: Sources = { clientHere, weigh: weighClient }): Tool {
  return { ...PRESENTATION, call: (input, context) => call(input, context, sources) }
}

/** What the kernel shows. */
interface Sources {
  /** The client that started this server and holds the other ends of its pipes, alone. */
  readonly clientHere: () => Promise<ClientSight | undefined>
  readonly weigh: (client: Registration) => KeyboardEvidence
}

const PRESENTATION = {
  name: 'ask_person',
  description: ASK_PERSON.description,
  inputSchema: {
    type: 'object',
    properties: { hold: { type: 'integer', description: ASK_PERSON.hold } },
  },
  readOnly: true,
} as const

const CHOICES = ['approve', 'skip', 'dismiss'] as const

const [STDIN, STDOUT] = [0, 1]

function clientHere(): Promise<ClientSight | undefined> {
  const isHeld = (descriptor: number) => {
    const peers = pipePeers(descriptor)
    return peers?.length === 1 && peers[0] === process.ppid
  }
  return seenSoon(() => ([STDIN, STDOUT].every(isHeld) ? { sight: sightOf(process.ppid) } : undefined)).then(
    (held) => held?.sight,
  )
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
  const answer = await input.askPerson?.(ASK_PERSON.question(hold), CHOICES)
  const verb = CHOICES.find((choice) => choice === answer)
  if (!verb) return { text: ASK_PERSON.undecided(hold.number) }
  const evidence = weigh(registration)
  const proof = proofOf({ isClient: true, evidence }, registration.runtime, `fairlead edge ${verb} ${hold.number}`)
  const decision = await context.gate.submit(
    act(context, { verb, hold: hold.number, proof, session: hold.session }),
    project,
  )
  if (decision.kind === 'answer') return { text: decision.text, isError: true }
  return { text: decision.kind === 'allow' ? [decision.notice, decision.steer].filter(Boolean).join('; ') : '' }
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

function proofOf(claim: DialogClaim, runtime: string, command: string): Proof {
  const refusal = firstRefusal(DIALOG_CHECKS, claim)
  if (refusal === undefined) return { kind: 'human', door: runtime }
  const { why, instead } = DIALOG_REFUSALS[refusal](command, whyOf(claim.evidence))
  return { kind: 'unproven', why, instead, means: MEANS.server(readProcess(process.ppid)?.name, process.ppid) }
}

/** This client has no such hold. An attempt by any other program goes on record. */
async function refuse(context: ToolContext, hold: number | undefined, isClient: boolean): Promise<ToolAnswer> {
  const text = hold === undefined ? ASK_PERSON.noHold : ASK_PERSON.noSuchHold(hold)
  const project = isClient ? undefined : context.projectOf(context.cwd)
  if (!project) return { text, isError: true }
  const proof = proofOf({ isClient, evidence: { kind: 'person' } }, context.runtime, 'fairlead edge approve')
  const number = hold === undefined ? {} : { hold }
  await context.gate.submit(act(context, { verb: 'approve', ...number, proof, session: sessionId('unknown') }), project)
  return { text: `${text}; ${proof.kind === 'unproven' ? proof.why : ''}`, isError: true }
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
