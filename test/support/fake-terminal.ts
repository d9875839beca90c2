import { Readable } from 'node:stream'
import pc from 'picocolors'
import type { Exit } from '../../src/hosts/cli/exit.ts'
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
  /** What comes on standard input. */
  readonly input?: string
  /** The same as bytes, where it matters how they are cut. */
  readonly pieces?: readonly Uint8Array[]
}

/** Types a command line; `answers` are given to questions in turn. Without answers nobody is there to be asked. */
export async function typed(seat: Seat, args: readonly string[], answers?: readonly (boolean | null)[]): Promise<Ran> {
  const printed: string[] = []
  const left = [...(answers ?? [])]
  const context: Context = {
    ...seat,
    terminal: {
      colors: pc.createColors(false),
      interactive: answers !== undefined,
      out: (text) => printed.push(text),
      input: async () => seat.input ?? '',
      pieces: () => Readable.from(seat.pieces ?? [Buffer.from(seat.input ?? '')]),
      confirm: async (question) => {
        printed.push(`? ${question}`)
        return left.shift() ?? null
      },
      secret: async () => null,
    },
  }
  const exit = await run(context, args)
  return { code: exit.code, out: printed.join('\n'), line: exit.code === 0 ? '' : exit.line }
}
