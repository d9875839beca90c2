import { definePack } from '../rule.ts'

/** Tools that are no shell, by the pseudo-programs of `judge-tool.ts`. The examples are the pseudo-commands themselves. */
export const tools = definePack('platform', () => [
  {
    id: 'mcp-change',
    harm: 'send',
    type: 'external',
    family: 'mcp tool',
    when: [{ program: ['<mcp-tool>'] }],
    about: 'operands',
    examples: {
      matches: ["'<mcp-tool>' github/delete_repository", "'<mcp-tool>' stripe/create_refund"],
      not: ['ls', 'echo mcp-tool'],
    },
  },
])
