import { realpathSync } from 'node:fs'
import { planSetting } from '../../../config/plan-setting.ts'
import { writePrivate } from '../../../config/write-private.ts'
import { RUNGS, type RungSetting } from '../../../core/model/ladder.ts'
import { ENFORCEMENTS } from '../../../core/model/policy.ts'
import { codeOf } from '../../../install/file-state.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { partsOfPolicy } from '../load-policy.ts'
import { openProject } from '../open-project.ts'
import { type Prove, proveHere, proveWithPassphrase } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
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
  const { terminal, env } = context
  const rung = RUNGS.find((one): one is RungSetting => one === setting)
  if (!rung) return misused(`\`${oneLine(setting)}\` is no rung; one of ${RUNGS.join(', ')}`)
  const levels = rung === 'plane.routine' ? ENFORCEMENTS.slice(0, 2) : ENFORCEMENTS
  if (!levels.some((one) => one === level))
    return misused(`\`${oneLine(level)}\` is no level of \`${rung}\`; one of ${levels.join(', ')}`)
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  const { project, paths, store } = opened.open
  const { rungs, policy } = await readLadder(context, opened.open).finally(() => store.close())
  const known = rungs.find((one) => one.setting === rung)
  const from = known?.level ?? ''
  if (from === level) {
    terminal.out(`\`${rung}\` is \`${level}\` already`)
    return DONE
  }
  const act = { kind: 'promote', setting: rung, from, to: level } as const
  const weigh = prove ?? (policy.edge.passphraseFor.includes('promote') ? proveWithPassphrase : proveHere)
  const proof = await weigh(context, `fairlead plane promote ${rung} ${level}`)
  if (proof.kind === 'unproven') return (await submitLadder(context, opened.open, { act, proof })) ?? DONE
  const [section = '', key = ''] = rung.split('.')
  const file = shortPath(paths.userPolicy, env)
  const plan = planSetting(await partsOfPolicy(env), project, { section, key, value: level })
  if (plan.kind === 'problem') {
    const place = plan.line === undefined ? file : `${file}:${plan.line}`
    return failed(`\`${place}\` was not changed: ${oneLine(plan.problem, 200)}; change it by hand if you mean it`)
  }
  const why =
    known?.proposal?.to === level ? known.proposal.why : 'the audit does not speak for it; it is your word alone'
  terminal.out(`\`${rung}\`: ${from} → ${level} (${why})`)
  const agreed = yes === true || (terminal.interactive && (await terminal.confirm('Change it for all your projects?')))
  if (!agreed) return failed('nothing was changed; give `--yes` or answer yes')
  const written = write(paths.userPolicy, plan.text)
  if (written !== undefined) return failed(`\`${file}\` cannot be written (${written}); mend that and try again`)
  const refused = await submitLadder(context, opened.open, { act, proof })
  terminal.out(`changed in ${file}:${plan.line}`)
  return refused ?? DONE
}

/** Many keep their settings elsewhere and link to them: the link stays. */
function write(file: string, text: string): string | undefined {
  try {
    writePrivate(realFile(file), text)
    return undefined
  } catch (error) {
    const code = codeOf(error)
    if (code === 'unknown') throw error
    return code
  }
}

function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
