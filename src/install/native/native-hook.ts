import { spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { prefixVariableName, projectVariableNames } from '../../runtimes/peek.ts'
import { hookScript, type PinnedEnvironment, unpinnedNames } from '../scripts.ts'

/** One file behind the hook's command; null is none. */
export interface HookFile {
  readonly path: string
  readonly content: string | Buffer | null
  readonly mode: number
}

/** Whether the command that runtimes call is the small static program, or the script that starts Node each time. */
export type HookProgram =
  | { readonly kind: 'native' }
  | { readonly kind: 'node'; readonly why: 'not-built' | 'does-not-run' | 'not-for-this-system' }

/** Where a build has the program for this machine. */
export function nativeNameOf(program: 'hook' | 'seal'): string {
  return `native/${process.platform}-${process.arch}/${program}`
}

/** What lies beside the hook's command where that is the native program. */
export function besideHook({ hookCommand }: Pick<Paths, 'hookCommand'>): {
  readonly pins: string
  readonly script: string
} {
  return { pins: `${hookCommand}.pins`, script: `${hookCommand}.sh` }
}

/** What the build in `folder` gives this machine, tried out. */
export function hookProgramIn(folder: string): HookProgram {
  if (process.platform !== 'linux') return { kind: 'node', why: 'not-for-this-system' }
  const program = join(folder, nativeNameOf('hook'))
  if (bytesOf(program) === null) return { kind: 'node', why: 'not-built' }
  return proves(program) ? { kind: 'native' } : { kind: 'node', why: 'does-not-run' }
}

interface Wanted {
  /** Of the installed version: the program has to be executable there. */
  readonly folder: string
  readonly version: string
  readonly pinned: PinnedEnvironment
}

/** The files behind the stable command, the one that is called last: what it needs is there before it is. */
export function hookFiles(paths: Paths, { folder, version, pinned }: Wanted): readonly HookFile[] {
  const { pins, script } = besideHook(paths)
  const text = hookScript(paths, pinned)
  const lines = pinsOf(paths, version, pinned)
  const isNative = lines !== null && hookProgramIn(folder).kind === 'native'
  return [
    { path: script, content: isNative ? text : null, mode: 0o755 },
    { path: pins, content: isNative ? lines : null, mode: 0o644 },
    { path: paths.hookCommand, content: isNative ? bytesOf(join(folder, nativeNameOf('hook'))) : text, mode: 0o755 },
  ]
}

/** What the script has written into it, for the native program; null where a value has no place in a line. */
function pinsOf(paths: Paths, version: string, pinned: PinnedEnvironment): string | null {
  const lines = [
    ['version', version],
    ['node', `${paths.current}/node`],
    ['hook', `${paths.current}/hook.cjs`],
    ['socket', paths.socket],
    ['key', paths.key],
    ['gaps', `${paths.state}/gaps.jsonl`],
    ...projectVariableNames().map((name) => ['folder-from', name]),
    ['prefix-from', prefixVariableName()],
    ...Object.entries(pinned).map(([name, value]) => ['set', `${name}=${value}`]),
    ...unpinnedNames(pinned).map((name) => ['unset', name]),
  ].map((words) => words.join(' '))
  return lines.some((line) => line.includes('\n')) ? null : `${lines.join('\n')}\n`
}

/** It runs here at all, and signs as we do. */
function proves(program: string): boolean {
  const [key, text] = [randomBytes(8).toString('hex'), randomBytes(256)]
  const { stdout } = spawnSync(program, ['--prove', key], { input: text, timeout: PROBE_MS, encoding: 'utf8' })
  return stdout === createHmac('sha256', key).update(text).digest('hex')
}

const PROBE_MS = 5_000

export function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
