import type { Sample } from '../../../core/protocols/plane/ladder.ts'
import { noiseIn } from '../../../core/protocols/plane/noise.ts'
import { LEVEL_TEXTS } from '../../../core/words/cli-policy.ts'
import { DONE, type Exit } from '../exit.ts'
import { withProject } from '../open-project.ts'
import { oneLine, rows } from '../show.ts'
import type { Context } from '../terminal.ts'
import { type Ladder, readLadder } from './read-ladder.ts'

const MAX_SAMPLES_SHOWN = 10

/** PLANE-O2: shows what the audit log says about each level, and proposes; only a person changes one. */
export async function planeLadder(context: Context, { json }: { readonly json?: boolean }): Promise<Exit> {
  return withProject(context, async (open) => {
    const ladder = await readLadder(context, open)
    const lines = json ? [JSON.stringify(plainOf(ladder), null, 2)] : describe(ladder)
    for (const line of lines) context.terminal.out(line)
    return DONE
  })
}

/** What `plane ladder --json` prints. */
function plainOf({ evidence, falseHolds, rungs }: Ladder): object {
  const { verdicts, samples, pending: _, call: __, noise, ...counts } = evidence
  const judged = samples.map((sample) => ({ ...sample, right: verdicts[sample.seq] ?? null }))
  return { ...counts, falseHolds, noise: noiseIn(noise), rungs, samples: judged }
}

function describe({ evidence, falseHolds, rungs }: Ladder): readonly string[] {
  const { boundaries, steers, held, approved, skipped, dismissed, methodErrors } = evidence
  const decided = approved + skipped + dismissed
  const share = decided === 0 ? '' : LEVEL_TEXTS.shareApproved(Math.round((100 * (approved + dismissed)) / decided))
  const unjudged = evidence.samples.filter(({ seq }) => evidence.verdicts[seq] === undefined).slice(-MAX_SAMPLES_SHOWN)
  return [
    LEVEL_TEXTS.evidence,
    ...rows([
      ['changes of work', LEVEL_TEXTS.hints(boundaries, steers)],
      ['holds', `${LEVEL_TEXTS.holds(held, approved, dismissed, skipped)}${share}`],
      ['wrong holds', LEVEL_TEXTS.alwaysAllowed(falseHolds)],
      ['method errors', `${methodErrors}`],
    ]),
    LEVEL_TEXTS.levels,
    ...rows(
      rungs.map(({ setting, level, judged, right, proposal }) => [
        setting,
        `${level}${judged > 0 ? LEVEL_TEXTS.samples(right, judged) : ''}${proposal ? `: ${proposal.why}` : ''}`,
      ]),
    ),
    ...rungs.flatMap(({ setting, proposal }) => (proposal ? [LEVEL_TEXTS.proposed(setting, proposal.to)] : [])),
    ...noiseIn(evidence.noise).map(({ approvals, preview, number }) =>
      LEVEL_TEXTS.noise(approvals, oneLine(preview, 60), number),
    ),
    ...(unjudged.length === 0 ? [] : [LEVEL_TEXTS.unjudged]),
    ...unjudged.map(sampleLine),
  ]
}

function sampleLine({ seq, preview, rules }: Sample): string {
  return `  ${String(seq).padStart(6)}  ${oneLine(preview, 60)}  (${rules.join(', ')})`
}
