import type { Command } from 'commander'
import { examples } from './examples.ts'
import { many } from './many.ts'
import type { Registrar } from './registrar.ts'

/** What the ledgers claim, opened and compared, and what they need, looked up. */
export function addLedgerEvidence(ledger: Command, registrar: Registrar): void {
  addGrounding(ledger, registrar)
  addRetrieval(ledger, registrar)
  addGhost(ledger, registrar)
  addHealing(ledger, registrar)
}

function addGrounding(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('ground')
    .description("open everything that today's claims cite, and say how much of it is true")
    .argument('[agent]', 'whose trajectory (default: implementing-tasks)')
    .argument('[threshold]', 'between 0 and 1 (default: `ledger.threshold`)')
    .option('--shim', 'the lines of the published script and nothing else')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger ground', 'fairlead ledger ground reviewing-code 0.9'))
    .action((agent: string | undefined, threshold: string | undefined, options) =>
      finish(
        import('../ledger/ground.ts').then(({ ledgerGround }) =>
          ledgerGround(context, {
            ...options,
            ...(agent !== undefined && { agent }),
            ...(threshold !== undefined && { threshold }),
          }),
        ),
      ),
    )
  ledger
    .command('verify')
    .description('open every citation of a file (default: NOTES.md) and say what became of it')
    .argument('[file]', 'a text of this project')
    .option('--text <text>', 'a text with citations, instead of a file')
    .option('--json', 'one JSON object a line')
    .addHelpText(
      'after',
      examples(
        'fairlead ledger verify',
        `fairlead ledger verify --text '\`const a = 1\` [\${PROJECT_ROOT}/src/a.ts:1]'`,
      ),
    )
    .action((file: string | undefined, options) =>
      finish(import('../ledger/verify.ts').then(({ ledgerVerify }) => ledgerVerify(context, file, options))),
    )
}

function addRetrieval(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('recall')
    .description('a few places for a question, from ledgers, code and documents')
    .argument('<query>', 'in your own words')
    .option('--mode <mode>', 'hybrid, sem or lex', 'hybrid')
    .option('--scope <scope>', 'all, ledger, code or docs', 'all')
    .option('--topk <number>', 'how many places', '3')
    .option('--threshold <score>', 'leave out what scores less')
    .option('--all-projects', 'also search the other governed projects of this machine')
    .option('--jsonl', "one JSON object a line, in ck's shape")
    .addHelpText(
      'after',
      examples(
        'fairlead ledger recall "token expiry decision"',
        'fairlead ledger recall "parse config" --scope code --jsonl',
      ),
    )
    .action((query: string, options) =>
      finish(import('../ledger/recall.ts').then(({ ledgerRecall }) => ledgerRecall(context, query, options))),
    )
  ledger
    .command('section')
    .description('the whole function or class around a line, or of a name')
    .argument('<place>', '`<file>:<line>`, or a file with `--name`')
    .option('--name <name>', 'of the function or class')
    .option('--json', 'one JSON object a line')
    .addHelpText(
      'after',
      examples('fairlead ledger section src/auth.ts:45', 'fairlead ledger section src/auth.ts --name validateToken'),
    )
    .action((place: string, options) =>
      finish(import('../ledger/section.ts').then(({ ledgerSection }) => ledgerSection(context, place, options))),
    )
}

function addGhost(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('ghost')
    .description('is a feature that is talked about really absent from the code')
    .argument('<feature>', 'its name')
    .option('-q, --query <text>', 'two queries in different words', many, [])
    .option('--control <text>', 'a query about something that is there (default: chosen)')
    .option('--agent <name>', 'whose trajectory records it', 'implementing-tasks')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      examples('fairlead ledger ghost "rate limiting" -q "rate limit requests" -q "throttle clients quota"'),
    )
    .action((feature: string, options) =>
      finish(import('../ledger/ghost.ts').then(({ ledgerGhost }) => ledgerGhost(context, feature, options))),
    )
}

function addHealing(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('heal')
    .description('bring missing or damaged ledgers back, from git or from a template')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger heal'))
    .action((options) => finish(import('../ledger/heal.ts').then(({ ledgerHeal }) => ledgerHeal(context, options))))
  ledger
    .command('integrity')
    .description('is the System Zone as it was installed; drift stops framework operations and nothing else')
    .option('--repair', 'restore from git what HEAD still has')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger integrity', 'fairlead ledger integrity --repair'))
    .action((options) =>
      finish(import('../ledger/heal.ts').then(({ ledgerIntegrity }) => ledgerIntegrity(context, options))),
    )
}
