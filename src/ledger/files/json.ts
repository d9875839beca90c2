import { redact } from '../../core/rules/text/redact.ts'

/** LEDGER-13: the same value with every text in it redacted. */
export function redacted<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? redact(one) : one)))
}
