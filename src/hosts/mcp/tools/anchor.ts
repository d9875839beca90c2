import { randomUUID } from 'node:crypto'
import { eventId, sessionId } from '../../../core/model/ids.ts'
import type { Json } from '../../../core/model/json.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'

const TEXT_FIELDS = ['stage', 'role', 'working_dir', 'mode', 'strictness', 'topic', 'token', 'payload'] as const

/** ANCHOR-6: the one staged tool. It carries arguments to the gate and the answer back; nothing is decided here. */
export const anchor: Tool = {
  name: 'anchor',
  description:
    'Bind yourself to a role before you write. Start with stage="identity", role and working_dir; every answer names the next call and gives it filled in.',
  inputSchema: {
    type: 'object',
    properties: {
      stage: { type: 'string', description: 'identity, then context, then proof' },
      role: {
        type: 'string',
        description: 'stage identity: the role to bind to; an unknown one is answered with the list',
      },
      working_dir: { type: 'string', description: 'absolute path of the folder you work in' },
      mode: { type: 'string', description: 'stage identity: full (default), express, lite or untracked' },
      strictness: { type: 'string', description: 'stage identity: quick, default or deep' },
      topic: { type: 'string', description: 'stage identity: what you are about to do, in one line' },
      token: { type: 'string', description: 'stages context and proof: the session_token of stage identity' },
      payload: { type: 'string', description: 'stages context and proof: the OCTAVE block, as the template shows' },
    },
    required: ['stage', 'working_dir'],
  },
  readOnly: false,
  call,
}

async function call({ args }: ToolInput, context: ToolContext): Promise<ToolAnswer> {
  const texts = textsOf(args)
  const project = context.projectOf(texts.working_dir ?? context.cwd)
  if (!project) {
    const folder = texts.working_dir ?? context.cwd
    return {
      text: `\`${folder}\` is not governed by Fairlead; pass the project's folder as working_dir`,
      isError: true,
    }
  }
  const decision = await context.gate.submit(
    {
      kind: 'anchor.call',
      args: texts,
      id: eventId(randomUUID()),
      atMs: Date.now(),
      runtime: context.runtime,
      session: sessionId('unknown'),
      cwd: project,
    },
    project,
  )
  return { text: decision.kind === 'answer' ? decision.text : '' }
}

function textsOf(args: Readonly<Record<string, Json>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    TEXT_FIELDS.flatMap((name) => {
      const value = args[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
