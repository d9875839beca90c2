import { spawn } from 'node:child_process'
import { AGENT_DOOR_TEXTS } from '../../core/words/cli.ts'

interface Ran {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

interface RunPlace {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

const MAX_RUNNING = 2
const RUN_MS = 60_000
const MAX_OUTPUT_BYTES = 4 * 1_024 * 1_024

let running = 0
const waiting: (() => void)[] = []

/** Runs our command line beside the daemon, a few at a time, each bounded in time and words. */
export async function runCli([program, ...args]: readonly [string, ...string[]], place: RunPlace): Promise<Ran> {
  if (running >= MAX_RUNNING) await new Promise<void>((done) => waiting.push(done))
  running += 1
  try {
    return await runNow(program, args, place)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function runNow(program: string, args: readonly string[], { cwd, env }: RunPlace): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }
    let stopped = ''
    const stop = (why: string) => {
      stopped ||= why
      child.kill('SIGKILL')
    }
    const late = setTimeout(stop, RUN_MS, AGENT_DOOR_TEXTS.tooLong)
    const end = (exit: number | null) => {
      clearTimeout(late)
      const said = { stdout: texts.stdout.toString('utf8'), stderr: texts.stderr.toString('utf8') }
      done(
        stopped === ''
          ? { exit: exit ?? 1, ...said }
          : { exit: 1, ...said, stderr: `${said.stderr}fairlead: ${stopped}\n` },
      )
    }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        texts[name] = Buffer.concat([texts[name], chunk])
        if (texts[name].length > MAX_OUTPUT_BYTES) stop(AGENT_DOOR_TEXTS.tooMuch)
      })
    child.on('error', () => end(1))
    child.on('close', end)
  })
}
