import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import type { Environment } from '../core/model/json.ts'
import { RUNTIME_NAMES, type RuntimeName } from './plan-install.ts'

/** What tells that a runtime is used on this machine. */
export interface Detected {
  readonly runtime: RuntimeName
  readonly program: string | null
  readonly folder: string | null
}

const PROGRAMS: Readonly<Record<RuntimeName, string>> = { 'claude-code': 'claude', codex: 'codex' }
const VERSION_TIMEOUT_MS = 5_000

export function detectRuntimes(paths: Paths, env: Environment): readonly Detected[] {
  return RUNTIME_NAMES.map((runtime) => detectRuntime(runtime, paths, env)).filter(
    ({ program, folder }) => program !== null || folder !== null,
  )
}

export function detectRuntime(runtime: RuntimeName, paths: Paths, env: Environment): Detected {
  const folder = runtime === 'claude-code' ? paths.claude.folder : paths.codex.folder
  return { runtime, program: findProgram(PROGRAMS[runtime], env), folder: existsSync(folder) ? folder : null }
}

/** What a person types to start it. */
export function programOf(runtime: RuntimeName): string {
  return PROGRAMS[runtime]
}

export function findProgram(name: string, env: Environment): string | null {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    if (folder !== '' && isProgram(path)) return path
  }
  return null
}

/** `2.1.325`, from whatever else the program prints with it. Undefined when it does not answer in time. */
export function versionOf(program: string, env: Environment): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: VERSION_TIMEOUT_MS, env: { ...env }, encoding: 'utf8' as const }
    const child = execFile(program, ['--version'], options, (_, stdout) =>
      resolve(/(?<!\d)\d+\.\d+\.\d+\S*/.exec(stdout)?.[0]),
    )
    child.stdin?.end()
  })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
