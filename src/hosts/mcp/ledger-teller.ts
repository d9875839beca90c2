import { pathsOf } from '../../config/paths.ts'
import type { Teller } from '../../ledger/tell-ledger.ts'
import { projectFolderIn } from '../../runtimes/peek.ts'
import { callingSession } from '../../runtimes/registry.ts'
import type { ToolContext, ToolInput } from './tool.ts'

/** Who speaks to the ledger through this server; undefined where nothing is governed. */
export function tellerFor({ args }: ToolInput, { gate, runtime, cwd, projectOf }: ToolContext): Teller | undefined {
  const given = args['working_dir']
  const project = projectOf(typeof given === 'string' ? given : (projectFolderIn(process.env) ?? cwd))
  return project && { gate, paths: pathsOf(process.env), project, runtime, session: callingSession(process.env) }
}

export const UNGOVERNED = {
  text: "this folder is not governed by Fairlead; pass the project's folder as working_dir",
  isError: true,
} as const

export const WORKING_DIR = { type: 'string', description: 'absolute path of the folder you work in' } as const
