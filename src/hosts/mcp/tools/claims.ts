import { randomUUID } from 'node:crypto'
import { eventId, sessionId } from '../../../core/model/ids.ts'
import { STEP_STATUSES, type Statement } from '../../../core/model/state.ts'
import { CLAIM_TOOL_TEXTS } from '../../../core/words/mcp-tools.ts'
import type { LedgerDoor } from '../../../ledger/doors.ts'
import type { ToolAnswer } from '../tool.ts'
import { problem, projectTool, TEXT, TEXTS, textIn } from './project-tool.ts'

/** EDGE-4, EDGE-70: what the work is for, as the agent says. */
export const objectiveTool = projectTool(
  {
    name: 'objective',
    description: CLAIM_TOOL_TEXTS.objective.about,
    readOnly: false,
    properties: { text: { ...TEXT, description: CLAIM_TOOL_TEXTS.objective.text } },
  },
  (args, door) => {
    const text = textIn(args, 'text')
    return state(door, { of: 'objective', ...(text !== undefined && { text }) })
  },
)

/** EDGE-5, EDGE-70: the steps, or how far one of them is. */
export const planTool = projectTool(
  {
    name: 'plan',
    description: CLAIM_TOOL_TEXTS.plan.about,
    readOnly: false,
    properties: {
      steps: { ...TEXTS, description: CLAIM_TOOL_TEXTS.plan.steps },
      step: { type: 'integer', description: CLAIM_TOOL_TEXTS.plan.step },
      status: { enum: [...STEP_STATUSES] },
      proof: { ...TEXT, description: CLAIM_TOOL_TEXTS.plan.proof },
    },
  },
  async (args, door) => {
    const { step } = args
    const [steps, proof] = [Array.isArray(args['steps']) ? args['steps'] : [], textIn(args, 'proof')]
    const status = STEP_STATUSES.find((one) => one === args['status'])
    const texts = steps.filter((one) => typeof one === 'string' && one.trim() !== '')
    if (step === undefined) return state(door, { of: 'plan', steps: texts })
    const isStep = typeof step === 'number' && Number.isInteger(step) && step > 0
    if (!isStep || (status === undefined && proof === undefined)) return problem(CLAIM_TOOL_TEXTS.plan.incomplete)
    return state(door, { of: 'step', step, ...(status && { status }), ...(proof !== undefined && { proof }) })
  },
)

/** EDGE-13, EDGE-70: what a later session should know. */
export const memoryTool = projectTool(
  {
    name: 'memory',
    description: CLAIM_TOOL_TEXTS.memory.about,
    readOnly: false,
    properties: {
      trigger: { ...TEXT, description: CLAIM_TOOL_TEXTS.memory.trigger },
      lesson: { ...TEXT, description: CLAIM_TOOL_TEXTS.memory.lesson },
    },
  },
  (args, door) => {
    const [trigger, lesson = ''] = [textIn(args, 'trigger'), textIn(args, 'lesson')]
    return state(door, { of: 'memory', ...(trigger !== undefined && { lesson: { trigger, lesson } }) })
  },
)

/** Under our own name, so that no word of an agent's counts as a sign of a session. */
async function state({ gate, project, session }: LedgerDoor, claim: Statement): Promise<ToolAnswer> {
  const stamp = { id: eventId(randomUUID()), atMs: Date.now(), runtime: 'fairlead', cwd: project }
  const decision = await gate.submit({ kind: 'claim', claim, ...stamp, session: sessionId(session ?? 'mcp') }, project)
  const answered = decision.kind === 'answer' ? decision : undefined
  return { text: answered?.text ?? '', isError: answered?.refused === true }
}
