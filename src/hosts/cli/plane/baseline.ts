import { type Baseline, baselinesOf, LEAST_ENDED, LEAST_WINDOWS } from '../../../core/protocols/plane/baseline.ts'
import { LEVEL_TEXTS } from '../../../core/words/cli-policy.ts'
import { count } from '../../../core/words/count.ts'
import { DONE, type Exit } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { rows } from '../show.ts'
import type { Context } from '../terminal.ts'

const MINUTE_MS = 60_000

/** PLANE-R8b: how long stretches of work are here, as far as the audit log knows, and which figures are in use. */
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
    terminal.out(LEVEL_TEXTS.inUse(baselines, windowCalls, minutes(windowMs)))
    if (known.length === 0) terminal.out(LEVEL_TEXTS.noStretch)
    for (const line of rows(known.map((one) => [one.group, describe(one)]))) terminal.out(line)
    return DONE
  })
}

function describe({ windows, ended, calls, ms }: Baseline): string {
  const counted = LEVEL_TEXTS.stretches(windows, ended)
  const isFew = windows < LEAST_WINDOWS || ended < LEAST_ENDED
  if (isFew) return `${counted}${LEVEL_TEXTS.tooFew(LEAST_WINDOWS, LEAST_ENDED)}`
  const unknown = LEVEL_TEXTS.unknownLength
  const usual = LEVEL_TEXTS.usual(
    calls === undefined ? unknown : count(calls, 'call'),
    ms === undefined ? unknown : minutes(ms),
  )
  return `${counted}${usual}`
}

const minutes = (ms: number): string => count(ms / MINUTE_MS, 'minute')
