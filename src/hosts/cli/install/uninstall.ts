import { existsSync } from 'node:fs'
import { projectRootOf, standingOf } from '../../../config/governed.ts'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { recordedRoots } from '../../../config/project-home.ts'
import { EVERYWHERE, type GovernedList, rootsIn } from '../../../core/model/homes.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { CLI_TEXTS } from '../../../core/words/cli.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { retireHook } from '../../../install/bundle.ts'
import { applyRemoval, backupsOf, openWorld, recoverCommit } from '../../../install/commit.ts'
import { withInstallLock } from '../../../install/lock.ts'
import { type FileEdit, placesOf, planProjectRemoval, planRemoval, type Removal } from '../../../install/plan.ts'
import { governedIn, homePartsOf } from '../../../wiring/wire-gate.ts'
import { stopDaemon } from '../ask-daemon.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type Context, projectName, shortPath } from '../terminal.ts'
import { recordChange, refuseAgent } from './refuse-agent.ts'
import { nameEdits, showEdits } from './show-edits.ts'
import {
  deleteOurFolder,
  deleteRecords,
  keepingExcludes,
  recordsLeft,
  type StayingRecords,
  tellStays,
} from './what-stays.ts'

interface UninstallOptions {
  /** Only the project that this folder belongs to. */
  readonly here?: boolean
  /** Only what holds in every repository. */
  readonly everywhere?: boolean
  readonly purge?: boolean
  readonly yes?: boolean
}

/** Gives back every file as it was. Our own folders stay until `--purge`: the audit is in them. */
export async function uninstall(context: Context, options: UninstallOptions): Promise<Exit> {
  if (!options.yes && !context.terminal.interactive) {
    return misused(CLI_TEXTS.nobodyToAsk)
  }
  const isPart = options.here || options.everywhere
  if (isPart && options.purge) return misused(INSTALL_TEXTS.hereOrAll)
  const paths = pathsOf(context.env)
  if (!existsSync(paths.folder)) {
    context.terminal.out(INSTALL_TEXTS.notInstalled)
    return DONE
  }
  const refused = await refuseAgent(context, paths, 'fairlead uninstall')
  if (refused) return refused
  const locked = await withInstallLock(backupsOf(paths), () => remove(context, paths, options))
  return locked.ok ? locked.result : failed(INSTALL_TEXTS.busy(locked.holder))
}

async function remove(context: Context, paths: Paths, options: UninstallOptions): Promise<Exit> {
  const { terminal, env } = context
  recoverCommit(backupsOf(paths))
  const isPart = options.here || options.everywhere
  const extent = isPart ? projectExtent(context, paths, options) : wholeExtent(paths)
  if ('code' in extent) return extent
  const { leaving, released, staying } = extent
  const isLast = staying === undefined
  const inTree = recordsLeft(paths, isLast ? [...leaving, ...recordedRoots(homePartsOf(paths))] : leaving)
  const kept = keepingExcludes(extent.removal, inTree, openWorld(paths).record)
  const isDone = isLast && leaving.length === 0 && kept.edits.length === 0 && kept.problems.length === 0
  if (isDone) terminal.out(INSTALL_TEXTS.nothingLeft)
  else if (!(await agreed(context, { edits: kept.edits, leaving, options }))) return failed(INSTALL_TEXTS.cancelled)
  const deletes = isDone && !options.purge ? false : await wantsDeletion(context, { paths, inTree, isLast, options })
  const change = { by: 'fairlead uninstall', path: paths.hookCommand, refused: false, projects: leaving, released }
  await recordChange(context, paths, change)
  const removal = deletes ? extent.removal : kept
  const conflicts = applyRemoval(paths, removal)
  if (isLast) {
    retireHook(paths)
    await stopDaemon(paths.socket)
  }
  if (deletes) deleteRecords(inTree)
  else tellStays(context, inTree)
  const [problem] = [...removal.problems, ...conflicts.map((path) => ({ path, problem: INSTALL_TEXTS.changedSince }))]
  if (problem !== undefined) return failed(INSTALL_TEXTS.leftAlone(shortPath(problem.path, env), problem.problem))
  if (staying !== undefined) {
    terminal.out(staying.length === 0 ? INSTALL_TEXTS.noneLeft : INSTALL_TEXTS.stillProtected(staying.length))
    return DONE
  }
  if (!isDone) for (const line of [INSTALL_TEXTS.uninstalled, INSTALL_TEXTS.running(deletes)]) terminal.out(line)
  if (deletes) return purge(context, paths)
  if (options.purge) return failed(INSTALL_TEXTS.notPurged)
  terminal.out(INSTALL_TEXTS.kept(shortPath(paths.folder, env)))
  return DONE
}

interface Proposal {
  readonly edits: readonly FileEdit[]
  readonly leaving: readonly ProjectRoot[]
  readonly options: UninstallOptions
}

async function agreed(context: Context, { edits, leaving, options }: Proposal): Promise<boolean> {
  const { terminal, env } = context
  if (options.yes) nameEdits(context, edits)
  else showEdits(context, edits)
  for (const root of leaving) terminal.out(INSTALL_TEXTS.leaving(projectName(root, env)))
  return options.yes === true || (await terminal.confirm(INSTALL_TEXTS.question)) === true
}

interface Deletion {
  readonly paths: Paths
  readonly inTree: readonly StayingRecords[]
  /** Of everything, not of one project. */
  readonly isLast: boolean
  readonly options: UninstallOptions
}

/** One question about everything that was recorded. Nobody to ask: `--purge` says so, and without it records stay. */
async function wantsDeletion({ terminal, env }: Context, { paths, inTree, isLast, options }: Deletion) {
  if (options.yes) return options.purge === true
  const what = [
    ...(isLast ? [INSTALL_TEXTS.ourFolder(shortPath(paths.folder, env))] : []),
    ...inTree.map(({ root, names }) => INSTALL_TEXTS.namesIn(names, shortPath(root, env))),
  ]
  return what.length > 0 && (await terminal.confirm(INSTALL_TEXTS.deleteToo(what), 'no')) === true
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

function projectExtent({ cwd, env }: Context, paths: Paths, { everywhere }: UninstallOptions): Extent | Exit {
  const governed = governedIn(paths)
  if (!governed.ok) return failed(INSTALL_TEXTS.badList(governed.problem))
  const project = everywhere ? EVERYWHERE : projectRootOf(cwd)
  const listed = rootsIn(governed)
  const staying = listed.filter((root) => root !== project)
  const left: GovernedList = { ok: true, projects: governed.projects.filter(({ root }) => staying.includes(root)) }
  const isKnown = governed.projects.some(({ root }) => root === project)
  // A linked worktree, or a repository inside: whoever governs the other one governs it.
  const above = project && !listed.includes(project) ? standingOf(project, left) : undefined
  if (above?.kind === 'listed')
    return failed(
      above.by.root === EVERYWHERE
        ? INSTALL_TEXTS.setUpEverywhere
        : INSTALL_TEXTS.setUpAbove(shortPath(above.by.root, env)),
    )
  if (project === undefined || !isKnown) return failed(INSTALL_TEXTS.notSetUp(shortPath(cwd, env)))
  const grown = governed.projects.filter(({ root, isListed }) => !isListed && !standingOf(root, left))
  const released = [project, ...grown.flatMap(({ root }) => (standingOf(root, only(project)) ? [root] : []))]
  return { removal: planProjectRemoval(openWorld(paths), project, staying), leaving: [project], released, staying }
}

function only(root: ProjectRoot): GovernedList {
  return { ok: true, projects: [{ root, git: '', isListed: true }] }
}

/** What is left of it is said: a policy is the person's own. */
async function purge({ terminal, env }: Context, paths: Paths): Promise<Exit> {
  const folder = shortPath(paths.folder, env)
  const { policies, left } = await deleteOurFolder(paths)
  if (left.length > 0) return failed(INSTALL_TEXTS.notDeleted(left, folder))
  const shown = policies.map((path) => shortPath(path, env))
  terminal.out(shown.length === 0 ? INSTALL_TEXTS.purged(folder) : INSTALL_TEXTS.purgedBut(folder, shown))
  return DONE
}
