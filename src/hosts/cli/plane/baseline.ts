import { type Baseline, baselinesOf, LEAST_ENDED, LEAST_WINDOWS } from '../../../core/protocols/plane/baseline.ts'
import { DONE, type Exit } from '../exit.ts'
import { policyOf } from '../load-policy.ts'
import { openProject } from '../open-project.ts'
import { rows } from '../show.ts'
import type { Context } from '../terminal.ts'

const MINUTE_MS = 60_000

/** PLANE-R8b: how long windows are here, as far as the audit knows, and which figures are in use. */
export async function planeBaseline(context: Context, { json }: { readonly json?: boolean }): Promise<Exit> {
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  const { store, project } = opened.open
  const { baseline } = await store.read(project).finally(() => store.close())
  const { policy } = await policyOf(context.env, project)
  const { baselines, windowCalls, windowMs } = policy.plane
  const known = baselinesOf(baseline)
  const { terminal } = context
  if (json) {
    terminal.out(
      JSON.stringify(
        { inUse: baselines, fixed: { calls: windowCalls, ms: windowMs }, baselines: known, lengths: baseline.learned },
        null,
        2,
      ),
    )
    return DONE
  }
  terminal.out(`in use: ${baselines}; fixed: ${windowCalls} calls, ${windowMs / MINUTE_MS} minutes`)
  if (known.length === 0) terminal.out('no window has ended here yet')
  for (const line of rows(known.map((one) => [one.group, describe(one)]))) terminal.out(line)
  return DONE
}

function describe({ windows, ended, calls, ms }: Baseline): string {
  const counted = `${windows} windows, ${ended} ended by themselves, ${windows - ended} cut off`
  const isFew = windows < LEAST_WINDOWS || ended < LEAST_ENDED
  if (isFew) return `${counted}; too few to learn from (${LEAST_WINDOWS} and ${LEAST_ENDED})`
  const length = (figure: string | undefined) => figure ?? 'unknown, too much was cut off'
  return `${counted}; four in five stay within ${length(calls === undefined ? undefined : `${calls} calls`)} and ${length(ms === undefined ? undefined : `${ms / MINUTE_MS} minutes`)}`
}
