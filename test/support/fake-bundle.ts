import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Refuses `rm -rf /` in governed folders of any runtime, and says what it was called with on stderr. */
const HOOK = `
const text = require('node:fs').readFileSync(0, 'utf8')
if (process.env.CRASH) process.exit(Number(process.env.CRASH))
if (process.env.ECHO) console.log(JSON.stringify({ argv: process.argv.slice(2), text, home: process.env.HOME, options: process.env.NODE_OPTIONS ?? null }))
else if (text.includes('rm -rf /')) console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' } }))
`

/** A build small enough to be copied by every test. Its Node is a script that calls the real one. */
export function makeFakeBundle(
  folder: string,
  files: Readonly<Record<string, string>> = {},
): { folder: string; node: string } {
  const all: Readonly<Record<string, string>> = {
    'hook.cjs': HOOK,
    'cli.mjs': 'console.log("cli", ...process.argv.slice(2))',
    'cli/chunk.mjs': '',
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const hashes = Object.entries(all).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')])
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ version: '1.2.3', inputs: 'x', files: Object.fromEntries(hashes) }),
  )
  const node = join(dirname(folder), 'node')
  writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
  chmodSync(node, 0o755)
  return { folder, node }
}
