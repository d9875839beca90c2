import { pathsOf } from '../../config/paths.ts'
import { type LoadedPolicy, loadPolicy, type PolicyParts } from '../../config/policy.ts'
import { policyParts } from '../../wiring/wire-gate.ts'
import type { Environment } from './terminal.ts'

/** The policy under which this folder is judged, read anew, with everything that is wrong in its files. */
export async function policyOf(env: Environment, project: string): Promise<LoadedPolicy> {
  return loadPolicy(await partsOfPolicy(env), project)
}

export async function partsOfPolicy(env: Environment): Promise<PolicyParts> {
  const yamlDoor = await import('../../config/yaml-door.ts')
  return policyParts(pathsOf(env), () => yamlDoor)
}
