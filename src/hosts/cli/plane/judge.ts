import { DONE, type Exit, failed, misused } from '../exit.ts'
import { openProject } from '../open-project.ts'
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
    return misused(`\`${oneLine(verdict)}\` is neither \`right\` nor \`wrong\``)
  const seq = /^[1-9]\d{0,11}$/.test(row) ? Number(row) : 0
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  const { store } = opened.open
  const { evidence } = await readLadder(context, opened.open).finally(() => store.close())
  const sample = evidence.samples.find((one) => one.seq === seq)
  if (!sample) return failed(`row \`${oneLine(row)}\` is no sample; \`fairlead plane ladder\` lists them`)
  const proof = await prove(context, `fairlead plane judge ${row} ${verdict}`)
  const refused = await submitLadder(context, opened.open, {
    act: { kind: 'judge', seq, right: verdict === 'right' },
    proof,
  })
  if (refused) return refused
  context.terminal.out(`noted as ${verdict}: ${oneLine(sample.preview)}`)
  return DONE
}
