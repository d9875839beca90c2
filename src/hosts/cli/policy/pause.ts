import { DONE, type Exit, failed, misused } from '../exit.ts'
import { here } from '../here.ts'
import { openProject, wired } from '../open-project.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

const MAX_MINUTES = 240

interface PauseOptions {
  readonly minutes?: string
  readonly end?: boolean
}

/** Holds become records for a while; the catastrophic stays blocked. Only a person may say so. */
export async function pause(context: Context, { minutes, end }: PauseOptions, prove: Prove = proveHere): Promise<Exit> {
  const length = minutes === undefined ? undefined : Number(minutes)
  if (length !== undefined && !(/^[1-9]\d{0,2}$/.test(minutes ?? '') && length <= MAX_MINUTES)) {
    return misused(`\`${minutes}\` is not a number of minutes from 1 to ${MAX_MINUTES}`)
  }
  if (end && length !== undefined) return misused('give minutes or `--end`, not both')
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  const { paths, project, store } = opened.open
  await store.close()
  const proof = await prove(context, `fairlead pause${end ? ' --end' : ''}`)
  const { gate } = await wired(paths, context.env)
  const decision = await gate.submit(
    {
      kind: 'edge',
      verb: end ? 'resume' : 'pause',
      ...(length !== undefined && { minutes: length }),
      proof,
      ...here(context),
    },
    project,
  )
  await gate.close()
  if (decision.kind === 'answer') return failed(oneLine(decision.text, 400))
  if (decision.kind === 'allow') context.terminal.out(decision.notice ?? '')
  return DONE
}
