import { pathsOf } from '../../config/paths.ts'
import { MCP_TEXTS } from '../../core/words/mcp.ts'
import type { Teller } from '../../ledger/tell-ledger.ts'
import { projectFolderIn } from '../../runtimes/peek.ts'
import { callingSession } from '../../runtimes/registry.ts'
import type { ToolContext, ToolInput } from './tool.ts'

/** Who writes to the record through this server; undefined outside projects that are set up. */
export function tellerFor({ args }: ToolInput, { gate, runtime, cwd, projectOf }: ToolContext): Teller | undefined {
  const given = args['working_dir']
  const project = projectOf(typeof given === 'string' ? given : (projectFolderIn(process.env) ?? cwd))
  return project && { gate, paths: pathsOf(process.env), project, runtime, session: callingSession(process.env) }
}

export const UNGOVERNED = {
  text: MCP_TEXTS.notSetUp,
  isError: true,
} as const

export const WORKING_DIR = { type: 'string', description: MCP_TEXTS.workingDir } as const
