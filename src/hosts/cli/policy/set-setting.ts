import { projectRootOf } from '../../../config/governed.ts'
import { nearest } from '../../../config/nearest.ts'
import { pathsOf } from '../../../config/paths.ts'
import { planSetting } from '../../../config/plan-edit.ts'
import type { LoadedPolicy } from '../../../config/policy.ts'
import { CONFIG_TEXTS, LEVEL_TEXTS, POLICY_FILE_TEXTS } from '../../../core/words/cli-policy.ts'
import { refusedText } from '../../../core/words/person.ts'
import { DONE, type Exit, failed, misused, type OrExit } from '../exit.ts'
import { recordChange } from '../install/refuse-agent.ts'
import { partsOfPolicy, policyOf } from '../open-project.ts'
import { type Prove, proveHere, proveWithPassphrase } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { askFirst, type Context, shortPath } from '../terminal.ts'
import { sentenceBefore } from './backtest.ts'
import { writeUserPolicy } from './write-user-policy.ts'

/** One setting, and the place that decided it. */
export async function configGet(context: Context, name: string, { json }: { readonly json?: boolean }): Promise<Exit> {
  const { terminal, env } = context
  const found = await settingOf(context, name)
  if (!found.ok) return found.exit
  const { value, from } = found.open
  if (json) terminal.out(JSON.stringify(found.open, null, 2))
  else terminal.out(`${value}  ${terminal.colors.dim(shortPath(from, env))}`)
  return DONE
}

interface SetOptions {
  readonly name: string
  /** Undefined: the line goes, and the default or another file decides. */
  readonly value: string | undefined
  readonly yes?: boolean
}

/** Writes one line of the person's own policy, or takes it out. It counts at once: the person who typed it has confirmed it. */
export async function configSet(context: Context, options: SetOptions, prove?: Prove): Promise<Exit> {
  const { terminal, env, cwd } = context
  const found = await settingOf(context, options.name)
  if (!found.ok) return found.exit
  const { name, value: before } = found.open
  const [paths, parts] = [pathsOf(env), await partsOfPolicy(env)]
  const [section = '', key = ''] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)]
  const replan = () => planSetting(parts, projectRootOf(cwd) ?? cwd, { section, key, value: options.value })
  const plan = replan()
  const file = shortPath(paths.userPolicy, env)
  if (plan.kind === 'problem') {
    const place = plan.line === undefined ? file : `${file}:${plan.line}`
    return failed(POLICY_FILE_TEXTS.notChanged(place, oneLine(plan.problem, 200)))
  }
  if (plan.text === plan.before) {
    terminal.out(LEVEL_TEXTS.already(name, before))
    return DONE
  }
  const command = `fairlead config ${options.value === undefined ? 'unset' : 'set'} ${name}`
  const { policy } = await policyOf(env, projectRootOf(cwd) ?? cwd)
  const proof = await (prove ?? (policy.edge.passphraseFor.length > 0 ? proveWithPassphrase : proveHere))(
    context,
    command,
  )
  const change = { by: command, path: paths.userPolicy, refused: proof.kind === 'unproven' }
  if (proof.kind === 'unproven') {
    await recordChange(context, paths, change)
    return failed(refusedText(proof))
  }
  terminal.out(CONFIG_TEXTS.change(name, before, options.value ?? CONFIG_TEXTS.byDefault))
  const sentence = await sentenceBefore(context, parts, plan.text)
  if (sentence !== undefined) terminal.out(sentence)
  const declined = await askFirst(terminal, LEVEL_TEXTS.question, options.yes)
  if (declined) return declined
  const fresh = replan()
  if (fresh.kind !== 'edit' || fresh.before !== plan.before) return failed(POLICY_FILE_TEXTS.changedMeanwhile(file))
  const unwritten = writeUserPolicy(parts, plan.text)
  if (unwritten !== undefined) return failed(POLICY_FILE_TEXTS.unwritable(file, unwritten))
  await recordChange(context, paths, change)
  terminal.out(LEVEL_TEXTS.changed(file, plan.line))
  return DONE
}

async function settingOf({ env, cwd }: Context, name: string): Promise<OrExit<LoadedPolicy['settings'][number]>> {
  const { settings } = await policyOf(env, projectRootOf(cwd) ?? cwd)
  const known = settings.filter((one) => one.name.includes('.'))
  const found = known.find((one) => one.name === name)
  if (found) return { ok: true, open: found }
  const near = nearest(
    name,
    known.map((one) => one.name),
  )
  return { ok: false, exit: misused(CONFIG_TEXTS.unknownSetting(oneLine(name), near)) }
}
