import { Command, type Option } from 'commander'
import { HELP, HELP_GROUPS, PROGRAM_ABOUT, PROGRAM_EXAMPLES } from '../../core/words/cli-help.ts'
import type { Help } from '../../core/words/help.ts'
import { VERSION } from '../../wiring/version.ts'
import { COMMANDS } from './commands.ts'
import type { Exit } from './exit.ts'
import type { Context } from './terminal.ts'

const REQUIRED: ReadonlySet<string> = new Set([
  'assess --jsonl',
  'ledger pivot --reason <text>',
  'ledger pivot --results <number>',
  'ledger pivot --failed <text>',
  'ledger pivot --refined <text>',
])

/** What holds where an option is left out. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'init --scope <scope>': 'user',
  'ci --out <folder>': 'fairlead-ci',
  'audit tail -n, --lines <number>': '20',
  'backup create --reason <text>': 'by hand',
  'ledger log -n, --lines <number>': '20',
  'ledger recall --mode <mode>': 'hybrid',
  'ledger recall --scope <scope>': 'all',
  'ledger recall --topk <number>': '3',
  'ledger ghost --agent <name>': 'implementing-tasks',
  'ledger bead new --type <type>': 'task',
  'ledger bead new --priority <number>': '2',
}

/** Options that may be given more than once. */
const REPEATED = /--(?:runtime|query|cite|scenario|next|blocker|question) /

/** Makes the program from its help texts. `finish` runs a command and keeps how it ended. */
export function makeProgram(context: Context, finish: (exit: Promise<Exit>) => Promise<void>): Command {
  const program = new Command('fairlead')
    .description(PROGRAM_ABOUT)
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ optionDescription: describeOption })
    .showSuggestionAfterError(true)
    .addHelpText('after', ending(PROGRAM_EXAMPLES))
  for (const [path, help] of Object.entries<Help>(HELP)) {
    const words = path.split(' ')
    const command = parentOf(program, words).command(words.at(-1) ?? '')
    addUsage(command, path, help)
    const run = Object.entries(COMMANDS).find(([name]) => name === path)?.[1]
    if (run) command.action((...given) => finish(run(context, ...given)))
  }
  for (const [group, names] of Object.entries<readonly string[]>(HELP_GROUPS)) {
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(group)
  }
  return program
}

function parentOf(program: Command, words: readonly string[]): Command {
  const parents = words.slice(0, -1)
  return parents.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program)
}

function addUsage(command: Command, path: string, { about, examples, next, ...parts }: Help): void {
  command.description(about).addHelpText('after', ending(examples, next))
  for (const [part, words] of Object.entries<string>(parts)) {
    const name = `${path} ${part}`
    if (!part.startsWith('-')) command.argument(part, words)
    else if (REQUIRED.has(name)) command.requiredOption(part, words)
    else if (REPEATED.test(part)) command.option(part, words, collect)
    else command.option(part, words, DEFAULTS[name])
  }
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function ending(examples: readonly string[], next?: string): string {
  const lines = examples.map((line) => `  ${line}`).join('\n')
  return `\nExamples:\n${lines}${next === undefined ? '' : `\n\nNext: ${next}`}`
}

/** Commander's own quotes what is not quoted when it is typed. */
function describeOption({ description, defaultValue }: Option): string {
  return typeof defaultValue === 'string' ? `${description} (default: ${defaultValue})` : description
}
