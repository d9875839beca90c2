/** A value that is made when it is first asked for: a cold hook needs few of the tables, and pays for each that it makes. */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
