import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addLooking(program: Command, { context, finish }: Registrar): void {
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
  program
    .command('doctor')
    .description('is the gate live, what can it do, what does it not see')
    .option('--json', 'for programs')
    .option('--report', 'write one file for a bug report, without commands, files or secrets')
    .addHelpText('after', examples('fairlead doctor', 'fairlead doctor --json', 'fairlead doctor --report'))
    .action((options) => finish(import('../doctor/doctor.ts').then(({ doctor }) => doctor(context, options))))
}
