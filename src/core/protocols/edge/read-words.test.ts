import { expect, it } from 'vitest'
import { readEdgeWords } from './read-words.ts'

const rows: readonly (readonly [string, ReturnType<typeof readEdgeWords>])[] = [
  ['', { ok: true, request: { verb: 'status' } }],
  ['  status  ', { ok: true, request: { verb: 'status' } }],
  ['plan', { ok: true, request: { verb: 'plan' } }],
  ['review', { ok: true, request: { verb: 'review' } }],
  ['done', { ok: true, request: { verb: 'done' } }],
  ['help', { ok: true, request: { verb: 'help' } }],
  ['list', { ok: true, request: { verb: 'list' } }],
  ['plan it', { ok: false, problem: '`/edge plan` takes no arguments' }],
  ['active', { ok: true, request: { verb: 'active' } }],
  ['active "fix the parser"', { ok: true, request: { verb: 'active', text: 'fix the parser' } }],
  ['active fix the parser', { ok: true, request: { verb: 'active', text: 'fix the parser' } }],
  ['active “fix”', { ok: true, request: { verb: 'active', text: 'fix' } }],
  ['ambiguous "a or b?"', { ok: true, request: { verb: 'ambiguous', text: 'a or b?' } }],
  ['ambiguous', { ok: false, problem: '`/edge ambiguous` needs a question in quotes' }],
  ['ambiguous ""', { ok: false, problem: '`/edge ambiguous` needs a question in quotes' }],
  ['approve', { ok: true, request: { verb: 'approve' } }],
  ['approve 3', { ok: true, request: { verb: 'approve', hold: 3 } }],
  ['skip #12', { ok: true, request: { verb: 'skip', hold: 12 } }],
  ['skip 3 not before Monday', { ok: true, request: { verb: 'skip', hold: 3, text: 'not before Monday' } }],
  ['skip 3 ""', { ok: true, request: { verb: 'skip', hold: 3 } }],
  ['skip it now', { ok: false, problem: "`it` isn't a number" }],
  ['approve all', { ok: false, problem: "`all` isn't a number" }],
  ['approve 0', { ok: false, problem: "`0` isn't a number" }],
  ['approve 3 --yes', { ok: false, problem: "`3 --yes` isn't a number" }],
  ['revoke 3', { ok: true, request: { verb: 'revoke', hold: 3 } }],
  ['revoke', { ok: false, problem: '`/edge revoke` needs a number; `/edge list` shows them' }],
  ['dismiss', { ok: true, request: { verb: 'dismiss' } }],
  ['dismiss 120', { ok: true, request: { verb: 'dismiss', minutes: 120 } }],
  ['dismiss #2', { ok: true, request: { verb: 'dismiss', hold: 2 } }],
  ['dismiss #2 30', { ok: true, request: { verb: 'dismiss', hold: 2, minutes: 30 } }],
  ['dismiss 0', { ok: false, problem: "`0` isn't a number of minutes from 1 to 1440" }],
  ['dismiss 1441', { ok: false, problem: "`1441` isn't a number of minutes from 1 to 1440" }],
  ['dismiss soon', { ok: false, problem: "`soon` isn't a number of minutes from 1 to 1440" }],
  ['pause 10', { ok: false, problem: 'unknown `/edge` command `pause`; `/edge help` lists them' }],
  [
    'x'.repeat(99),
    { ok: false, problem: `unknown \`/edge\` command \`${'x'.repeat(39)}…\`; \`/edge help\` lists them` },
  ],
]

it.each(rows)('[EDGE-17, EDGE-20, EDGE-54] reads `/edge %s`', (words, expected) => {
  expect(readEdgeWords(words)).toEqual(expected)
})
