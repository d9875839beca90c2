import type { StoredFact } from '../../core/model/fact.ts'

/** What each held call wanted to run, by the number of its hold; a hold that stands for no call is not in it. */
export function heldCommands(facts: Iterable<StoredFact>): ReadonlyMap<number, string> {
  const commands = new Map<number, string>()
  let judged: { readonly eventId: string; readonly preview: string } | undefined
  for (const { eventId, fact } of facts) {
    if (fact.kind === 'call.judged') judged = { eventId, preview: fact.preview }
    // One step judges the call and opens its hold, in this order.
    if (fact.kind === 'junction.opened' && judged?.eventId === eventId)
      commands.set(fact.junction.number, judged.preview)
  }
  return commands
}
