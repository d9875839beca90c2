import { randomUUID } from 'node:crypto'
import { agentId, eventId, type ProjectRoot, sessionId } from '../../../core/model/ids.ts'
import type { Json } from '../../../core/model/json.ts'
import { unheard } from '../../../core/protocols/anchor/answer.ts'
import { ARGUMENTS, callDigest, crossingOf } from '../../../core/protocols/anchor/owner.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'

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

async function call(input: ToolInput, context: ToolContext): Promise<ToolAnswer> {
  const texts = textsOf(input.args)
  const folder = texts['working_dir'] ?? context.cwd
  const refuse = (error: string): ToolAnswer => ({
    text: unheard(texts['stage'] ?? '', context.projectOf(folder) ?? context.cwd, error),
    isError: true,
  })
  const odd = ARGUMENTS.find((name) => !['string', 'undefined'].includes(typeof (input.args[name] ?? undefined)))
  if (odd !== undefined) return refuse(`\`${odd}\` must be a text`)
  const project = context.projectOf(folder)
  if (!project) {
    return refuse(
      `\`${folder.slice(0, 200)}\` isn't in a project that Fairlead governs; pass the absolute path of your project as working_dir`,
    )
  }
  try {
    return { text: await submitted({ ...input, texts, project }, context) }
  } catch {
    // ANCHOR-47: also when there is no state to be read, an agent hears what to do.
    return refuse(
      "Fairlead can't read or write its state, so no agent can bind; ask the person to run `fairlead doctor`",
    )
  }
}

interface Heard extends ToolInput {
  readonly texts: Readonly<Record<string, string>>
  readonly project: ProjectRoot
}

async function submitted({ args, call: number, texts, project }: Heard, context: ToolContext): Promise<string> {
  const atMs = Date.now()
  const store = await context.store()
  const arrival = { runtime: context.runtime, digest: callDigest(args), call: number, token: texts['token'], atMs }
  const found = crossingOf((await store.read(project)).anchor, arrival)
  const crossing = found === 'many' ? undefined : found
  const decision = await context.gate.submit(
    {
      kind: 'anchor.call',
      args: texts,
      id: eventId(randomUUID()),
      atMs,
      runtime: context.runtime,
      session: crossing?.owner.session ?? sessionId('unknown'),
      cwd: project,
      ...(found === 'many' && { isAmbiguous: true }),
      ...(crossing && { call: crossing.call }),
      ...(crossing &&
        crossing.owner.agent !== '' && {
          agent: { id: agentId(crossing.owner.agent), type: crossing.agentType ?? '' },
        }),
    },
    project,
  )
  if (decision.kind !== 'answer') throw new Error('the call was not answered')
  return decision.text
}

function textsOf(args: Readonly<Record<string, Json>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ARGUMENTS.flatMap((name) => {
      const value = args[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
