import { keptOf, permitOf } from '../../../anchor/sessions.ts'
import type { Holder } from '../../../core/model/anchor.ts'
import type { ProjectHome } from '../../../core/model/ids.ts'
import { lookUp } from '../../../core/model/language.ts'
import type { State } from '../../../core/model/state.ts'
import { lastSign } from '../../../core/protocols/anchor/settle.ts'
import { count } from '../../../core/words/count.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { ago, oneLine, rows } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

interface Row {
  readonly token: string
  readonly state: 'BOUND' | 'IDENTITY' | 'CONTEXT' | 'LOST'
  readonly role: string
  readonly runtime: string
  readonly session: string
  readonly agent: string
  readonly atMs: number
  /** When a session that ended was last heard of. */
  readonly silentSinceMs: number | null
}

interface Seen {
  readonly required: boolean
  readonly keepDays: number
  readonly anchors: readonly Row[]
  /** Folders of anchors that no agent holds any more. */
  readonly unheld: number
}

/** Who is bound in this project, as gating sees it: the record and the file together. */
export async function anchorStatus(context: Context, options: { readonly json?: boolean }): Promise<Exit> {
  return withProject(context, async ({ project, homes, store }) => {
    const { required, keepDays } = (await policyOf(context.env, project)).policy.anchor
    const state = await store.read(project)
    const anchors = state.anchor.holders.flatMap((holder) => rowsOf(homes.own, state, holder))
    const held = anchors.map(({ token }) => token)
    const unheld = keptOf(homes.own, Date.now()).filter(({ token }) => !held.includes(token)).length
    const seen: Seen = { required, keepDays, anchors, unheld }
    if (options.json) context.terminal.out(JSON.stringify(seen, null, 2))
    else show(context, seen)
    return DONE
  })
}

function rowsOf(home: ProjectHome, state: State, holder: Holder): readonly Row[] {
  const { owner, atMs, bound, pending } = holder
  const { runtime, session } = owner
  const silentSinceMs = lookUp(state.sessions, session)?.ended === true ? lastSign(state, holder) : null
  const who = { runtime, session, agent: owner.agent === '' ? 'main' : owner.agent, atMs, silentSinceMs }
  const isThere = bound !== undefined && permitOf(home, bound.token)?.digest === bound.digest
  return [
    ...(bound ? [{ token: bound.token, state: isThere ? 'BOUND' : 'LOST', role: bound.role, ...who } as const] : []),
    ...(pending ? [{ token: pending.token, state: pending.stage, role: pending.role, ...who }] : []),
  ]
}

const SHOWN_TOKEN_CHARS = 8

function show({ terminal }: Context, { required, keepDays, anchors: found, unheld }: Seen): void {
  terminal.out(
    required
      ? 'agents must bind to a role here'
      : "agents don't have to bind to a role here (`anchor.required: false`)",
  )
  const lines = found.map(({ token, state, role, runtime, session, agent, atMs, silentSinceMs }) => {
    const who = `${role}, ${agent} agent of ${runtime} session ${oneLine(session, 12)}`
    const lost = state === 'LOST' ? '; its file is gone or was changed, so it unlocks nothing' : ''
    const over = silentSinceMs === null ? '' : `; its session ended, last seen ${ago(silentSinceMs, Date.now())}`
    return [token.slice(0, SHOWN_TOKEN_CHARS), `${state} ${who}, ${ago(atMs, Date.now())}${lost}${over}`] as const
  })
  for (const line of rows(lines)) terminal.out(line)
  if (found.length === 0) terminal.out('no agent is bound')
  if (unheld > 0)
    terminal.out(
      `${count(unheld, 'folder')} below \`.hestai/sessions\` that no agent holds; old ones are removed after ${keepDays} days (\`anchor.keep_days\`)`,
    )
}

/** It only ever locks, so nobody is asked to prove who they are. */
export async function anchorRevoke(context: Context, token: string): Promise<Exit> {
  return withProject(context, async (open) => {
    const { holders } = (await open.store.read(open.project)).anchor
    const tokens = holders.flatMap(({ bound, pending }) =>
      [bound?.token, pending?.token].filter((one) => one !== undefined),
    )
    const meant = tokens.filter((one) => one === token || (token.length >= SHOWN_TOKEN_CHARS && one.startsWith(token)))
    if (meant.length > 1)
      return failed(`\`${oneLine(token)}\` matches more than one role token; give more of its letters`)
    const [whole = token] = meant
    const submitted = await submitAct(open, { kind: 'anchor.revoke', token: whole, ...actStamp(context) })
    if (!submitted.ok) return submitted.exit
    if (submitted.open.kind === 'answer') return failed(oneLine(submitted.open.text, 300))
    context.terminal.out(`${whole} is revoked; the agent that held it must bind again`)
    return DONE
  })
}
