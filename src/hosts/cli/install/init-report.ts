import { dirname } from 'node:path'
import type { Paths } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { HEALTH_TEXTS } from '../../../core/words/runtime-health.ts'
import { findProgram, programOf } from '../../../install/detect.ts'
import type { RuntimeName } from '../../../install/plan-install.ts'
import { RUNTIME_HEALTH } from '../../../install/runtime-health.ts'
import { runtimeOf } from '../../../runtimes/registry.ts'
import { examineRuntime, type RuntimeReport } from '../doctor/examine-runtime.ts'
import { type Context, shortPath } from '../terminal.ts'

interface Installed {
  readonly project: ProjectRoot
  readonly runtimes: readonly RuntimeName[]
}

/** Asks every hook that was just installed about a call that must never pass. */
export async function checkHealth(
  context: Context,
  paths: Paths,
  installed: Installed,
): Promise<readonly RuntimeReport[]> {
  const reports: RuntimeReport[] = []
  for (const runtime of installed.runtimes) {
    reports.push(await examineRuntime(context, paths, { runtime, project: installed.project }))
  }
  return reports
}

/** Not live because the person said no: such a client asks by itself at its next start. */
export function isDeclined(report: RuntimeReport, trusted: boolean): boolean {
  return RUNTIME_HEALTH[report.runtime].needsTrust && !report.live && !trusted
}

export function tellHealth({ terminal }: Context, reports: readonly RuntimeReport[], trusted: boolean): void {
  const { green, red, yellow } = terminal.colors
  terminal.out('')
  for (const report of reports) {
    const { runtime, version } = report
    const title = runtimeOf(runtime)?.title ?? runtime
    const why = isDeclined(report, trusted) ? HEALTH_TEXTS.declined(title, programOf(runtime)) : report.why
    const said = report.live ? `${green('live')}${HEALTH_TEXTS.live}` : `${red('not live')}: ${why}`
    terminal.out(`${runtime.padEnd(12)} ${said}`)
    const since = closesSince(report)
    if (since !== undefined && version !== null) {
      terminal.out(`${''.padEnd(12)} ${yellow(HEALTH_TEXTS.staysOpen(version, since))}`)
    }
  }
}

/** The version from which a strict hook that fails blocks the call, where the one found here is older. */
function closesSince({ runtime, doorways }: RuntimeReport): string | undefined {
  const known = runtimeOf(runtime)
  const newest = known?.capabilities(known.newestTested).doorways ?? []
  const open = doorways.filter(({ strict, failsStrict }) => strict && failsStrict === undefined)
  return newest.find(({ name, since }) => since !== undefined && open.some((one) => one.name === name))?.since
}

export function tellNext({ terminal, env }: Context, paths: Paths): void {
  const { bold } = terminal.colors
  const isFound = findProgram('fairlead', env) !== null
  const command = isFound ? 'fairlead' : shortPath(paths.cliCommand, env)
  terminal.out(INSTALL_TEXTS.restart)
  // Every next step in our messages begins with `fairlead`.
  const path = isFound ? undefined : shortPath(dirname(paths.cliCommand), env)
  terminal.out(INSTALL_TEXTS.next(bold(`${command} status`), bold(`${command} uninstall`), path))
}
