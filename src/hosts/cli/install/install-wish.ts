import { existsSync } from 'node:fs'
import type { Paths } from '../../../config/paths.ts'
import { type HomeRecord, homeFolderOf, homeRecordOf, layoutOf } from '../../../config/project-home.ts'
import { type ProjectHomes, rootsIn } from '../../../core/model/homes.ts'
import { type ProjectRoot, projectHome } from '../../../core/model/ids.ts'
import { excludeOf, type GitExclude } from '../../../install/git-exclude.ts'
import { LEDGER_EXCLUDES } from '../../../install/ledger/plan-ledger.ts'
import { skillsWithIndex } from '../../../install/ledger/skills.ts'
import type { InstallWish, RuntimeName } from '../../../install/plan-install.ts'
import { findGateHook, isStrict as isStrictHook } from '../../../install/probe.ts'
import type { ShellVariables } from '../../../install/seal/shell-variables.ts'
import { VERSION } from '../../../wiring/version.ts'
import { governedIn, homePartsOf, homesHere } from '../../../wiring/wire-gate.ts'
import type { Context } from '../terminal.ts'
import type { Consent } from './consent.ts'

export interface InitOptions {
  readonly runtime?: readonly string[]
  readonly scope: string
  readonly strict?: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
  /** Holds in every repository, not in this one alone. */
  readonly everywhere?: boolean
  /** Every line that changes. */
  readonly verbose?: boolean
  /** To where the version before this one looks for everything. */
  readonly moveBack?: boolean
  /** `/clear` goes through our checkpoint. */
  readonly guardClear?: boolean
  /** Also the files of the ledger protocol. */
  readonly ledger?: boolean
  /** Everything that is kept of the project lies in its work tree. */
  readonly inRepo?: boolean
  /** A linked worktree shares no notes and tasks with the main one. */
  readonly ownNotes?: boolean
  readonly claudeMd?: boolean
  /** The team keeps the record of `--ledger` in its repository. */
  readonly tracked?: boolean
  /** Commands of Claude Code run sealed. */
  readonly seal?: boolean
  /** Bare: pick another one. */
  readonly port?: string | true
}

/** What one `init` is about, once it is understood. */
export interface InstallWork {
  readonly context: Context
  readonly paths: Paths
  readonly options: InitOptions
  readonly project: ProjectRoot
  readonly runtimes: readonly RuntimeName[]
  readonly scope: 'user' | 'project'
  readonly claudeServer: boolean
  readonly port: number
}

/** What is asked of the plan. */
export function wishOf(work: InstallWork, consent: Consent, shell?: ShellVariables): InstallWish {
  const { project, runtimes, scope, port, options, claudeServer } = work
  const guardClear = options.guardClear === true
  const places = {
    project,
    runtimes,
    scope,
    port,
    claudeServer,
    guardClear,
    version: VERSION,
    shell,
    profile: options.seal === true,
  }
  const base = { ...places, strict: wantsStrict(work), ...consent }
  const exclude = excludeOf(project, wantedPlaces(work), {
    more: options.ledger ? LEDGER_EXCLUDES : [],
    tracksLedger: options.tracked === true,
  })
  const excludes = { exclude, otherExcludes: excludesElsewhere(work, exclude) }
  if (!options.ledger) return { ...base, ...excludes }
  const ledger = { project, claudeMd: options.claudeMd === true, skills: skillsWithIndex(project) }
  return { ...base, ledger, ...excludes }
}

/**
 * Where the files of the project will be. What was chosen before stays until something else is asked for; a project that
 * was set up before there was a choice has them in its work tree.
 */
export function wantedHome({ paths, project, options }: InstallWork): HomeRecord {
  const before = homeRecordOf(homePartsOf(paths), project)
  const isOlder = rootsIn(governedIn(paths)).includes(project) || layoutOf(project) === 'in-repo'
  const isPublished = options.inRepo ?? (before ? before.layout === 'in-repo' : isOlder)
  const ledger = options.ledger || before?.ledger === 'in-repo' ? ({ ledger: 'in-repo' } as const) : {}
  const notes = options.ownNotes || before?.notes === 'own' ? ({ notes: 'own' } as const) : {}
  return { root: project, layout: isPublished ? 'in-repo' : 'home', ...ledger, ...notes }
}

/** The places of that choice. */
export function wantedPlaces(work: InstallWork): Omit<ProjectHomes, 'notes'> {
  const { root, layout, ledger } = wantedHome(work)
  const [inside, home] = [projectHome(root), homeFolderOf(homePartsOf(work.paths), root)]
  const own = layout === 'in-repo' ? inside : home
  return { layout, own, ledger: ledger === 'in-repo' ? inside : own }
}

/**
 * C51: the user's hooks write into every governed repository, also into those that an older version was installed for.
 * Another project of this repository keeps its lines in any case.
 */
function excludesElsewhere({ paths, project, scope }: InstallWork, own: GitExclude | null): readonly GitExclude[] {
  const others = rootsIn(governedIn(paths)).filter((root) => root !== project && existsSync(root))
  const homes = homesHere(paths)
  const excludes = others.flatMap((root) => excludeOf(root, homes(root)) ?? [])
  return excludes.filter(({ path }) => scope === 'user' || path === own?.path)
}

/** A second project must not weaken what was chosen for the first: only `--no-strict` opens it again. */
export function wantsStrict({ options, paths, project, runtimes }: InstallWork): boolean {
  const before = runtimes.map((runtime) => findGateHook(runtime, paths, project)?.handler ?? null)
  return options.strict ?? before.some(isStrictHook)
}
