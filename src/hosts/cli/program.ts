import { Command } from 'commander'
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
 * In the order of the help text. The code of an area lies in the folder of its name, and each command is loaded when it is
 * called, so that none pays for the others.
 */
const AREAS: readonly ((program: Command, registrar: Registrar) => void)[] = [
  addInstall,
  addStatus,
  addDoctor,
  addExplain,
  addReplay,
  addRules,
  addEdge,
  addPolicy,
  addAnchor,
  addLedger,
  addAudit,
  addBackup,
  addPlane,
  addRunning,
]

export function makeProgram(registrar: Registrar): Command {
  const program = new Command('fairlead')
    .description('a deterministic control plane at the tool-call boundary of coding agents')
    .version(VERSION, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show what a command does')
    .showSuggestionAfterError(true)
  for (const add of AREAS) add(program, registrar)
  program.addHelpText('after', examples('fairlead init', 'fairlead status', 'fairlead doctor'))
  return program
}
