import { isRecord } from '../../../model/json.ts'
import { lookUp, onFirstUse } from '../../../model/language.ts'

/** What a reader finds in one place of a parsed line, or undefined when it is something else. */
export type Shape<Value> = (value: unknown) => Value | undefined

/** Longer texts did not come from us; they are cut, so that a hostile line stays small. */
const MAX_TEXT = 4_000
const MAX_ITEMS = 64

export const textShape: Shape<string> = (value) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined)

export const number: Shape<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const booleanShape: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export function choiceShape<Value extends string | number>(values: readonly Value[]): Shape<Value> {
  return (value) => values.find((one) => one === value)
}

export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value) => (value === null ? null : shape(value))
}

/** Left out counts as this: lines of older versions and of other writers lack fields. */
export function orElse<Value>(shape: Shape<Value>, otherwise: Value): Shape<Value> {
  return (value) => (value === undefined ? otherwise : shape(value))
}

export function listShape<Value>(shape: Shape<Value>): Shape<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined
    const items = value.slice(0, MAX_ITEMS).map(shape)
    return items.every((item) => item !== undefined) ? items : undefined
  }
}

type Shapes<Value> = { readonly [Key in keyof Value]-?: Shape<NonNullable<Value[Key]> | Extract<Value[Key], null>> }

/** Every field must fit; fields that are not named are left out. */
export function objectOf<Value extends object>(shapes: () => Shapes<Value>): Shape<Value> {
  return fieldsOf(shapes, false)
}

/** The same, and any field may be missing. */
export function partOf<Value extends object>(shapes: () => Shapes<Value>): Shape<Value> {
  return fieldsOf(shapes, true)
}

function fieldsOf<Value extends object>(shapes: () => Shapes<Value>, isPart: boolean): Shape<Value> {
  const entries = onFirstUse(() => Object.entries<Shape<unknown>>(shapes()))
  return (value) => {
    if (!isRecord(value)) return undefined
    const read: Record<string, unknown> = {}
    for (const [key, shape] of entries()) {
      if (isPart && lookUp(value, key) === undefined) continue
      const item = shape(lookUp(value, key))
      if (item === undefined) return undefined
      read[key] = item
    }
    // Each field was read by the shape of its own key.
    return read as Value
  }
}
