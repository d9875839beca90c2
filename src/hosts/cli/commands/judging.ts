import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addJudging(program: Command, { context, finish }: Registrar): void {
  program
    .command('explain')
    .description('what the gate makes of a shell command, step by step; nothing is run')
    .argument('<command>', 'in quotes, as an agent would run it')
    .option('--cwd <folder>', 'where it would run (default: here)')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      examples("fairlead explain 'rm -rf build'", "fairlead explain 'git push -f' --cwd ~/project --json"),
    )
    .action((command, options) =>
      finish(import('../explain/explain.ts').then(({ explain }) => explain(context, command, options))),
    )
  program
    .command('assess')
    .description('judge a list of shell commands without looking anything up, for measuring')
    .argument('[file]', 'one `{"command": …}` a line (default: standard input)')
    .requiredOption('--jsonl', 'one JSON object a line, in and out')
    .option('--cwd <folder>', 'the project they would run in (default: here)')
    .addHelpText(
      'after',
      examples('fairlead assess --jsonl commands.jsonl', 'fairlead assess --jsonl < commands.jsonl | head'),
    )
    .action((file, options) =>
      finish(import('../explain/assess.ts').then(({ assessLines }) => assessLines(context, file, options))),
    )
  program
    .command('replay')
    .description('sessions that happened, through the gate as it is now: boundaries, windows, steers, holds')
    .argument(
      '<files...>',
      'transcripts of Claude Code, rollouts of Codex, or rows of sessions, one JSON object a line',
    )
    .option('--policy <file>', 'also say what this policy would have done differently')
    .option('--json', 'one JSON object a session, for programs')
    .addHelpText(
      'after',
      examples(
        'fairlead replay session.jsonl',
        'fairlead replay *.jsonl --policy strict.yaml',
        'fairlead replay rollout.jsonl --json',
      ),
    )
    .action((files, options) =>
      finish(import('../replay/replay.ts').then(({ replay }) => replay(context, files, options))),
    )
  addRules(program.command('rules').description('the risk rules: what they say and whether they hold'), {
    context,
    finish,
  })
}

function addRules(rules: Command, { context, finish }: Registrar): void {
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
