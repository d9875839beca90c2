import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Paths } from '../config/paths.ts'
import type { Json } from '../core/model/json.ts'
import { INSTALL_PROBLEMS } from '../core/words/install.ts'
import { projectVariables } from '../runtimes/peek.ts'
import { refusalIn, samplePayload } from '../runtimes/sample-payloads.ts'
import { isClaudeProjectHook, isClaudeUserHook } from './claude-hooks.ts'
import { isCodexHook } from './codex-hooks.ts'
import { readFileState } from './file-state.ts'
import { findHandlers, type IsOurs } from './hooks-json.ts'
import type { RuntimeName } from './plan-install.ts'

/** A hook as a settings file names it: a program with arguments, or a line for the shell. */
type HookCommand =
  | { readonly kind: 'program'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'shell'; readonly line: string }

export type Probe = { readonly live: true; readonly tookMs: number } | { readonly live: false; readonly why: string }

export interface ProbeCall {
  readonly runtime: RuntimeName
  readonly hook: HookCommand
  /** A governed project: elsewhere silence is the right answer. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export const DOCTOR_SESSION = 'fairlead-doctor'
const PROBE_TIMEOUT_MS = 10_000
const MAX_OUTPUT_CHARS = 100_000

/** Asks the hook, exactly as installed, about a call that must never pass, and listens for the refusal. */
export async function probeHook({ runtime, hook, cwd, env }: ProbeCall): Promise<Probe> {
  const startedMs = performance.now()
  const call = { session: DOCTOR_SESSION, call: `${DOCTOR_SESSION}-${Date.now()}`, cwd, command: 'rm -rf /' }
  const answer = await run(hook, {
    cwd,
    env: { ...env, ...projectVariables(runtime, cwd) },
    payload: samplePayload.beforeTool(call),
  })
  if (!answer.ok) return { live: false, why: answer.why }
  if (refusalIn(answer.stdout) !== undefined) return { live: true, tookMs: Math.round(performance.now() - startedMs) }
  return { live: false, why: answer.stdout.trim() === '' ? INSTALL_PROBLEMS.letItPass : INSTALL_PROBLEMS.noRefusal }
}

/** The command of a handler that was read from a settings file. @internal */
export function hookCommandOf(handler: Json, cwd: string): HookCommand | null {
  if (handler === null || typeof handler !== 'object' || Array.isArray(handler)) return null
  const { command, args } = handler as { readonly [key: string]: Json }
  if (typeof command !== 'string') return null
  if (!Array.isArray(args)) return { kind: 'shell', line: command }
  const expand = (text: string) => text.replaceAll(['$', '{CLAUDE_PROJECT_DIR}'].join(''), cwd)
  return { kind: 'program', command: expand(command), args: args.map((arg) => expand(String(arg))) }
}

interface Run {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly payload: string
}

type Ran = { readonly ok: true; readonly stdout: string } | { readonly ok: false; readonly why: string }

function run(hook: HookCommand, { cwd, env, payload }: Run): Promise<Ran> {
  return new Promise((resolve) => {
    const [command, args] = hook.kind === 'shell' ? ['/bin/sh', ['-c', hook.line]] : [hook.command, hook.args]
    const child = spawn(command, [...args], {
      cwd,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: PROBE_TIMEOUT_MS,
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout = (stdout + chunk).slice(0, MAX_OUTPUT_CHARS)
    })
    child.on('error', () => resolve({ ok: false, why: INSTALL_PROBLEMS.notStarted(command) }))
    child.on('close', (code, signal) => {
      if (signal !== null) resolve({ ok: false, why: INSTALL_PROBLEMS.noAnswer(PROBE_TIMEOUT_MS / 1000) })
      else if (code === 0) resolve({ ok: true, stdout })
      else resolve({ ok: false, why: INSTALL_PROBLEMS.exitCode(code) })
    })
    // A hook that does not read its input closes the pipe early; its answer still counts.
    child.stdin.on('error', () => {})
    child.stdin.end(payload)
  })
}

/** The hook that stands before every tool, as a settings file of the runtime names it. */
export interface GateHook {
  readonly file: string
  /** Whose file it is. */
  readonly scope: 'user' | 'project' | 'managed'
  readonly handler: Json
  readonly command: HookCommand
  /** Every doorway that has a hook of ours in this file. */
  readonly events: readonly { readonly name: string; readonly strict: boolean }[]
}

/** Read back from the settings, not assumed: what counts is what the runtime will find there. */
export function findGateHook(runtime: RuntimeName, paths: Paths, project: string): GateHook | null {
  for (const { file, scope, isOurs } of placesFor(runtime, paths, project)) {
    const state = readFileState(file)
    const found = state.kind === 'file' ? findHandlers(state.text, isOurs) : null
    const gate = found?.ok ? found.handlers.find(({ event }) => event === 'PreToolUse') : undefined
    const command = gate === undefined ? null : hookCommandOf(gate.handler, project)
    if (!found?.ok || gate === undefined || command === null) continue
    const events = found.handlers.map(({ event, handler }) => ({ name: event, strict: isStrict(handler) }))
    return { file, scope, handler: gate.handler, command, events }
  }
  return null
}

/** The user's settings file of the runtime, where it is there and can't be read as such. */
export function brokenSettings(
  runtime: RuntimeName,
  paths: Paths,
): { readonly file: string; readonly problem: string } | undefined {
  const file = runtime === 'codex' ? paths.codex.hooks : paths.claude.settings
  const state = readFileState(file)
  if (state.kind === 'missing') return undefined
  if (state.kind !== 'file') return { file, problem: state.problem }
  const found = findHandlers(state.text, () => false)
  return found.ok ? undefined : { file, problem: found.problem }
}

export function isStrict(handler: Json): boolean {
  return JSON.stringify(handler).includes('--strict')
}

type HookPlace = Pick<GateHook, 'file' | 'scope'> & { readonly isOurs: IsOurs }

function placesFor(runtime: RuntimeName, paths: Paths, project: string): readonly HookPlace[] {
  if (runtime === 'codex') return [{ file: paths.codex.hooks, scope: 'user', isOurs: isCodexHook(paths.hookCommand) }]
  return [
    { file: paths.claude.settings, scope: 'user', isOurs: isClaudeUserHook(paths.hookCommand) },
    { file: join(project, '.claude', 'settings.json'), scope: 'project', isOurs: isClaudeProjectHook },
    { file: paths.claude.managedSettings, scope: 'managed', isOurs: isClaudeProjectHook },
  ]
}
