import { expect, it } from 'vitest'
import { canonicalJson, foreignField, isJsonObject, jsonFields, parseJson } from './json.ts'

it.each([
  ['{"a":1}', { a: 1 }, { a: 1 }],
  ['[1]', [1], {}],
  ['"ab"', 'ab', {}],
  ['null', null, {}],
  ['{', undefined, {}],
  ['', undefined, {}],
])('%s is read as what it says, and never throws', (text, value, fields) => {
  expect([parseJson(text), jsonFields(text)]).toEqual([value, fields])
})

it('a member is what stands in the object itself', () => {
  const value: unknown = JSON.parse('{"a":1,"__proto__":2}')
  const found = [value, null, undefined, 'a', [7]].map((one) => foreignField(one, 'a'))
  expect([...found, foreignField([7], '0'), foreignField(value, 'toString')]).toEqual([
    ...[1, undefined, undefined, undefined, undefined],
    ...[7, undefined],
  ])
})

it('one spelling per value', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
  expect([{}, [], null, undefined].map(isJsonObject)).toEqual([true, false, false, false])
})
