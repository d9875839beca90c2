import type { Tool } from '../tool.ts'

/**
 * PLANE-L15c: a director's word on a hold of one of its workers. The hook that sees this call knows who calls, by the runtime's own
 * word; it has decided before we run. So there is nothing left to do here, and whoever reaches this process reaches nothing.
 */
export const waive: Tool = {
  name: 'waive',
  description:
    'For the director that the operator named: decide about a hold of one of your workers. act="skip" says no; act="release" lets the worker run it again, where a fresh backup covers everything it may lose.',
  inputSchema: {
    type: 'object',
    properties: {
      hold: { type: 'number', description: 'the number of the hold' },
      act: { type: 'string', enum: ['skip', 'release'], description: 'skip or release' },
    },
    required: ['hold', 'act'],
  },
  readOnly: false,
  call: async () => ({ text: 'the gate has decided at the call; the worker may try again after a release' }),
}
