import type { AnchorState, Crossing, Holder, Owner } from '../../model/anchor.ts'
import { canonicalJson } from '../../model/json.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'

/** The arguments of the tool, in no particular order. Only these are read, and only these are compared. */
export const ARGUMENTS = ['stage', 'role', 'working_dir', 'mode', 'strictness', 'topic', 'token', 'payload'] as const

/** Names one call by what was said: hook and server see the same arguments. */
export function callDigest(args: Readonly<Record<string, unknown>>): string {
  const said = ARGUMENTS.flatMap((name) => {
    const value = args[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return textDigest(canonicalJson(Object.fromEntries(said)))
}

/** A client answers a call at once or asks its person first; longer than this it waits for nobody. */
const CROSSING_MS = 30 * 60_000

export interface AnchorArrival {
  readonly runtime: string
  readonly digest: string
  /** The client's own number, where it told one. */
  readonly call: string | undefined
  readonly token: string | undefined
  readonly atMs: number
}

/** Which call of which agent this is; `many` when two agents said the same words and nothing tells them apart. */
export function crossingOf(state: AnchorState, arrival: AnchorArrival): Crossing | 'many' | undefined {
  const { runtime, digest, call, token, atMs } = arrival
  const fitting = state.crossings.filter(
    (one) => one.owner.runtime === runtime && one.digest === digest && atMs - one.atMs <= CROSSING_MS,
  )
  if (call !== undefined) return fitting.find((one) => one.call === call)
  const holder = token === undefined ? undefined : state.holders.find((one) => holds(one, token))
  const [first] = holder ? fitting.filter((one) => isSameOwner(one.owner, holder.owner)) : fitting
  if (first === undefined) return undefined
  return holder || fitting.every((one) => isSameOwner(one.owner, first.owner)) ? first : 'many'
}

export function holds({ pending, bound }: Holder, token: string): boolean {
  return pending?.token === token || bound?.token === token
}

export function holderOf(state: AnchorState, owner: Owner): Holder | undefined {
  return state.holders.find((one) => isSameOwner(one.owner, owner))
}

export function isSameOwner(left: Owner, right: Owner): boolean {
  return left.runtime === right.runtime && left.session === right.session && left.agent === right.agent
}

export function ownerOf(from: {
  readonly runtime: string
  readonly session: Owner['session']
  readonly agent?: { readonly id: string }
}): Owner {
  return { runtime: from.runtime, session: from.session, agent: from.agent?.id ?? '' }
}
