import { existsSync } from 'node:fs'
import { governedRootOf, standingOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import { type GovernedList, rootsIn } from '../../../core/model/homes.ts'
import { DOCTOR_TEXTS } from '../../../core/words/doctor.ts'
import { RUNTIME_NAMES } from '../../../install/plan-install.ts'
import type { Check } from '../../../install/runtime-health.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { oneLine } from '../show.ts'
import { type Context, projectName } from '../terminal.ts'
import { writeReport } from './bug-report.ts'
import { examineRuntime, type RuntimeReport } from './examine-runtime.ts'
import { examineSystem } from './examine-system.ts'

/** What `doctor --json` prints. */
interface Report {
  readonly governed: readonly string[]
  readonly runtimes: readonly RuntimeReport[]
  readonly checks: readonly Check[]
}

/** Is the gate live, what can it do here, and what does it not see? */
export async function doctor(
  context: Context,
  options: { readonly json?: boolean; readonly report?: boolean; readonly verbose?: boolean },
): Promise<Exit> {
  if (options.json && options.report) return misused(DOCTOR_TEXTS.oneOutput)
  const report = await examine(context)
  if (options.report) return writeReport(context, report)
  if (options.json) context.terminal.out(JSON.stringify(report, null, 2))
  else if (options.verbose) show(context, report)
  else showBriefly(context, report)
  const dead = report.runtimes.find((one) => one.wanted && !one.live)
  if (dead) return failed(DOCTOR_TEXTS.notProtected(dead.runtime, dead.why))
  const broken = report.checks.find((check) => check.verdict === 'bad')
  return broken ? failed(`${broken.what}: ${broken.found}`) : DONE
}

async function examine(context: Context): Promise<Report> {
  const paths = pathsOf(context.env)
  const governed = governedIn(paths)
  const roots = rootsIn(governed)
  // As the gate does it: a nested repository or a linked worktree of a governed one is governed too.
  const project = governedRootOf(context.cwd, governed) ?? roots[0]
  const runtimes: RuntimeReport[] = []
  for (const runtime of RUNTIME_NAMES) runtimes.push(await examineRuntime(context, paths, { runtime, project }))
  const checks = [...(await examineSystem(context, paths, roots)), ...listCheck(governed)]
  return { governed: roots, runtimes, checks }
}

function listCheck(governed: GovernedList): readonly Check[] {
  if (!governed.ok)
    return [{ what: DOCTOR_TEXTS.projects, verdict: 'bad', found: DOCTOR_TEXTS.badList(governed.problem) }]
  const listed: GovernedList = { ok: true, projects: governed.projects.filter(({ isListed }) => isListed) }
  const off = governed.projects.filter(({ root }) => existsSync(root) && !standingOf(root, listed))
  if (off.length === 0) return []
  const found = DOCTOR_TEXTS.offList(off.map(({ root }) => root).join(', '))
  return [{ what: DOCTOR_TEXTS.projects, verdict: 'bad', found }]
}

const MOST_LINES = 12

/** What a person has to know, in twenty lines: is each client protected, and what is not as it should be. */
function showBriefly(context: Context, { governed, runtimes, checks }: Report): void {
  const { terminal } = context
  const { bold, dim, green, red } = terminal.colors
  terminal.out(`${bold(DOCTOR_TEXTS.projects)} ${projectsLine(context, governed)}`)
  for (const { runtime, version, wanted, live, ...one } of runtimes) {
    const verdict =
      one.why === '' && 'tookMs' in one ? green(DOCTOR_TEXTS.live(one.tookMs)) : red(DOCTOR_TEXTS.notLive(one.why))
    terminal.out(
      `${bold(`${runtime}${version === null ? '' : ` ${version}`}`)} ${wanted || live ? verdict : dim(one.why)}`,
    )
  }
  const all = [...runtimes.flatMap((one) => one.checks), ...checks]
  const odd = all.filter(({ verdict }) => verdict !== 'good')
  // What is bad first: it must not be what is left out.
  const told = odd.toSorted((left, right) => Number(right.verdict === 'bad') - Number(left.verdict === 'bad'))
  showChecks(
    context,
    told.slice(0, MOST_LINES).map((one) => ({ ...one, found: oneLine(one.found, MAX_FOUND_CHARS) })),
  )
  terminal.out(dim(DOCTOR_TEXTS.brief(all.length - odd.length, Math.max(0, odd.length - MOST_LINES))))
}

const MAX_FOUND_CHARS = 240

function show(context: Context, report: Report): void {
  const { terminal } = context
  const { bold, dim } = terminal.colors
  terminal.out(`${bold(DOCTOR_TEXTS.projects)} ${projectsLine(context, report.governed)}`)
  for (const one of report.runtimes) showRuntime(context, one)
  terminal.out(`\n${bold(DOCTOR_TEXTS.machine)}`)
  showChecks(context, report.checks)
  terminal.out(dim(DOCTOR_TEXTS.aboutTheTest))
}

function projectsLine({ env }: Context, roots: readonly string[]): string {
  if (roots.length === 0) return DOCTOR_TEXTS.noProject
  return roots.map((root) => projectName(root, env)).join(', ')
}

function showRuntime(context: Context, one: RuntimeReport): void {
  const { terminal } = context
  const { bold, dim, green, red } = terminal.colors
  const version = one.version === null ? '' : ` ${one.version}`
  if (!one.wanted) {
    terminal.out(`\n${bold(`${one.runtime}${version}`)} ${dim(one.why)}`)
    return
  }
  const verdict = one.live ? green(DOCTOR_TEXTS.live(one.tookMs)) : red(DOCTOR_TEXTS.notLive(one.why))
  terminal.out(`\n${bold(`${one.runtime}${version}`)} ${verdict}`)
  showChecks(context, one.checks)
  terminal.out(`  ${dim(DOCTOR_TEXTS.hookEvent.padEnd(20))} ${dim(DOCTOR_TEXTS.columns)}`)
  for (const row of one.doorways) {
    const can = [row.deny, row.ask, row.steer, row.notice]
      .map((able, at) => (able ? 'yes' : '·').padEnd(COLUMNS[at] ?? 0))
      .join('')
    terminal.out(
      `  ${row.name.padEnd(20)} ${can}${DOCTOR_TEXTS.ifItFails[(row.strict && row.failsStrict) || row.fails]}`,
    )
  }
  terminal.out(`  ${dim(DOCTOR_TEXTS.notCovered)}`)
  for (const gap of one.uncovered) terminal.out(`  · ${gap}`)
}

function showChecks(context: Context, checks: readonly Check[]): void {
  const { terminal } = context
  for (const { verdict, what, found } of checks) terminal.out(`  ${mark(context, verdict)} ${what.padEnd(16)} ${found}`)
}

/** Widths of `block ask  hint  notice  `. */
const COLUMNS = [6, 5, 6, 8]

function mark({ terminal }: Context, verdict: Check['verdict']): string {
  const { green, red, yellow } = terminal.colors
  return verdict === 'good' ? green('✓') : verdict === 'bad' ? red('✗') : yellow('!')
}
