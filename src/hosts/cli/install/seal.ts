import { type Paths, pathsOf } from '../../../config/paths.ts'
import { rootsIn } from '../../../core/model/homes.ts'
import { INSTALL_TEXTS, SEAL_TEXTS } from '../../../core/words/install.ts'
import { applyInstall, backupsOf, openWorld, recoverCommit } from '../../../install/commit.ts'
import { withInstallLock } from '../../../install/lock.ts'
import { RUNTIME_NAMES } from '../../../install/plan-install.ts'
import { findGateHook, isStrict } from '../../../install/probe.ts'
import { RUNTIME_HEALTH } from '../../../install/runtime-health.ts'
import { passThrough, planShell, sealStanding, writeSeal } from '../../../install/seal/keep-seal.ts'
import type { SealDraft } from '../../../install/seal/seal-plan.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import type { Context } from '../terminal.ts'
import { toldOf, triedSeal } from './choose-seal.ts'
import { recordChange, refuseAgent } from './refuse-agent.ts'

const SEALED = RUNTIME_NAMES.find((name) => RUNTIME_HEALTH[name].seals) ?? RUNTIME_NAMES[0]

export async function sealStatus({ terminal, env }: Context): Promise<Exit> {
  const standing = sealStanding(pathsOf(env), env)
  if (standing.kind === 'none') return failed(SEAL_TEXTS.notSetUp)
  if (standing.kind === 'off') terminal.out(SEAL_TEXTS.isOff)
  else if (!standing.probed.ok) return failed(SEAL_TEXTS.stays(standing.probed.why))
  else terminal.out(SEAL_TEXTS.doctor(standing.probed.found, standing.open))
  return DONE
}

/** A person's: whoever turns it off opens what it keeps from agents. */
export async function sealSwitch(context: Context, to: 'on' | 'off'): Promise<Exit> {
  const paths = pathsOf(context.env)
  const refused = await refuseAgent(context, paths, `fairlead seal ${to}`)
  if (refused) return refused
  const locked = await withInstallLock(backupsOf(paths), () => turn(context, paths, to))
  return locked.ok ? locked.result : failed(INSTALL_TEXTS.busy(locked.holder))
}

async function turn(context: Context, paths: Paths, to: 'on' | 'off'): Promise<Exit> {
  const { env, terminal } = context
  recoverCommit(backupsOf(paths))
  const projects = rootsIn(governedIn(paths)).filter((root) => root !== '/')
  const strict = isStrict(findGateHook(SEALED, paths, projects[0] ?? '')?.handler ?? null)
  const tried = to === 'off' ? undefined : await triedSeal(context, { paths, env, projects, strict })
  if (tried && !tried.ok) return failed(SEAL_TEXTS.stays(tried.why))
  if (!write(paths, tried?.draft)) return failed(SEAL_TEXTS.notSetUp)
  await recordChange(context, paths, { by: `fairlead seal ${to}`, path: paths.sealCommand, refused: false })
  for (const line of tried ? toldOf(tried) : [SEAL_TEXTS.turnedOff]) terminal.out(line)
  return DONE
}

/** On: the helper, then who calls it. Off: it lets everything through before nobody calls it any more. */
function write(paths: Paths, draft: SealDraft | undefined): boolean {
  const edit = planShell(openWorld(paths), paths, draft?.variables)
  if (edit === undefined) return false
  if (draft) writeSeal(paths, draft)
  else passThrough(paths)
  return edit === null || applyInstall(paths, [edit]).length === 0
}
