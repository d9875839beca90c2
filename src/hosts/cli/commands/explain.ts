import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addExplain(program: Command, { context, finish }: Registrar): void {
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
}
