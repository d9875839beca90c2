import { projectRootOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import { projectPolicyOf } from '../../../config/policy-files.ts'
import { policySchema, starterPolicy } from '../../../config/schema.ts'
import { CONFIG_TEXTS } from '../../../core/words/cli-policy.ts'
import { codeOf } from '../../../disk/error-code.ts'
import { writeNew } from '../../../disk/new-file.ts'
import { writePrivate } from '../../../disk/replace-file.ts'
import { homePolicies } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { type Context, shortPath } from '../terminal.ts'

/** A file to start from, beside the schema that editors complete it with. A file that is there is kept. */
export async function configInit(context: Context, options: { readonly project?: boolean }): Promise<Exit> {
  const { terminal, env, cwd } = context
  const paths = pathsOf(env)
  const root = projectRootOf(cwd) ?? cwd
  const ofProject = homePolicies(paths)(root) ?? projectPolicyOf(root)
  const file = options.project ? ofProject : paths.userPolicy
  if (!options.project) writePrivate(paths.policySchema, schemaText())
  try {
    if (options.project) writeNew(file, starterPolicy(), 0o644)
    else writeNew(file, starterPolicy(paths.policySchema), 0o600)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return failed(CONFIG_TEXTS.exists(shortPath(file, env)))
  }
  terminal.out(CONFIG_TEXTS.written(shortPath(file, env)))
  terminal.out(CONFIG_TEXTS.next)
  return DONE
}

export async function configSchema({ terminal }: Context): Promise<Exit> {
  terminal.out(schemaText().trimEnd())
  return DONE
}

function schemaText(): string {
  return `${JSON.stringify(policySchema(), null, 2)}\n`
}
