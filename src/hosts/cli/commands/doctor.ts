import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addDoctor(program: Command, { context, finish }: Registrar): void {
  program
    .command('doctor')
    .description('is the gate live, what can it do, what does it not see')
    .option('--json', 'for programs')
    .option('--report', 'write one file for a bug report, without commands, files or secrets')
    .addHelpText('after', examples('fairlead doctor', 'fairlead doctor --json', 'fairlead doctor --report'))
    .action((options) => finish(import('../doctor/doctor.ts').then(({ doctor }) => doctor(context, options))))
}
