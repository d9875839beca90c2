import { type Bound, type FoundPermit, type Holder, LOCKED_TOOLS, type LockedTool } from '../../model/anchor.ts'
import type { Decision, Reason } from '../../model/decision.ts'
import type { EventOf } from '../../model/event.ts'
import { foreignFields } from '../../model/json.ts'
import { lookUp } from '../../model/language.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import type { ToolCall } from '../../model/tool.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { readsOnly } from '../../rules/book/reads-only.ts'
import { LOCKED, onlyOpens } from '../../words/anchor.ts'
import type { CallJudge } from '../contract.ts'
import { BLANKS, isSameRole } from './names.ts'
import { callDigest, holderOf, ownerOf } from './owner.ts'
import { mayBindTo, openedBy, roleFor, rolesFor } from './role-policy.ts'

/** ANCHOR-43 to ANCHOR-45, ANCHOR-57: privileged tools stay locked until this very agent is bound. */
export const lockUntilBound: CallJudge = ({ state, event, policy }) => {
  const { tool } = event
  if (isAnchorTool(tool)) return crossed(event, tool)
  if (!mustBind(policy, event) || !isPrivileged(state, event, policy.anchor.tools)) return undefined
  const holder = holderOf(state.anchor, ownerOf(event))
  const reason = lockOf(event, { policy, holder, permit: event.around.permit })
  return reason && { decision: { kind: 'block', reasons: [reason] }, facts: [], effects: [], isFinal: true }
}

/** Whose anchor it is stands in the state: where that cannot be read, no anchor opens anything. */
export function lockWithoutState(event: EventOf<'tool.before'>, policy: Policy): Decision | undefined {
  if (!mustBind(policy, event) || !isPrivileged(INITIAL_STATE, event, policy.anchor.tools)) return undefined
  const text = LOCKED.withoutState
  return { kind: 'block', reasons: [{ ruleId: 'ANCHOR-43', text }] }
}

/** The server answers a call only when a hook saw it first: this is where it is seen. */
function crossed(event: EventOf<'tool.before'>, { input }: McpCall): Outcome {
  return {
    decision: { kind: 'allow' },
    facts: [{ kind: 'anchor.crossed', call: event.call, digest: callDigest(foreignFields(input)) }],
    effects: [],
  }
}

type McpCall = Extract<ToolCall, { readonly kind: 'mcp' }>

/** `mcp__fairlead__anchor`. A server whose name only ends like ours is another one. */
function isAnchorTool(tool: ToolCall): tool is McpCall {
  return tool.kind === 'mcp' && isOwnTool(tool) && tool.tool === 'anchor'
}

const OWN_TOOLS: readonly string[] = [
  'anchor',
  'ask_person',
  'checkpoint',
  'objective',
  'plan',
  'memory',
  'ledger_decide',
  'ledger_ghost',
  'ledger_handoff',
  'ledger_pivot',
  'ledger_recall',
  'ledger_section',
  'ledger_status',
  'ledger_task',
  'ledger_tasks',
  'ledger_withdraw',
  'waive',
]

/** Whoever registers another server under our name gets no further than the tools that ours has. */
function isOwnTool({ server, tool }: McpCall): boolean {
  return server === 'fairlead' && OWN_TOOLS.includes(tool)
}

/** Whom the operator lets work without an anchor: by the type the runtime gave it, never by what it says of itself. */
export function mustBind(policy: Policy, event: Pick<EventOf<'tool.before'>, 'agent'>): boolean {
  const { required, exempt } = policy.anchor
  // A subagent may be given any name, also that of the main agent.
  const isExempt =
    event.agent === undefined
      ? exempt.includes('main')
      : event.agent.type !== 'main' && exempt.includes(event.agent.type)
  return required && !isExempt
}

/** A skill may run commands as it is loaded, with the agent's words in them, and no hook sees those. */
function familyOf(tool: ToolCall): LockedTool | undefined {
  if (tool.kind === 'skill') return 'shell'
  const kind = tool.kind === 'other' ? tool.unread : tool.kind
  return LOCKED_TOOLS.find((one) => one === kind)
}

/** ANCHOR-57. Reads are never locked, nor is anything that is not known to write. */
function isPrivileged(state: State, event: EventOf<'tool.before'>, tools: readonly LockedTool[]): boolean {
  const { tool, around } = event
  const family = familyOf(tool)
  if (family === undefined || !tools.includes(family)) return false
  if (tool.kind === 'mcp') return tool.readOnly !== true && !isOwnTool(tool)
  if (tool.kind !== 'shell') return true
  const { written } = lookUp(state.sessions, event.session)?.memory ?? NO_MEMORY
  return !readsOnly(tool.command, { cwd: event.cwd, home: around.home, project: around.project, written })
}

interface Key {
  readonly policy: Policy
  readonly holder: Holder | undefined
  readonly permit: FoundPermit | null
}

/** Why it is locked, with the next call ready to paste; undefined when it is open. */
function lockOf(event: EventOf<'tool.before'>, { policy, holder, permit }: Key): Reason | undefined {
  const bound = holder?.bound
  if (bound === undefined)
    return {
      ruleId: 'ANCHOR-43',
      text: LOCKED.unbound(nextCall(event, policy, holder)),
    }
  if (permit === null || permit.token !== bound.token || permit.digest !== bound.digest || !permit.validated) {
    return {
      ruleId: 'ANCHOR-56',
      text: LOCKED.lost(bound.token, nextCall(event, policy, undefined)),
    }
  }
  return lockOfRole(event, policy, bound)
}

/** What the role itself leaves locked; the operator's word about roles counts as it stands now. */
function lockOfRole(event: EventOf<'tool.before'>, policy: Policy, { role, trust }: Bound): Reason | undefined {
  const opens = trust === 'reader' ? [] : openedBy(policy.anchor, role)
  const isOpenRole = mayBindTo(policy.anchor, event.agent?.type, role)
  if (isOpenRole && opens.some((family) => family === familyOf(event.tool))) return undefined
  const what = isOpenRole ? onlyOpens(opens, familyOf(event.tool)) : LOCKED.roleTaken
  const others = rolesFor(policy.anchor, event.agent?.type)?.filter((one) => !isSameRole(one, role))
  const again = others?.length === 0 ? '' : `, or ${nextCall(event, policy, undefined)}`
  const text = LOCKED.byRole(role, what, again)
  return isOpenRole && trust === 'reader' ? { ruleId: 'ANCHOR-43', text } : { ruleId: 'ANCHOR-61', text }
}

/** An agent that was refused knows nothing but this text. */
function nextCall(event: EventOf<'tool.before'>, policy: Policy, holder: Holder | undefined): string {
  const pending = holder?.pending
  const place = { working_dir: event.around.project }
  const type = event.agent?.type
  const args = pending
    ? { stage: pending.stage === 'IDENTITY' ? 'context' : 'proof', token: pending.token, ...place }
    : {
        stage: 'identity',
        role: roleFor(policy.anchor, type) ?? rolesFor(policy.anchor, type)?.[0] ?? DEFAULT_ROLE,
        ...place,
        mode: 'full',
        topic: `<${BLANKS.topic}>`,
      }
  return LOCKED.call(args)
}

/** A role that Fairlead brings along. */
const DEFAULT_ROLE = 'implementer'
