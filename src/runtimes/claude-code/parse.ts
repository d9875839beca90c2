import { object } from 'valibot'
import type { Stamp } from '../../core/model/event.ts'
import type { Json } from '../../core/model/json.ts'
import { commonDoorways, type Result, readToolAfter, readToolRefused } from '../doorways.ts'
import { legible, optionalText } from '../legible.ts'
import { type BodyReading, type Dialect, parsePayload, type ReadDoorway, UNKNOWN } from '../payload.ts'
import type { Parsed } from '../runtime.ts'
import { absolutePath, outputText } from '../tools.ts'
import { CLAUDE_CODE_TOOLS } from './tools.ts'

const Expansion = object({
  expansion_type: optionalText,
  command_name: optionalText,
  command_args: optionalText,
  command_source: optionalText,
})
const ConfigChange = object({ source: optionalText, file_path: optionalText })
const Streams = object({ stdout: optionalText, stderr: optionalText })

/** Doorways we act on. The others (PostToolBatch, Notification, StopFailure, …) become `other` with their name. */
const CLAUDE_CODE: Dialect = {
  runtime: 'claude-code',
  doorways: new Map<string, ReadDoorway>([
    // `render` tells a call that failed by `ok`, so the doorway alone decides it.
    ...commonDoorways(CLAUDE_CODE_TOOLS, (result) => ({ ok: true, output: output(result) })),
    ['PostToolUseFailure', readToolAfter(CLAUDE_CODE_TOOLS, ({ error }) => ({ ok: false, output: error ?? '' }))],
    ['PermissionDenied', readToolRefused(CLAUDE_CODE_TOOLS)],
    ['UserPromptExpansion', readExpansion],
    ['ConfigChange', readConfigChange],
  ]),
}

export function parse(bytes: string, stamp: Stamp): Parsed {
  return parsePayload(CLAUDE_CODE, bytes, stamp)
}

/** Only what a person typed as a slash command is a command; an MCP prompt carries a server's optionalText. */
function readExpansion(payload: Json): BodyReading {
  const { fields, bad } = legible(Expansion, payload, ['expansion_type', 'command_name'])
  const { expansion_type: type, command_name: name, command_args: args, command_source: source } = fields
  if (type !== 'slash_command' || typeof name !== 'string') {
    return { body: { kind: 'other', name: 'UserPromptExpansion' }, bad }
  }
  return { body: { kind: 'command', name, args: args ?? '', source: source ?? UNKNOWN }, bad }
}

function readConfigChange(payload: Json, cwd: string): BodyReading {
  const { fields, bad } = legible(ConfigChange, payload, ['source'])
  const path = fields.file_path ? absolutePath(fields.file_path, cwd) : ''
  return { body: { kind: 'config.change', source: fields.source ?? UNKNOWN, path }, bad }
}

/** A shell answers with two streams, every other tool in a shape of its own. */
function output({ tool, response }: Result): string {
  const { stdout, stderr } = legible(Streams, tool.kind === 'shell' ? response : undefined).fields
  const streams = [stdout, stderr].filter((stream) => typeof stream === 'string')
  return streams.length === 0 ? outputText(response) : streams.filter((stream) => stream !== '').join('\n')
}
