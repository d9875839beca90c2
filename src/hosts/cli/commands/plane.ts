import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addPlane(program: Command, { context, finish }: Registrar): void {
  const plane = program
    .command('plane')
    .description('how strongly the gate acts, for whom, and what speaks for more or less')
  plane.addHelpText('after', examples('fairlead plane ladder', 'fairlead plane matrix', 'fairlead plane baseline'))
  plane
    .command('matrix')
    .description('how each role is met: passed, steered, held or blocked')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead plane matrix', 'fairlead plane matrix --json'))
    .action((options) => finish(import('../plane/matrix.ts').then(({ planeMatrix }) => planeMatrix(context, options))))
  plane
    .command('ladder')
    .description('what the audit says about each rung from observe to steer to gate, and what it speaks for')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead plane ladder', 'fairlead plane ladder --json'))
    .action((options) => finish(import('../plane/ladder.ts').then(({ planeLadder }) => planeLadder(context, options))))
  plane
    .command('judge')
    .description('say whether a call that passed was rightly one that a higher rung would have caught')
    .argument('<row>', 'of the audit, as `fairlead plane ladder` lists it')
    .argument('<verdict>', 'right or wrong')
    .addHelpText('after', examples('fairlead plane judge 214 right'))
    .action((row: string, verdict: string) =>
      finish(import('../plane/judge.ts').then(({ planeJudge }) => planeJudge(context, { row, verdict }))),
    )
  plane
    .command('promote')
    .description('change how strongly a tier is enforced, in your own policy; for a person in a terminal of their own')
    .argument('<setting>', 'plane.routine, plane.method_rules or edge.level')
    .argument('<level>', 'observe, steer or gate')
    .option('--yes', 'ask nothing')
    .addHelpText(
      'after',
      examples('fairlead plane promote edge.level steer', 'fairlead plane promote plane.routine steer'),
    )
    .action((setting: string, level: string, options) =>
      finish(import('../plane/promote.ts').then((one) => one.planePromote(context, { ...options, setting, level }))),
    )
  plane
    .command('baseline')
    .description('how long windows are in this repository, and which figures they are measured against')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead plane baseline', 'fairlead plane baseline --json'))
    .action((options) =>
      finish(import('../plane/baseline.ts').then(({ planeBaseline }) => planeBaseline(context, options))),
    )
}
