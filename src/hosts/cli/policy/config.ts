import { projectRootOf } from '../../../config/governed.ts'
import type { LoadedPolicy, PolicySource } from '../../../config/policy.ts'
import { rulesOf } from '../../../core/rules/rules-of.ts'
import { CONFIG_TEXTS } from '../../../core/words/cli-policy.ts'
import { DOCTOR_TEXTS } from '../../../core/words/doctor.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { policyOf } from '../open-project.ts'
import { exampleFailures } from '../rules/rule-examples.ts'
import { oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Everything that is wrong in the policy files, one line each. */
export async function configCheck(context: Context, { json }: { readonly json?: boolean } = {}): Promise<Exit> {
  const { terminal, env, cwd } = context
  const { red, yellow } = terminal.colors
  const project = projectRootOf(cwd) ?? cwd
  const loaded = await policyOf(env, project)
  const failures = wrongExamples(loaded)
  if (json) terminal.out(JSON.stringify({ problems: loaded.problems, failures, sources: loaded.sources }, null, 2))
  for (const { kind, file, line, text } of json ? [] : loaded.problems) {
    terminal.out(`${shortPath(file, env)}:${line}: ${(kind === 'error' ? red : yellow)(kind)}: ${oneLine(text, 400)}`)
  }
  for (const { place, problem } of json ? [] : failures)
    terminal.out(`${shortPath(place, env)}: ${red('error')}: ${problem}`)
  const errors = loaded.problems.filter(({ kind }) => kind === 'error').length + failures.length
  if (errors > 0) return failed(CONFIG_TEXTS.errors(errors))
  const looser = loaded.policy.unconfirmed?.looser ?? []
  if (json) return DONE
  if (looser.length > 0) terminal.out(`${yellow('warning')}: ${DOCTOR_TEXTS.policyWaits(looser)}`)
  terminal.out(CONFIG_TEXTS.noErrors(loaded.sources.length))
  return DONE
}

/** A rule that does not keep to its own examples does not do what its author thinks. */
function wrongExamples({
  policy,
  settings,
}: LoadedPolicy): readonly { readonly place: string; readonly problem: string }[] {
  if (policy.rules.length === 0) return []
  const places = new Map(settings.map(({ name, from }) => [name, from]))
  const added = new Set(policy.rules.map(({ id }) => id))
  return exampleFailures(rulesOf(policy))
    .filter(({ rule }) => added.has(rule))
    .map(({ rule, command, problem }) => ({
      place: places.get(rule) ?? rule,
      problem: CONFIG_TEXTS.badExample(rule, oneLine(command), problem),
    }))
}

/** The effective policy, and for each value the place that decided it. */
export async function configShow(
  context: Context,
  options: { readonly json?: boolean; readonly origin?: boolean },
): Promise<Exit> {
  const { terminal, env, cwd } = context
  const loaded = await policyOf(env, projectRootOf(cwd) ?? cwd)
  if (options.json) {
    terminal.out(JSON.stringify(loaded, null, 2))
    return DONE
  }
  const { dim } = terminal.colors
  const settings = options.origin ? loaded.settings.filter(({ from }) => from !== 'default') : loaded.settings
  const names = settings.map(({ name }) => name)
  // One long list must not push everything else out of the window.
  const values = settings.map(({ value }) => value).filter(({ length }) => length <= WIDE_CHARS)
  for (const { name, value, from } of settings) {
    terminal.out(`${name.padEnd(width(names))}  ${value.padEnd(width(values))}  ${dim(shortPath(from, env))}`)
  }
  for (const { rule, command, folder, from } of loaded.allowed) {
    const what = CONFIG_TEXTS.allowed(rule, shortPath(folder, env), oneLine(command))
    terminal.out(`${oneLine(what, 400)}  ${dim(shortPath(from, env))}`)
  }
  for (const source of loaded.sources) terminal.out(dim(`${shortPath(source.file, env)}: ${standing(source)}`))
  const { length } = loaded.problems
  if (length > 0) terminal.out(CONFIG_TEXTS.problems(length))
  return DONE
}

const WIDE_CHARS = 32

const width = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length))

function standing({ layer, trusted }: PolicySource): string {
  const { user, managed, unconfirmed, trusted: pinned, untrusted } = CONFIG_TEXTS.layers
  if (layer === 'managed') return managed
  if (layer === 'user') return trusted ? user : unconfirmed
  return trusted ? pinned : untrusted
}
