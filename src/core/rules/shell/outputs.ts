import { type Arg, type Frame, NOTHING, type Stream } from './machine.ts'

const SILENT: ReadonlySet<string> = new Set([
  ':',
  'true',
  'false',
  'cd',
  'test',
  '[',
  'mkdir',
  'touch',
  'rm',
  'mv',
  'cp',
  'ln',
  'chmod',
  'chown',
  'sleep',
  'export',
  'set',
  'unset',
  'read',
  'local',
  'declare',
  'readonly',
  'shift',
  'wait',
  'kill',
  'exit',
  'return',
  'break',
  'continue',
  'shopt',
  'umask',
])

/** What the command prints, when that follows from its words and its input. */
export function outputOf(args: readonly Arg[], frame: Frame): Stream {
  const name = args[0]?.text ?? ''
  if (SILENT.has(name)) return NOTHING
  if (name === 'echo') return echo(args.slice(1))
  if (name === 'cat' && args.length === 1) return frame.input
  if (name === 'curl' || name === 'wget')
    return { kind: 'network', url: args.find((word) => word.text.includes('://'))?.text ?? '' }
  return { kind: 'command', argv: args }
}

function echo(words: readonly Arg[]): Stream {
  const isQuiet = words[0]?.text === '-n'
  return {
    kind: 'text',
    text:
      words
        .slice(isQuiet ? 1 : 0)
        .map((word) => word.text)
        .join(' ') + (isQuiet ? '' : '\n'),
  }
}
