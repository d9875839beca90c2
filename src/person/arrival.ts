import type { ParsedEvent, Proof } from '../core/model/event.ts'
import { own } from '../core/model/own.ts'
import type { State } from '../core/model/state.ts'
import { whichHold } from '../core/protocols/edge/holds.ts'
import { type EdgeRequest, readEdgeWords } from '../core/protocols/edge/read-words.ts'
import { clientAbove, isSame, readProcess, sightOf } from './processes.ts'
import type { ProveTyped } from './typed-command.ts'

/** How a call reached us, told by the host and never by the payload. */
export type Arrival =
  /** From the hook program; `parent` started it, a client or anybody else. `closed`: no connection can reach us. */
  | { readonly way: 'program'; readonly parent: number; readonly closed?: Closed }
  /** Over a connection to our port; `owner` holds its other end, undefined when that cannot be told. */
  | { readonly way: 'connection'; readonly owner: number | undefined }

/** Why no connection of a client reaches us, and what a person does about it. */
export interface Closed {
  readonly why: string
  readonly next: string
}

export interface DoorParts {
  /** Only the daemon can see connections; without it nothing that was typed proves a person. */
  readonly proveTyped?: ProveTyped
  readonly cli: string
}

type Command = Extract<ParsedEvent, { readonly kind: 'command' }>

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
  return { ...common, kind: 'edge', ...request, proof: proofOf(parts, { event, arrival, state, request }) }
}

/** Of what a hook program brings only a session's start registers a client: an agent can run that program, too. */
function withClient(event: ParsedEvent, arrival: Arrival): ParsedEvent {
  const client =
    arrival.way === 'connection'
      ? arrival.owner !== undefined && sightOf(arrival.owner)
      : event.kind === 'session.start' && clientAbove(arrival.parent)
  return client ? { ...event, client } : event
}

/**
 * Where a client has no command of ours, words that begin with `edge` ask for something. Any program can queue such words
 * (seen in Codex), so what only shows something is answered and nothing is decided.
 */
function fromWords({ cli }: DoorParts, event: Extract<ParsedEvent, { readonly kind: 'prompt' }>): ParsedEvent {
  const [, args] = /^\s*edge(?=\s|$)([^\n]*)$/.exec(event.text) ?? []
  const words = event.runtime === 'codex' && !event.agent && args !== undefined ? readEdgeWords(args) : undefined
  if (!words?.ok) return event
  const { kind: _kind, text: _text, ...common } = event
  const proof: Proof = {
    kind: 'unproven',
    why: 'words typed here prove nobody',
    instead: `let the agent ask you in a dialog, or run \`${cli} edge ${words.request.verb}\` in a terminal of your own`,
    means: 'a prompt, typed or queued',
  }
  return { ...common, kind: 'edge', ...words.request, proof }
}

/** The client of the session says so itself: nobody else may give an allowance back. */
function isRegistered({ client, session }: ParsedEvent, { clients }: State): boolean {
  const known = own(clients, session)
  return client !== undefined && known !== undefined && isSame(client, known)
}

interface Claim {
  readonly event: Command
  readonly arrival: Arrival
  readonly state: State
  readonly request: EdgeRequest
}

function proofOf({ proveTyped, cli }: DoorParts, { event, arrival, state, request }: Claim): Proof {
  const { verb, hold } = request
  const decide = `${cli} edge approve${hold === undefined ? '' : ` ${hold}`}`
  if (arrival.way === 'program') return byHand(arrival, decide)
  if (!proveTyped) return { kind: 'unproven', why: 'the daemon is away', instead: 'type it again' }
  const proof = proveTyped({
    session: event.session,
    prompt: `/edge ${event.args}`,
    source: event.source,
    transcript: event.transcript,
    inSubagent: event.agent !== undefined,
    owner: arrival.owner,
    registration: own(state.clients, event.session),
    cli: decide,
  })
  const meant = whichHold(state, { verb, hold, session: event.session, atMs: event.atMs })
  if (proof.kind === 'unproven' || !meant || meant.session === event.session) return proof
  // Whoever sits here sees this session; what another one holds is decided there, or from outside.
  const why = `hold #${meant.number} belongs to another session`
  return { kind: 'unproven', why, instead: `run \`${decide}\` in a terminal of your own` }
}

function byHand({ parent, closed }: Extract<Arrival, { readonly way: 'program' }>, decide: string): Proof {
  const above = readProcess(parent)
  const means = `the hook program, started by \`${above?.name ?? 'unknown'}\`, process ${parent}`
  const elsewhere = `run \`${decide}\` in a terminal of your own`
  if (closed) return { kind: 'unproven', why: closed.why, instead: `${closed.next}, or ${elsewhere}`, means }
  const why = 'it came from a program and not over the connection of the client'
  return { kind: 'unproven', why, instead: `type it again, or ${elsewhere}`, means }
}
