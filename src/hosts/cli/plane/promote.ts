import { planSetting } from '../../../config/plan-edit.ts'
import { RUNGS, type RungSetting } from '../../../core/model/plane.ts'
import { ENFORCEMENTS } from '../../../core/model/settings.ts'
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

/** PLANE-O2: only a human promotes, or takes back; the word is written into the person's own policy. */
export async function planePromote(
  context: Context,
  { setting, level, yes }: PromoteOptions,
  prove?: Prove,
): Promise<Exit> {
  const rung = RUNGS.find((one): one is RungSetting => one === setting)
  if (!rung) return misused(`\`${oneLine(setting)}\` is no rung; one of ${RUNGS.join(', ')}`)
  const levels = rung === 'plane.routine' ? ENFORCEMENTS.slice(0, 2) : ENFORCEMENTS
  if (!levels.some((one) => one === level))
    return misused(`\`${oneLine(level)}\` is no level of \`${rung}\`; one of ${levels.join(', ')}`)
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
    terminal.out(`\`${rung}\` is \`${level}\` already`)
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
    return failed(`\`${place}\` was not changed: ${oneLine(plan.problem, 200)}; change it by hand if you mean it`)
  }
  const why =
    known?.proposal?.to === level ? known.proposal.why : 'the audit does not speak for it; it is your word alone'
  terminal.out(`\`${rung}\`: ${from} → ${level} (${why})`)
  const declined = await askFirst(terminal, 'Change it for all your projects?', yes)
  if (declined) return declined
  const fresh = replan()
  if (fresh.kind !== 'edit' || fresh.before !== plan.before)
    return failed(`\`${file}\` changed meanwhile and was kept; run the command again`)
  const unwritten = writeUserPolicy(open.paths.userPolicy, plan.text)
  if (unwritten !== undefined) return failed(`\`${file}\` cannot be written (${unwritten}); mend that and try again`)
  const refusal = await submitLadder(context, open, { act, proof })
  terminal.out(`changed in ${file}:${plan.line}`)
  return refusal ?? DONE
}
