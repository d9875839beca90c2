import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Fingerprint, fingerprint } from '../../model/ids.ts'
import { canonicalJson, type Json } from '../../model/json.ts'

const print = (value: Json): Fingerprint => fingerprint(bytesToHex(sha256(utf8ToBytes(canonicalJson(value)))))

/** Stands before every print of an exact action. The first scheme had none, and hashed the reason's wording. */
const SCHEME = '2:'

/** EDGE-57: one exact action, by what it does and not by how the reason is worded. */
export function allowancePrint(action: {
  readonly type: string
  /** Id of the rule that holds it. */
  readonly rule: string
  readonly tool: string
  readonly canonical: string
  readonly cwd: string
}): Fingerprint {
  const { type, rule, tool, canonical, cwd } = action
  return fingerprint(`${SCHEME}${print({ type, rule, tool, canonical, cwd })}`)
}

/** False for what an earlier version made: no call can match that any more. */
export function isCurrentPrint(of: Fingerprint): boolean {
  return of.startsWith(SCHEME)
}

/** EDGE-58: a class of actions, whatever the reason and the exact arguments. */
export function dismissalPrint(kind: {
  readonly type: string
  readonly family: string
  readonly targetClass: string
}): Fingerprint {
  const { type, family, targetClass } = kind
  return print({ type, family, targetClass })
}

/** C15: the accepted checks of the quality gate, for one objective. */
export function qualityPrint(checks: readonly string[], objective: string): Fingerprint {
  return print({ type: 'quality_gate', checks, objective })
}

/** Lower-case hex sha-256 over the canonical text of a value. */
export function digestOf(value: Json): string {
  return print(value)
}

/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export function textDigest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
