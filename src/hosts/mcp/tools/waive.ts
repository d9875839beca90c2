import { WAIVE } from '../../../core/words/person.ts'
import type { Tool } from '../tool.ts'

/**
 * PLANE-L15c: a director's word on a hold of one of its workers. The hook before this call knows who calls, from the runtime, and
 * has already decided. So this process has nothing left to do, and calling it in any other way changes nothing.
 */
export const waive: Tool = {
  name: 'waive',
  description: WAIVE.description,
  inputSchema: {
    type: 'object',
    properties: {
      hold: { type: 'number', description: WAIVE.hold },
      act: { type: 'string', enum: ['skip', 'release'], description: WAIVE.act },
    },
    required: ['hold', 'act'],
  },
  readOnly: false,
  call: async () => ({ text: WAIVE.done }),
}
