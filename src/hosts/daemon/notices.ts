import { randomUUID } from 'node:crypto'
import type { Paths } from '../../config/paths.ts'
import type { NoticeGiven, Report } from '../../core/model/event.ts'
import { eventId, type ProjectRoot, sessionId } from '../../core/model/ids.ts'
import type { State } from '../../core/model/state.ts'
import { lapsedHolds } from '../../core/protocols/edge/kept.ts'
import { dueNotices, type Notice } from '../../core/protocols/edge/notices.ts'
import { NOTICE_TEXTS } from '../../core/words/kept.ts'
import { showOnDesktop } from '../../notify/desktop.ts'
import { type HoldOutcome, messageOf } from '../../notify/message.ts'
import { readSecret } from '../../notify/secret.ts'
import { type Message, post } from '../../notify/webhook.ts'
import { goneSessions } from '../../person/processes.ts'
import { sha256 } from '../../stores/sha256.ts'
import type { Wired } from '../../wiring/wire-gate.ts'

const EVERY_MS = 2_000
/** Several within this time become one. */
const GATHER_MS = 60_000
const RETRIES_MS = [5_000, 30_000, 300_000]
const NEWEST_FACTS = 2_000

type Channel = NoticeGiven['channel']

/** What is tried again. */
interface Attempt {
  readonly tries: number
  readonly atMs: number
}

export interface NoticeParts extends Pick<Wired, 'gate' | 'policy' | 'store'> {
  readonly paths: Paths
  readonly now?: () => number
  readonly showOnDesktop?: typeof showOnDesktop
}

/** Tells people of holds, again and again, until the returned function is called. What waited before is told as well. */
export function tellOfHolds(parts: NoticeParts): () => void {
  const teller = makeTeller(parts)
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    teller()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
      })
  }, EVERY_MS)
  return () => clearInterval(timer)
}

/** One round over all projects. @internal For the tests. */
export function makeTeller(parts: NoticeParts): () => Promise<void> {
  const { policy, store } = parts
  const now = () => timeOf(parts)
  const sentMs = new Map<string, number>()
  const failing = new Map<string, Attempt>()

  return async () => {
    const open = await store()
    for (const project of await open.projects()) {
      const state = await open.read(project)
      if (isQuiet(state)) continue
      if (hasEnded(state, now())) await report(parts, project, { of: 'look' })
      for (const channel of ['desktop', 'webhook'] as const) await tell(project, channel, await open.read(project))
    }
  }

  async function tell(project: ProjectRoot, channel: Channel, { edge }: State): Promise<void> {
    const { notify } = policy(project)
    if (!notify.channels.includes(channel) || (channel === 'webhook' && notify.webhook === '')) return
    const due = dueNotices(edge, channel, { atMs: now(), when: notify.when })
    for (const [first, ...others] of Map.groupBy(due, ({ of }) => of).values()) {
      if (first === undefined) continue
      // On a desktop, that something is over is no news.
      const isNews = channel === 'webhook' || first.of !== 'hold.settled'
      if (isNews && mayGo(`${project} ${channel} ${first.of}`)) await send(project, channel, [first, ...others])
    }
  }

  function mayGo(key: string): boolean {
    return now() - (sentMs.get(key) ?? Number.NEGATIVE_INFINITY) >= GATHER_MS && now() >= (failing.get(key)?.atMs ?? 0)
  }

  async function send(project: ProjectRoot, channel: Channel, notices: readonly [Notice, ...Notice[]]): Promise<void> {
    const { of } = notices[0]
    const key = `${project} ${channel} ${of}`
    const given: NoticeGiven = { of, channel, holds: notices.map(({ number }) => number) }
    const outcomes = of === 'hold.settled' ? await outcomesIn(parts, project) : new Map<number, HoldOutcome>()
    const message = messageOf(notices, { project, text: policy(project).notify.text, outcomes })
    const why = await delivered(parts, project, { message, given })
    const tries = (failing.get(key)?.tries ?? 0) + 1
    const againMs = why === undefined || why === 'unavailable' ? undefined : RETRIES_MS[tries - 1]
    if (againMs !== undefined) {
      failing.set(key, { tries, atMs: now() + againMs })
      return
    }
    failing.delete(key)
    sentMs.set(key, now())
    await report(parts, project, { of: 'notice', notice: given, ...(why !== undefined && { why }) })
  }
}

/** Nearly every project at nearly every moment. */
const isQuiet = ({ edge }: State): boolean =>
  edge.holds.length === 0 &&
  edge.kept.length === 0 &&
  edge.told.length === 0 &&
  !edge.allowances.some(({ scope }) => scope)

/** Something is over that nobody has put on record. */
function hasEnded(state: State, nowMs: number): boolean {
  const isKeepable = state.edge.holds.some(({ keepUntilMs }) => keepUntilMs !== undefined)
  const gone = isKeepable ? goneSessions(state, nowMs) : []
  return lapsedHolds(state, nowMs, gone).length > 0
}

const timeOf = ({ now = Date.now }: NoticeParts): number => now()

/** Undefined when it arrived. */
async function delivered(
  parts: NoticeParts,
  project: ProjectRoot,
  { message, given }: { readonly message: Message; readonly given: NoticeGiven },
): Promise<string | undefined> {
  if (given.channel === 'desktop') return (parts.showOnDesktop ?? showOnDesktop)(message.title, message.body)
  const { webhook: address, format } = parts.policy(project).notify
  const secret = readSecret(parts.paths.notifySecret)
  if (secret === undefined && format === 'standard') return NOTICE_TEXTS.noSecret
  // The same holds make the same id: whoever gets it twice can tell.
  const id = `msg_${sha256(`${project} ${given.of} ${given.holds.join(' ')}`).slice(0, 32)}`
  return post({ address, format, secret: secret ?? '', id, atMs: timeOf(parts), message })
}

async function outcomesIn({ store }: NoticeParts, project: ProjectRoot): Promise<ReadonlyMap<number, HoldOutcome>> {
  const outcomes = new Map<number, HoldOutcome>()
  for (const { fact } of await (await store()).facts(project, { newest: NEWEST_FACTS })) {
    if (fact.kind === 'junction.approved' || fact.kind === 'junction.dismissed')
      outcomes.set(fact.grant.number, 'approved')
    if (fact.kind === 'junction.skipped') outcomes.set(fact.junction.number, 'skipped')
    if (fact.kind === 'junction.lapsed') outcomes.set(fact.number, 'lapsed')
  }
  return outcomes
}

async function report(parts: NoticeParts, project: ProjectRoot, what: Report): Promise<void> {
  const who = { runtime: 'fairlead', session: sessionId('daemon'), cwd: String(project) }
  await parts.gate.submit(
    { id: eventId(randomUUID()), atMs: timeOf(parts), ...who, kind: 'report', report: what },
    project,
  )
}
