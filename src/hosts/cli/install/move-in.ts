import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { rootsIn } from '../../../core/model/homes.ts'
import { projectRoot } from '../../../core/model/ids.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { installBundle } from '../../../install/bundle.ts'
import { backupsOf } from '../../../install/commit.ts'
import {
  DATABASE,
  forgetFormerProjects,
  formerHouse,
  formerProjects,
  isMoveDue,
  moveBack,
  moveHouse,
} from '../../../install/former/move-house.ts'
import { withInstallLock } from '../../../install/lock.ts'
import { governedIn, governProject } from '../../../wiring/wire-gate.ts'
import { stopDaemon } from '../ask-daemon.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { wired } from '../open-project.ts'
import { actStamp } from '../submit-act.ts'
import { type Context, shortPath } from '../terminal.ts'
import { keepFirst, recordFirst } from './first-run.ts'
import type { InitOptions } from './install-wish.ts'
import { refuseAgent } from './refuse-agent.ts'

/** Brings what the version before this one kept elsewhere into our folder. Undefined: `init` may go on. */
export async function moveIn(context: Context, paths: Paths, options: InitOptions): Promise<Exit | undefined> {
  const { terminal, env, bundle, node } = context
  const former = formerHouse(paths, env)
  if (!isMoveDue(former)) return undefined
  const names = [former.state, former.policy].filter((folder) => existsSync(folder))
  terminal.out(
    INSTALL_TEXTS.moves(
      names.map((folder) => shortPath(folder, env)),
      shortPath(paths.folder, env),
    ),
  )
  if (options.dryRun) return undefined
  if (!options.yes && (await terminal.confirm(INSTALL_TEXTS.question)) !== true) return failed(INSTALL_TEXTS.cancelled)
  const installed = installBundle(paths, { folder: bundle, node, env })
  if (!installed.ok) return failed(installed.problem)
  await stopDaemon(join(former.state, 'daemon.sock'))
  let isFirst = false
  // Just before the database comes, from which on every call is the new program's.
  moveHouse(paths, former, (step) => {
    if (step === `move ${DATABASE}`) isFirst = keepFirst(context, paths, join(former.state, DATABASE))
  })
  if (isFirst) await recordFirst(context, paths)
  await listProjects(context, paths)
  terminal.out(INSTALL_TEXTS.moved(shortPath(paths.folder, env)))
  return undefined
}

/** Also finishes what a kill left: the list of the former version is there until its projects are in the database. */
export async function listProjects(context: Context, paths: Paths): Promise<void> {
  const known = rootsIn(governedIn(paths))
  const roots = formerProjects(paths).filter((root) => existsSync(root) && !known.includes(projectRoot(root)))
  if (roots.length > 0) {
    const { gate } = await wired(paths, context.env)
    try {
      for (const root of roots) await governProject(gate, actStamp(context), projectRoot(root))
    } finally {
      await gate.close()
    }
  }
  forgetFormerProjects(paths)
}

/** `init --move-back`: as it was before, for whoever goes back to the version before. */
export async function moveOut(context: Context): Promise<Exit> {
  const { terminal, env } = context
  const paths = pathsOf(env)
  const former = formerHouse(paths, env)
  if (!existsSync(former.program) || !existsSync(paths.database)) return failed(INSTALL_TEXTS.nothingToMoveBack)
  const refused = await refuseAgent(context, paths, 'fairlead init --move-back')
  if (refused) return refused
  const roots = rootsIn(governedIn(paths))
  await stopDaemon(paths.socket)
  const locked = await withInstallLock(backupsOf(paths), async () => moveBack(paths, former, roots))
  if (!locked.ok) return failed(INSTALL_TEXTS.busy(locked.holder))
  const [changed] = locked.result
  if (changed !== undefined) return failed(INSTALL_TEXTS.leftAlone(shortPath(changed, env), INSTALL_TEXTS.changedSince))
  terminal.out(INSTALL_TEXTS.movedBack(shortPath(former.state, env)))
  return DONE
}
