import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventId } from '../../core/model/ids.ts'
import { makeAttested } from './attested.ts'

const KEY = 'k'.repeat(32)
let root: string
let attested: ReturnType<typeof makeAttested>
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-attested-'))
  writeFileSync(join(root, 'key'), KEY)
  writeFileSync(join(root, 'seal.plan'), 'shell /bin/sh\n')
  attested = makeAttested({ key: join(root, 'key'), sealCommand: join(root, 'seal') }, (pid) => pid < 9)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const call = (name: string, id = 'toolu_1', tool = 'Bash') => ({
  runtime: 'claude-code',
  bytes: JSON.stringify({ hook_event_name: name, tool_name: tool, tool_use_id: id }),
  stamp: { id: eventId(`${name}-${id}`), atMs: 1_000 },
  startDir: '/',
})
const said = (over: { client?: number; atMs?: number; sealed?: boolean } = {}, key = KEY) => {
  const { client = 7, atMs = 1_001, sealed = true } = over
  const text = `attest\n${client}\n${atMs}\n${sealed ? 'sealed' : 'unsealed'}`
  return { op: 'attest', client, atMs, sealed, proof: createHmac('sha256', key).update(text).digest('hex') } as const
}
const DENY = JSON.stringify({ hookSpecificOutput: { permissionDecision: 'deny' } })

it.each([
  ['sealed', [said()], undefined],
  ['that could not enter', [said({ sealed: false })], 'unsealed'],
  ['of which nothing was said', [], 'unattested'],
  ['of another client', [said({ client: 8 })], 'unattested'],
  ['from before', [said({ atMs: 999 })], 'unattested'],
  ['signed by somebody else', [said({}, 'another key')], 'unattested'],
  ['said otherwise', [{ ...said({ sealed: false }), sealed: true }], 'unattested'],
] as const)('[EDGE-135] tells how a command ran: %s', async (_, attestations, expected) => {
  attested.letPass(call('PreToolUse'), 7, { stdout: '' })
  for (const one of attestations) expect(attested.note(one)).toEqual({ kind: 'noted' })
  expect(await attested.ran(call('PostToolUse'), 7)).toBe(expected)
  expect(await attested.ran(call('PostToolUse'), 7)).toBe(undefined)
})

it('[EDGE-135] one word is for one command', async () => {
  for (const id of ['a', 'b']) attested.letPass(call('PreToolUse', id), 7, { stdout: '' })
  attested.note(said())
  expect(await attested.ran(call('PostToolUse', 'a'), 7)).toBe(undefined)
  expect(await attested.ran(call('PostToolUseFailure', 'b'), 7)).toBe('unattested')
})

it('asks only about shell calls that it let pass itself while the seal is on', async () => {
  attested.letPass(call('PreToolUse', 'r'), 7, { stdout: DENY })
  attested.letPass(call('PreToolUse', 'w', 'Write'), 7, { stdout: '' })
  expect(await attested.ran(call('PostToolUse', 'r'), 7)).toBe(undefined)
  attested.letPass(call('PreToolUse'), 7, { stdout: '' })
  expect(await attested.ran(call('PostToolUse', 'w', 'Write'), 7)).toBe(undefined)
  expect(await attested.ran(call('PostToolUse', 'unknown'), 7)).toBe(undefined)
  attested.letPass(call('PreToolUse', 'by hand'), 7, { stdout: '' })
  expect(await attested.ran(call('PostToolUse', 'by hand'), 9)).toBe(undefined)
  writeFileSync(join(root, 'seal.plan'), 'off\n')
  expect(await attested.ran(call('PostToolUse'), 7)).toBe(undefined)
  attested.letPass(call('PreToolUse', 'z'), 7, { stdout: '' })
  expect(await attested.ran(call('PostToolUse', 'z'), 7)).toBe(undefined)
})

it('[EDGE-136] a call that a person let out says so of itself, and is missed by nobody', async () => {
  const asked = JSON.stringify({ hookSpecificOutput: { permissionDecision: 'ask' } })
  for (const stdout of ['', asked]) {
    const begins = call('PreToolUse')
    const bytes = JSON.stringify({ ...JSON.parse(begins.bytes), tool_input: { command: 'UNSEALED=1 id' } })
    attested.letPass({ ...begins, bytes }, 7, { stdout, unsealed: true })
    const line = Buffer.from("x && eval 'UNSEALED=1 id' < /dev/null").toString('hex')
    const proof = createHmac('sha256', KEY).update('unseal\n7\n70\n5\n').update(Buffer.from(line, 'hex')).digest('hex')
    expect(attested.letOut({ op: 'unseal', client: 7, self: 70, atMs: 5, line, proof })).toMatchObject({
      kind: 'unsealed',
    })
    expect(await attested.ran(call('PostToolUse'), 7)).toBe('let-out')
    expect(attested.letOut({ op: 'unseal', client: 7, self: 70, atMs: 5, line, proof })).toEqual({ kind: 'noted' })
  }
})
