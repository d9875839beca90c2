import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRootOf, standingOf } from '../../../config/governed.ts'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { type GovernedList, rootsIn } from '../../../core/model/homes.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { CLI_TEXTS } from '../../../core/words/cli.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { retireHook } from '../../../install/bundle.ts'
import { applyRemoval, backupsOf, openWorld, recoverCommit } from '../../../install/commit.ts'
import { withInstallLock } from '../../../install/lock.ts'
import { placesOf, planProjectRemoval, planRemoval, type Removal } from '../../../install/plan.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import { stopDaemon } from '../ask-daemon.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type Context, shortPath } from '../terminal.ts'
import { recordChange, refuseAgent } from './refuse-agent.ts'
import { nameEdits, showEdits } from './show-edits.ts'

interface UninstallOptions {
  /** Only the project that this folder belongs to. */
  readonly here?: boolean
  readonly purge?: boolean
  readonly yes?: boolean
}

/** Gives back every file as it was. Our own folders stay until `--purge`: the audit is in them. */
export async function uninstall(context: Context, options: UninstallOptions): Promise<Exit> {
  if (!options.yes && !context.terminal.interactive) {
    return misused(CLI_TEXTS.nobodyToAsk)
  }
  if (options.here && options.purge) return misused(INSTALL_TEXTS.hereOrAll)
  const paths = pathsOf(context.env)
  if (!existsSync(paths.folder)) {
    context.terminal.out(INSTALL_TEXTS.notInstalled)
    return DONE
  }
  const refused = await refuseAgent(context, paths)
  if (refused) return refused
  const locked = await withInstallLock(backupsOf(paths), () => remove(context, paths, options))
  if (!locked.ok) return failed(INSTALL_TEXTS.busy(locked.holder))
  if (locked.result.code === 0 && options.purge) return purge(context, paths, options)
  return locked.result
}

async function remove(context: Context, paths: Paths, options: UninstallOptions): Promise<Exit> {
  const { terminal } = context
  recoverCommit(backupsOf(paths))
  const extent = options.here ? projectExtent(context, paths) : wholeExtent(paths)
  if ('code' in extent) return extent
  const { removal, leaving, released, staying } = extent
  if (staying === undefined && leaving.length === 0 && removal.edits.length === 0 && removal.problems.length === 0) {
    retireHook(paths)
    terminal.out(INSTALL_TEXTS.nothingLeft)
    return DONE
  }
  if (options.yes) nameEdits(context, removal.edits)
  else showEdits(context, removal.edits)
  for (const root of leaving) terminal.out(INSTALL_TEXTS.leaving(shortPath(root, context.env)))
  if (!options.yes && (await terminal.confirm(INSTALL_TEXTS.question)) !== true) return failed(INSTALL_TEXTS.cancelled)
  const change = { by: 'fairlead uninstall', path: paths.hookCommand, refused: false, projects: leaving, released }
  await recordChange(context, paths, change)
  const conflicts = applyRemoval(paths, removal)
  if (staying === undefined) {
    retireHook(paths)
    await stopDaemon(paths.socket)
  }
  return report(context, { paths, extent, conflicts, options })
}

/** What goes. Without `staying` the hooks go, too. */
interface Extent {
  readonly removal: Removal
  readonly leaving: readonly ProjectRoot[]
  /** With what grew out of them: nested projects and linked worktrees. */
  readonly released: readonly ProjectRoot[]
  readonly staying?: readonly ProjectRoot[]
}

function wholeExtent(paths: Paths): Extent {
  const governed = governedIn(paths)
  const released = governed.ok ? governed.projects.map(({ root }) => root) : []
  return { removal: planRemoval(openWorld(paths), placesOf(paths)), leaving: rootsIn(governed), released }
}

function projectExtent({ cwd, env }: Context, paths: Paths): Extent | Exit {
  const governed = governedIn(paths)
  if (!governed.ok) return failed(INSTALL_TEXTS.badList(governed.problem))
  const project = projectRootOf(cwd)
  const listed = rootsIn(governed)
  const staying = listed.filter((root) => root !== project)
  const left: GovernedList = { ok: true, projects: governed.projects.filter(({ root }) => staying.includes(root)) }
  const isKnown = governed.projects.some(({ root }) => root === project)
  // A linked worktree, or a repository inside: whoever governs the other one governs it.
  const above = project && !listed.includes(project) ? standingOf(project, left) : undefined
  if (above?.kind === 'listed') return failed(INSTALL_TEXTS.setUpAbove(shortPath(above.by.root, env)))
  if (project === undefined || !isKnown) return failed(INSTALL_TEXTS.notSetUp(shortPath(cwd, env)))
  const grown = governed.projects.filter(({ root, isListed }) => !isListed && !standingOf(root, left))
  const released = [project, ...grown.flatMap(({ root }) => (standingOf(root, only(project)) ? [root] : []))]
  return { removal: planProjectRemoval(openWorld(paths), project, staying), leaving: [project], released, staying }
}

function only(root: ProjectRoot): GovernedList {
  return { ok: true, projects: [{ root, git: '', isListed: true }] }
}

interface Done {
  readonly paths: Paths
  readonly extent: Extent
  readonly conflicts: readonly string[]
  readonly options: UninstallOptions
}

function report({ terminal, env }: Context, { paths, extent, conflicts, options }: Done): Exit {
  const { removal, staying } = extent
  const [problem] = [...removal.problems, ...conflicts.map((path) => ({ path, problem: INSTALL_TEXTS.changedSince }))]
  if (problem !== undefined) {
    return failed(INSTALL_TEXTS.leftAlone(shortPath(problem.path, env), problem.problem))
  }
  if (staying !== undefined) {
    terminal.out(staying.length === 0 ? INSTALL_TEXTS.noneLeft : INSTALL_TEXTS.stillProtected(staying.length))
    return DONE
  }
  terminal.out(INSTALL_TEXTS.uninstalled)
  if (options.purge) {
    terminal.out(INSTALL_TEXTS.restartAfter)
  } else {
    terminal.out(INSTALL_TEXTS.idleHooks)
    terminal.out(INSTALL_TEXTS.kept(shortPath(paths.folder, env)))
  }
  return DONE
}

async function purge({ terminal, env }: Context, paths: Paths, options: UninstallOptions): Promise<Exit> {
  const kept = shortPath(paths.folder, env)
  if (!options.yes && (await terminal.confirm(INSTALL_TEXTS.purgeQuestion(kept), 'no')) !== true)
    return failed(INSTALL_TEXTS.notPurged)
  await stopDaemon(paths.socket)
  for (const path of [paths.database, `${paths.database}-wal`, `${paths.database}-shm`]) rmSync(path, { force: true })
  // The person's own policy is theirs to delete.
  for (const name of readdirSync(paths.folder))
    if (name !== 'policy') rmSync(join(paths.folder, name), { recursive: true, force: true })
  rmSync(paths.policySchema, { force: true })
  for (const folder of [dirname(paths.userPolicy), paths.folder]) removeIfEmpty(folder)
  terminal.out(INSTALL_TEXTS.purged(kept))
  return DONE
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}
