import { LEVEL_TEXTS } from '../../../core/words/cli-policy.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { withProject } from '../open-project.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { readLadder } from './read-ladder.ts'
import { submitLadder } from './submit-ladder.ts'

interface JudgeOptions {
  readonly row: string
  readonly verdict: string
}

/** A person says whether a higher level would have been right to stop a call that ran. */
export async function planeJudge(
  context: Context,
  { row, verdict }: JudgeOptions,
  prove: Prove = proveHere,
): Promise<Exit> {
  if (verdict !== 'right' && verdict !== 'wrong') return misused(LEVEL_TEXTS.badVerdict(oneLine(verdict)))
  const seq = wholeNumber(row)
  if (seq === undefined) return misused(LEVEL_TEXTS.badRow(oneLine(row)))
  return withProject(context, async (open) => {
    const { evidence } = await readLadder(context, open)
    const sample = evidence.samples.find((one) => one.seq === seq)
    if (!sample) return failed(LEVEL_TEXTS.noSample(seq))
    const proof = await prove(context, `fairlead plane judge ${row} ${verdict}`)
    const refusal = await submitLadder(context, open, {
      act: { kind: 'judge', seq, right: verdict === 'right' },
      proof,
    })
    if (refusal) return refusal
    context.terminal.out(LEVEL_TEXTS.judged(verdict, oneLine(sample.preview)))
    return DONE
  })
}
