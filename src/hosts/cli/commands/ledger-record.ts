import type { Command } from 'commander'
import { examples } from './examples.ts'
import { many } from './many.ts'
import type { Registrar } from './registrar.ts'

/** What the record says, and what is added to it. */
export function addLedgerRecord(ledger: Command, registrar: Registrar): void {
  addLooking(ledger, registrar)
  addCheckpoints(ledger, registrar)
  addTelling(ledger, registrar)
  addSteering(ledger, registrar)
  addVersions(ledger, registrar)
}

function addLooking(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('status')
    .description('where the work stands, and whether the files hold all of it')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger status', 'fairlead ledger status --json'))
    .action((options) => finish(import('../ledger/look.ts').then(({ ledgerStatus }) => ledgerStatus(context, options))))
  ledger
    .command('rebuild')
    .description('make the record from the files alone and compare it with the audit')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger rebuild'))
    .action((options) =>
      finish(import('../ledger/look.ts').then(({ ledgerRebuild }) => ledgerRebuild(context, options))),
    )
  ledger
    .command('tend')
    .description('archive old trajectories now')
    .addHelpText('after', examples('fairlead ledger tend'))
    .action(() => finish(import('../ledger/look.ts').then(({ ledgerTend }) => ledgerTend(context))))
}

function addCheckpoints(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('clear')
    .description('the checkpoint before a /clear: writes everything, and refuses when the policy says so')
    .addHelpText('after', examples('fairlead ledger clear'))
    .action(() =>
      finish(
        import('../ledger/tell.ts').then(({ ledgerTell }) => ledgerTell(context, { do: 'clear', reason: 'clear' })),
      ),
    )
  ledger
    .command('handoff')
    .description('write a handoff; with --json, print what another agent or runtime starts from')
    .option('--to <agent>', 'who takes over')
    .option('--json', 'the packet')
    .addHelpText('after', examples('fairlead ledger handoff', 'fairlead ledger handoff --to codex --json'))
    .action((options) =>
      finish(import('../ledger/tell.ts').then(({ ledgerHandoff }) => ledgerHandoff(context, options))),
    )
}

function addTelling(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('decide')
    .description('record a decision; every citation is opened and compared')
    .argument('<title>', 'what it is about')
    .argument('<decision>', 'what is decided')
    .option('--why <text>', 'the rationale')
    .option('--cite <citation>', `\`quote\` [\${PROJECT_ROOT}/path:line], as often as needed`, many)
    .option('--assumption', 'nothing in the code proves it')
    .option('--supersedes <id>', 'the decision that this one replaces')
    .option('--scenario <text>', 'type: name -> expected', many)
    .option('--next <text>', 'a next step', many)
    .option('--blocker <text>', 'what stands in the way', many)
    .option('--question <text>', 'what is open', many)
    .addHelpText('after', examples("fairlead ledger decide 'Storage' 'use redis' --assumption"))
    .action((title: string, decision: string, options) =>
      finish(
        import('../ledger/tell.ts').then(({ ledgerDecide }) => ledgerDecide(context, { title, decision }, options)),
      ),
    )
}

function addSteering(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('pivot')
    .description('say why a search found too much, before it is refined')
    .requiredOption('--reason <text>', 'why there were so many results')
    .requiredOption('--results <number>', 'how many there were')
    .requiredOption('--failed <text>', 'what was expected, and why that was wrong')
    .requiredOption('--refined <text>', 'what is expected now')
    .addHelpText(
      'after',
      examples("fairlead ledger pivot --reason 'too broad' --results 127 --failed 'a' --refined 'b'"),
    )
    .action((pivot) => finish(import('../ledger/tell.ts').then(({ ledgerPivot }) => ledgerPivot(context, pivot))))
  ledger
    .command('focus')
    .description('replace Active Context: the task, and where the work stands')
    .argument('[state]', 'where the work stands')
    .option('--bead <id>', 'the task')
    .option('--title <text>', 'its title')
    .addHelpText('after', examples("fairlead ledger focus 'waiting for review' --bead bd-7"))
    .action((state: string | undefined, options) =>
      finish(import('../ledger/tell.ts').then(({ ledgerFocus }) => ledgerFocus(context, state, options))),
    )
}

function addVersions(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('log')
    .description('the versions of the ledger, newest last')
    .option('-n, --lines <number>', 'how many', '20')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', examples('fairlead ledger log', 'fairlead ledger log -n 100 --json'))
    .action((options) => finish(import('../ledger/look.ts').then(({ ledgerLog }) => ledgerLog(context, options))))
  ledger
    .command('show')
    .description('the record as it was after a line of the log; without one, as it is')
    .argument('[line]', 'a number from `fairlead ledger log`')
    .option('--full', 'all of NOTES.md instead')
    .addHelpText('after', examples('fairlead ledger show', 'fairlead ledger show 12', 'fairlead ledger show --full'))
    .action((line: string | undefined, options) =>
      finish(import('../ledger/look.ts').then(({ ledgerShow }) => ledgerShow(context, line, options))),
    )
  ledger
    .command('ref')
    .description('what became of a place in NOTES.md: the same, moved, changed or gone')
    .argument('[ref]', 'from a line of the log (default: all of the last handoff)')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', examples('fairlead ledger ref', 'fairlead ledger ref --json'))
    .action((ref: string | undefined, options) =>
      finish(import('../ledger/ref.ts').then(({ ledgerRef }) => ledgerRef(context, ref, options))),
    )
  ledger
    .command('rollback')
    .description('make an earlier version the newest; what came after stays in the log, superseded')
    .argument('<line>', 'a number from `fairlead ledger log`')
    .addHelpText('after', examples('fairlead ledger rollback 12'))
    .action((line: string) =>
      finish(import('../ledger/tell.ts').then(({ ledgerRollback }) => ledgerRollback(context, line))),
    )
}
