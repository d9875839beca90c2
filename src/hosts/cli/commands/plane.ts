import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addPlane(program: Command, { context, finish }: Registrar): void {
  const plane = program
    .command('plane')
    .description('how strongly the gate acts, for whom, and what speaks for more or less')
  plane.addHelpText('after', examples('fairlead plane matrix'))
  plane
    .command('matrix')
    .description('how each role is met: passed, steered, held or blocked')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead plane matrix', 'fairlead plane matrix --json'))
    .action((options) => finish(import('../plane-matrix.ts').then(({ planeMatrix }) => planeMatrix(context, options))))
}
