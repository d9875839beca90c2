import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addRules(program: Command, { context, finish }: Registrar): void {
  const rules = program.command('rules').description('the risk rules: what they say and whether they hold')
  rules.addHelpText(
    'after',
    examples(
      'fairlead rules list',
      'fairlead rules show git.push-force',
      'fairlead rules test',
      'fairlead rules allow 3',
    ),
  )
  rules
    .command('list')
    .description('every rule with its tier, harm and reason')
    .option('--pack <name>', 'only this pack')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead rules list', 'fairlead rules list --pack git'))
    .action((options) => finish(import('../rules/rules.ts').then(({ rulesList }) => rulesList(context, options))))
  rules
    .command('show')
    .description('everything one rule says')
    .argument('<id>', 'as in `fairlead rules list`')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead rules show git.push-force'))
    .action((id, options) =>
      finish(import('../rules/rules.ts').then(({ rulesShow }) => rulesShow(context, id, options))),
    )
  rules
    .command('test')
    .description('run the examples and the safer ways of every rule')
    .addHelpText('after', examples('fairlead rules test'))
    .action(() => finish(import('../rules/rules.ts').then(({ rulesTest }) => rulesTest(context))))
  rules
    .command('allow')
    .description('a hold was wrong: let exactly this command pass in this project from now on, in your own policy')
    .argument('<number>', 'of the hold, waiting or decided')
    .option('--yes', 'ask nothing')
    .addHelpText('after', examples('fairlead rules allow 3', 'fairlead rules allow 3 --yes'))
    .action((hold: string, options) =>
      finish(import('../rules/allow.ts').then(({ rulesAllow }) => rulesAllow(context, { ...options, hold }))),
    )
}
