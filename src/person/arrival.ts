import type { ParsedEvent, Proof } from '../core/model/event.ts'
import { lookUp } from '../core/model/language.ts'
import type { State } from '../core/model/state.ts'
import { isOf, whichHold } from '../core/protocols/edge/holds.ts'
import { type EdgeRequest, readEdgeWords } from '../core/protocols/edge/read-words.ts'
import { ARRIVAL_REFUSALS, MEANS } from '../core/words/person.ts'
import { runtimeOf } from '../runtimes/registry.ts'
import { clientAbove, isSame, readProcess, sightOf } from './processes.ts'
import type { ProveTyped } from './typed-command.ts'

/** How a call reached us, told by the host and never by the payload. */
export type Arrival =
  /** From the hook program; `parent` started it, which may be a client or any other program. `closed`: no connection can reach us. */
  | { readonly way: 'program'; readonly parent: number; readonly closed?: ClosedPort }
  /** Over a connection to our port; `owner` holds its other end, undefined when that cannot be told. */
  | { readonly way: 'connection'; readonly owner: number | undefined }

/** Why no connection of a client reaches us, and what a person does about it. */
export interface ClosedPort {
  readonly why: string
  readonly next: string
}

export interface DoorParts {
  /** Only the daemon can see connections; without it, typed text proves nothing. */
  readonly proveTyped?: ProveTyped
  readonly cli: string
}

/** The event with what the kernel shows of its client; `/edge …` becomes a person's act, proven or not. */
export function throughDoor(
  parts: DoorParts,
  parsed: ParsedEvent,
  { arrival, state }: { readonly arrival: Arrival; readonly state: State },
): ParsedEvent {
  const event = withClient(parsed, arrival)
  if (event.kind === 'tool.refused') return { ...event, ...(isRegistered(event, state) && { proven: true as const }) }
  if (event.kind === 'prompt') return fromWords(parts, event)
  if (event.kind !== 'command' || event.name !== 'edge') return event
  const words = readEdgeWords(event.args)
  if (!words.ok) return event
  const { request } = words
  const { kind: _kind, name: _name, args: _args, source: _source, ...common } = event
  return { ...common, kind: 'edge', ...request, proof: proofOf(parts, event, request, { arrival, state }) }
}

/** Of what a hook program brings only a session's start registers a client: an agent can run that program, too. */
function withClient(event: ParsedEvent, arrival: Arrival): ParsedEvent {
  const client =
    arrival.way === 'connection'
      ? arrival.owner !== undefined && sightOf(arrival.owner)
      : event.kind === 'session.start' && clientAbove(arrival.parent)
  return client ? { ...event, client } : event
}

/** Where a client has no command of ours, a prompt that begins with `edge` is answered. It proves nothing, so it decides nothing. */
function fromWords({ cli }: DoorParts, event: Extract<ParsedEvent, { readonly kind: 'prompt' }>): ParsedEvent {
  const [, args] = /^\s*edge(?=\s|$)([^\n]*)$/.exec(event.text) ?? []
  const isAsked = args !== undefined && !event.agent && runtimeOf(event.runtime)?.person.by === 'dialog'
  const words = isAsked ? readEdgeWords(args) : undefined
  if (!words?.ok) return event
  const { kind: _kind, text: _text, ...common } = event
  const refusal = ARRIVAL_REFUSALS.prompt(`${cli} edge ${words.request.verb}`)
  return { ...common, kind: 'edge', ...words.request, proof: { kind: 'unproven', ...refusal, means: MEANS.prompt } }
}

/** Only the session's own client may give an allowance back. */
function isRegistered({ client, session }: ParsedEvent, { clients }: State): boolean {
  return isSame(client, lookUp(clients, session))
}

type Command = Extract<ParsedEvent, { readonly kind: 'command' }>

/** What shows that a person typed this command; or why nothing does. */
function proofOf(
  { proveTyped, cli }: DoorParts,
  event: Command,
  request: EdgeRequest,
  { arrival, state }: { readonly arrival: Arrival; readonly state: State },
): Proof {
  const { verb, hold } = request
  const { runtime, session, source, transcript, atMs } = event
  const command = `${cli} edge approve${hold === undefined ? '' : ` ${hold}`}`
  if (arrival.way === 'program') return byProgram(arrival, command)
  if (!proveTyped) return { kind: 'unproven', ...ARRIVAL_REFUSALS.noDaemon }
  const meant = whichHold(state, { verb, hold, session, atMs })
  return proveTyped({
    runtime,
    session,
    prompt: `/edge ${event.args}`,
    source,
    transcript,
    inSubagent: event.agent !== undefined,
    owner: arrival.owner,
    registration: lookUp(state.clients, session),
    otherHold: meant && !isOf(session, meant) ? meant.number : undefined,
    command,
  })
}

/** Any program can run the hook program: only the client's own connection can prove a person. */
function byProgram({ parent, closed }: Extract<Arrival, { readonly way: 'program' }>, command: string): Proof {
  const refusal = closed
    ? ARRIVAL_REFUSALS.portClosed(command, closed.why, closed.next)
    : ARRIVAL_REFUSALS.hookProgram(command)
  return { kind: 'unproven', ...refusal, means: MEANS.hookProgram(readProcess(parent)?.name, parent) }
}
