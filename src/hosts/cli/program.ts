import { Command, type Option } from 'commander'
import { VERSION } from '../../wiring/version.ts'
import { addAnchor } from './commands/anchor.ts'
import { addAudit } from './commands/audit.ts'
import { addBackup } from './commands/backup.ts'
import { addDoctor } from './commands/doctor.ts'
import { addEdge } from './commands/edge.ts'
import { examples } from './commands/examples.ts'
import { addExplain } from './commands/explain.ts'
import { addInstall } from './commands/install.ts'
import { addLedger } from './commands/ledger.ts'
import { addPlane } from './commands/plane.ts'
import { addPolicy } from './commands/policy.ts'
import type { Registrar } from './commands/registrar.ts'
import { addReplay } from './commands/replay.ts'
import { addRules } from './commands/rules.ts'
import { addRunning } from './commands/running.ts'
import { addStatus } from './commands/status.ts'

/**
 * The code of an area lies in the folder of its name, and each command is loaded when it is called, so that none pays for
 * the others.
 */
const AREAS: readonly ((program: Command, registrar: Registrar) => void)[] = [
  addInstall,
  addDoctor,
  addStatus,
  addEdge,
  addAudit,
  addBackup,
  addExplain,
  addRules,
  addPolicy,
  addPlane,
  addReplay,
  addLedger,
  addAnchor,
  addRunning,
]

/** The headings of the help text. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Set up:': ['init', 'uninstall', 'doctor'],
  'Every day:': ['status', 'report', 'edge', 'pause', 'audit', 'backup'],
  'Understand and tune:': ['explain', 'rules', 'config', 'trust', 'plane', 'assess', 'replay'],
  'Records and roles of agents:': ['ledger', 'anchor'],
  'Behind the scenes:': ['up', 'down', 'hook', 'mcp', 'statusline', 'completion'],
}

export function makeProgram(registrar: Registrar): Command {
  const program = new Command('fairlead')
    .description('stands between a coding agent and its tools: what cannot be undone waits for a person')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this')
    .configureHelp({ optionDescription: describeOption })
    .showSuggestionAfterError(true)
  for (const add of AREAS) add(program, registrar)
  for (const [group, names] of Object.entries(GROUPS)) {
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(group)
  }
  program.addHelpText(
    'after',
    examples('fairlead init', 'fairlead status', 'fairlead edge approve', 'fairlead help edge approve'),
  )
  return program
}

/** Commander's own quotes what is not quoted when it is typed, and shows an empty list as `[]`. */
function describeOption({ description, defaultValue }: Option): string {
  const isTold = typeof defaultValue === 'string' && defaultValue !== ''
  return isTold ? `${description} (default: ${defaultValue})` : description
}
