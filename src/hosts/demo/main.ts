import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_TEXTS } from '../../core/words/demo.ts'
import { playDemo } from './play.ts'
import { tell } from './story.ts'

const HERE = dirname(fileURLToPath(import.meta.url))
const LAUNCHER = join(HERE, '..', 'bin', 'fairlead')

/** `npm start`: the demo. `npm start -- --project DIR …`: `fairlead init …` in that folder. */
async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0) return demo()
  const [flag, folder, ...options] = args
  if (flag !== '--project' || folder === undefined) return complain(DEMO_TEXTS.usage)
  const project = resolve(folder)
  if (!statSync(project, { throwIfNoEntry: false })?.isDirectory()) {
    return complain(DEMO_TEXTS.noFolder(folder))
  }
  const init = [join(HERE, 'cli.mjs'), 'init', ...options]
  const { status } = spawnSync(process.execPath, init, { cwd: project, stdio: 'inherit' })
  return status ?? 1
}

async function demo(): Promise<number> {
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  const story = tell(write)
  await playDemo(story)
  story.closing(LAUNCHER)
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
    complain(DEMO_TEXTS.failed(problem))
    process.exitCode = 1
  },
)
