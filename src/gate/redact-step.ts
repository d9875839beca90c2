import type { Effect } from '../core/model/effect.ts'
import type { Fact } from '../core/model/fact.ts'
import { agentId, sessionId } from '../core/model/ids.ts'
import { redact, redactDeep } from '../core/rules/text/redact.ts'
import type { Parsed } from '../runtimes/runtime.ts'

interface Made {
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
}

/**
 * The last look before anything is kept: whichever field of a payload held a secret, no fact and no line of a log does.
 * What is performed on files keeps its paths.
 */
export function redactStep({ facts, effects }: Made): Made {
  return {
    facts: facts.map(redactDeep),
    effects: effects.map((effect) => (isWritten(effect) ? redactDeep(effect) : effect)),
  }
}

function isWritten({ kind }: Effect): boolean {
  return kind.startsWith('proof.') || kind.startsWith('ledger.')
}

/** Names that a runtime gives are kept with every fact: one that looks like a secret goes by another name from the door on. */
export function redactNames(parsed: Parsed): Parsed {
  const { event } = parsed
  if (!event) return parsed
  const { session, agent } = event
  const names = redact(`${session}\n${agent?.id ?? ''}\n${agent?.type ?? ''}`)
  if (names === `${session}\n${agent?.id ?? ''}\n${agent?.type ?? ''}`) return parsed
  const named = agent && { ...agent, id: agentId(redact(agent.id)), type: redact(agent.type) }
  return {
    ...parsed,
    event: { ...event, session: sessionId(redact(session)), ...(named && { agent: named }) },
  } as Parsed
}
