import { PAUSE_TEXTS } from '../../../core/words/cli-policy.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { withGoverned } from '../open-project.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

const MAX_MINUTES = 240

interface PauseOptions {
  readonly minutes?: string
  readonly end?: boolean
}

/** Held calls run for a while and are recorded; the catastrophic stays blocked. Only a person can start it. */
export async function pause(context: Context, { minutes, end }: PauseOptions, prove: Prove = proveHere): Promise<Exit> {
  const length = minutes === undefined ? undefined : wholeNumber(minutes, MAX_MINUTES)
  if (minutes !== undefined && length === undefined) return misused(PAUSE_TEXTS.badMinutes(minutes, MAX_MINUTES))
  if (end && length !== undefined) return misused(PAUSE_TEXTS.both)
  return withGoverned(context, async (open) => {
    const proof = await prove(
      context,
      ['fairlead pause', ...(end ? ['--end'] : []), ...(minutes === undefined ? [] : [minutes])].join(' '),
    )
    const submitted = await submitAct(open, {
      kind: 'edge',
      verb: end ? 'resume' : 'pause',
      ...(length !== undefined && { minutes: length }),
      proof,
      ...actStamp(context),
    })
    if (!submitted.ok) return submitted.exit
    const decision = submitted.open
    if (decision.kind === 'answer') return failed(oneLine(decision.text, 400))
    if (decision.kind === 'allow') context.terminal.out(decision.notice ?? '')
    return DONE
  })
}
