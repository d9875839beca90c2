import type { Provider } from '../provider.ts'

/** What the operator calls a checkpoint: a tool by its name, a shell command by its first words. */
export const configured: Provider = {
  id: 'configured',
  looks: 'back',
  shows: ({ tool, commands, policy: { checkpointTool, checkpointCommand } }) => {
    if (checkpointTool !== '' && tool.name === checkpointTool) return true
    const wanted = checkpointCommand.split(/\s+/).filter(Boolean)
    return wanted.length > 0 && commands.some((words) => wanted.every((word, index) => words[index] === word))
  },
}
