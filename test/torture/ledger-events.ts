import type { CallId } from '../../src/core/model/ids.ts'
import { ruling } from '../support/ruling.ts'

export interface LedgerWork {
  readonly database: string
  readonly project: string
  readonly session: string
  /** The number of the first event; numbers go on from one life to the next. */
  readonly first: number
  readonly events: number
  /** Dies by SIGKILL when it passes this point for the nth time. */
  readonly dieAt: { readonly point: string; readonly nth: number }
}

/** Places of the ledger's own writing, beside those of the store. */
export const LEDGER_POINTS = [
  'trajectory.begun',
  'trajectory.half-written',
  'trajectory.written',
  'notes.begun',
  'notes.written',
] as const

/** Work as agents do it; every event can be told from all others in the record's trajectory. */
export function eventOf(number: number, project: string, call: CallId) {
  const edit = { kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: `${project}/f${number}.ts` }] } as const
  switch (number % 4) {
    case 0:
      return { kind: 'prompt', text: `prompt ${number}` } as const
    case 1:
      return { kind: 'tool.after', call, tool: edit, outcome: { ok: true, output: '' } } as const
    case 2:
      return { kind: 'ledger', act: ruling(`Topic ${number}`, { decision: `ruling ${number}` }) } as const
    default:
      return { kind: 'stop', again: false } as const
  }
}

/** What the trajectory says of the event; undefined for one that only writes down what is known. */
export function markOf(number: number): string | undefined {
  return [`"prompt ${number}"`, `/f${number}.ts"`, `"Topic ${number}"`][number % 4]
}
