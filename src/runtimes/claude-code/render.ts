import type { Decision } from '../../core/model/decision.ts'
import type { ParsedEvent } from '../../core/model/event.ts'
import type { Doorway, Rendered } from '../runtime.ts'
import { type Carried, doorwayOf, project, writeAnswer } from '../surface.ts'
import { SURFACE } from './capabilities.ts'

/** Decision to hook JSON. We take permission away and never grant it: no answer says `allow`. */
export function render(decision: Decision, event: ParsedEvent | undefined): Rendered {
  const door = cameThrough(event)
  const carried = project(decision, door)
  return writeAnswer(door === undefined ? {} : answer(door.name, carried), carried.lost)
}

/** A failed call has a doorway of its own, and an answer under the wrong name is thrown away. */
function cameThrough(event: ParsedEvent | undefined): Doorway | undefined {
  const failed = event?.kind === 'tool.after' && !event.outcome.ok
  return failed ? SURFACE.find(({ name }) => name === 'PostToolUseFailure') : doorwayOf(SURFACE, event)
}

function answer(name: string, { deny, ask, steer, notice }: Carried): object {
  const specific = { ...permission(name, deny, ask), ...(steer === undefined ? {} : { additionalContext: steer }) }
  const blocks = deny !== undefined && !PERMISSION_DOORS.has(name)
  return {
    ...(blocks ? { decision: 'block', reason: deny } : {}),
    ...(Object.keys(specific).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...specific } }),
    ...(notice === undefined ? {} : { systemMessage: notice }),
  }
}

/** Doorways that refuse inside `hookSpecificOutput`; the others take `decision: block`. */
const PERMISSION_DOORS: ReadonlySet<string> = new Set(['PreToolUse', 'PreModelSwitch', 'PermissionRequest'])

function permission(name: string, deny: string | undefined, ask: string | undefined): object {
  switch (name) {
    case 'PreToolUse':
    case 'PreModelSwitch':
      if (deny !== undefined) return { permissionDecision: 'deny', permissionDecisionReason: deny }
      return ask === undefined ? {} : { permissionDecision: 'ask', permissionDecisionReason: ask }
    case 'PermissionRequest':
      // To ask here is to leave the dialog open: silence.
      return deny === undefined ? {} : { decision: { behavior: 'deny', message: deny } }
    case 'UserPromptSubmit':
    case 'UserPromptExpansion':
      // It is ignored at the top level.
      return deny === undefined ? {} : { suppressOriginalPrompt: true }
    default:
      return {}
  }
}
