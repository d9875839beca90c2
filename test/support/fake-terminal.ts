import { Readable } from 'node:stream'
import pc from 'picocolors'
import type { Exit } from '../../src/hosts/cli/exit.ts'
import type { Prove } from '../../src/hosts/cli/prove-here.ts'
import { run } from '../../src/hosts/cli/run.ts'
import type { Context } from '../../src/hosts/cli/terminal.ts'

/** How one command line went: exit code, what was printed, and the one line of an error. */
export interface Ran {
  readonly code: Exit['code']
  readonly out: string
  readonly line: string
}

export interface Seat {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly bundle: string
  readonly node: string
  /** Of the terminal; without end when left out. */
  readonly columns?: number
  /** What comes on standard input. */
  readonly input?: string
  /** The same as bytes, where it matters how they are cut. */
  readonly pieces?: readonly Uint8Array[]
}

type Answers = readonly (boolean | null)[]

/** Types a command line; `answers` are given to questions in turn. Without answers nobody is there to be asked. */
export function typed(seat: Seat, args: readonly string[], answers?: Answers): Promise<Ran> {
  return ranAt(seat, (context) => run(context, args), { ...(answers && { answers }) })
}

/** A person whose presence is proven, which no test can show by itself. */
export const asPerson: Prove = async () => ({ kind: 'human', door: 'cli' })

interface Keyboard {
  readonly answers?: Answers
  /** Happens while a question is open. */
  readonly meanwhile?: () => void
}

/** A command's own code, given what it is given at this seat. */
export async function ranAt(
  seat: Seat,
  command: (context: Context) => Promise<Exit>,
  { answers, meanwhile }: Keyboard,
): Promise<Ran> {
  const printed: string[] = []
  const left = [...(answers ?? [])]
  const context: Context = {
    ...seat,
    terminal: {
      colors: pc.createColors(false),
      columns: seat.columns ?? Number.POSITIVE_INFINITY,
      interactive: answers !== undefined,
      out: (text) => printed.push(text),
      input: async () => seat.input ?? '',
      pieces: () => Readable.from(seat.pieces ?? [Buffer.from(seat.input ?? '')]),
      confirm: async (question, unless) => {
        printed.push(`? ${question}${unless === 'no' ? ' (No)' : ''}`)
        meanwhile?.()
        return left.shift() ?? null
      },
      secret: async () => null,
    },
  }
  const exit = await command(context)
  return { code: exit.code, out: printed.join('\n'), line: exit.code === 0 ? '' : exit.line }
}
