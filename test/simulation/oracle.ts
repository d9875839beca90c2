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

/**
 * What a person granted, kept by somebody who knows nothing of the gate's own state: which hold was which command, how
 * often it may still run, until when its kind passes. Each command of the simulation is a kind of its own.
 */
export class Oracle {
  readonly #commands = new Map<number, { readonly session: string; readonly command: string }>()
  readonly #granted = new Map<string, number>()
  readonly #until = new Map<string, number>()

  /** What is wrong with the answer to a risky call, if anything. */
  risky({ session, command, atMs, passed, troubled, facts }: Risky): string | undefined {
    for (const { fact } of facts) {
      if (fact.kind === 'junction.opened') this.#commands.set(fact.junction.number, { session, command })
    }
    const key = keyOf(session, command)
    const granted = this.#granted.get(key) ?? 0
    const dismissed = atMs < (this.#until.get(command) ?? Number.NEGATIVE_INFINITY)
    const spent = facts.some(({ fact }) => fact.kind === 'allowance.reserved')
    // A disk that fails between the commit and the answer costs the approval: the stricter holds.
    if (!passed && troubled && spent) this.#granted.set(key, granted - 1)
    if (!passed) return granted > 0 && !troubled ? `\`${command}\` was held in spite of an approval` : undefined
    // An approval is used up first, also where the kind passes anyway.
    if (dismissed && !spent) return undefined
    if (granted === 0) return `\`${command}\` passed and nobody let it`
    this.#granted.set(key, granted - 1)
    return undefined
  }

  heard({ fact, session }: StoredFact): void {
    if (fact.kind === 'session.ended') this.#forget(session)
    if (fact.kind === 'junction.approved') {
      const held = this.#commands.get(fact.grant.number)
      if (held) this.#add(keyOf(held.session, held.command))
    }
    if (fact.kind === 'junction.dismissed') {
      const held = this.#commands.get(fact.grant.number)
      // The clock may have been set back meanwhile: the dismissal that lasts longer is the one that counts.
      if (held) this.#until.set(held.command, Math.max(this.#until.get(held.command) ?? 0, fact.grant.expiresAtMs ?? 0))
    }
  }

  #add(key: string): void {
    this.#granted.set(key, (this.#granted.get(key) ?? 0) + 1)
  }

  /** EDGE-59: a session takes its approvals with it. */
  #forget(session: string): void {
    for (const key of this.#granted.keys()) if (key.startsWith(`${session}\n`)) this.#granted.delete(key)
  }
}

const keyOf = (session: string, command: string): string => `${session}\n${command}`
