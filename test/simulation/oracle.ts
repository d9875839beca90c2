import type { StoredFact } from '../../src/core/model/fact.ts'

interface Risky {
  readonly session: string
  readonly command: string
  readonly atMs: number
  readonly passed: boolean
  /** The disk failed on the way, so the gate may have answered without its memory. */
  readonly troubled: boolean
  readonly facts: readonly StoredFact[]
}

interface Granted {
  readonly id: string
  /** Undefined: whichever session comes next, until then. */
  readonly session: string | undefined
  readonly command: string
  readonly untilMs: number
}

/**
 * What a person granted, kept by somebody who knows nothing of the gate's own state: which hold was which command, what may
 * still run and for whom, until when its kind passes. Each command of the simulation is a kind of its own.
 */
export class Oracle {
  readonly #commands = new Map<number, string>()
  readonly #until = new Map<string, number>()
  #granted: readonly Granted[] = []

  /** What is wrong with the answer to a risky call, if anything. */
  risky({ session, command, atMs, passed, troubled, facts }: Risky): string | undefined {
    for (const { fact } of facts) if (fact.kind === 'junction.opened') this.#commands.set(fact.junction.number, command)
    const open = this.#granted.filter((one) => isFor(one, { session, command, atMs }))
    const dismissed = atMs < (this.#until.get(command) ?? Number.NEGATIVE_INFINITY)
    const [spent] = facts.flatMap(({ fact }) => (fact.kind === 'allowance.reserved' ? [fact.allowance] : []))
    const used = open.find(({ id }) => id === spent)
    this.#granted = this.#granted.filter((one) => one !== used)
    // A disk that fails between the commit and the answer costs the approval: the stricter holds.
    if (!passed) return open.length > 0 && !troubled ? `\`${command}\` was held in spite of an approval` : undefined
    // An approval is used up first, also where the kind passes anyway.
    if (dismissed && spent === undefined) return undefined
    return used === undefined ? `\`${command}\` passed and nobody let it` : undefined
  }

  heard({ fact, session }: StoredFact): void {
    // EDGE-59: a session takes its approvals with it; those for later stay (EDGE-126).
    if (fact.kind === 'session.ended') this.#granted = this.#granted.filter((one) => one.session !== session)
    if (fact.kind === 'grant.rejected') this.#granted = this.#granted.filter(({ id }) => id !== fact.grant)
    if (fact.kind === 'junction.approved') {
      const { id, number, scope, expiresAtMs = Number.POSITIVE_INFINITY } = fact.grant
      const command = this.#commands.get(number)
      const whose = scope === 'later' ? undefined : fact.grant.session
      if (command !== undefined)
        this.#granted = [...this.#granted, { id, session: whose, command, untilMs: expiresAtMs }]
    }
    if (fact.kind === 'junction.dismissed') {
      const command = this.#commands.get(fact.grant.number)
      // The clock may have been set back meanwhile: the dismissal that lasts longer is the one that counts.
      if (command) this.#until.set(command, Math.max(this.#until.get(command) ?? 0, fact.grant.expiresAtMs ?? 0))
    }
  }
}

function isFor(granted: Granted, call: Pick<Risky, 'session' | 'command' | 'atMs'>): boolean {
  const isTheirs = granted.session === undefined || granted.session === call.session
  return isTheirs && granted.command === call.command && call.atMs < granted.untilMs
}
