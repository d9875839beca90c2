import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { CLIENTS, type ClientName, findClients } from './fetch-clients.mjs'

export type Environment = Readonly<Record<string, string>>

export type Finished = {
  /** Null when the client was ended by a signal. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
  readonly timedOut: boolean
}

export type ClientCommand = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Environment
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 90_000
const KILL_AFTER_MS = 3_000

/** Why a client cannot be driven here, or null. The text names the command that helps. */
export function missingClient(name: ClientName): string | null {
  if (findClients()[name] !== null) return null
  return `${CLIENTS[name].package} ${CLIENTS[name].version} is not here; fetch it with \`npm run test:clients\``
}

export function clientPath(name: ClientName): string {
  const path = findClients()[name]
  if (path === null) throw new Error(missingClient(name) ?? name)
  return path
}

/** All that a client gets to see of this machine: a path to programs, a home, and what the case adds. */
export function cleanEnvironment(home: string, extra: Environment = {}): Environment {
  const path = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter)
  return { PATH: path, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', SHELL: '/bin/sh', ...extra }
}

/** Runs a client to its end, with no input, in its own process group so that nothing of it is left behind. */
export function runToEnd({ command, args, cwd, env, timeoutMs = TIMEOUT_MS }: ClientCommand): Promise<Finished> {
  return new Promise((done, fail) => {
    const startedMs = Date.now()
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const text = { stdout: '', stderr: '' }
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      endGroup(child.pid)
    }, timeoutMs)
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk))
    child.on('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
    child.on('close', (exitCode) => {
      clearTimeout(timer)
      done({ exitCode, ...text, durationMs: Date.now() - startedMs, timedOut })
    })
  })
}

export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  signalGroup(pid, 'SIGTERM')
  setTimeout(() => signalGroup(pid, 'SIGKILL'), KILL_AFTER_MS).unref()
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended by itself.
  }
}
