import type { ToolCall } from '../../model/tool.ts'

const WAITS = /stdin|wait|poll|output|sleep/i

/** A tool that only waits for something that runs: the same answer again is no loop. */
export const onlyWaits = (tool: ToolCall): boolean => tool.kind === 'other' && WAITS.test(tool.name)
