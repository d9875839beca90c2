import { Command } from 'commander'
import { VERSION } from '../../wiring/version.ts'
import { addAnchor } from './commands/anchor.ts'
import { addAudit } from './commands/audit.ts'
import { addBackup } from './commands/backup.ts'
import { addEdge } from './commands/edge.ts'
import { examples } from './commands/examples.ts'
import { addInstalling } from './commands/installing.ts'
import { addJudging } from './commands/judging.ts'
import { addLedger } from './commands/ledger.ts'
import { addLooking } from './commands/looking.ts'
import { addPlane } from './commands/plane.ts'
import { addPolicy } from './commands/policy.ts'
import type { Registrar } from './commands/registrar.ts'
import { addRunning } from './commands/running.ts'

/** In the order of the help text. Each command is loaded when it is called, so that none pays for the others. */
const AREAS: readonly ((program: Command, registrar: Registrar) => void)[] = [
  addInstalling,
  addLooking,
  addJudging,
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
