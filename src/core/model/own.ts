/** Names come from outside; `constructor` or `__proto__` must not find what every object inherits. */
export function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
