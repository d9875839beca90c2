import { projectRootOf } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import { compilePolicy, isProjects, isTrusted, type LoadedPolicy } from '../../config/policy.ts'
import { projectPolicyOf, seePolicyFiles } from '../../config/policy-files.ts'
import { pin, pinsFileOf, readPins } from '../../config/trust.ts'
import { DONE, type Exit, failed } from './exit.ts'
import { partsOfPolicy } from './load-policy.ts'
import { type Prove, proveHere } from './prove-here.ts'
import { oneLine } from './show.ts'
import { type Context, shortPath } from './terminal.ts'

interface TrustOptions {
  readonly yes?: boolean
  readonly end?: boolean
}

/** Lets this repository's policy loosen what the person's own may, as long as its bytes stay these. */
export async function trust(context: Context, { yes, end }: TrustOptions, prove: Prove = proveHere): Promise<Exit> {
  const { terminal, env, cwd } = context
  const project = projectRootOf(cwd)
  if (project === undefined) return failed(`\`${cwd}\` is in no project; go to one`)
  const [file, pins] = [projectPolicyOf(project), pinsFileOf(pathsOf(env))]
  if (end) {
    pin(pins, file, undefined)
    terminal.out(`${shortPath(file, env)} is not trusted; it may still tighten`)
    return DONE
  }
  const parts = await partsOfPolicy(env)
  const sights = seePolicyFiles(parts, project)
  const sight = sights.find(isProjects)
  if (sight === undefined) return failed(`there is no \`${shortPath(file, env)}\`; nothing to trust`)
  if (sight.kind === 'problem') return failed(`\`${shortPath(file, env)}\`: ${sight.problem}`)
  if (isTrusted(sight, readPins(pins))) {
    terminal.out(`${shortPath(file, env)} is trusted already, as it is`)
    return DONE
  }
  const proof = await prove(context, 'fairlead trust')
  if (proof.kind === 'unproven') return failed(`not accepted: ${proof.why}; ${proof.instead}`)
  // Compiled from the very bytes that are pinned: a file that changes meanwhile is not trusted.
  const trusted = compilePolicy(parts, sights, { [file]: sight.sha256 })
  const builtIn = parts.builtIn.map(({ id, tier }) => ({ name: id, value: tier }))
  const untrusted = compilePolicy(parts, sights, {})
  showChanges(context, { ...untrusted, settings: [...builtIn, ...untrusted.settings] }, trusted)
  const agreed = yes === true || (terminal.interactive && (await terminal.confirm('Trust this file as it is now?')))
  if (!agreed) return failed('nothing was changed; give `--yes` or answer yes to trust the file')
  pin(pins, file, sight.sha256)
  terminal.out(`trusted until it changes: ${shortPath(file, env)}`)
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
  if (changes.length + commands.length === 0) terminal.out('it only tightens; trust changes nothing')
  else terminal.out('with trust, this file changes:')
  for (const { name, value, from } of changes)
    terminal.out(`  ${name}: ${was.get(name)} → ${yellow(value)} ${dim(shortPath(from, env))}`)
  for (const { id, safer = '' } of commands) terminal.out(`  ${id} recommends ${yellow(`\`${oneLine(safer)}\``)}`)
  for (const { line, text } of after.problems.filter(
    ({ kind, file }) => kind === 'error' && file.endsWith('/fairlead.yaml'),
  ))
    terminal.out(`  line ${line} does not count: ${oneLine(text, 200)}`)
}
