import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { play } from './play.ts'
import { closing, tell } from './story.ts'

const HERE = dirname(fileURLToPath(import.meta.url))
const LAUNCHER = join(HERE, '..', 'bin', 'fairlead')

const USAGE = 'usage: npm start [-- --project DIR [options of `fairlead init`]]'

/** `npm start`: the demo. `npm start -- --project DIR …`: `fairlead init …` in that folder. */
async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0) return demo()
  const [flag, folder, ...options] = args
  if (flag !== '--project' || folder === undefined) return complain(USAGE)
  const project = resolve(folder)
  if (!statSync(project, { throwIfNoEntry: false })?.isDirectory()) {
    return complain(`\`${folder}\` is not a folder; ${USAGE}`)
  }
  const init = [join(HERE, 'cli.mjs'), 'init', ...options]
  const { status } = spawnSync(process.execPath, init, { cwd: project, stdio: 'inherit' })
  return status ?? 1
}

async function demo(): Promise<number> {
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  await play(tell(write))
  closing(LAUNCHER, write)
  return 0
}

function complain(text: string): number {
  process.stderr.write(`fairlead: ${text}\n`)
  return 2
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const problem = error instanceof Error ? error.message : 'unknown failure'
    process.stderr.write(`fairlead: the demo failed: ${problem}; run \`npm test\` to see which part is broken\n`)
    process.exitCode = 1
  },
)
