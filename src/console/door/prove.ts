import type { ProcessRef, Registration } from '../../core/model/door.ts'
import { COMMAND_REFUSALS, CONSOLE_TEXTS, LEVEL_PROBLEMS } from '../../core/words/person.ts'
import { isOlderKey, isSignedWith, type PassphraseKey } from '../../person/passphrase.ts'
import { type AgentStart, type KeyboardEvidence, weighCommand, whyOf } from '../../person/terminal.ts'
import { COMMAND_CHECKS, firstRefusal } from '../../person/ways-in.ts'
import type { BrowserSight } from './browser-sight.ts'

type Client = (ProcessRef & Pick<Registration, 'passphraseKey' | 'namespaces'>) | 'none'

export interface TerminalAsked {
  /** The process that asks, as the kernel names it. */
  readonly pid: number
  readonly sinceMs: number
  readonly client: Client
  readonly passphraseKey: PassphraseKey | undefined
}

export type TerminalProof =
  | { readonly kind: 'person' }
  /** A passphrase that is older than the agent would make up for it. */
  | { readonly kind: 'passphrase'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

const COMMAND = 'fairlead console'

/** Whether a person sits at the terminal of this process: the same checks as for every command that decides. */
export function proveTerminal(
  { pid, sinceMs, client, passphraseKey }: TerminalAsked,
  weigh: (pid: number, since: AgentStart) => KeyboardEvidence = weighCommand,
): TerminalProof {
  const evidence = weigh(pid, { atMs: sinceMs, client })
  const refusal = firstRefusal(COMMAND_CHECKS, {
    evidence,
    isClientKnown: true,
    hasOlderPassphrase: () => isOlderKey(passphraseKey, client),
  })
  if (refusal !== undefined) {
    const { why, instead } = COMMAND_REFUSALS[refusal](COMMAND, whyOf(evidence))
    return { kind: 'refused', why, next: instead }
  }
  return evidence.kind === 'person' ? { kind: 'person' } : { kind: 'passphrase', why: whyOf(evidence) }
}

/** The passphrase was typed in that terminal, for this ticket. */
export function provesPassphrase(
  { passphraseKey, client }: TerminalAsked,
  ticket: string,
  signature: string | undefined,
): boolean {
  if (signature === undefined || !isOlderKey(passphraseKey, client)) return false
  return isSignedWith(passphraseKey, CONSOLE_TEXTS.statement(ticket), signature)
}

/** Why this browser cannot become present; undefined when it can. */
export function whyNotPresent(browser: BrowserSight | undefined): string | undefined {
  if (browser === undefined) return LEVEL_PROBLEMS.noSight
  if (browser.driven !== undefined) return LEVEL_PROBLEMS.driven(browser.driven)
  return browser.agentAbove ? LEVEL_PROBLEMS.agentAbove : undefined
}
