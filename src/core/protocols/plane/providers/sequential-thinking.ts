import type { Provider } from '../provider.ts'

/** A tool for thinking in steps was used: one way among others, and never needed (PLANE-L1). */
export const sequentialThinking: Provider = {
  id: 'sequential-thinking',
  looks: 'ahead',
  shows: ({ tool }) => tool.kind === 'mcp' && /^(?:sequential[_-]?)?think(?:ing)?$/i.test(tool.tool),
}
