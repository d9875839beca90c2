import type { Exit } from '../exit.ts'
import type { Context } from '../terminal.ts'

/** Runs a command and keeps how it ended. */
type Finish = (exit: Promise<Exit>) => Promise<void>

/** What every area of commands is registered with. */
export interface Registrar {
  readonly context: Context
  readonly finish: Finish
}
