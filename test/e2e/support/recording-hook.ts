import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Canary } from './canary.ts'

export type HookPayload = Readonly<Record<string, unknown>> & { readonly hook_event_name: string }

export type Recorded = Canary & {
  /** Every payload the client handed to the hook, in the order of arrival. */
  readonly payloads: () => readonly HookPayload[]
  /** The shell command that clients call. */
  readonly command: string
}

/** Calls of `event` whose payload contains `text` get `answer` on standard output. */
export type StubAnswer = { readonly event: string; readonly text: string; readonly answer: object }

export type RecordingHook = {
  /** A folder of its own; made when absent. */
  readonly folder: string
  readonly answers?: readonly StubAnswer[]
}

/** A hook in plain sh that keeps what it is given: proof that hooks fire at all, and a stub gate for the harness. */
export function writeRecordingHook({ folder, answers = [] }: RecordingHook): Recorded {
  const inbox = join(folder, 'payloads')
  mkdirSync(inbox, { recursive: true })
  const cases = answers.map(({ event, text, answer }, index) => {
    const file = join(folder, `answer-${index}.json`)
    writeFileSync(file, JSON.stringify(answer))
    return `  *'"hook_event_name":"${event}"'*'${text}'*) cat '${file}' ;;`
  })
  const script = join(folder, 'hook.sh')
  writeFileSync(script, hookScript(inbox, cases))
  chmodSync(script, 0o755)
  const payloads = () =>
    readdirSync(inbox)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(inbox, name), 'utf8')) as HookPayload)
  return { payloads, command: script, fired: () => payloads().map((payload) => payload.hook_event_name) }
}

/** One file per call and a rename, so that hooks which run side by side do not tear each other's lines. */
function hookScript(inbox: string, cases: readonly string[]): string {
  return [
    '#!/bin/sh',
    `name='${inbox}'/$(date +%s%N)-$$`,
    'payload=$(cat)',
    'printf \'%s\' "$payload" > "$name.part"',
    'mv "$name.part" "$name.json"',
    'case "$payload" in',
    ...cases,
    'esac',
    'exit 0',
    '',
  ].join('\n')
}

export const deny = (reason: string) => decision('deny', reason)
export const ask = (reason: string) => decision('ask', reason)

const decision = (permissionDecision: 'deny' | 'ask', permissionDecisionReason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
})

export type HookTable = { readonly home: string; readonly command: string; readonly events: readonly string[] }

/** Adds the command to the user's Claude Code settings for the given events. */
export function addClaudeHooks({ home, command, events }: HookTable): string {
  return addHooks(join(home, '.claude', 'settings.json'), events, { type: 'command', command, timeout: 20 })
}

/** Adds the command to the user's Codex hooks for the given events. Trust is another matter. */
export function addCodexHooks({ home, command, events }: HookTable): string {
  return addHooks(join(home, '.codex', 'hooks.json'), events, { type: 'command', command, timeout: 3 })
}

type Settings = { readonly hooks?: Readonly<Record<string, readonly object[]>> }

function addHooks(file: string, events: readonly string[], handler: object): string {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Settings) : {}
  const added = events.map((event) => [event, [...(before.hooks?.[event] ?? []), { hooks: [handler] }]])
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...before, hooks: { ...before.hooks, ...Object.fromEntries(added) } }, null, 2))
  return file
}
