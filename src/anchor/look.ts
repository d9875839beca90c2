import { type Event, type EventOf, seeing } from '../core/model/event.ts'
import { jsonFields } from '../core/model/json.ts'
import type { Policy } from '../core/model/policy.ts'
import { mustBind } from '../core/protocols/anchor/gate-tool.ts'
import { holderOf, ownerOf } from '../core/protocols/anchor/owner.ts'
import { roleFor } from '../core/protocols/anchor/role-policy.ts'
import type { StoreReader } from '../stores/store.ts'
import type { AnchorFiles } from './anchor-files.ts'
import { deskOf } from './desk.ts'

export interface AnchorSight {
  readonly files: AnchorFiles
  readonly store: () => Promise<StoreReader>
  readonly policy: Policy
}

/** Adds what is on disk below `.hestai` to the events that are decided by it; every other event passes untouched. */
export async function lookAtAnchor(event: Event, sight: AnchorSight): Promise<Event> {
  const { files, policy } = sight
  switch (event.kind) {
    case 'tool.before':
      return mustBind(policy, event) ? withPermit(event, sight) : event
    case 'anchor.call':
      return withDesk(event, files)
    case 'session.start':
    case 'agent.start': {
      const role = roleFor(policy.anchor, event.agent?.type)
      if (role === undefined) return event
      const { project } = event.around
      const desk = await deskOf(files, project, { workingDir: project, role, payload: '', sight: 'changes' })
      return seeing(event, { desk })
    }
    case 'anchor.settle': {
      const { project } = event.around
      return seeing(event, { pending: files.pending(project, event.atMs), kept: files.kept(project, event.atMs) })
    }
    default:
      return event
  }
}

/** Which token is this agent's is in the state; whether it still opens anything is on disk (ANCHOR-4). */
async function withPermit(event: EventOf<'tool.before'>, { files, store }: AnchorSight): Promise<Event> {
  const { project } = event.around
  const state = await (await store()).read(project)
  const bound = holderOf(state.anchor, ownerOf(event))?.bound
  const permit = bound && files.permit(project, bound.token)
  return permit ? seeing(event, { permit }) : event
}

async function withDesk(event: EventOf<'anchor.call'>, files: AnchorFiles): Promise<Event> {
  const { project } = event.around
  const { stage, token, working_dir: workingDir = '', payload = '' } = event.args
  const session = token === undefined ? undefined : files.session(project, token, event.atMs)
  const begun = stage === 'identity' ? event.args : begunIn(session?.handshake)
  const desk = await deskOf(files, project, { workingDir, role: begun['role'], payload, sight: sightOf(stage, begun) })
  const permit = token === undefined ? undefined : files.permit(project, token)
  return seeing(event, {
    desk: {
      ...desk,
      ...(permit && { permit }),
      isActive: token !== undefined && files.isActive(project, token),
      pending: stage === 'identity' ? files.pending(project, event.atMs) : [],
      ...(session && { session }),
    },
  })
}

type Begun = Readonly<Record<string, string>>

/** ARM is made in stage context, or at once where there is none; a proof only needs to know that the place is the same. */
function sightOf(stage: string | undefined, { mode }: Begun): 'nothing' | 'branch' | 'changes' {
  if (stage === 'identity') return mode === 'untracked' ? 'changes' : 'nothing'
  return stage === 'proof' && mode !== 'express' ? 'branch' : 'changes'
}

/** What the handshake on disk says of itself; it is checked where it is decided. */
function begunIn(handshake: string | undefined): Begun {
  const said = Object.entries(jsonFields(handshake ?? ''))
  return Object.fromEntries(said.flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])))
}
