import type { Command } from 'commander'
import { examples } from './examples.ts'
import { many } from './many.ts'
import type { Registrar } from './registrar.ts'

/** Tasks with their rulings, in `bd` or `br` where one is live, and always in our own record. */
export function addLedgerBead(ledger: Command, { context, finish }: Registrar): void {
  const bead = ledger.command('bead').description('tasks with what was ruled about them')
  bead.addHelpText('after', examples('fairlead ledger bead ready', 'fairlead ledger bead show bd-x7y8'))
  bead
    .command('ready')
    .description('tasks that can be worked on')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger bead ready'))
    .action((options) => finish(import('../ledger/bead.ts').then(({ beadReady }) => beadReady(context, options))))
  bead
    .command('show')
    .description('one task with decisions, next steps and blockers')
    .argument('<id>', 'as `ready` shows it')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger bead show bd-x7y8'))
    .action((id: string, options) =>
      finish(import('../ledger/bead.ts').then(({ beadShow }) => beadShow(context, id, options))),
    )
  bead
    .command('new')
    .description('begin a task')
    .argument('<title>', 'in a few words')
    .option('--type <type>', 'task, bug, feature, epic, chore, decision or a word of yours', 'task')
    .option('--priority <number>', '0 to 4, 0 is the highest', '2')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger bead new "rotate refresh tokens" --type feature'))
    .action((title: string, options) =>
      finish(import('../ledger/bead.ts').then(({ beadNew }) => beadNew(context, title, options))),
    )
  addUpdate(bead, { context, finish })
}

function addUpdate(bead: Command, { context, finish }: Registrar): void {
  bead
    .command('update')
    .description('append a ruling to a task, or say where it stands')
    .argument('<id>', 'as `ready` shows it')
    .option('--status <status>', 'open, in_progress, blocked or closed')
    .option('--decision <text>', 'what was ruled')
    .option('--rationale <text>', 'and why')
    .option('--evidence <citations>', 'quotes with their places; each is opened first')
    .option('--next <text>', 'a next step; may be given again, and replaces the list', many)
    .option('--blocker <text>', 'the same for what stands in the way', many)
    .option('--question <text>', 'the same for what is open', many)
    .option('--note <text>', 'one line for people')
    .option('--believe <decision>', 'refuse when the task does not say so: a fork')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      examples('fairlead ledger bead update bd-x7y8 --decision "rotate tokens" --rationale "replay attacks"'),
    )
    .action((id: string, options) =>
      finish(import('../ledger/bead.ts').then(({ beadUpdate }) => beadUpdate(context, id, options))),
    )
}
