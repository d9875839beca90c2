import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, type Json } from '../../../../core/model/json.ts'

/** One row of an export, as its line says it. */
interface ChainRow {
  readonly seq: number
  readonly hash: string
  readonly prevHash: string
}

export interface ChainState {
  readonly seq: number
  readonly hash: string
}

export const CHAIN_START: ChainState = { seq: 0, hash: '0'.repeat(64) }

export type ChainStep =
  | { readonly ok: true; readonly head: ChainState }
  | { readonly ok: false; readonly seq: number }
  | { readonly ok: 'end' }

/** Continues the chain by one line; every hash is computed again here, from what the line says. */
export function stepChain(head: ChainState, line: string): ChainStep {
  const parsed = parse(line)
  if (parsed === undefined) return { ok: false, seq: head.seq + 1 }
  if (!('seq' in parsed)) return { ok: 'end' }
  const { hash, ...rest } = parsed
  const row = rest as unknown as ChainRow
  const isNext = row.seq === head.seq + 1 && row.prevHash === head.hash
  if (!isNext || bytesToHex(sha256(utf8ToBytes(row.prevHash + canonicalJson(rest)))) !== hash)
    return { ok: false, seq: head.seq + 1 }
  return { ok: true, head: { seq: row.seq, hash: String(hash) } }
}

function parse(line: string): { readonly [key: string]: Json } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: Json })
      : undefined
  } catch {
    return undefined
  }
}
