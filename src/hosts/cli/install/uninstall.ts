import { existsSync, rmSync } from 'node:fs'
import { governedRootOf, projectRootOf, readGoverned, writeGoverned } from '../../../config/governed.ts'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { count } from '../../../core/words/count.ts'
import { retireHook } from '../../../install/bundle.ts'
import { applyRemoval, backupsOf, openWorld, recoverCommit } from '../../../install/commit.ts'
import { withInstallLock } from '../../../install/lock.ts'
import { placesOf, planProjectRemoval, planRemoval, type Removal } from '../../../install/plan.ts'
import { stopDaemon } from '../ask-daemon.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type Context, shortPath } from '../terminal.ts'
import { recordRemoval, refuseAgent } from './refuse-agent.ts'
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
    return misused('nobody can be asked here, so nothing was changed; add `--yes`')
  }
  if (options.here && options.purge) return misused('`--purge` is for all projects; leave `--here` out')
  const paths = pathsOf(context.env)
  if (!existsSync(paths.data) && !existsSync(paths.state)) {
    context.terminal.out('fairlead is not installed')
    return DONE
  }
  const refused = await refuseAgent(context, paths)
  if (refused) return refused
  const locked = await withInstallLock(backupsOf(paths), () => remove(context, paths, options))
  if (!locked.ok)
    return failed(`another init or uninstall is running (process ${locked.holder}); wait for it and try again`)
  if (locked.result.code === 0 && options.purge) return purge(context, paths, options)
  return locked.result
}

async function remove(context: Context, paths: Paths, options: UninstallOptions): Promise<Exit> {
  const { terminal } = context
  recoverCommit(backupsOf(paths))
  const extent = options.here ? projectExtent(context, paths) : wholeExtent(paths)
  if ('code' in extent) return extent
  const { removal, leaving, staying } = extent
  if (staying === undefined && leaving.length === 0 && removal.edits.length === 0 && removal.problems.length === 0) {
    retireHook(paths)
    terminal.out('nothing of fairlead is left in your settings')
    return DONE
  }
  if (options.yes) nameEdits(context, removal.edits)
  else showEdits(context, removal.edits)
  for (const root of leaving) terminal.out(`\nno longer governed: ${shortPath(root, context.env)}`)
  if (!options.yes && (await terminal.confirm('Make these changes?')) !== true)
    return failed('cancelled; nothing was changed')
  await recordRemoval(context, paths, { refused: false, projects: leaving })
  const conflicts = applyRemoval(paths, removal)
  writeGoverned(paths.governed, staying ?? [])
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
  readonly staying?: readonly ProjectRoot[]
}

function wholeExtent(paths: Paths): Extent {
  const governed = readGoverned(paths.governed)
  return { removal: planRemoval(openWorld(paths), placesOf(paths)), leaving: governed.ok ? governed.roots : [] }
}

function projectExtent({ cwd, env }: Context, paths: Paths): Extent | Exit {
  const governed = readGoverned(paths.governed)
  if (!governed.ok) return failed(`the list of governed projects is ${governed.problem}; run \`fairlead doctor\``)
  const project = projectRootOf(cwd)
  const staying = governed.roots.filter((root) => root !== project)
  if (project === undefined || staying.length === governed.roots.length) {
    const by = governedRootOf(cwd, paths.governed) && governed.roots.find((root) => cwd.startsWith(`${root}/`))
    return by === undefined
      ? failed(`\`${shortPath(cwd, env)}\` is not governed; \`fairlead doctor\` shows what is`)
      : failed(`this folder is governed with the one around it; run it in \`${shortPath(by, env)}\``)
  }
  return { removal: planProjectRemoval(openWorld(paths), project, staying), leaving: [project], staying }
}

interface Done {
  readonly paths: Paths
  readonly extent: Extent
  readonly conflicts: readonly string[]
  readonly options: UninstallOptions
}

function report({ terminal, env }: Context, { paths, extent, conflicts, options }: Done): Exit {
  const { removal, staying } = extent
  const [problem] = [...removal.problems, ...conflicts.map((path) => ({ path, problem: 'it was changed meanwhile' }))]
  if (problem !== undefined) {
    return failed(
      `\`${shortPath(problem.path, env)}\` was left alone: ${problem.problem}; mend it and run \`fairlead uninstall\` again`,
    )
  }
  if (staying !== undefined) {
    terminal.out(
      staying.length === 0
        ? 'no project is governed any more; to remove the hooks, too: `fairlead uninstall`'
        : `still governed: ${count(staying.length, 'other project')}`,
    )
    return DONE
  }
  terminal.out('\nuninstalled: every file is as it was')
  if (options.purge) {
    terminal.out('agents that are already running: start them again')
  } else {
    terminal.out('agents that are already running keep a hook that does nothing until they end')
    const kept = [paths.state, paths.data].map((folder) => shortPath(folder, env)).join(' and ')
    terminal.out(`kept: the audit and the program in ${kept}; delete them with \`fairlead uninstall --purge\``)
  }
  return DONE
}

async function purge({ terminal, env }: Context, paths: Paths, options: UninstallOptions): Promise<Exit> {
  const kept = [paths.state, paths.data].map((folder) => shortPath(folder, env)).join(' and ')
  const question = `Delete ${kept} with the whole audit? This cannot be undone.`
  if (!options.yes && (await terminal.confirm(question)) !== true)
    return failed('the audit and the program were kept; the rest is uninstalled')
  await stopDaemon(paths.socket)
  for (const path of [paths.database, `${paths.database}-wal`, `${paths.database}-shm`]) rmSync(path, { force: true })
  rmSync(paths.state, { recursive: true, force: true })
  rmSync(paths.data, { recursive: true, force: true })
  rmSync(paths.policySchema, { force: true })
  terminal.out(`deleted ${kept}`)
  return DONE
}
