import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Everything that can open a connection, and why it may. Loopback and the user's own socket are not the network.
const ALLOWED: Readonly<Record<string, string>> = {
  'src/hosts/daemon/export-spans.ts': 'sends decisions where the user’s policy names an address, and nowhere else',
  'src/notify/webhook.ts': 'posts notices where the user’s policy names an address, and nowhere else',
  'src/hosts/daemon/client-port.ts': 'listens on loopback',
  'src/console/routes/serve.ts': 'listens on loopback, for the page',
  'src/hosts/cli/console/console.ts': 'asks the console’s port on loopback',
  'src/hosts/console/app/api.ts': 'the page asks the daemon that served it; its policy lets it ask nobody else',
  'src/hosts/daemon/socket.ts': 'the user’s own socket',
  'src/hosts/cli/ask-daemon.ts': 'the user’s own socket',
  'src/hosts/cli/install/choose-port.ts': 'looks whether a loopback port is free',
  'src/hosts/hook/inline.ts': 'waits until loopback listens',
  'src/hosts/hook/main.ts': 'the user’s own socket',
}
const OPENS =
  /\bfetch\(|['"]node:(?:https?|http2|net|tls|dgram|dns|inspector)(?:\/\w+)?['"]|\bWebSocket\b|\bEventSource\b/

const sources = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

it('is opened by nothing else', () => {
  const opening = sources.filter((file) => OPENS.test(withoutRules(readFileSync(file, 'utf8'))))
  expect(opening.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})

it('those that send need an address in the policy, and there is none by default', async () => {
  const { DEFAULT_POLICY } = await import('../../src/core/model/policy.ts')
  expect([DEFAULT_POLICY.telemetry.otlpEndpoint, DEFAULT_POLICY.notify.webhook]).toEqual(['', ''])
})

it('a connection anywhere else would be seen', () => {
  expect(["await fetch('x')", "import 'node:https'", 'new WebSocket(a)'].every((line) => OPENS.test(line))).toBe(true)
  expect(OPENS.test(withoutRules('const NETWORK = /fetch\\(|socket/'))).toBe(false)
})

/** The rules speak of all this in patterns and lists of names; none of that opens anything. */
function withoutRules(text: string): string {
  return text.replaceAll(/\/(?:[^/\\\n]|\\.)+\/[gimsuy]*|`[^`]*`/g, '')
}
