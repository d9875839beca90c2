import { runtimeOf } from '../../src/runtimes/registry.ts'
import type { Doorway } from '../../src/runtimes/runtime.ts'

const HEAD = `# What each client lets Fairlead do

Written by \`npm run docs\` from the capability tables; tests compare them with recorded answers of the real clients.
\`fairlead doctor\` shows the same for the versions on your machine.

*deny*: Fairlead can stop the call. *ask*: the client's own prompt. *hint*: text for the agent. *notice*: text for you.
*fails*: what happens to the call when the hook itself fails, by default and with \`init --strict\`.
`

const FAILING = { open: 'runs', closed: 'denied' } as const

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

| hook | event | deny | ask | hint | notice | fails |
|---|---|---|---|---|---|---|
${rows.join('\n')}

What no hook sees or can stop:

${uncovered.map((text) => `- ${text}`).join('\n')}
`
    })
  return `${HEAD}${parts.join('')}`
}
