import { describe, expect, it } from 'vitest'
import { CI_TEXTS, ciSummary, LOG_TEXTS } from './cli-status.ts'

const RUN = { command: 'claude -p go', calls: 2, facts: 40, head: 'abc', file: 'out/audit.jsonl' }

describe('what a run without a person is told as', () => {
  it('lists what did not run, and nothing an agent wrote is markup', () => {
    const rows = [
      { outcome: 'hold', what: 'git push | `x`\n<b>', why: 'pushes & more' },
      { outcome: 'block', what: 'rm -rf /', why: 'EDGE-38' },
    ] as const
    expect(ciSummary({ ...RUN, rows })).toBe(`## Fairlead: 2 calls held or blocked

<code>claude -p go</code>: 2 calls checked.

| | call | why |
|---|---|---|
| held | <code>git push &#124; &#96;x&#96; &lt;b&gt;</code> | pushes &amp; more |
| blocked | <code>rm -rf /</code> | EDGE-38 |

Audit log: 40 entries, head \`abc\`. Check it anywhere with \`fairlead audit verify out/audit.jsonl\`.
`)
  })

  it('is short where nothing was stopped', () => {
    expect(ciSummary({ ...RUN, rows: [] })).toBe(`## Fairlead: nothing held or blocked

<code>claude -p go</code>: 2 calls checked.

Audit log: 40 entries, head \`abc\`. Check it anywhere with \`fairlead audit verify out/audit.jsonl\`.
`)
  })

  it('says how the command ended, and why a call did not run where that is known', () => {
    expect([CI_TEXTS.ended('claude', 3), CI_TEXTS.ended('claude', null)]).toEqual([
      '`claude` ended with exit code 3',
      '`claude` was ended by a signal',
    ])
    expect([CI_TEXTS.line('hold', 'git push', 'pushes'), CI_TEXTS.line('ask', 'x', '')]).toEqual([
      'fairlead: held git push: pushes',
      'fairlead: held x',
    ])
  })
})

it.each([
  ['fairlead uninstall, process 1 below 2', '/h/.fairlead/bin/hook', 'refused an agent `fairlead uninstall`'],
  ['agent-door', 'fairlead down', 'refused an agent `fairlead down`'],
  ['user_settings', '/h/settings.json', '`/h/settings.json` changed; running sessions keep the settings of before'],
])('[EDGE-118] what became of a change is told as it is: %s', (source, path, text) => {
  expect(LOG_TEXTS.changeRefused(source, path)).toBe(text)
})
