import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readJson, readTornJson } from './torn-json.ts'

it.each([
  ['{"a":"b', { a: 'b' }],
  ['{"a":"b\\', { a: 'b' }],
  ['{"a":"b\\u00', { a: 'b' }],
  ['{"a":"b\\\\', { a: 'b\\' }],
  ['{"a":"b\\"c', { a: 'b"c' }],
  ['{"a":[1,{"b":2}', { a: [1, { b: 2 }] }],
  ['{"a":1,', { a: 1 }],
  ['{"a":', { a: null }],
  ['{"a', { a: null }],
  ['{"a":{"b":"]}"', { a: { b: ']}' } }],
  ['{', {}],
  ['{"a":1} trailing', { a: 1 }],
  ['{"a":1}{"b":2}', { a: 1 }],
  ['\uFEFF{"a":"b', { a: 'b' }],
  ['\uFEFF{"a":1}]', { a: 1 }],
  ['{a} {"b":1}', undefined],
  ['{"a":tru', undefined],
  ['', undefined],
  ['nonsense', undefined],
])('%s is read as far as it goes', (text, expected) => {
  expect(readTornJson(text)).toEqual(expected)
})

it('never throws, and what it reads is a value', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      const value = readTornJson(text.slice(0, cut))
      if (value !== undefined) expect(readJson(JSON.stringify(value))).toEqual(value)
    }),
  )
})
