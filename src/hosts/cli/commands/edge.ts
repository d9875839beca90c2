import type { Command } from 'commander'
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
          import('../edge.ts').then((door) =>
            door.edge(context, {
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
}
