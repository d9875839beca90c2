import { planSetting } from '../../../config/plan-edit.ts'
import { RUNGS, type RungSetting } from '../../../core/model/plane.ts'
import { ENFORCEMENTS } from '../../../core/model/settings.ts'
import { LEVEL_TEXTS, POLICY_FILE_TEXTS } from '../../../core/words/cli-policy.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type OpenProject, partsOfPolicy, withProject } from '../open-project.ts'
import { writeUserPolicy } from '../policy/write-user-policy.ts'
import { type Prove, proveHere, proveWithPassphrase } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { askFirst, type Context, shortPath } from '../terminal.ts'
import { readLadder } from './read-ladder.ts'
import { submitLadder } from './submit-ladder.ts'

interface PromoteOptions {
  readonly setting: string
  readonly level: string
  readonly yes?: boolean
}

/** PLANE-O2: only a person raises or lowers a level; it is written into their own policy. */
export async function planePromote(
  context: Context,
  { setting, level, yes }: PromoteOptions,
  prove?: Prove,
): Promise<Exit> {
  const rung = RUNGS.find((one): one is RungSetting => one === setting)
  if (!rung) return misused(LEVEL_TEXTS.unknownSetting(oneLine(setting), RUNGS))
  const levels = rung === 'plane.routine' ? ENFORCEMENTS.slice(0, 2) : ENFORCEMENTS
  if (!levels.some((one) => one === level)) return misused(LEVEL_TEXTS.unknownLevel(oneLine(level), rung, levels))
  return withProject(context, (open) => promote(context, open, { rung, level, yes, prove }))
}

interface Promotion {
  readonly rung: RungSetting
  readonly level: string
  readonly yes: boolean | undefined
  readonly prove: Prove | undefined
}

async function promote(context: Context, open: OpenProject, { rung, level, yes, prove }: Promotion): Promise<Exit> {
  const { terminal, env } = context
  const { rungs, policy } = await readLadder(context, open)
  const known = rungs.find((one) => one.setting === rung)
  const from = known?.level ?? ''
  if (from === level) {
    terminal.out(LEVEL_TEXTS.already(rung, level))
    return DONE
  }
  const act = { kind: 'promote', setting: rung, from, to: level } as const
  const weigh = prove ?? (policy.edge.passphraseFor.includes('promote') ? proveWithPassphrase : proveHere)
  const proof = await weigh(context, `fairlead plane promote ${rung} ${level}`)
  if (proof.kind === 'unproven') return (await submitLadder(context, open, { act, proof })) ?? DONE
  const parts = await partsOfPolicy(env)
  const [section = '', key = ''] = rung.split('.')
  const replan = () => planSetting(parts, open.project, { section, key, value: level })
  const plan = replan()
  const file = shortPath(open.paths.userPolicy, env)
  if (plan.kind === 'problem') {
    const place = plan.line === undefined ? file : `${file}:${plan.line}`
    return failed(POLICY_FILE_TEXTS.notChanged(place, oneLine(plan.problem, 200)))
  }
  const why = known?.proposal?.to === level ? known.proposal.why : LEVEL_TEXTS.notProposed
  terminal.out(LEVEL_TEXTS.change(rung, from, level, why))
  const declined = await askFirst(terminal, LEVEL_TEXTS.question, yes)
  if (declined) return declined
  const fresh = replan()
  if (fresh.kind !== 'edit' || fresh.before !== plan.before) return failed(POLICY_FILE_TEXTS.changedMeanwhile(file))
  const unwritten = writeUserPolicy(parts, plan.text)
  if (unwritten !== undefined) return failed(POLICY_FILE_TEXTS.unwritable(file, unwritten))
  const refusal = await submitLadder(context, open, { act, proof })
  terminal.out(LEVEL_TEXTS.changed(file, plan.line))
  return refusal ?? DONE
}
