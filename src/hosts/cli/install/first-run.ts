import { existsSync } from 'node:fs'
import { projectRootOf } from '../../../config/governed.ts'
import type { Paths } from '../../../config/paths.ts'
import { compilePolicy } from '../../../config/policy.ts'
import { asConfirmed, seePolicyFiles } from '../../../config/policy-files.ts'
import { readKey } from '../../../config/read-key.ts'
import { adoptPins, confirmPolicy } from '../../../config/trust.ts'
import * as yamlDoor from '../../../config/yaml-door.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { CONFIRM_TEXTS } from '../../../core/words/cli-policy.ts'
import { keepFirstHeads } from '../../../stores/kept-heads.ts'
import { storeProblemOf } from '../../../stores/store.ts'
import { policyParts } from '../../../wiring/wire-gate.ts'
import { wired } from '../open-project.ts'
import { actStamp } from '../submit-act.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Nothing was kept here yet: nobody has used it, or only a version that kept neither heads nor what was confirmed. */
const isFirst = ({ auditHead }: Paths): boolean => !existsSync(auditHead)

/** Under which `init` plans: the first time, the policy that it will confirm. */
export function policyAtInit(paths: Paths, project: string): Policy {
  const parts = policyParts(paths, () => yamlDoor)
  const sights = seePolicyFiles(parts, project)
  return compilePolicy(parts, isFirst(paths) ? sights.map(asConfirmed) : sights).policy
}

/** The first time, the policy counts as the person has it, and the audit as it is: later both are compared, and they are asked. */
export async function beginRecords(context: Context, paths: Paths): Promise<void> {
  if (isFirst(paths) && keepFirst(context, paths)) await recordFirst(context, paths)
}

/**
 * Here and nowhere else: a hook that finds no head knows that it was taken away. Before the new hooks see the database; what
 * others add meanwhile only makes the head lag behind. True: there is an audit that an older version began.
 */
export function keepFirst({ cwd, env, terminal }: Context, paths: Paths, database = paths.database): boolean {
  if (!isFirst(paths)) return false
  const parts = policyParts(paths, () => yamlDoor)
  adoptPins(parts)
  for (const sight of seePolicyFiles(parts, projectRootOf(cwd) ?? cwd)) {
    if (sight.layer !== 'user' || sight.kind !== 'bytes' || sight.trusted) continue
    confirmPolicy(parts, sight.file, sight)
    terminal.out(CONFIRM_TEXTS.atInit(shortPath(sight.file, env)))
  }
  return keepFirstHeads({ path: paths.auditHead, key: () => readKey(paths.key) }, database)
}

export async function recordFirst(context: Context, paths: Paths): Promise<void> {
  const { gate, store } = await wired(paths, context.env)
  try {
    const open = await store()
    for (const project of await open.projects()) {
      const [last] = await open.facts(project, { newest: 1 })
      if (last === undefined) continue
      const report = { of: 'first-head', found: { seq: last.seq, hash: last.hash } } as const
      await gate.submit({ ...actStamp(context), kind: 'report', report }, project)
    }
  } catch (error) {
    // `doctor`, which follows, finds the database itself at fault.
    if (storeProblemOf(error) === undefined) throw error
  } finally {
    await gate.close()
  }
}
