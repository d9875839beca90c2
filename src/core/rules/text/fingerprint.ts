import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Finding } from '../../model/assessment.ts'
import type { Exhibit } from '../../model/exhibit.ts'
import { type Fingerprint, fingerprint } from '../../model/ids.ts'
import { canonicalJson, type Json } from '../../model/json.ts'

const print = (value: Json): Fingerprint => fingerprint(bytesToHex(sha256(utf8ToBytes(canonicalJson(value)))))

/**
 * Stands before every print of an action or a class of them. The first scheme had none, and hashed the reason's wording; the second knew
 * one finding of a call and nothing of the files behind it.
 */
const SCHEME = '3:'

/** EDGE-57: one exact action, by all that it does and not by how the reasons are worded. */
export function allowancePrint(action: {
  readonly tool: string
  readonly canonical: string
  readonly cwd: string
  readonly findings: readonly Pick<Finding, 'type' | 'rule' | 'targets'>[]
  readonly exhibit: Exhibit
}): Fingerprint {
  const { tool, canonical, cwd, findings, exhibit } = action
  const found = findings.map(({ type, rule, targets }) => canonicalJson({ type, rule, targets }))
  const parts = exhibit.map(({ print }) => print)
  return fingerprint(`${SCHEME}${print({ tool, canonical, cwd, found: found.toSorted(), parts: parts.toSorted() })}`)
}

/** False for what an earlier version made: no call can match that any more. */
export function isCurrentPrint(of: Fingerprint): boolean {
  return of.startsWith(SCHEME)
}

/** EDGE-58: a class of actions, whatever the reason and the exact arguments, through the same files. */
export function dismissalPrint(kind: {
  readonly type: string
  readonly family: string
  readonly targetClass: string
  readonly through: Exhibit
}): Fingerprint {
  const { type, family, targetClass } = kind
  const through = kind.through.map((part) => part.print).toSorted()
  return fingerprint(`${SCHEME}${print({ type, family, targetClass, through })}`)
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
