import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addAudit(program: Command, { context, finish }: Registrar): void {
  const audit = program.command('audit').description('the record of every decision in this project')
  audit.addHelpText(
    'after',
    examples('fairlead audit verify', 'fairlead audit export --out audit.jsonl', 'fairlead audit tail -n 20'),
  )
  audit
    .command('verify')
    .description('check the chain, here or in an exported file')
    .argument('[file]', 'an export, from any machine')
    .addHelpText('after', examples('fairlead audit verify', 'fairlead audit verify audit.jsonl'))
    .action((file) => finish(import('../audit/audit.ts').then(({ auditVerify }) => auditVerify(context, file))))
  audit
    .command('export')
    .description('write the chain, one fact per line')
    .option('--out <file>', 'a new file (default: the terminal)')
    .addHelpText('after', examples('fairlead audit export --out audit.jsonl', 'fairlead audit export | head'))
    .action((options) => finish(import('../audit/audit.ts').then(({ auditExport }) => auditExport(context, options))))
  audit
    .command('tail')
    .description('show the newest facts')
    .option('-n, --lines <number>', 'how many', '20')
    .option('-f, --follow', 'go on as they come')
    .addHelpText('after', examples('fairlead audit tail', 'fairlead audit tail -n 100', 'fairlead audit tail --follow'))
    .action((options) => finish(import('../audit/audit.ts').then(({ auditTail }) => auditTail(context, options))))
}
