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

/** A person says whether a call that passed was rightly one that a higher rung would have caught. */
export async function planeJudge(
  context: Context,
  { row, verdict }: JudgeOptions,
  prove: Prove = proveHere,
): Promise<Exit> {
  if (verdict !== 'right' && verdict !== 'wrong')
    return misused(`\`${oneLine(verdict)}\` is no verdict; one of right, wrong`)
  const seq = wholeNumber(row)
  if (seq === undefined) return misused(`\`${oneLine(row)}\` is no row; \`fairlead plane ladder\` lists them`)
  return withProject(context, async (open) => {
    const { evidence } = await readLadder(context, open)
    const sample = evidence.samples.find((one) => one.seq === seq)
    if (!sample) return failed(`row ${seq} is no sample; \`fairlead plane ladder\` lists them`)
    const proof = await prove(context, `fairlead plane judge ${row} ${verdict}`)
    const refusal = await submitLadder(context, open, {
      act: { kind: 'judge', seq, right: verdict === 'right' },
      proof,
    })
    if (refusal) return refusal
    context.terminal.out(`noted as ${verdict}: ${oneLine(sample.preview)}`)
    return DONE
  })
}
