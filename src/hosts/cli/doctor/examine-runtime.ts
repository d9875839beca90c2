import type { Paths } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { HEALTH_TEXTS } from '../../../core/words/runtime-health.ts'
import { backupsOf } from '../../../install/commit.ts'
import { detectRuntime, versionOf } from '../../../install/detect.ts'
import type { RuntimeName } from '../../../install/plan-install.ts'
import { brokenSettings, findGateHook, probeHook } from '../../../install/probe.ts'
import { readRecord } from '../../../install/record.ts'
import { type Check, RUNTIME_HEALTH } from '../../../install/runtime-health.ts'
import { runtimeOf } from '../../../runtimes/registry.ts'
import type { Doorway } from '../../../runtimes/runtime.ts'
import { policyOf } from '../open-project.ts'
import { type Context, shortPath } from '../terminal.ts'

interface Common {
  readonly runtime: RuntimeName
  readonly version: string | null
  /** `init` installed hooks for it, so they ought to be live. */
  readonly wanted: boolean
  readonly checks: readonly Check[]
}

/** A doorway with a hook of ours, and what happens there as it is installed. */
interface InstalledDoorway extends Doorway {
  readonly strict: boolean
}

export type RuntimeReport = Common & {
  readonly doorways: readonly InstalledDoorway[]
  readonly uncovered: readonly string[]
} & (
    | { readonly live: true; readonly tookMs: number; readonly why: '' }
    | { readonly live: false; readonly why: string }
  )

interface Subject {
  readonly runtime: RuntimeName
  /** A governed project to ask in; elsewhere the hook is silent by design. */
  readonly project: ProjectRoot | undefined
}

export async function examineRuntime(
  { env }: Context,
  paths: Paths,
  { runtime, project }: Subject,
): Promise<RuntimeReport> {
  const { program, folder } = detectRuntime(runtime, paths, env)
  const version = program === null ? undefined : await versionOf(program, env)
  const health = RUNTIME_HEALTH[runtime]
  const able = runtimeOf(runtime)?.capabilities(version) ?? { doorways: [], uncovered: [] }
  const hook = project === undefined ? null : findGateHook(runtime, paths, project)
  const doorways = able.doorways.flatMap((row): readonly InstalledDoorway[] => {
    const event = hook?.events.find(({ name }) => name === row.name)
    return event === undefined ? [] : [{ ...row, strict: event.strict }]
  })
  const common = {
    runtime,
    version: version ?? null,
    doorways,
    uncovered: able.uncovered.filter((gap) => !health.isClosed(gap, paths)),
  }
  if (hook === null) {
    const wanted =
      project !== undefined && readRecord(backupsOf(paths)).files.some(({ kind }) => health.kinds.includes(kind))
    const absent = program === null && folder === null
    const without = absent ? HEALTH_TEXTS.absent : HEALTH_TEXTS.notSetUp
    const why = wanted ? (unreadableSettings(paths, runtime, env) ?? HEALTH_TEXTS.hookGone) : without
    return { ...common, wanted, live: false, why, checks: [] }
  }
  const checks = [
    ...health.checks({ paths, project: project ?? '', hook, show: (path) => shortPath(path, env) }),
    ...(await policyChecks(env, paths, { runtime, project })),
  ]
  const off = checks.find((check) => check.verdict === 'bad')
  if (off) return { ...common, wanted: true, live: false, why: off.found, checks }
  const probe = await probeHook({ runtime, hook: hook.command, cwd: project ?? '', env })
  if (probe.live) return { ...common, wanted: true, live: true, tookMs: probe.tookMs, why: '', checks }
  return { ...common, wanted: true, live: false, why: HEALTH_TEXTS.notLive(probe.why), checks }
}

/** A hook can't be found in a file that can't be read: the file is what to fix. */
function unreadableSettings(paths: Paths, runtime: RuntimeName, env: Context['env']): string | undefined {
  const { file, problem } = brokenSettings(runtime, paths) ?? {}
  return file === undefined || problem === undefined ? undefined : HEALTH_TEXTS.problem(shortPath(file, env), problem)
}

/** What the policy asks for since `init` was run. */
async function policyChecks(
  env: Context['env'],
  paths: Paths,
  { runtime, project }: Subject,
): Promise<readonly Check[]> {
  const { policy } = await policyOf(env, project ?? '')
  const lacks = RUNTIME_HEALTH[runtime].lacksTools(policy, paths)
  return lacks ? [{ what: 'tools', verdict: 'odd', found: HEALTH_TEXTS.lacksTools }] : []
}
