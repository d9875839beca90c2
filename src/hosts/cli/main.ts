import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FOR_AGENT } from '../../wiring/protocol.ts'
import { runAtDoor } from './agent-door.ts'
import { run, runForAgent } from './run.ts'
import { realTerminal } from './terminal.ts'

// `fairlead audit export | head` is not an error.
process.stdout.on('error', () => process.exit(0))

const terminal = realTerminal(process.env)
const bundle = dirname(fileURLToPath(import.meta.url))
const context = { terminal, env: process.env, cwd: process.cwd(), bundle, node: process.execPath }
const words = process.argv.slice(2)
const isForAgent = words[0] === FOR_AGENT
const ran = isForAgent ? undefined : await runAtDoor(context, words)
if (ran) {
  process.stdout.write(ran.stdout)
  process.stderr.write(ran.stderr)
  process.exitCode = ran.exit
} else {
  const exit = isForAgent ? await runForAgent(context, words.slice(1)) : await run(context, words)
  if (exit.code !== 0) process.stderr.write(`fairlead: ${exit.line}\n`)
  process.exitCode = exit.code
}
