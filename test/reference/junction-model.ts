// What the junction life cycle means, written down as naively as possible and without a line of the product's code:
// arrays, names instead of fingerprints, everything looked up anew. The core must agree with it on every history.

export type Action = 'push-main' | 'push-dev' | 'publish' | 'delete-data' | 'list' | 'delete-root'
export type Session = 'one' | 'two' | 'night'
export type AgentName = 'main' | 'worker' | 'other'

export type Step =
  | { kind: 'call'; id: number; action: Action; session: Session; agent: AgentName }
  | { kind: 'result'; call: number }
  | { kind: 'refused'; call: number; proven: boolean }
  | {
      kind: 'person'
      verb: 'approve' | 'skip' | 'dismiss' | 'revoke'
      from: Session | 'terminal'
      number?: number
      minutes?: number
    }
  | { kind: 'start' | 'end' | 'stop'; session: Session }

export interface Timed {
  step: Step
  at: number
}

interface Hold {
  number: number
  action: Action
  session: Session
  agent: AgentName
  /** Nobody watches the session, and it can be decided later; until then. */
  keep?: number
}

interface Grant {
  number: number
  action: Action
  session: Session
  agent: AgentName
  state: 'open' | 'taken' | 'used'
  by: number
  /** Whoever comes next may use it, until then. */
  later?: number
  /** The session that took it. */
  in?: Session
}

interface Dismissal {
  number: number
  family: string
  until: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FAMILY: Record<Action, string> = {
  'push-main': 'push',
  'push-dev': 'push',
  publish: 'publish',
  'delete-data': 'delete',
  list: '',
  'delete-root': 'root',
}

/** What one looks like from outside: the answer, and what is left afterwards. */
export interface Seen {
  answer: string
  holds: string
  kept: string
  grants: string
  dismissals: string
}

export class JunctionModel {
  private holds: Hold[] = []
  private grants: Grant[] = []
  private dismissals: Dismissal[] = []
  private skipped: Hold[] = []
  private kept: (Hold & { keep: number; met: number; metBy: Session[]; refused: boolean })[] = []
  private known: Session[] = []
  private next = 1

  take({ step, at }: Timed): Seen {
    const answer = this.answer(step, at)
    return {
      answer,
      kept: this.kept
        .filter((one) => at < one.keep)
        .map((one) => `${one.number}:${one.met}${one.refused ? '!' : ''}`)
        .join(' '),
      holds: this.holds.map((hold) => `${hold.number}:${hold.session}`).join(' '),
      grants: this.grants
        .filter((grant) => grant.state === 'open' && (grant.later === undefined || at < grant.later))
        .map((grant) => `${grant.number}:${grant.later === undefined ? grant.session : 'later'}`)
        .join(' '),
      dismissals: this.dismissals
        .filter((one) => at < one.until)
        .map((one) => String(one.number))
        .join(' '),
    }
  }

  private answer(step: Step, at: number): string {
    switch (step.kind) {
      case 'call':
        return this.call(step, at)
      case 'result':
        for (const grant of this.grants) if (grant.state === 'taken' && grant.by === step.call) grant.state = 'used'
        return 'allow'
      case 'refused':
        for (const grant of this.grants) {
          if (step.proven && grant.state === 'taken' && grant.by === step.call) grant.state = 'open'
        }
        return 'allow'
      case 'person':
        return this.person(step, at)
      case 'start':
        this.meet(step.session)
        return 'allow'
      case 'stop':
        this.meet(step.session)
        return 'allow'
      case 'end':
        this.meet(step.session)
        this.leave(step.session, at)
        return 'allow'
    }
  }

  private leave(session: Session, at: number): void {
    for (const hold of this.holds.filter((one) => one.session === session)) {
      if (hold.keep !== undefined && at < hold.keep)
        this.kept.push({ ...hold, keep: hold.keep, met: 0, metBy: [], refused: false })
    }
    this.holds = this.holds.filter((hold) => hold.session !== session)
    this.grants = this.grants.filter((grant) => grant.later !== undefined || grant.session !== session)
    for (const grant of this.grants)
      if (grant.later !== undefined && grant.state === 'taken' && grant.in === session) grant.state = 'used'
  }

  private meet(session: Session): void {
    if (!this.known.includes(session)) this.known.push(session)
  }

  private call(step: Extract<Step, { kind: 'call' }>, at: number): string {
    const { action, session, agent, id } = step
    this.meet(session)
    if (action === 'list') return 'allow'
    if (action === 'delete-root') return 'block'
    const catastrophic = action === 'delete-data'
    for (const grant of this.grants) {
      const here = grant.later === undefined ? grant.session === session : at < grant.later
      const fits = grant.action === action && here && grant.state === 'open'
      if (fits && (agent === 'main' || agent === grant.agent)) {
        grant.state = 'taken'
        grant.by = id
        grant.in = session
        return 'allow'
      }
    }
    if (!catastrophic && this.dismissals.some((one) => one.family === FAMILY[action] && at < one.until)) return 'allow'
    if (this.skipped.some((hold) => hold.action === action && hold.session === session)) return 'block'
    if (this.kept.some((hold) => hold.refused && hold.action === action && at < hold.keep)) return 'block'
    const verdict = catastrophic ? 'block' : 'hold'
    for (const hold of this.holds) {
      if (hold.action === action && hold.session === session && (agent === 'main' || agent === hold.agent)) {
        return `${verdict} ${hold.number}`
      }
    }
    for (const hold of this.kept) {
      if (hold.action === action && !hold.refused && at < hold.keep && (agent === 'main' || agent === hold.agent)) {
        hold.met += 1
        hold.metBy.push(session)
        return `${verdict} ${hold.number}`
      }
    }
    const keep = session === 'night' && !catastrophic ? { keep: at + 24 * HOUR } : {}
    this.holds.push({ number: this.next, action, session, agent, ...keep })
    this.next += 1
    return `${verdict} ${this.next - 1}`
  }

  private person(step: Extract<Step, { kind: 'person' }>, at: number): string {
    if (step.verb === 'revoke') return this.revoke(step.number ?? 0, at)
    const hold = this.meant(step, at)
    if (!hold) return 'refused'
    if (step.verb === 'dismiss' && hold.action === 'delete-data') return 'refused'
    this.holds = this.holds.filter((one) => one.number !== hold.number)
    const kept = this.kept.find((one) => one.number === hold.number)
    this.kept = this.kept.filter((one) => one !== kept)
    if (step.verb === 'approve') {
      this.skipped = this.skipped.filter((one) => one.number !== hold.number)
      this.grants.push({ ...hold, state: 'open', by: 0, ...(hold.keep !== undefined && { later: at + 8 * HOUR }) })
    }
    if (step.verb === 'skip' && hold.keep === undefined) this.skipped.push(hold)
    if (step.verb === 'skip' && hold.keep !== undefined)
      this.kept.push({ ...hold, keep: hold.keep, met: kept?.met ?? 0, metBy: kept?.metBy ?? [], refused: true })
    if (step.verb === 'dismiss') {
      this.dismissals.push({
        number: hold.number,
        family: FAMILY[hold.action],
        until: at + (step.minutes ?? 60) * MINUTE,
      })
    }
    return `${step.verb} ${hold.number}`
  }

  private meant(step: Extract<Step, { kind: 'person' }>, at: number): Hold | undefined {
    const kept = this.kept.filter((one) => at < one.keep && (!one.refused || step.verb === 'approve'))
    if (step.number !== undefined) {
      const waits = [...this.holds, ...kept].find((hold) => hold.number === step.number)
      if (waits) return waits
      return step.verb === 'approve' ? this.skipped.find((hold) => hold.number === step.number) : undefined
    }
    // Without a number only what waits alone is meant, and never what is catastrophic.
    const outside = step.from === 'terminal' || !this.known.includes(step.from)
    const mine = (hold: Hold, metBy: Session[] = []) =>
      outside || hold.session === step.from || metBy.slice(-8).includes(step.from as Session)
    const waiting = [
      ...kept.filter((hold) => !hold.refused && mine(hold, hold.metBy)),
      ...this.holds.filter((hold) => mine(hold)),
    ]
    const [only] = waiting
    return waiting.length === 1 && only?.action !== 'delete-data' ? only : undefined
  }

  private revoke(number: number, at: number): string {
    const open = this.grants.filter(
      (grant) => grant.number === number && grant.state === 'open' && (grant.later === undefined || at < grant.later),
    )
    const live = this.dismissals.filter((one) => one.number === number && at < one.until)
    if (open.length + live.length === 0) return 'refused'
    this.grants = this.grants.filter((grant) => !open.includes(grant))
    this.dismissals = this.dismissals.filter((one) => !live.includes(one))
    return 'revoke'
  }
}
