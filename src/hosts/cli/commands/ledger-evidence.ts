import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

/** What the ledgers claim, opened and compared. */
export function addLedgerEvidence(ledger: Command, { context, finish }: Registrar): void {
  ledger
    .command('ground')
    .description("open everything that today's claims cite, and say how much of it is true")
    .argument('[agent]', 'whose trajectory (default: implementing-tasks)')
    .argument('[threshold]', 'between 0 and 1 (default: 0.95)')
    .option('--shim', 'the lines of the published script and nothing else')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead ledger ground', 'fairlead ledger ground reviewing-code 0.9'))
    .action((agent: string | undefined, threshold: string | undefined, options) =>
      finish(
        import('../ledger-ground.ts').then(({ ledgerGround }) =>
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
      finish(import('../ledger-verify.ts').then(({ ledgerVerify }) => ledgerVerify(context, file, options))),
    )
}
