import type { Capabilities, Doorway } from '../runtime.ts'
import { doorway, isAtLeast } from '../surface.ts'

export const NEWEST_TESTED = '2.1.325'
const OLDEST_TESTED = '2.1.120'
/** First version that honours `onFailure: "block"`; older ones ignore it in silence. */
const FAILS_CLOSED_SINCE = '2.1.295'

/** Doorways that take no answer of ours, or whose answers are untested. */
const SILENT = [
  ...['Setup', 'InstructionsLoaded', 'StopFailure', 'PostModelSwitch', 'CwdChanged', 'FileChanged', 'DirectoryAdded'],
  ...['Notification', 'MessageDisplay', 'TeammateIdle', 'TaskCreated', 'TaskCompleted', 'Elicitation'],
  ...['ElicitationResult', 'WorktreeCreate', 'WorktreeRemove'],
]

/**
 * What each doorway takes, measured on 2.1.325. A stop could be refused and never is (EDGE-72); nor is it steered, since
 * context there makes the agent go on. PreCompact and PostCompact show the raw JSON of a notice, to the model as well.
 */
export const SURFACE: readonly Doorway[] = [
  doorway('SessionStart', 'session.start', ['steer', 'notice']),
  doorway('UserPromptSubmit', 'prompt', ['deny', 'steer', 'notice']),
  doorway('UserPromptExpansion', 'command', ['deny', 'steer', 'notice']),
  doorway('PreToolUse', 'tool.before', ['deny', 'ask', 'steer', 'notice']),
  doorway('PermissionRequest', 'permission.request', ['deny', 'ask']),
  doorway('PermissionDenied', 'tool.refused'),
  doorway('PostToolUse', 'tool.after', ['steer', 'notice']),
  doorway('PostToolUseFailure', 'tool.after', ['steer', 'notice']),
  doorway('PostToolBatch', 'other', ['steer', 'notice']),
  doorway('Stop', 'stop', ['notice']),
  doorway('SubagentStart', 'agent.start', ['steer']),
  doorway('SubagentStop', 'agent.stop'),
  doorway('PreCompact', 'compact.before', ['deny']),
  doorway('PostCompact', 'compact.after'),
  doorway('PreModelSwitch', 'other', ['deny', 'ask']),
  doorway('ConfigChange', 'config.change', ['deny']),
  doorway('SessionEnd', 'session.end'),
  ...SILENT.map((name) => doorway(name, 'other')),
]

/** Doorways whose refusal also takes effect when the hook fails. A permission dialog simply opens then. */
const CLOSABLE: ReadonlySet<string> = new Set([
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PreCompact',
  'ConfigChange',
])

const UNCOVERED: readonly string[] = [
  'commands that the person types with `!`',
  'files that the person mentions with `@`: their content reaches the model without a Read',
  '`/clear`, `/new` and `/reset`: seen only afterwards, and no hook can refuse them',
  '`/rewind`: no event at all',
  'unknown tools and calls with invalid input: the client refuses them before any hook',
  'sessions started with `--bare`, `--safe-mode`, `--restricted` or `--settings` that disable hooks: no user or project hook runs',
  'sessions started with `--setting-sources` that leave out the file in which the hooks are',
  'a hook that prints something other than one JSON object: the call passes, even where failures block',
]

export function capabilities(version: string | undefined): Capabilities {
  const closes = isAtLeast(version, FAILS_CLOSED_SINCE) === true
  return {
    doorways: closes ? SURFACE.map(withStrictness) : SURFACE,
    uncovered: [...versionNotes(version), ...UNCOVERED],
  }
}

function withStrictness(row: Doorway): Doorway {
  return CLOSABLE.has(row.name) ? { ...row, failsStrict: 'closed', since: FAILS_CLOSED_SINCE } : row
}

function versionNotes(version: string | undefined): readonly string[] {
  const closes = isAtLeast(version, FAILS_CLOSED_SINCE)
  if (closes === undefined) return [`the version of this client is unknown; tested with ${NEWEST_TESTED}`]
  if (closes) return []
  const open = `version ${version} is older than ${FAILS_CLOSED_SINCE}: a hook that fails lets the call pass, even with \`--strict\``
  const tested = isAtLeast(version, OLDEST_TESTED) === true
  return tested ? [open] : [open, `version ${version} is older than any tested one; the oldest is ${OLDEST_TESTED}`]
}
