import { join } from 'node:path'
import type { Paths } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { backupsOf } from '../../../install/apply.ts'
import { hasServer, serverOf } from '../../../install/claude-servers.ts'
import { featureOf, trustedHashes } from '../../../install/codex-config.ts'
import { trustOf } from '../../../install/codex-hooks.ts'
import { detect, versionOf } from '../../../install/detect.ts'
import { readFileState } from '../../../install/file-state.ts'
import { findGateHook, type GateHook } from '../../../install/gate-hook.ts'
import type { RuntimeName } from '../../../install/plan-install.ts'
import { probeHook } from '../../../install/probe.ts'
import { readRecord } from '../../../install/record.ts'
import { claudeSettingsProblems, codexHooksProblems, SWITCHES } from '../../../install/settings-health.ts'
import { runtimeOf } from '../../../runtimes/registry.ts'
import type { Doorway } from '../../../runtimes/runtime.ts'
import { needsClaudeServer } from '../install/install-wish.ts'
import { policyOf } from '../open-project.ts'
import { waitProblem } from '../policy/hold-wait.ts'
import { type Context, shortPath } from '../terminal.ts'
import type { Check } from './check.ts'

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
  const { program, folder } = detect(runtime, paths, env)
  const version = program === null ? undefined : await versionOf(program, env)
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
    uncovered: uncoveredHere(runtime, paths, able.uncovered),
  }
  if (hook === null) {
    const wanted = project !== undefined && wasInstalled(runtime, paths)
    const absent = program === null && folder === null
    const without = absent ? 'not on this machine' : 'not governed; `fairlead init` in a project changes that'
    return { ...common, wanted, live: false, why: wanted ? NO_HOOK : without, checks: [] }
  }
  const checks = [
    ...(runtime === 'codex' ? codexChecks({ env, paths }) : claudeChecks({ env, paths, project: project ?? '' }, hook)),
    ...(await policyChecks(env, { runtime, hook, paths, project })),
  ]
  const off = checks.find((check) => check.verdict === 'bad')
  if (off) return { ...common, wanted: true, live: false, why: off.found, checks }
  const probe = await probeHook({ runtime, hook: hook.command, cwd: project ?? '', env })
  if (probe.live) return { ...common, wanted: true, live: true, tookMs: probe.tookMs, why: '', checks }
  return { ...common, wanted: true, live: false, why: `${probe.why}; run \`fairlead init\` again`, checks }
}

type Asked = Subject & { readonly hook: GateHook; readonly paths: Paths }

/** What the policy asks for since `init` was run. */
async function policyChecks(env: Context['env'], { runtime, hook, paths, project }: Asked): Promise<readonly Check[]> {
  const { policy } = await policyOf(env, project ?? '')
  const waits = waitProblem(hook, policy.edge.holdSeconds)
  const lacks =
    runtime === 'claude-code' &&
    needsClaudeServer(policy) &&
    !hasServer(textOf(paths.claude.servers), serverOf(paths.cliCommand))
  const tools = 'the policy asks for tools that the client was not given; run `fairlead init` again'
  return [
    ...(waits === undefined ? [] : [{ what: 'waiting', verdict: 'odd', found: waits } as const]),
    ...(lacks ? [{ what: 'tools', verdict: 'odd', found: tools } as const] : []),
  ]
}

/** A gap that the person closed is none any more. */
function uncoveredHere(runtime: RuntimeName, paths: Paths, gaps: readonly string[]): readonly string[] {
  const closed = runtime === 'codex' && featureOf(textOf(paths.codex.config), 'unified_exec_tty') === 'false'
  return closed ? gaps.filter((gap) => !gap.includes('`unified_exec_tty = false`')) : gaps
}

const NO_HOOK = 'its settings no longer hold our hook; run `fairlead init`'

function wasInstalled(runtime: RuntimeName, paths: Paths): boolean {
  const kinds = runtime === 'codex' ? ['codex-hooks'] : ['claude-settings', 'claude-project']
  return readRecord(backupsOf(paths)).files.some((file) => kinds.includes(file.kind))
}

interface Place {
  readonly env: Context['env']
  readonly paths: Paths
  readonly project: string
}

/** What silently switches hooks off although they stand in the file. */
function claudeChecks({ env, paths, project }: Place, hook: GateHook): readonly Check[] {
  const local = ['settings.json', 'settings.local.json'].map((name) => join(project, '.claude', name))
  const files = [paths.claude.managedSettings, paths.claude.settings, ...local]
  const problems = files.flatMap((file) => {
    const state = readFileState(file)
    const found = state.kind === 'file' ? claudeSettingsProblems(state.text) : []
    // An invalid entry disables its own file only; a switch in any file disables them all.
    return found
      .filter((problem) => file === hook.file || SWITCHES.some((key) => problem.includes(key)))
      .map((problem) => `\`${shortPath(file, env)}\`: ${problem}`)
  })
  return [
    { what: 'hooks', verdict: 'good', found: `in \`${shortPath(hook.file, env)}\`` },
    ...problems.map((found): Check => ({ what: 'settings', verdict: 'bad', found: `${found}; mend it` })),
  ]
}

function codexChecks({ env, paths }: Pick<Place, 'env' | 'paths'>): readonly Check[] {
  const [hooks, config] = [textOf(paths.codex.hooks), textOf(paths.codex.config)]
  const trusted = trustedHashes(config)
  const ours = trustOf(hooks, paths.codex.hooks, paths.hookCommand)
  const untrusted = ours.filter(({ key, hash }) => trusted.get(key) !== hash)
  const trust: Check =
    untrusted.length === 0
      ? { what: 'trust', verdict: 'good', found: `${ours.length} hooks, every hash is trusted` }
      : {
          what: 'trust',
          verdict: 'bad',
          found: `Codex skips ${untrusted.length} of ${ours.length} hooks, they are not trusted; run \`fairlead init\``,
        }
  const off = featureOf(config, 'hooks') === 'false'
  const closed = featureOf(config, 'unified_exec_tty') === 'false'
  return [
    { what: 'hooks', verdict: 'good', found: `in \`${shortPath(paths.codex.hooks, env)}\`` },
    ...codexHooksProblems(hooks).map(
      (found): Check => ({
        what: 'hooks',
        verdict: 'bad',
        found: `\`${shortPath(paths.codex.hooks, env)}\`: ${found}; mend it`,
      }),
    ),
    ...(off
      ? [
          {
            what: 'hooks',
            verdict: 'bad',
            found: '`hooks = false` under `[features]` switches them off; remove it',
          } as const,
        ]
      : []),
    trust,
    closed
      ? {
          what: 'terminals',
          verdict: 'good',
          found: 'off (`unified_exec_tty = false`), so nothing is typed past the hooks',
        }
      : {
          what: 'terminals',
          verdict: 'odd',
          found: 'on: what an agent types into one reaches no hook; run `fairlead init`',
        },
  ]
}

function textOf(path: string): string {
  const state = readFileState(path)
  return state.kind === 'file' ? state.text : ''
}
