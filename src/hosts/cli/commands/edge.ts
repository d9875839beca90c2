import type { Command } from 'commander'
import type { EdgeModeOptions } from '../edge/mode.ts'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addEdge(program: Command, { context, finish }: Registrar): void {
  const edge = program.command('edge').description('decide about a hold; for a person in a terminal of their own')
  edge.addHelpText(
    'after',
    examples('fairlead edge approve', 'fairlead edge skip 3', 'fairlead edge dismiss 3 --minutes 30'),
  )
  const decide = (verb: 'approve' | 'skip' | 'dismiss', about: string) =>
    edge
      .command(verb)
      .description(about)
      .argument('[number]', 'of the hold; the oldest without it')
      .addHelpText('after', examples(`fairlead edge ${verb}`, `fairlead edge ${verb} 3`))
      .action((hold: string | undefined, { minutes }: { readonly minutes?: string }) =>
        finish(
          import('../edge/decide-hold.ts').then(({ decideHold }) =>
            decideHold(context, {
              verb,
              ...(hold !== undefined && { hold }),
              ...(minutes !== undefined && { minutes }),
            }),
          ),
        ),
      )
  decide('approve', 'let exactly this call pass, once')
  decide('skip', 'say no: the call stays refused')
  decide('dismiss', 'let calls of this kind pass for a while').option(
    '--minutes <number>',
    'for how long (default: 60)',
  )
  addModes(edge, { context, finish })
}

function addModes(edge: Command, { context, finish }: Registrar): void {
  const run = (options: EdgeModeOptions) =>
    finish(import('../edge/mode.ts').then(({ edgeMode }) => edgeMode(context, options)))
  const plain = (verb: 'plan' | 'review' | 'done' | 'status' | 'list', about: string) =>
    edge
      .command(verb)
      .description(about)
      .addHelpText('after', examples(`fairlead edge ${verb}`))
      .action(() => run({ verb }))
  plain('plan', 'operator mode plan: think first')
  edge
    .command('active')
    .description('operator mode active: work on an objective')
    .argument('[objective...]', 'what you want')
    .addHelpText('after', examples('fairlead edge active', 'fairlead edge active "fix the parser"'))
    .action((words: readonly string[]) => run({ verb: 'active', ...(words.length > 0 && { text: words.join(' ') }) }))
  plain('review', 'operator mode review: check the work')
  plain('done', 'operator mode done: through the quality gate, then the work is archived')
  edge
    .command('ambiguous')
    .description('note a choice that waits for a person')
    .argument('<question...>', 'in quotes')
    .addHelpText('after', examples('fairlead edge ambiguous "sqlite or postgres?"'))
    .action((words: readonly string[]) => run({ verb: 'ambiguous', text: words.join(' ') }))
  plain('status', 'operator mode, objective and holds, in one line')
  plain('list', 'what is granted and not used yet')
  edge
    .command('revoke')
    .description('take back what was granted')
    .argument('<number>', 'of the hold it was granted for; `fairlead edge list` shows it')
    .addHelpText('after', examples('fairlead edge revoke 3'))
    .action((number: string) => run({ verb: 'revoke', number }))
  edge
    .command('migrate')
    .description('from the older layout of several state files to one')
    .option('--shadow', 'log where old and new differ, and change nothing (the default)')
    .option('--apply', 'one state file from now on; the older ones are kept aside')
    .option('--undo', 'take it back')
    .option('--clean', 'delete the older files and modules for good')
    .addHelpText('after', examples('fairlead edge migrate', 'fairlead edge migrate --apply'))
    .action((options) => finish(import('../edge/migrate.ts').then(({ edgeMigrate }) => edgeMigrate(context, options))))
}
