import type { Surroundings } from '../../model/surroundings.ts'
import type { ToolCall } from '../../model/tool.ts'
import { wordText } from '../options/argv.ts'
import { readShell } from '../shell/read-shell.ts'
import { runsTests } from './test-run.ts'

/** What a shell call ran, as plain words, and whether a test runner was among it. Other tools run nothing. */
export interface CommandWords {
  readonly commands: readonly (readonly string[])[]
  readonly tests: boolean
}

const NO_COMMANDS: CommandWords = { commands: [], tests: false }

export function commandWords(tool: ToolCall, around: Surroundings): CommandWords {
  if (tool.kind !== 'shell') return NO_COMMANDS
  const { steps } = readShell(tool.command, { cwd: around.cwd, home: around.home, written: [] })
  const argvs = steps.flatMap((step) => (step.kind === 'command' ? [step.argv] : []))
  return { commands: argvs.map((argv) => argv.map(wordText)), tests: runsTests(steps) }
}
