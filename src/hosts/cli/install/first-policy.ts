import { existsSync } from 'node:fs'
import type { Paths } from '../../../config/paths.ts'
import { compilePolicy } from '../../../config/policy.ts'
import { asConfirmed, seePolicyFiles } from '../../../config/policy-files.ts'
import { adoptPins, confirmPolicy } from '../../../config/trust.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { CONFIRM_TEXTS } from '../../../core/words/cli-policy.ts'
import { partsOfPolicy } from '../open-project.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Under which `init` plans: the first time, the one that it will confirm. */
export async function policyAtInit({ env }: Context, paths: Paths, project: string): Promise<Policy> {
  const parts = await partsOfPolicy(env)
  const sights = seePolicyFiles(parts, project)
  return compilePolicy(parts, existsSync(paths.auditHead) ? sights : sights.map(asConfirmed)).policy
}

/** The first time, and after a version that asked nobody, the policy counts as the person has it. Later they are asked. */
export async function confirmFirstPolicy({ env, terminal }: Context, paths: Paths, project: string): Promise<void> {
  if (existsSync(paths.auditHead)) return
  const parts = await partsOfPolicy(env)
  adoptPins(parts)
  for (const sight of seePolicyFiles(parts, project)) {
    if (sight.layer !== 'user' || sight.kind !== 'bytes' || sight.trusted) continue
    confirmPolicy(parts, sight.file, sight)
    terminal.out(CONFIRM_TEXTS.atInit(shortPath(sight.file, env)))
  }
}
