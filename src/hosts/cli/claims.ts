import { sessionId } from '../../core/model/ids.ts'
import { STEP_STATUSES, type Statement } from '../../core/model/state.ts'
import { CLI_TEXTS } from '../../core/words/cli.ts'
import { CLAIM_PROBLEMS } from '../../core/words/edge.ts'
import { callingSession } from '../../runtimes/registry.ts'
import { wholeNumber } from './arguments.ts'
import { showAnswer } from './edge/mode.ts'
import { type Exit, misused } from './exit.ts'
import { withGoverned } from './open-project.ts'
import { actStamp, submitAct } from './submit-act.ts'
import type { Context } from './terminal.ts'

/** EDGE-4: what the work is for. */
export function objective(context: Context, words: readonly string[]): Promise<Exit> {
  return state(context, { of: 'objective', ...(words.length > 0 && { text: words.join(' ') }) })
}

interface PlanOptions {
  readonly step?: string
  readonly status?: string
  readonly proof?: string
}

/** EDGE-5: the steps, or how far one of them is. */
export async function plan(context: Context, steps: readonly string[], options: PlanOptions): Promise<Exit> {
  const { step, status, proof } = options
  if (step === undefined && status === undefined && proof === undefined) return state(context, { of: 'plan', steps })
  const number = step === undefined ? undefined : wholeNumber(step)
  const known = STEP_STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    return misused(CLI_TEXTS.unknownChoice('status', status, STEP_STATUSES))
  if (number === undefined || steps.length > 0 || (known === undefined && proof === undefined))
    return misused(CLAIM_PROBLEMS.step)
  return state(context, { of: 'step', step: number, ...(known && { status: known }), ...(proof && { proof }) })
}

interface LessonGiven {
  readonly trigger?: string
  readonly lesson?: string
  readonly forget?: boolean
}

/** EDGE-13: what a later session should know. */
export async function memory(context: Context, { trigger, lesson, forget = false }: LessonGiven): Promise<Exit> {
  if (trigger === undefined && !forget) return state(context, { of: 'memory' })
  if (trigger === undefined || (lesson === undefined) !== forget) return misused(CLAIM_PROBLEMS.lesson)
  return state(context, { of: 'memory', lesson: { trigger, lesson: lesson ?? '' } })
}

/** The session is the caller's own word: it names a row, and proves nothing. */
function state(context: Context, claim: Statement): Promise<Exit> {
  return withGoverned(context, async (open) => {
    const { session, ...stamp } = actStamp(context)
    const named = callingSession(context.env)
    const act = { kind: 'claim', claim, ...stamp, session: named === undefined ? session : sessionId(named) } as const
    const submitted = await submitAct(open, act)
    return submitted.ok ? showAnswer(context, submitted.open, open.unwritten) : submitted.exit
  })
}
