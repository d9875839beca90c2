import { existsSync } from 'node:fs'
import { projectRootOf } from '../../config/governed.ts'
import { type Paths, pathsOf } from '../../config/paths.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Store } from '../../stores/store.ts'
import { problemOf } from '../../stores/store-failure.ts'
import { countTokens } from '../../wiring/count-tokens.ts'
import { ledgerSurroundings } from '../../wiring/ledger-surroundings.ts'
import { type Wired, wireGate } from '../../wiring/wire-gate.ts'
import { type Exit, failed } from './exit.ts'
import type { Environment } from './terminal.ts'

/** The project of this folder, and the store with its facts. */
export interface OpenProject {
  readonly paths: Paths
  readonly project: ProjectRoot
  readonly store: Store
  readonly gate: Gate
  readonly unwritten: Wired['unwritten']
}

export type Opened = { readonly ok: true; readonly open: OpenProject } | { readonly ok: false; readonly exit: Exit }

/** Reading must not create: without a database there is nothing to read. */
export async function openProject({ cwd, env }: { readonly cwd: string; readonly env: Environment }): Promise<Opened> {
  const paths = pathsOf(env)
  const project = projectRootOf(cwd)
  if (project === undefined) return refuse(`\`${cwd}\` is in no project; go to one in which \`fairlead init\` was run`)
  if (!existsSync(paths.database)) return refuse('nothing was recorded yet; run `fairlead init` in a project')
  try {
    const { store, gate, unwritten } = await wired(paths, env)
    return { ok: true, open: { paths, project, store: await store(), gate, unwritten } }
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return refuse(`\`${paths.database}\` cannot be read: ${problem.message}; run \`fairlead doctor\``)
  }
}

export async function wired(paths: Paths, env: Environment): Promise<Wired> {
  const yamlDoor = await import('../../config/yaml-door.ts')
  return wireGate({ paths, env, loadYaml: () => yamlDoor, countTokens, around: ledgerSurroundings(paths, env) })
}

function refuse(line: string): Opened {
  return { ok: false, exit: failed(line) }
}
