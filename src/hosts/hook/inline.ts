import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf } from '../../config/paths.ts'
import type { HookAnswer, HookCall } from '../../gate/gate.ts'
import { daemonArgs } from '../../wiring/daemon-args.ts'
import { type Wiring, wireGate } from '../../wiring/wire-gate.ts'

/** Hooks come in bursts; one start at a time is enough. */
const START_PAUSE_MS = 3_000

/** The same gate as the daemon's, in this process. */
export async function answerInline(call: HookCall): Promise<HookAnswer> {
  const { gate } = wireGate({ paths: pathsOf(process.env), env: process.env, loadYaml })
  return gate.handle(call)
}

/** YAML is parsed only when someone edited the state file, so its parser is a bundle of its own. */
function loadYaml(): ReturnType<Wiring['loadYaml']> {
  return require(join(__dirname, 'yaml.cjs')) as ReturnType<Wiring['loadYaml']>
}

/** For the next call. Nothing waits for it and nothing depends on it. */
export async function startDaemonLater(): Promise<void> {
  const { state, governed } = pathsOf(process.env)
  const daemon = join(__dirname, 'daemon.mjs')
  if (!existsSync(governed) || !existsSync(daemon) || startedRecently(join(state, 'daemon.starting'))) return
  // Loaded here: most cold calls start no daemon.
  const { spawn } = await import('node:child_process')
  spawn(process.execPath, daemonArgs(__dirname), { detached: true, stdio: 'ignore', cwd: '/' }).unref()
}

function startedRecently(mark: string): boolean {
  try {
    if (Date.now() - statSync(mark).mtimeMs < START_PAUSE_MS) return true
  } catch {
    // No mark yet.
  }
  try {
    mkdirSync(join(mark, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(mark, '', { mode: 0o600 })
    return false
  } catch {
    return true
  }
}
