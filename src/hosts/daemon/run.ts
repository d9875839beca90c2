import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import type { DaemonEnd } from '../../core/model/event.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { liveHolds } from '../../core/protocols/edge/holds.ts'
import { holdOpen } from '../../disk/hold-open.ts'
import { sweepDrafts, sweepFolder } from '../../disk/replace-file.ts'
import { besideHook } from '../../install/native/native-hook.ts'
import { cliOf } from '../../wiring/daemon-args.ts'
import { VERSION } from '../../wiring/version.ts'
import { agentDoor, keepAgentDoor } from './agent-door.ts'
import { sendSpans } from './export-spans.ts'
import { tellOfHolds } from './notices.ts'
import { type Ended, recordEnd } from './record-end.ts'
import { makeReplies, type Replies } from './replies.ts'
import { isRequest } from './requests.ts'
import { beginRecord } from './run-record.ts'
import { claimSocket } from './socket.ts'

export interface DaemonOptions {
  readonly paths: Paths
  readonly env: Readonly<Record<string, string | undefined>>
  /** Without work, clients and holds for this long, the daemon leaves. */
  readonly idleMs?: number
  /** Whether a person who could decide looks at a door of this process. */
  readonly isReachable?: (project: ProjectRoot) => boolean
}

const IDLE_MS = 15 * 60_000
const TICK_MS = 5_000
const MAX_REQUEST_BYTES = 32 * 1_024 * 1_024
const REQUEST_MS = 30_000

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** One per user. Answers hooks until it is idle, told to stop, replaced, or older than a caller. */
export async function runDaemon({ paths, env, idleMs = IDLE_MS, isReachable }: DaemonOptions): Promise<void> {
  /** Undefined: it leaves by itself, since it is idle. */
  const stopped = Promise.withResolvers<DaemonEnd | undefined>()
  const replies = makeReplies({ paths, env, leave: stopped.resolve, ...(isReachable && { isReachable }) })
  const { clients, door, gate, lastWorkMs, policy, store, working } = replies
  const socket = await claimSocket(paths.socket, {
    isAsked: isRequest,
    answer: async (request, caller) => {
      // The caller may use the port next: one that became free is taken at once.
      if (door.closed()) await door.keepOpen()
      return replies.reply(request, caller)
    },
    askedAtMs: (request) => (request.op === 'hook' ? request.call.stamp.atMs : undefined),
    maxBytes: MAX_REQUEST_BYTES,
    arriveMs: REQUEST_MS,
  })
  if (!socket) return
  const agents = keepAgentDoor(
    paths.agentSocket,
    agentDoor({ paths, env, gate, policy, store, working, cli: cliOf(import.meta.dirname) }),
  )
  lookAfter(paths)
  replies.metrics.begin()
  const { record, lost } = beginRecord(paths.daemonRun)
  const { startedMs } = record
  const told = lost ? tellEnd(replies, { ...lost, how: 'killed', fromMs: lost.seenMs, toMs: startedMs }) : undefined
  await Promise.all([door.keepOpen(), agents.keepOpen()])
  const tick = setInterval(
    () => {
      if (!socket.isOurs()) return stopped.resolve('replaced')
      record.beat()
      void door.keepOpen()
      void agents.keepOpen()
      if (Date.now() - lastWorkMs() < idleMs || clients.anyAlive()) return
      holdWaits(replies).then(
        (waits) => (waits ? undefined : stopped.resolve(undefined)),
        () => stopped.resolve(undefined),
      )
    },
    Math.min(TICK_MS, idleMs),
  )
  const endSending = beginSending(replies, paths)
  const bySignal = () => stopped.resolve('signal')
  for (const signal of SIGNALS) process.once(signal, bySignal)
  const how = await stopped.promise
  clearInterval(tick)
  for (const signal of SIGNALS) process.off(signal, bySignal)
  endSending()
  await Promise.all([socket.close(), agents.close(), door.close(), replies.page.close(), told])
  const nowMs = Date.now()
  if (how) await tellEnd(replies, { how, pid: process.pid, startedMs, fromMs: nowMs, toMs: nowMs })
  record.drop()
  await gate.close()
}

/** What leaves this machine, where the person's policy names an address; and what their desktop shows. */
function beginSending({ store, policy, gate }: Replies, paths: Paths): () => void {
  const endpointOf = (project: ProjectRoot) => policy(project).telemetry.otlpEndpoint
  const ends = [
    sendSpans({ store, endpointOf, cursorFile: paths.spanCursor, version: VERSION }),
    tellOfHolds({ gate, policy, store, paths }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Removes what killed writers left, and holds open what a hook loads first: no other program shall keep that from it. */
function lookAfter({ auditHead, state, hookCommand, current }: Paths): void {
  sweepDrafts(auditHead)
  for (const folder of [state, current]) sweepFolder(folder)
  const loaded = ['hook', 'gate', 'yaml', 'ledger', 'tokens'].map((name) => join(current, `${name}.cjs`))
  holdOpen([hookCommand, ...Object.values(besideHook({ hookCommand })), ...loaded], 'read')
}

/** Where nothing can be written, nothing is: the daemon leaves all the same. */
async function tellEnd(replies: Replies, ended: Ended): Promise<void> {
  try {
    await recordEnd(replies, ended)
  } catch {
    // `doctor` finds the database itself at fault.
  }
}

/** A person who decides within this time finds the port open; afterwards the next hook starts a daemon. */
const KEPT_BY_HOLD_MS = 30 * 60_000

async function holdWaits({ store }: Replies): Promise<boolean> {
  const open = await store()
  const nowMs = Date.now()
  const states = await Promise.all((await open.projects()).map((project) => open.read(project)))
  const holds = states.flatMap(({ edge }) => liveHolds(edge, nowMs))
  return holds.some(({ createdAtMs }) => nowMs - createdAtMs < KEPT_BY_HOLD_MS)
}
