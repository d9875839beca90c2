import { foreignFields } from '../../core/model/json.ts'
import type { AgentRequest, Request } from '../../wiring/protocol.ts'

export function isRequest(value: unknown): value is Request {
  const fields = foreignFields(value)
  if (fields['op'] === 'attest') return isAttestation(fields)
  if (fields['op'] === 'unseal') return isUnseal(fields)
  if (typeof fields['version'] !== 'string') return false
  if (['info', 'stop', 'console'].some((op) => op === fields['op'])) return true
  return fields['op'] === 'hook' && isCall(fields['call']) && typeof fields['client'] === 'number'
}

function isAttestation({ client, atMs, sealed, proof }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof client === 'number' && typeof atMs === 'number' && typeof sealed === 'boolean' && typeof proof === 'string'
  )
}

function isUnseal({ client, self, atMs, proof, line }: Readonly<Record<string, unknown>>): boolean {
  const [numbers, texts] = [
    [client, self, atMs],
    [proof, line],
  ]
  return numbers.every((one) => typeof one === 'number') && texts.every((one) => typeof one === 'string')
}

const MAX_WORDS = 256
const MAX_NAME = /^[\w.:-]{1,128}$/

export function isAgentRequest(value: unknown): value is AgentRequest {
  const { op, call, argv, cwd, runtime, session } = foreignFields(value)
  if (op === 'judge') return isCall(call)
  const areWords = Array.isArray(argv) && argv.length <= MAX_WORDS && argv.every(isWord)
  return op === 'agent' && areWords && isWord(cwd) && [runtime, session].every(isNameOrNone)
}

/** No program can be given a word with a zero byte in it. */
const isWord = (value: unknown): value is string => typeof value === 'string' && !value.includes('\u0000')
const isNameOrNone = (value: unknown) => value === undefined || (typeof value === 'string' && MAX_NAME.test(value))

function isCall(call: unknown): boolean {
  const fields = foreignFields(call)
  const stamp = foreignFields(fields['stamp'])
  return (
    ['runtime', 'bytes', 'startDir'].every((name) => typeof fields[name] === 'string') &&
    ['string', 'undefined'].includes(typeof fields['prefix']) &&
    typeof stamp['id'] === 'string' &&
    typeof stamp['atMs'] === 'number'
  )
}
