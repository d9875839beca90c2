import { existsSync } from 'node:fs'
import { governedRootOf } from '../../config/governed.ts'
import { type Paths, pathsOf } from '../../config/paths.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Gate } from '../../gate/gate.ts'
import { countTokens } from '../../ledger/count-tokens.ts'
import { ledgerSurroundings } from '../../ledger/ledger-surroundings.ts'
import type { Store } from '../../stores/store.ts'
import { problemOf } from '../../stores/store-failure.ts'
import { type Wired, wireGate } from '../../wiring/wire-gate.ts'
import { type Exit, failed, type Opened, refused } from './exit.ts'
import { projectHere } from './project-here.ts'
import { type Context, type Environment, shortPath } from './terminal.ts'

/** The project of this folder, and the store with its facts. */
export interface OpenProject {
  readonly paths: Paths
  readonly project: ProjectRoot
  readonly store: Store
  readonly gate: Gate
  readonly unwritten: Wired['unwritten']
}

/** Opens the project of this folder for one piece of work, and closes it whatever comes of it. */
export async function withProject(context: Context, work: (open: OpenProject) => Promise<Exit>): Promise<Exit> {
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  try {
    return await work(opened.open)
  } finally {
    await opened.open.gate.close()
  }
}

/** The same for what makes sense only where something is held. */
export function withGoverned(context: Context, work: (open: OpenProject) => Promise<Exit>): Promise<Exit> {
  return withProject(context, async (open) => {
    const { env } = context
    if (governedRootOf(open.project, open.paths.governed) !== undefined) return work(open)
    return failed(
      `\`${shortPath(open.project, env)}\` is not governed, so nothing is held here; run \`fairlead init\` first`,
    )
  })
}

/** Reading must not create: without a database there is nothing to read. */
export async function openProject({ cwd, env }: Pick<Context, 'cwd' | 'env'>): Promise<Opened<OpenProject>> {
  const paths = pathsOf(env)
  const here = projectHere({ cwd })
  if (!here.ok) return here
  if (!existsSync(paths.database)) return refused('nothing was recorded yet; run `fairlead init` in a project')
  try {
    const { store, gate, unwritten } = await wired(paths, env)
    return { ok: true, open: { paths, project: here.open, store: await store(), gate, unwritten } }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return refused(`\`${paths.database}\` cannot be read: ${problem.message}; run \`fairlead doctor\``)
  }
}

export async function wired(paths: Paths, env: Environment): Promise<Wired> {
  const yamlDoor = await import('../../config/yaml-door.ts')
  return wireGate({ paths, env, loadYaml: () => yamlDoor, countTokens, around: ledgerSurroundings(paths, env) })
}
