import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readDoorPort, writeDoorPort } from '../../../config/door-port.ts'
import { projectRootOf } from '../../../config/governed.ts'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { homeRecordOf, recordHome } from '../../../config/project-home.ts'
import { readKey } from '../../../config/read-key.ts'
import { readSealPlan } from '../../../config/seal.ts'
import { EVERYWHERE, rootsIn } from '../../../core/model/homes.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { HEALTH_TEXTS } from '../../../core/words/runtime-health.ts'
import { ensureApprovalKey } from '../../../install/approval-key.ts'
import { type Bundle, installBundle, isInstalled, markUserHooks } from '../../../install/bundle.ts'
import { applyInstall, backupsOf, openWorld, recoverCommit } from '../../../install/commit.ts'
import { detectRuntimes } from '../../../install/detect.ts'
import { readFileState } from '../../../install/file-state.ts'
import { formerHouse, keepFormerSettings } from '../../../install/former/move-house.ts'
import { tracksLedger } from '../../../install/git-exclude.ts'
import { CHECKSUMS } from '../../../install/ledger/plan-ledger.ts'
import { withInstallLock } from '../../../install/lock.ts'
import {
  type InstallPlan,
  isManaged,
  planInstall,
  RUNTIME_NAMES,
  type RuntimeName,
} from '../../../install/plan-install.ts'
import { needsClaudeServer, RUNTIME_HEALTH } from '../../../install/runtime-health.ts'
import { hasPlan } from '../../../install/seal/keep-seal.ts'
import { RUNTIMES } from '../../../runtimes/registry.ts'
import { governedIn, governProject, homePartsOf, homesHere } from '../../../wiring/wire-gate.ts'
import { unknownRuntime } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { wired } from '../open-project.ts'
import { actStamp } from '../submit-act.ts'
import { type Context, projectName, shortPath } from '../terminal.ts'
import { carryFiles } from './carry-files.ts'
import { choosePort } from './choose-port.ts'
import { applySeal, chooseSeal, type SealChosen } from './choose-seal.ts'
import { agree, type Consent } from './consent.ts'
import { beginRecords, policyAtInit } from './first-run.ts'
import { checkHealth, isDeclined, tellHealth, tellNext } from './init-report.ts'
import { type InitOptions, type InstallWork, wantedHome, wantedPlaces, wishOf } from './install-wish.ts'
import { listProjects, moveIn, moveOut } from './move-in.ts'
import { refuseBelowAgent } from './refuse-agent.ts'
import { nameEdits, showEdits } from './show-edits.ts'

/** Governs this project: hooks for the runtimes on this machine, and the project on the list. */
export async function init(context: Context, given: InitOptions): Promise<Exit> {
  const { terminal, cwd, env } = context
  const [unknown] = (given.runtime ?? []).flatMap((name) => unknownRuntime(name) ?? [])
  if (unknown) return unknown
  if (given.claudeMd && !given.ledger) return misused(INSTALL_TEXTS.claudeMdNeedsLedger)
  if (given.scope !== 'user' && given.scope !== 'project')
    return misused(`unknown scope \`${given.scope}\`; one of user, project`)
  const paths = pathsOf(env)
  const project = given.everywhere ? EVERYWHERE : projectRootOf(cwd)
  if (given.everywhere && (given.inRepo || given.ledger || given.scope === 'project'))
    return misused(INSTALL_TEXTS.everywhereAlone)
  if (project === undefined) {
    return failed(INSTALL_TEXTS.noProject(cwd))
  }
  if (!given.yes && !given.dryRun && !terminal.interactive) {
    return misused(INSTALL_TEXTS.nobodyToAsk)
  }
  // Of a first installation there is nothing to take away.
  const isAgents = !given.dryRun && existsSync(paths.hookCommand)
  const refused = isAgents ? await refuseBelowAgent(context, paths, 'fairlead init') : undefined
  if (refused) return refused
  if (given.moveBack) return moveOut(context)
  const stayed = await moveIn(context, paths, given)
  if (stayed) return stayed
  const runtimes = wantedRuntimes(context, paths, given)
  if (runtimes.length === 0) return failed(HEALTH_TEXTS.noRuntime(RUNTIMES.map(({ title }) => title)))
  const port = await choosePort(readDoorPort(paths.doorPort), given.port)
  if (!port.ok) return misused(port.problem)
  const policy = policyAtInit(paths, project)
  const options = given.ledger ? { ...given, tracked: await asksTracked(context, given, project) } : given
  const base = { context, paths, options, project, runtimes, scope: given.scope } as const
  const work = {
    ...base,
    claudeServer: needsClaudeServer(policy) || options.ledger === true || hasLedger(project),
    port: port.port,
  }
  if (options.dryRun) return planAndApply(work)
  const locked = await withInstallLock(backupsOf(paths), () => planAndApply(work))
  return locked.ok ? locked.result : failed(INSTALL_TEXTS.busy(locked.holder))
}

/** The record's tools are offered wherever it is installed, now or before. */
function hasLedger(project: ProjectRoot): boolean {
  return existsSync(join(project, CHECKSUMS))
}

/** Whoever tracks the record wants to see it in git; everybody else does not. Known where files of it are tracked already. */
async function asksTracked({ terminal }: Context, options: InitOptions, project: ProjectRoot): Promise<boolean> {
  if (options.tracked !== undefined) return options.tracked
  if (options.yes || options.dryRun || !terminal.interactive || tracksLedger(project)) return false
  return (await terminal.confirm(INSTALL_TEXTS.tracksLedger, 'no')) === true
}

function wantedRuntimes({ env }: Context, paths: Paths, options: InitOptions): readonly RuntimeName[] {
  const named = options.runtime ?? []
  if (named.length > 0) return RUNTIME_NAMES.filter((name) => named.includes(name))
  return detectRuntimes(paths, env).map(({ runtime }) => runtime)
}

async function planAndApply(work: InstallWork): Promise<Exit> {
  const { context, paths, options } = work
  if (!options.dryRun) recoverCommit(backupsOf(paths))
  const draft = planInstall(openWorld(paths), paths, wishOf(work, { trust: true, closeTty: true }))
  const consent = await agree(context, options, draft)
  if (consent === null) return failed(INSTALL_TEXTS.cancelled)
  const seal = await chooseSeal(work)
  const plan = planInstall(openWorld(paths), paths, wishOf(work, consent, seal.draft?.variables))
  const [problem] = plan.problems
  if (problem !== undefined) {
    return failed(INSTALL_TEXTS.unusable(shortPath(problem.path, context.env), problem.problem))
  }
  if (isDone(work, plan, seal)) {
    context.terminal.out(INSTALL_TEXTS.already(projectName(work.project, context.env), work.runtimes.join(' and ')))
    return DONE
  }
  announce(work, plan)
  if (options.dryRun) {
    context.terminal.out(INSTALL_TEXTS.dryRun)
    return DONE
  }
  return apply(work, plan, { ...consent, seal })
}

function bundleOf({ bundle, node, env }: Context): Bundle {
  return { folder: bundle, node, env }
}

function isDone(work: InstallWork, plan: InstallPlan, { draft, declined }: SealChosen): boolean {
  const { context, paths, project, port } = work
  const [is, wanted] = [homeRecordOf(homePartsOf(paths), project), wantedHome(work)]
  const isRecorded = is?.layout === wanted.layout && is.ledger === wanted.ledger && is.notes === wanted.notes
  const listed = rootsIn(governedIn(paths)).includes(project)
  const known = readDoorPort(paths.doorPort) === port
  const canApprove = readKey(paths.key) !== undefined
  if (draft ? !hasPlan(paths, draft) : declined && readSealPlan(paths)?.isOff !== true) return false
  return plan.edits.length === 0 && listed && known && isRecorded && canApprove && isInstalled(paths, bundleOf(context))
}

function announce({ context, paths, project, runtimes, options }: InstallWork, plan: InstallPlan): void {
  const { terminal, env } = context
  terminal.out(
    `${terminal.colors.bold('fairlead')}${INSTALL_TEXTS.protects(projectName(project, env), runtimes.join(' and '))}`,
  )
  if (options.verbose || options.dryRun) {
    terminal.out(
      terminal.colors.dim(INSTALL_TEXTS.places(shortPath(paths.program, env), shortPath(paths.backups, env))),
    )
    showEdits(context, plan.edits)
  } else {
    nameEdits(context, plan.edits, MOST_NAMED)
  }
  for (const note of plan.notes) terminal.out(INSTALL_TEXTS.note(note))
}

/** What changes is told in ten lines. */
const MOST_NAMED = 4

/** The program first, then the hooks that call it, then the list that makes them speak: a kill at any point is harmless. */
async function apply(
  work: InstallWork,
  plan: InstallPlan,
  { seal, ...consent }: Consent & { readonly seal: SealChosen },
): Promise<Exit> {
  const { context, paths, project } = work
  const bundle = installBundle(paths, bundleOf(context))
  if (!bundle.ok) return failed(bundle.problem)
  ensureApprovalKey(paths.key)
  await beginRecords(context, paths)
  // Before the hooks that connect to it. A daemon that runs follows by itself.
  if (readDoorPort(paths.doorPort) !== work.port) writeDoorPort(paths.doorPort, work.port)
  if (existsSync(formerHouse(paths, context.env).program)) keepFormerSettings(paths, plan.edits)
  applySeal(work, seal)
  const conflicts = applyInstall(paths, plan.edits)
  if (conflicts.length > 0) return failed(INSTALL_TEXTS.changedMeanwhile(conflicts[0] ?? ''))
  const hasScripts = work.runtimes.some((runtime) => RUNTIME_HEALTH[runtime].hasProjectScripts)
  const isOnesOwn = !isManaged({ read: readFileState }, paths)
  if (work.scope === 'user' && hasScripts) markUserHooks(paths, isOnesOwn)
  await listProjects(context, paths)
  carryHome(work)
  recordHome(homePartsOf(paths), wantedHome(work))
  if (!rootsIn(governedIn(paths)).includes(project)) await govern(context, paths, project)
  const reports = await checkHealth(context, paths, { project, runtimes: work.runtimes })
  tellHealth(context, reports, consent.trust)
  // Where nothing native runs, one line says it for both programs.
  for (const line of bundle.hook.kind === 'native' ? seal.told : []) context.terminal.out(line)
  if (bundle.hook.kind === 'node') context.terminal.out(INSTALL_TEXTS.noNative[bundle.hook.why])
  tellNext(context, paths)
  const dead = reports.some((report) => !report.live && !isDeclined(report, consent.trust))
  return dead ? failed(INSTALL_TEXTS.notLive) : DONE
}

/** Only of a project that was set up before: what else has these names is not ours. */
function carryHome(work: InstallWork): void {
  const { context, paths, project } = work
  const isKnown = homeRecordOf(homePartsOf(paths), project) || rootsIn(governedIn(paths)).includes(project)
  const { own, ledger } = wantedPlaces(work)
  const carried = isKnown ? carryFiles(homesHere(paths)(project), { own, ledger }) : []
  if (carried.length > 0) context.terminal.out(INSTALL_TEXTS.carried(carried, shortPath(own, context.env)))
}

async function govern(context: Context, paths: Paths, project: ProjectRoot): Promise<void> {
  const { gate } = await wired(paths, context.env)
  try {
    await governProject(gate, actStamp(context), project)
  } finally {
    await gate.close()
  }
}
