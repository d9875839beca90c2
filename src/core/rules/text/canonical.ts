import { canonicalJson } from '../../model/json.ts'
import { unreachable } from '../../model/language.ts'
import type { ToolCall } from '../../model/tool.ts'
import { shown } from '../options/argv.ts'
import type { Input, ResolvedCommand, ShellReading, Step } from '../shell/reading.ts'

/** One spelling for every call that does the same: the exact part of an allowance (EDGE-57). */
export function canonicalShell(reading: ShellReading, command: string): string {
  if (reading.steps.length === 0) return command.trim()
  return reading.steps.map(stepText).join(' ; ')
}

function stepText(step: Step): string {
  switch (step.kind) {
    case 'command':
      return commandText(step)
    case 'code':
      return `${where(step)}${step.language} <<< ${quote(step.text ?? '?')}`
    case 'run-file':
      return `${where(step)}${step.interpreter} ${quote(shown(step.path))}`
    case 'unresolved':
      return `${step.why} ${quote(step.raw)}`
    default:
      return unreachable(step)
  }
}

const where = (step: { readonly via: readonly string[]; readonly place: string }): string =>
  (step.via.length > 0 ? `[${step.via.join(' ')}] ` : '') + (step.place === 'remote' ? '[remote] ' : '')

function commandText(command: ResolvedCommand): string {
  const env = command.env.map(([name, value]) => `${name}=${quote(shown(value))}`)
  const redirects = command.redirects.map((redirect) => `${redirect.op}${quote(shown(redirect.target))}`)
  const words = [...env, ...command.argv.map((word) => quote(shown(word))), ...redirects, ...inputText(command.input)]
  return where(command) + words.join(' ') + (command.cwd === undefined ? ' @?' : ` @${quote(command.cwd)}`)
}

function inputText(input: Input): readonly string[] {
  switch (input.kind) {
    case 'none':
      return []
    case 'text':
      return [`<<<${quote(input.text)}`]
    case 'network':
      return [`<net:${quote(input.url)}`]
    case 'file':
      return [`<${quote(shown(input.path))}`]
    case 'command':
      return [`<(${input.argv.map((word) => quote(shown(word))).join(' ')})`]
    case 'unknown':
      return ['<?']
    default:
      return unreachable(input)
  }
}

const quote = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** Argv as one would type it, for messages. */
export const spelled = (words: readonly string[]): string => words.map(quote).join(' ')

export function canonicalTool(tool: Exclude<ToolCall, { kind: 'shell' }>): string {
  switch (tool.kind) {
    case 'edit':
      return tool.changes
        .map((change) =>
          canonicalJson({ op: change.op, path: change.path, to: change.to ?? '', after: change.after ?? '' }),
        )
        .join('\n')
    case 'read':
      return canonicalJson({ paths: tool.paths, pattern: tool.pattern ?? '' })
    case 'mcp':
      return canonicalJson({ server: tool.server, tool: tool.tool, input: tool.input })
    case 'network':
      return `${tool.method} ${tool.target}`
    case 'delegate':
      return canonicalJson({ agentType: tool.agentType, prompt: tool.prompt })
    case 'schedule':
      return tool.prompt
    case 'skill':
      return `${tool.skill} ${tool.args}`
    case 'other':
      return canonicalJson({ name: tool.name, input: tool.input })
    default:
      return unreachable(tool)
  }
}
