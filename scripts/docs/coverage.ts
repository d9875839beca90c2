import { runtimeOf } from '../../src/runtimes/registry.ts'
import type { Doorway } from '../../src/runtimes/runtime.ts'

const HEAD = `# What each runtime lets us do

Written by \`npm run docs\` from the capability tables, which the contract suite compares with recorded answers of the real
clients. \`fairlead doctor\` says the same for the versions on your machine.

*deny*: a refusal stops the call. *ask*: the runtime's own prompt. *steer*: words for the agent. *notice*: words for the
person. *fails*: what becomes of the call when the hook itself fails, by default and with \`init --strict\`.
`

const FAILING = { open: 'goes on', closed: 'refused' } as const

export function coverage(): string {
  const parts = ['claude-code', 'codex']
    .flatMap((name) => runtimeOf(name) ?? [])
    .map((runtime) => {
      const { doorways, uncovered } = runtime.capabilities(runtime.newestTested)
      const rows = doorways.map((row: Doorway) => {
        const mark = (power: 'deny' | 'ask' | 'steer' | 'notice') => (row[power] ? 'yes' : '')
        const strict = row.failsStrict ? `; strict: ${FAILING[row.failsStrict]} since ${row.since}` : ''
        return `| ${row.name} | \`${row.event}\` | ${mark('deny')} | ${mark('ask')} | ${mark('steer')} | ${mark('notice')} | ${FAILING[row.fails]}${strict} |`
      })
      return `
## ${runtime.name}

Newest version tested: ${runtime.newestTested}.

| doorway | event | deny | ask | steer | notice | fails |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Not covered:

${uncovered.map((text) => `- ${text}`).join('\n')}
`
    })
  return `${HEAD}${parts.join('')}`
}
