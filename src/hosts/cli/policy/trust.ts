import { loaConfigOf } from '../../../config/loa-config.ts'
import { compilePolicy, type LoadedPolicy } from '../../../config/policy.ts'
import { isProjects, projectPolicyOf, seePolicyFiles } from '../../../config/policy-files.ts'
import { pin, type TrustParts } from '../../../config/trust.ts'
import { TRUST_TEXTS } from '../../../core/words/cli-policy.ts'
import { refusedText } from '../../../core/words/person.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { partsOfPolicy, projectHere } from '../open-project.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { askFirst, type Context, shortPath } from '../terminal.ts'

interface TrustOptions {
  readonly yes?: boolean
  readonly end?: boolean
}

/** Lets this repository's policy loosen what the person's own may, as long as its bytes stay these. */
export async function trust(context: Context, { yes, end }: TrustOptions, prove: Prove = proveHere): Promise<Exit> {
  const { terminal, env } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const project = here.open
  if (end) return forget(context, await partsOfPolicy(env), project)
  const parts = await partsOfPolicy(env)
  const sights = seePolicyFiles(parts, project)
  const own = sights.filter(isProjects)
  if (own.length === 0) return failed(TRUST_TEXTS.noFile(shortPath(projectPolicyOf(project), env)))
  const broken = own.find((sight) => sight.kind === 'problem')
  if (broken !== undefined) return failed(TRUST_TEXTS.broken(shortPath(broken.file, env), broken.problem))
  const named = own.map(({ file }) => shortPath(file, env)).join(', ')
  const isOne = own.length === 1
  if (own.every(({ trusted }) => trusted)) {
    terminal.out(TRUST_TEXTS.already(named, isOne))
    return DONE
  }
  const proof = await prove(context, 'fairlead trust')
  if (proof.kind === 'unproven') return failed(refusedText(proof))
  // Compiled from the very bytes that are pinned, each under its own name: a file that changes meanwhile is not trusted.
  const withTrust = (trusted: boolean) =>
    compilePolicy(
      parts,
      sights.map((sight) => (isProjects(sight) ? { ...sight, trusted } : sight)),
    )
  const builtIn = parts.builtIn().map(({ id, tier }) => ({ name: id, value: tier }))
  const untrusted = withTrust(false)
  showChanges(context, { ...untrusted, settings: [...builtIn, ...untrusted.settings] }, withTrust(true))
  const declined = await askFirst(terminal, TRUST_TEXTS.question(isOne), yes)
  if (declined) return declined
  for (const sight of own) if (sight.kind === 'bytes') pin(parts, sight.file, sight.sha256)
  terminal.out(TRUST_TEXTS.trusted(named, isOne))
  return DONE
}

/** Every file of the repository that trust may speak for. */
function forget({ terminal, env }: Context, parts: TrustParts, project: string): Exit {
  const file = projectPolicyOf(project)
  for (const one of [file, loaConfigOf(project)]) pin(parts, one, undefined)
  terminal.out(TRUST_TEXTS.ended(shortPath(file, env)))
  return DONE
}

type Before = Pick<LoadedPolicy, 'policy'> & {
  readonly settings: readonly { readonly name: string; readonly value: string }[]
}

function showChanges({ terminal, env }: Context, before: Before, after: LoadedPolicy): void {
  const { yellow, dim } = terminal.colors
  const was = new Map(before.settings.map(({ name, value }) => [name, value]))
  const changes = after.settings.filter(({ name, value }) => was.get(name) !== value)
  const commands = after.policy.rules.filter(
    (rule) =>
      rule.safer !== undefined && before.policy.rules.some(({ id, safer }) => id === rule.id && safer === undefined),
  )
  terminal.out(changes.length + commands.length === 0 ? TRUST_TEXTS.onlyStricter : TRUST_TEXTS.changes)
  for (const { name, value, from } of changes)
    terminal.out(`  ${name}: ${was.get(name)} → ${yellow(value)} ${dim(shortPath(from, env))}`)
  for (const { id, safer = '' } of commands)
    terminal.out(`${TRUST_TEXTS.recommends(id)}${yellow(`\`${oneLine(safer)}\``)}`)
  const own = new Set(after.sources.flatMap(({ layer, file }) => (layer === 'project' ? [file] : [])))
  for (const { line, text } of after.problems.filter(({ kind, file }) => kind === 'error' && own.has(file)))
    terminal.out(TRUST_TEXTS.ignoredLine(line, oneLine(text, 200)))
}
