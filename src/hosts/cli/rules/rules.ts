import { projectRootOf } from '../../../config/governed.ts'
import { nearest } from '../../../config/nearest.ts'
import type { Rule } from '../../../core/model/rule.ts'
import { rulesOf } from '../../../core/rules/rules-of.ts'
import { count } from '../../../core/words/count.ts'
import { EXPLAIN_TEXTS } from '../../../core/words/explain.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { policyOf } from '../open-project.ts'
import { oneLine, overrideWords, rows, tierColor } from '../show.ts'
import type { Context, Terminal } from '../terminal.ts'
import { exampleFailures } from './rule-examples.ts'

interface ListOptions {
  readonly pack?: string
  readonly json?: boolean
}

/** Every risk rule of the effective policy, by pack. */
export async function rulesList(context: Context, { pack, json }: ListOptions): Promise<Exit> {
  const { terminal } = context
  const rules = await rulesHere(context)
  const packs = [...new Set(rules.map((rule) => rule.pack))].toSorted()
  if (pack !== undefined && !packs.some((name) => name === pack)) return misused(EXPLAIN_TEXTS.unknownPack(pack, packs))
  const chosen = rules.filter((rule) => pack === undefined || rule.pack === pack)
  if (json) {
    terminal.out(JSON.stringify(chosen, null, 2))
    return DONE
  }
  for (const name of packs) {
    const members = chosen.filter((rule) => rule.pack === name)
    if (members.length > 0) showPack(terminal, name, members)
  }
  terminal.out(count(chosen.length, 'rule'))
  return DONE
}

function showPack(terminal: Terminal, name: string, rules: readonly Rule[]): void {
  terminal.out(terminal.colors.bold(name))
  const line = ({ tier, reason }: Rule): string =>
    `${tierColor(terminal, tier)(tier.padEnd('catastrophic'.length))}  ${reason}`
  for (const row of rows(rules.map((rule) => [rule.id, line(rule)]))) terminal.out(row)
  terminal.out('')
}

/** Everything one rule says. */
export async function rulesShow(context: Context, id: string, { json }: { readonly json?: boolean }): Promise<Exit> {
  const { terminal } = context
  const rules = await rulesHere(context)
  const rule = rules.find((one) => one.id === id)
  const names = () => rules.map((one) => one.id)
  if (rule === undefined) return misused(EXPLAIN_TEXTS.unknownRule(id, nearest(id, names())))
  if (json) {
    terminal.out(JSON.stringify(rule, null, 2))
    return DONE
  }
  terminal.out(terminal.colors.bold(rule.id))
  const many = (name: string, values: readonly string[]) =>
    values.map((value, index) => [index === 0 ? name : '', oneLine(value, MAX_LINE_CHARS)] as const)
  const lines = rows([
    ['tier', tierColor(terminal, rule.tier)(rule.tier)],
    ['harm', rule.harm],
    ['type', rule.type],
    ['family', rule.family],
    ['why', rule.reason],
    ['override', overrideWords(rule)],
    ['safer', rule.safer ?? terminal.colors.dim('none')],
    ...many('matches', rule.examples.matches),
    ...many('not', rule.examples.not),
    ...many(
      'when',
      // Blanks, so that a line can be broken.
      rule.when.map((matcher) => JSON.stringify(matcher).replaceAll(/(?<=[\]}"0-9e]),(?=["[{])/g, ', ')),
    ),
  ])
  for (const line of lines) terminal.out(line)
  return DONE
}

const MAX_LINE_CHARS = 400

/** PLANE-O3: rules are data that prove themselves. */
export async function rulesTest(context: Context, { json }: { readonly json?: boolean } = {}): Promise<Exit> {
  const { terminal } = context
  const rules = await rulesHere(context)
  const failures = exampleFailures(rules)
  const examples = rules.reduce((sum, { examples: { matches, not } }) => sum + matches.length + not.length, 0)
  if (json) terminal.out(JSON.stringify({ rules: rules.length, examples, failures }, null, 2))
  for (const { rule, command, problem } of json ? [] : failures)
    terminal.out(`${terminal.colors.red(rule)}: \`${oneLine(command, MAX_LINE_CHARS)}\` ${problem}`)
  if (!json)
    terminal.out(
      [count(rules.length, 'rule'), count(examples, 'example'), count(failures.length, 'failure')].join(', '),
    )
  if (failures.length === 0) return DONE
  return failed(EXPLAIN_TEXTS.examplesFailed(count(failures.length, 'example')))
}

/** The rules that hold here: the packs as the policy files tune them, and what the files add. */
async function rulesHere({ env, cwd }: Context): Promise<readonly Rule[]> {
  const { policy } = await policyOf(env, projectRootOf(cwd) ?? cwd)
  return rulesOf(policy)
}
