import { homedir } from 'node:os'
import pc from 'picocolors'
import { EVERYWHERE } from '../../core/model/homes.ts'
import type { Environment } from '../../core/model/json.ts'
import { CLI_TEXTS } from '../../core/words/cli.ts'
import { type Exit, failed, misused } from './exit.ts'

type Colors = ReturnType<typeof pc.createColors>

/** The person's side of a command: what is shown and what is asked. */
export interface Terminal {
  readonly colors: Colors
  /** Width of a line; infinite when the output is not a terminal. */
  readonly columns: number
  /** A person can answer questions. */
  readonly interactive: boolean
  out(text: string): void
  /** All of standard input; empty when it is a terminal or too long. */
  input(): Promise<string>
  /** Standard input piece by piece, as it comes and however long it is. */
  pieces(): AsyncIterable<Uint8Array>
  /** Null when the question was cancelled. `unless` is what Enter alone says: No wherever something is loosened or lost. */
  confirm(question: string, unless?: 'no'): Promise<boolean | null>
  /** Asks without showing what is typed. Null when the question was cancelled. */
  secret(question: string): Promise<string | null>
}

/** Everything a command is given; commands read nothing else of the process. */
export interface Context {
  readonly terminal: Terminal
  readonly env: Environment
  readonly cwd: string
  /** The folder of the bundle that this command line is part of. */
  readonly bundle: string
  readonly node: string
}

export function realTerminal(env: Environment): Terminal {
  const isTty = process.stdout.isTTY === true
  return {
    colors: pc.createColors(isTty && !env.NO_COLOR && env.TERM !== 'dumb'),
    columns: isTty ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY,
    interactive: isTty && process.stdin.isTTY === true,
    out: (text) => process.stdout.write(`${text}\n`),
    input: readInput,
    pieces: () => process.stdin,
    confirm,
    secret,
  }
}

/** The path with `~` for the home folder. */
export function shortPath(path: string, env: Environment): string {
  const home = env.HOME || homedir()
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** A project as it is named to its person. */
export function projectName(root: string, env: Environment): string {
  return root === EVERYWHERE ? CLI_TEXTS.everyRepository : shortPath(root, env)
}

const MAX_INPUT_BYTES = 1_000_000

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of process.stdin) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_INPUT_BYTES) return ''
    }
  } catch {
    return ''
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function confirm(question: string, unless?: 'no'): Promise<boolean | null> {
  const prompts = await import('@clack/prompts')
  const answer = await prompts.confirm({ message: question, initialValue: unless !== 'no' })
  return prompts.isCancel(answer) ? null : answer
}

async function secret(question: string): Promise<string | null> {
  const prompts = await import('@clack/prompts')
  const answer = await prompts.password({ message: question })
  return prompts.isCancel(answer) ? null : answer
}

/** Undefined when the person agrees or typed `--yes`; otherwise how the command ends. */
export async function askFirst(terminal: Terminal, question: string, yes = false): Promise<Exit | undefined> {
  if (yes) return undefined
  if (!terminal.interactive) return misused(CLI_TEXTS.nobodyToAsk)
  return (await terminal.confirm(question, 'no')) === true ? undefined : failed(CLI_TEXTS.cancelled)
}
