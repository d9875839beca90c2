import { type Baseline, baselinesOf, LEAST_ENDED, LEAST_WINDOWS } from '../../../core/protocols/plane/baseline.ts'
import { count } from '../../../core/words/count.ts'
import { DONE, type Exit } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { rows } from '../show.ts'
import type { Context } from '../terminal.ts'

const MINUTE_MS = 60_000

/** PLANE-R8b: how long windows are here, as far as the audit knows, and which figures are in use. */
export async function planeBaseline(context: Context, { json }: { readonly json?: boolean }): Promise<Exit> {
  return withProject(context, async ({ store, project }) => {
    const { terminal, env } = context
    const { baseline } = await store.read(project)
    const { baselines, windowCalls, windowMs } = (await policyOf(env, project)).policy.plane
    const known = baselinesOf(baseline)
    if (json) {
      const fixed = { calls: windowCalls, ms: windowMs }
      terminal.out(JSON.stringify({ inUse: baselines, fixed, baselines: known, lengths: baseline.learned }, null, 2))
      return DONE
    }
    terminal.out(`in use: ${baselines}; fixed: ${count(windowCalls, 'call')}, ${minutes(windowMs)}`)
    if (known.length === 0) terminal.out('no window has ended here yet')
    for (const line of rows(known.map((one) => [one.group, describe(one)]))) terminal.out(line)
    return DONE
  })
}

function describe({ windows, ended, calls, ms }: Baseline): string {
  const counted = `${count(windows, 'window')}, ${ended} ended by themselves, ${windows - ended} cut off`
  const isFew = windows < LEAST_WINDOWS || ended < LEAST_ENDED
  if (isFew) return `${counted}; too few to learn from (${LEAST_WINDOWS} and ${LEAST_ENDED})`
  const within = [calls === undefined ? UNKNOWN : count(calls, 'call'), ms === undefined ? UNKNOWN : minutes(ms)]
  return `${counted}; four in five stay within ${within.join(' and ')}`
}

const UNKNOWN = 'unknown, too much was cut off'

const minutes = (ms: number): string => count(ms / MINUTE_MS, 'minute')
