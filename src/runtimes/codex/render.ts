import type { Decision } from '../../core/model/decision.ts'
import type { ParsedEvent } from '../../core/model/event.ts'
import { asTyped } from '../../core/words/edge.ts'
import type { Rendered } from '../runtime.ts'
import { type Carried, doorwayOf, project, writeAnswer } from '../surface.ts'
import { SURFACE } from './capabilities.ts'

/**
 * Decision to hook JSON. Codex drops a whole answer for one key that it does not know at that doorway, and then lets the
 * tool run; so each doorway gets exactly the keys of its schema.
 */
export function render(decision: Decision, event: ParsedEvent | undefined): Rendered {
  const door = doorwayOf(SURFACE, event)
  const carried = withoutCommand(project(decision, door))
  return writeAnswer(door === undefined ? {} : answer(door.name, carried), carried.lost)
}

/** There is no `/edge` here: every text names what works instead. */
function withoutCommand({ deny, steer, notice, ...rest }: Carried): Carried {
  return {
    ...rest,
    ...(deny !== undefined && { deny: asTyped(deny) }),
    ...(steer !== undefined && { steer: asTyped(steer) }),
    ...(notice !== undefined && { notice: asTyped(notice) }),
  }
}

function answer(name: string, { deny, steer, notice }: Carried): object {
  const specific = { ...permission(name, deny), ...(steer === undefined ? {} : { additionalContext: steer }) }
  return {
    ...(deny === undefined ? {} : refusal(name, deny)),
    ...(Object.keys(specific).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...specific } }),
    ...(notice === undefined ? {} : { systemMessage: notice }),
  }
}

function permission(name: string, deny: string | undefined): object {
  if (deny === undefined) return {}
  if (name === 'PreToolUse') return { permissionDecision: 'deny', permissionDecisionReason: deny }
  return name === 'PermissionRequest' ? { decision: { behavior: 'deny', message: deny } } : {}
}

/** What refuses outside `hookSpecificOutput`. At a tool `continue: false` would make the refusal itself invalid. */
function refusal(name: string, reason: string): object {
  if (name === 'UserPromptSubmit') return { decision: 'block', reason }
  return name === 'SessionStart' || name === 'PreCompact' ? { continue: false, stopReason: reason } : {}
}
