import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addStatus(program: Command, { context, finish }: Registrar): void {
  program
    .command('status')
    .description('where this project stands: mode, holds, last session')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead status', 'fairlead status --json'))
    .action((options) => finish(import('../status/status.ts').then(({ status }) => status(context, options))))
  program
    .command('report')
    .description('what a run was held for; fails when something was not let through')
    .option('--session <id>', 'of another run than the last')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead report', 'claude -p "…"; fairlead report'))
    .action((options) => finish(import('../status/report.ts').then(({ report }) => report(context, options))))
}
