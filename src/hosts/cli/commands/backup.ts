import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addBackup(program: Command, { context, finish }: Registrar): void {
  const backup = program.command('backup').description('copies of the work tree, outside the repository')
  backup.addHelpText(
    'after',
    examples('fairlead backup create', 'fairlead backup list', 'fairlead backup diff', 'fairlead backup restore'),
  )
  backup
    .command('create')
    .description('copy every file that git does not ignore, untracked ones included; the repository is not touched')
    .option('--reason <text>', 'a word for the list', 'by hand')
    .addHelpText('after', examples('fairlead backup create', 'fairlead backup create --reason "before the merge"'))
    .action((options) =>
      finish(import('../backup/backup.ts').then(({ backupCreate }) => backupCreate(context, options))),
    )
  backup
    .command('list')
    .description('the copies of this repository, oldest first')
    .option('--all', 'of every folder, also of those that are gone')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead backup list', 'fairlead backup list --all', 'fairlead backup list --json'))
    .action((options) => finish(import('../backup/backup.ts').then(({ backupList }) => backupList(context, options))))
  backup
    .command('diff')
    .description('what changed since a copy was made')
    .argument('[id]', 'as in the list; the newest without it')
    .argument('[path...]', 'only these')
    .option('--stat', 'names and numbers only')
    .addHelpText(
      'after',
      examples('fairlead backup diff', 'fairlead backup diff --stat', 'fairlead backup diff latest src/app.ts'),
    )
    .action((id: string | undefined, paths: readonly string[], options) =>
      finish(import('../backup/backup.ts').then(({ backupDiff }) => backupDiff(context, { ...options, id, paths }))),
    )
  backup
    .command('restore')
    .description('bring files back from a copy; what is there now is copied first, and nothing is deleted')
    .argument('[id]', 'as in the list; the newest without it')
    .argument('[path...]', 'only these')
    .option('--yes', 'ask nothing')
    .option('--no-backup', 'do not copy first what is there now')
    .addHelpText(
      'after',
      examples('fairlead backup restore', 'fairlead backup restore latest src/app.ts', 'fairlead backup restore --yes'),
    )
    .action((id: string | undefined, paths: readonly string[], options) =>
      finish(import('../backup/restore.ts').then((one) => one.backupRestore(context, { ...options, id, paths }))),
    )
}
