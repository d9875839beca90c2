import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeLetOut } from './let-out.ts'

const KEY = 'k'.repeat(32)
const COMMAND = "UNSEALED=1 sudo -n echo 'a b'"
const EVAL = ` && eval 'UNSEALED=1 sudo -n echo '"'"'a b'"'"'' < /dev/null && pwd`
const nested = (line: string) => `/h/seal '${line.replaceAll("'", `'"'"'`)}'`

let root: string
let letOut: ReturnType<typeof makeLetOut>
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-let-out-'))
  writeFileSync(join(root, 'key'), KEY)
  letOut = makeLetOut({ key: join(root, 'key') }, (pid) => (pid === 72 ? 70 : 1))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(root, { recursive: true, force: true })
})

const asking = (text: string, { client = 7, self = 70, key = KEY } = {}) => {
  const bytes = Buffer.from(text)
  const proof = createHmac('sha256', key).update(`unseal\n${client}\n${self}\n5\n`).update(bytes).digest('hex')
  return { op: 'unseal', client, self, atMs: 5, line: bytes.toString('hex'), proof } as const
}

it('[EDGE-136] lets one command out, for the two helpers of its client that it passes through, and says so with the key', () => {
  letOut.may({ id: 'a', command: COMMAND }, 7)
  const proof = createHmac('sha256', KEY).update('unsealed\n7\n70\n5\n').update(nested(EVAL)).digest('hex')
  expect(letOut.ask(asking(nested(EVAL)))).toEqual({ kind: 'unsealed', proof })
  expect(letOut.ask(asking(EVAL))).toMatchObject({ kind: 'unsealed' })
  expect(letOut.ask(asking(EVAL, { self: 72, client: 70 }))).toMatchObject({ kind: 'unsealed' })
  expect(letOut.ask(asking(EVAL, { self: 71 }))).toEqual({ kind: 'noted' })
  expect([letOut.was('a'), letOut.was('a')]).toEqual([true, false])
})

it.each([
  ['nobody decided about', asking(EVAL), false],
  ['of another client', asking(EVAL, { client: 8 }), true],
  ['of other words', asking(EVAL.replace('a b', 'c')), true],
  ['with words around it', asking(` && eval 'id; ${COMMAND}' <`), true],
  ['in a program that prints it', asking(COMMAND), true],
  ['asked without the key', asking(EVAL, { key: 'other' }), true],
] as const)('[EDGE-136] keeps in a command %s', (_, asked, isDecided) => {
  if (isDecided) letOut.may({ id: 'a', command: COMMAND }, 7)
  expect(letOut.ask(asked)).toEqual({ kind: 'noted' })
  expect(letOut.was('a')).toBe(false)
})

it('[EDGE-136] keeps in what nobody ran for ten minutes, and what ran before', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  letOut.may({ id: 'a', command: COMMAND }, 7)
  vi.advanceTimersByTime(600_001)
  expect(letOut.ask(asking(EVAL))).toEqual({ kind: 'noted' })
  for (let id = 0; id < 65; id += 1) letOut.may({ id: String(id), command: id === 0 ? COMMAND : 'x' }, 7)
  expect(letOut.ask(asking(EVAL))).toEqual({ kind: 'noted' })
  rmSync(join(root, 'key'))
  expect(letOut.ask(asking(EVAL))).toEqual({ kind: 'noted' })
})
