import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Paths, pathsOf } from '../../src/config/paths.ts'
import type { SeeingParts } from '../../src/config/policy-files.ts'
import { confirmPolicy } from '../../src/config/trust.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import type { Environment } from '../../src/core/model/json.ts'
import { ensureApprovalKey } from '../../src/install/approval-key.ts'
import { policyParts } from '../../src/wiring/wire-gate.ts'

/** What a person does who edits their own policy and confirms it. */
export function confirmHere(parts: SeeingParts): void {
  const { userPolicy } = parts.paths
  const bytes = readFileSync(userPolicy)
  confirmPolicy(parts, userPolicy, { bytes, sha256: parts.sha256(bytes) })
}

/** The same in a home, also before anything is installed there. */
export function ownPolicy(env: Environment, text: string, paths: Paths = pathsOf(env)): void {
  ensureApprovalKey(paths.key)
  mkdirSync(dirname(paths.userPolicy), { recursive: true })
  writeFileSync(paths.userPolicy, text)
  confirmHere(policyParts(paths, () => yamlDoor))
}
