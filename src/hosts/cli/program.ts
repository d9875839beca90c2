import { Command } from 'commander'
import { VERSION } from '../../wiring/version.ts'
import type { Exit } from './exit.ts'
import type { Context } from './terminal.ts'

/** Runs a command and keeps how it ended. */
export type Finish = (exit: Promise<Exit>) => Promise<void>

/** The table of commands. Each is loaded when it is called, so that none pays for the others. */
export function makeProgram(context: Context, finish: Finish): Command {
  const program = new Command('fairlead')
    .description('a deterministic control plane at the tool-call boundary of coding agents')
    .version(VERSION, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show what a command does')
    .showSuggestionAfterError(true)
  addInstalling(program, context, finish)
  addLooking(program, context, finish)
  addJudging(program, context, finish)
  addEdge(program, context, finish)
  addPolicy(program, context, finish)
  addAudit(program, context, finish)
  addRunning(program, context, finish)
  program.addHelpText('after', examples('fairlead init', 'fairlead status', 'fairlead doctor'))
  return program
}

function addInstalling(program: Command, context: Context, finish: Finish): void {
  program
    .command('init')
    .description('govern this project: install the hooks and put the project on the list')
    .option('--runtime <name>', 'claude-code or codex; may be given twice (default: those found)', collect)
    .option(
      '--scope <scope>',
      'user: hooks in your own settings; project: scripts and settings inside the repository',
      'user',
    )
    .option('--strict', 'refuse a call when the gate itself fails')
    .option('--no-strict', 'let a call pass when the gate itself fails')
    .option('--yes', 'ask nothing')
    .option('--dry-run', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      examples(
        'fairlead init',
        'fairlead init --dry-run',
        'fairlead init --runtime codex --yes',
        'fairlead init --strict',
      ),
    )
    .action((options) => finish(import('./init.ts').then(({ init }) => init(context, options))))
  program
    .command('uninstall')
    .description('give back every file as it was; the audit stays')
    .option('--purge', 'also delete the audit, the key and the program')
    .option('--yes', 'ask nothing')
    .addHelpText('after', examples('fairlead uninstall', 'fairlead uninstall --purge'))
    .action((options) => finish(import('./uninstall.ts').then(({ uninstall }) => uninstall(context, options))))
}

function addLooking(program: Command, context: Context, finish: Finish): void {
  program
    .command('status')
    .description('where this project stands: mode, holds, last session')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead status', 'fairlead status --json'))
    .action((options) => finish(import('./status.ts').then(({ status }) => status(context, options))))
  program
    .command('doctor')
    .description('is the gate live, what can it do, what does it not see')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead doctor', 'fairlead doctor --json'))
    .action((options) => finish(import('./doctor.ts').then(({ doctor }) => doctor(context, options))))
}

function addJudging(program: Command, context: Context, finish: Finish): void {
  program
    .command('explain')
    .description('what the gate makes of a shell command, step by step; nothing is run')
    .argument('<command>', 'in quotes, as an agent would run it')
    .option('--cwd <folder>', 'where it would run (default: here)')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      examples("fairlead explain 'rm -rf build'", "fairlead explain 'git push -f' --cwd ~/project --json"),
    )
    .action((command, options) =>
      finish(import('./explain.ts').then(({ explain }) => explain(context, command, options))),
    )
  program
    .command('assess')
    .description('judge a list of shell commands without looking anything up, for measuring')
    .argument('[file]', 'one `{"command": …}` a line (default: standard input)')
    .requiredOption('--jsonl', 'one JSON object a line, in and out')
    .option('--cwd <folder>', 'the project they would run in (default: here)')
    .addHelpText(
      'after',
      examples('fairlead assess --jsonl commands.jsonl', 'fairlead assess --jsonl < commands.jsonl | head'),
    )
    .action((file, options) =>
      finish(import('./assess.ts').then(({ assessLines }) => assessLines(context, file, options))),
    )
  addRules(program.command('rules').description('the risk rules: what they say and whether they hold'), context, finish)
}

function addRules(rules: Command, context: Context, finish: Finish): void {
  rules.addHelpText(
    'after',
    examples(
      'fairlead rules list',
      'fairlead rules show git.push-force',
      'fairlead rules test',
      'fairlead rules allow 3',
    ),
  )
  rules
    .command('list')
    .description('every rule with its tier, harm and reason')
    .option('--pack <name>', 'only this pack')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead rules list', 'fairlead rules list --pack git'))
    .action((options) => finish(import('./rules.ts').then(({ rulesList }) => rulesList(context, options))))
  rules
    .command('show')
    .description('everything one rule says')
    .argument('<id>', 'as in `fairlead rules list`')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead rules show git.push-force'))
    .action((id, options) => finish(import('./rules.ts').then(({ rulesShow }) => rulesShow(context, id, options))))
  rules
    .command('test')
    .description('run the examples and the safer ways of every rule')
    .addHelpText('after', examples('fairlead rules test'))
    .action(() => finish(import('./rules.ts').then(({ rulesTest }) => rulesTest(context))))
  rules
    .command('allow')
    .description('a hold was wrong: let exactly this command pass in this project from now on, in your own policy')
    .argument('<number>', 'of the hold, waiting or decided')
    .option('--yes', 'ask nothing')
    .addHelpText('after', examples('fairlead rules allow 3', 'fairlead rules allow 3 --yes'))
    .action((hold: string, options) =>
      finish(import('./rules-allow.ts').then(({ rulesAllow }) => rulesAllow(context, { ...options, hold }))),
    )
}

function addEdge(program: Command, context: Context, finish: Finish): void {
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
          import('./edge.ts').then((door) =>
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

function addPolicy(program: Command, context: Context, finish: Finish): void {
  program
    .command('pause')
    .description('let holds pass for a while; the catastrophic stays blocked')
    .argument('[minutes]', 'for how long, up to 240 (default: 15)')
    .option('--end', 'hold again from now on')
    .addHelpText('after', examples('fairlead pause', 'fairlead pause 60', 'fairlead pause --end'))
    .action((minutes: string | undefined, options) =>
      finish(
        import('./pause.ts').then(({ pause }) =>
          pause(context, { ...options, ...(minutes !== undefined && { minutes }) }),
        ),
      ),
    )
  program
    .command('trust')
    .description("let this repository's `fairlead.yaml` loosen the policy, until the file changes")
    .option('--yes', 'ask nothing')
    .option('--end', 'take the trust away')
    .addHelpText('after', examples('fairlead trust', 'fairlead trust --end'))
    .action((options) => finish(import('./trust.ts').then(({ trust }) => trust(context, options))))
  const config = program.command('config').description("the policy: managed, yours and the project's")
  config.addHelpText('after', examples('fairlead config check', 'fairlead config show'))
  config
    .command('check')
    .description('name everything that is wrong in the policy files')
    .addHelpText('after', examples('fairlead config check'))
    .action(() => finish(import('./config.ts').then(({ configCheck }) => configCheck(context))))
  config
    .command('show')
    .description('the effective policy, and where each value comes from')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead config show', 'fairlead config show --json'))
    .action((options) => finish(import('./config.ts').then(({ configShow }) => configShow(context, options))))
}

function addAudit(program: Command, context: Context, finish: Finish): void {
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
    .action((file) => finish(import('./audit.ts').then(({ auditVerify }) => auditVerify(context, file))))
  audit
    .command('export')
    .description('write the chain, one fact per line')
    .option('--out <file>', 'a new file (default: the terminal)')
    .addHelpText('after', examples('fairlead audit export --out audit.jsonl', 'fairlead audit export | head'))
    .action((options) => finish(import('./audit.ts').then(({ auditExport }) => auditExport(context, options))))
  audit
    .command('tail')
    .description('show the newest facts')
    .option('-n, --lines <number>', 'how many', '20')
    .option('-f, --follow', 'go on as they come')
    .addHelpText('after', examples('fairlead audit tail', 'fairlead audit tail -n 100', 'fairlead audit tail --follow'))
    .action((options) => finish(import('./audit.ts').then(({ auditTail }) => auditTail(context, options))))
}

function addRunning(program: Command, context: Context, finish: Finish): void {
  program
    .command('up')
    .description('start the daemon now; hooks start it by themselves')
    .addHelpText('after', examples('fairlead up'))
    .action(() => finish(import('./daemon.ts').then(({ up }) => up(context))))
  program
    .command('down')
    .description('stop the daemon')
    .addHelpText('after', examples('fairlead down'))
    .action(() => finish(import('./daemon.ts').then(({ down }) => down(context))))
  program
    .command('hook')
    .description('answer one call of a runtime: its JSON on stdin, the answer on stdout')
    .argument('<runtime>', 'claude-code or codex')
    .option('--strict', 'refuse a call when the gate itself fails')
    .addHelpText('after', examples('fairlead hook claude-code < payload.json'))
    .action((runtime, options) => finish(import('./hook.ts').then(({ hook }) => hook(context, runtime, options))))
  program
    .command('statusline')
    .description("one line for Claude Code's status line, from the JSON it gives on stdin")
    .addHelpText('after', examples('echo \'{"cwd":"."}\' | fairlead statusline'))
    .action(() => finish(import('./statusline.ts').then(({ statusline }) => statusline(context))))
  program
    .command('completion')
    .description('print a completion script')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText(
      'after',
      examples(
        'source <(fairlead completion bash)',
        'fairlead completion fish > ~/.config/fish/completions/fairlead.fish',
      ),
    )
    .action((shell) => finish(import('./completion.ts').then(({ completion }) => completion(context, shell, program))))
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}
