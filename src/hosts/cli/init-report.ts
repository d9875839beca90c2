import type { Paths } from '../../config/paths.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { detect, findProgram, isOlder, versionOf } from '../../install/detect.ts'
import { findGateHook } from '../../install/gate-hook.ts'
import type { RuntimeName } from '../../install/plan-install.ts'
import { type Probe, probeHook } from '../../install/probe.ts'
import { type Context, shortPath } from './terminal.ts'

export type Health = Probe & {
  readonly runtime: RuntimeName
  readonly note?: string
  /** Not live because the person said so: no failure of ours. */
  readonly declined?: boolean
}

interface Installed {
  readonly project: ProjectRoot
  readonly runtimes: readonly RuntimeName[]
  readonly strict: boolean
  readonly trusted: boolean
}

const FAILS_CLOSED_SINCE = '2.1.295'
const NOT_TRUSTED =
  'Codex skips these hooks until you trust them; start `codex` and choose "Trust all and continue", or run `fairlead init` again'

/** Asks every hook that was just installed about a call that must never pass. */
export async function checkHealth(context: Context, paths: Paths, installed: Installed): Promise<readonly Health[]> {
  const checks: Health[] = []
  for (const runtime of installed.runtimes) checks.push(await checkOne(context, paths, { ...installed, runtime }))
  return checks
}

async function checkOne(
  { env }: Context,
  paths: Paths,
  { runtime, project, strict, trusted }: Installed & { readonly runtime: RuntimeName },
): Promise<Health> {
  if (runtime === 'codex' && !trusted) return { runtime, live: false, why: NOT_TRUSTED, declined: true }
  const hook = findGateHook(runtime, paths, project)
  if (hook === null) return { runtime, live: false, why: 'no hook was found' }
  const probe = await probeHook({ runtime, hook: hook.command, cwd: project, env })
  const { program } = detect(runtime, paths, env)
  const version = strict && runtime === 'claude-code' && program !== null ? await versionOf(program, env) : undefined
  if (version === undefined || !isOlder(version, FAILS_CLOSED_SINCE)) return { ...probe, runtime }
  const note = `version ${version} stays open when a hook times out; ${FAILS_CLOSED_SINCE} or newer does not`
  return { ...probe, runtime, note }
}

export function tellNext({ terminal, env }: Context, paths: Paths, health: readonly Health[]): void {
  const { green, red, yellow, bold } = terminal.colors
  terminal.out('')
  for (const one of health) {
    const refused = one.live ? `${green('live')}: \`rm -rf /\` was refused in ${one.tookMs} ms` : ''
    terminal.out(`${one.runtime.padEnd(12)} ${one.live ? refused : `${red('not live')}: ${one.why}`}`)
    if (one.note) terminal.out(`${''.padEnd(12)} ${yellow(one.note)}`)
  }
  const command = findProgram('fairlead', env) === null ? shortPath(paths.cliCommand, env) : 'fairlead'
  terminal.out('\nagents that are already running: start them again')
  terminal.out(`see it with ${bold(`${command} status`)}; take it away with ${bold(`${command} uninstall`)}`)
}
