import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventId } from '../core/model/ids.ts'
import { hmacSha256 } from '../stores/sha256.ts'
import { answerProof } from './answer-proof.ts'

it('is the HMAC that everybody else computes', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      expect(hmacSha256(key, message)).toBe(createHmac('sha256', key).update(message).digest('hex'))
    }),
  )
  const long = Buffer.alloc(100_000, 'x')
  expect(hmacSha256(Buffer.from('k'), long)).toBe(createHmac('sha256', 'k').update(long).digest('hex'))
})

it('belongs to one question and one answer', () => {
  const key = Buffer.from('k'.repeat(44))
  const call = { runtime: 'codex', bytes: '{"a":1}', stamp: { id: eventId('1'), atMs: 1 }, startDir: '/' }
  const proofs = [
    answerProof(key, call, ''),
    answerProof(key, call, 'x'),
    answerProof(key, { ...call, bytes: '{"a":2}' }, ''),
    answerProof(key, { ...call, stamp: { id: eventId('2'), atMs: 1 } }, ''),
    answerProof(Buffer.from('other'), call, ''),
  ]
  expect(new Set(proofs).size).toBe(proofs.length)
})
