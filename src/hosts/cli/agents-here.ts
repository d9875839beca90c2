import { existsSync } from 'node:fs'
import { pathsOf } from '../../config/paths.ts'
import type { Environment } from '../../core/model/json.ts'
import { type AgentsHere, findAgents } from '../../wiring/agents-here.ts'
import { wired } from './open-project.ts'

/** Every agent of this user. A database that is missing or cannot be opened is left alone. */
export async function agentsHere(env: Environment): Promise<AgentsHere> {
  const paths = pathsOf(env)
  const store = existsSync(paths.database) ? await (await wired(paths, env)).store().catch(() => undefined) : undefined
  try {
    return await findAgents({ home: paths.home, store, pid: process.pid })
  } finally {
    await store?.close()
  }
}
