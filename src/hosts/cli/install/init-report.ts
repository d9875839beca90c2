import { dirname } from 'node:path'
import type { Paths } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { findProgram, isOlder } from '../../../install/detect.ts'
import type { RuntimeName } from '../../../install/plan-install.ts'
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

/** Not live because the person said no: Codex asks by itself at its next start. */
export function isDeclined(report: RuntimeReport, trusted: boolean): boolean {
  return report.runtime === 'codex' && !report.live && !trusted
}

const FAILS_CLOSED_SINCE = '2.1.295'
const DECLINED =
  'Codex skips these hooks until you trust them; start `codex` and choose "Trust all and continue", or run `fairlead init` again'

export function tellHealth({ terminal }: Context, reports: readonly RuntimeReport[], trusted: boolean): void {
  const { green, red, yellow } = terminal.colors
  terminal.out('')
  for (const report of reports) {
    const why = isDeclined(report, trusted) ? DECLINED : report.why
    const live = report.live ? `${green('live')}: \`rm -rf /\` was refused in ${report.tookMs} ms` : ''
    terminal.out(`${report.runtime.padEnd(12)} ${report.live ? live : `${red('not live')}: ${why}`}`)
    const old =
      report.runtime === 'claude-code' && report.version !== null && isOlder(report.version, FAILS_CLOSED_SINCE)
    if (old && report.doorways.some(({ strict }) => strict)) {
      const note = `version ${report.version} stays open when a hook times out; ${FAILS_CLOSED_SINCE} or newer does not`
      terminal.out(`${''.padEnd(12)} ${yellow(note)}`)
    }
  }
}

export function tellNext({ terminal, env }: Context, paths: Paths): void {
  const { bold } = terminal.colors
  const isFound = findProgram('fairlead', env) !== null
  const command = isFound ? 'fairlead' : shortPath(paths.cliCommand, env)
  terminal.out('\nagents that are already running: start them again')
  // Every next step in our messages begins with `fairlead`.
  if (!isFound) terminal.out(`put ${shortPath(dirname(paths.cliCommand), env)} on your PATH, and \`fairlead\` is found`)
  terminal.out(`see it with ${bold(`${command} status`)}; take it away with ${bold(`${command} uninstall`)}`)
}
