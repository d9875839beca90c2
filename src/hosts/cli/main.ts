import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLI_TEXTS } from '../../core/words/cli.ts'
import { workingFolder } from '../../disk/working-folder.ts'
import { FOR_AGENT } from '../../wiring/protocol.ts'
import { runAtDoor } from './agent-door.ts'
import { run, runForAgent } from './run.ts'
import { realTerminal } from './terminal.ts'

// `fairlead audit export | head` is not an error.
process.stdout.on('error', () => process.exit(0))

const words = process.argv.slice(2)
const cwd = workingFolder()
if (cwd === undefined) {
  process.stderr.write(`fairlead: ${CLI_TEXTS.folderGone}\n`)
  process.exitCode = 1
} else {
  process.exitCode = await runIn(cwd)
}

async function runIn(folder: string): Promise<number> {
  const bundle = dirname(fileURLToPath(import.meta.url))
  const terminal = realTerminal(process.env)
  const context = { terminal, env: process.env, cwd: folder, bundle, node: process.execPath }
  const isForAgent = words[0] === FOR_AGENT
  const ran = isForAgent ? undefined : await runAtDoor(context, words)
  if (ran) {
    process.stdout.write(ran.stdout)
    process.stderr.write(ran.stderr)
    return ran.exit
  }
  const exit = isForAgent ? await runForAgent(context, words.slice(1)) : await run(context, words)
  if (exit.code !== 0) process.stderr.write(`fairlead: ${exit.line}\n`)
  return exit.code
}
