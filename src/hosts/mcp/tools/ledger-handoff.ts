import { handoffPacket } from '../../../ledger/handoff-packet.ts'
import { tellLedger, wordsOf } from '../../../ledger/tell-ledger.ts'
import { tellerFor, UNGOVERNED, WORKING_DIR } from '../ledger-teller.ts'
import type { Tool } from '../tool.ts'

/** LEDGER-116: synthesis on request, and the packet another agent starts from. */
export const ledgerHandoff: Tool = {
  name: 'ledger_handoff',
  description:
    'Persist everything and hand over: writes the handoff, says what is still unmet, and returns a packet from which another agent can go on.',
  inputSchema: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'why, or to whom' }, working_dir: WORKING_DIR },
  },
  readOnly: false,
  async call(input, context) {
    const { args } = input
    const teller = tellerFor(input, context)
    if (teller === undefined) return UNGOVERNED
    const reason = typeof args['reason'] === 'string' ? args['reason'] : 'handoff'
    const { text } = wordsOf(await tellLedger(teller, { do: 'handoff', reason }))
    const { record } = (await (await context.store()).read(teller.project)).ledger
    return { text: `${text}\n${JSON.stringify(handoffPacket(teller.project, record))}` }
  },
}
