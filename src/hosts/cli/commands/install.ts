import type { Command } from 'commander'
import { examples } from './examples.ts'
import { many } from './many.ts'
import type { Registrar } from './registrar.ts'

export function addInstall(program: Command, { context, finish }: Registrar): void {
  program
    .command('init')
    .description('govern this project: install the hooks and put the project on the list')
    .option('--runtime <name>', 'claude-code or codex; may be given twice (default: those found)', many)
    .option(
      '--scope <scope>',
      'user: hooks in your own settings; project: scripts and settings inside the repository',
      'user',
    )
    .option('--strict', 'refuse a call when the gate itself fails')
    .option('--no-strict', 'let a call pass when the gate itself fails')
    .option('--ledger', 'also the documents, scripts and files of the ledger protocol; what is there is kept')
    .option('--claude-md', 'with --ledger: also one marked block in CLAUDE.md')
    .option('--port [number]', 'let `/edge` arrive at another port, this one or any that is free')
    .option('--guard-clear', "Claude Code's `/clear` goes through the ledger's checkpoint first; `/new` still clears")
    .option('--yes', 'ask nothing')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      examples(
        'fairlead init',
        'fairlead init --dry-run',
        'fairlead init --runtime codex --yes',
        'fairlead init --strict',
        'fairlead init --ledger',
      ),
    )
    .action((options) => finish(import('../install/init.ts').then(({ init }) => init(context, options))))
  program
    .command('uninstall')
    .description('give back every file as it was, in every project; the audit stays')
    .option('--here', 'only this project; the others stay governed')
    .option('--purge', 'also delete the audit, the key, the backups and the program')
    .option('--yes', 'ask nothing')
    .addHelpText('after', examples('fairlead uninstall', 'fairlead uninstall --here', 'fairlead uninstall --purge'))
    .action((options) => finish(import('../install/uninstall.ts').then(({ uninstall }) => uninstall(context, options))))
}
