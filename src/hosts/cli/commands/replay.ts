import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addReplay(program: Command, { context, finish }: Registrar): void {
  program
    .command('replay')
    .description('sessions that happened, through the gate as it is now: boundaries, windows, steers, holds')
    .argument(
      '<files...>',
      'transcripts of Claude Code, rollouts of Codex, or rows of sessions, one JSON object a line; - for stdin',
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
}
