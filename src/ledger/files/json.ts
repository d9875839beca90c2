import { redact } from '../../core/rules/text/redact.ts'

/** What a text says as JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A member of an object that somebody else wrote; undefined where there is none. */
export function foreignField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** LEDGER-13: the same value with every text in it redacted. */
export function redacted<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'string' ? redact(one) : one)))
}
