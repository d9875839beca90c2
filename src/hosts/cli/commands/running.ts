import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addRunning(program: Command, { context, finish }: Registrar): void {
  program
    .command('up')
    .description('start the daemon now; hooks start it by themselves')
    .addHelpText('after', examples('fairlead up'))
    .action(() => finish(import('../running/running.ts').then(({ up }) => up(context))))
  program
    .command('down')
    .description('stop the daemon')
    .addHelpText('after', examples('fairlead down'))
    .action(() => finish(import('../running/running.ts').then(({ down }) => down(context))))
  program
    .command('hook')
    .description('answer one call of a runtime: its JSON on stdin, the answer on stdout')
    .argument('<runtime>', 'claude-code or codex')
    .option('--strict', 'refuse a call when the gate itself fails')
    .addHelpText('after', examples('fairlead hook claude-code < payload.json'))
    .action((runtime, options) =>
      finish(import('../running/running.ts').then(({ hook }) => hook(context, runtime, options))),
    )
  program
    .command('mcp')
    .description('the MCP server that a runtime starts: requests on stdin, answers on stdout')
    .argument('<runtime>', 'claude-code or codex')
    .addHelpText('after', examples('fairlead mcp codex'))
    .action((runtime) => finish(import('../running/running.ts').then(({ mcp }) => mcp(context, runtime))))
  program
    .command('statusline')
    .description("one line for Claude Code's status line, from the JSON it gives on stdin")
    .addHelpText('after', examples('echo \'{"cwd":"."}\' | fairlead statusline'))
    .action(() => finish(import('../status/statusline.ts').then(({ statusline }) => statusline(context))))
  program
    .command('completion')
    .description('print a completion script')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText(
      'after',
      examples(
        'source <(fairlead completion bash)',
        'source <(fairlead completion zsh)',
        'fairlead completion fish > ~/.config/fish/completions/fairlead.fish',
      ),
    )
    .action((shell) => finish(import('../completion.ts').then(({ completion }) => completion(context, shell, program))))
}
