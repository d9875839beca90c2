import { runtimeOf } from '../../src/runtimes/registry.ts'
import type { Doorway } from '../../src/runtimes/runtime.ts'

const HEAD = `# What each runtime lets us do

Written by \`npm run docs\` from the capability tables, which the contract suite compares with recorded answers of the real
clients. \`fairlead doctor\` says the same for the versions on your machine.

*deny*: a refusal stops the call. *ask*: the runtime's own prompt. *steer*: words for the agent. *notice*: words for the
person. *fails*: what happens when the hook itself fails, by default and with \`init --strict\`.
`

export function coverage(): string {
  const parts = ['claude-code', 'codex']
    .flatMap((name) => runtimeOf(name) ?? [])
    .map((runtime) => {
      const { doorways, uncovered } = runtime.capabilities(runtime.newestTested)
      const rows = doorways.map((row: Doorway) => {
        const mark = (power: 'deny' | 'ask' | 'steer' | 'notice') => (row[power] ? 'yes' : '')
        const strict = row.failsStrict ? `${row.fails}, strict: ${row.failsStrict} since ${row.since}` : row.fails
        return `| ${row.name} | \`${row.event}\` | ${mark('deny')} | ${mark('ask')} | ${mark('steer')} | ${mark('notice')} | ${strict} |`
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
