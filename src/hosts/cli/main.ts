import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.ts'
import { realTerminal } from './terminal.ts'

// `fairlead audit export | head` is not an error.
process.stdout.on('error', () => process.exit(0))

const terminal = realTerminal(process.env)
const bundle = dirname(fileURLToPath(import.meta.url))
const context = { terminal, env: process.env, cwd: process.cwd(), bundle, node: process.execPath }
const exit = await run(context, process.argv.slice(2))
if (exit.code !== 0) process.stderr.write(`fairlead: ${exit.line}\n`)
process.exitCode = exit.code
