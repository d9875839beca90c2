import type { Provider } from '../provider.ts'

/** What says how the work is meant: instructions, notes, plans. */
const CONTEXT_FILE =
  /(?:^|\/)(?:CLAUDE|AGENTS|README|NOTES|PLAN|TODO|OBJECTIVE|SPEC|DESIGN|ARCHITECTURE|CONTRIBUTING)(?:\.[a-z]+)*$|(?:^|\/)active_context\.yaml$/i
const READERS = new Set(['cat', 'bat', 'head', 'tail', 'less', 'more', 'nl', 'sed'])

/** The agent read again what the work is about: a context-refresh record. */
export const contextReread: Provider = {
  id: 'context-reread',
  looks: 'ahead',
  shows: ({ tool, commands }) => {
    if (tool.kind === 'read') return tool.paths.some((path) => CONTEXT_FILE.test(path))
    return commands.some(
      ([program = '', ...words]) => READERS.has(program) && words.some((word) => CONTEXT_FILE.test(word)),
    )
  },
}
