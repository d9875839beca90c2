import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathsOf } from '../../../config/paths.ts'
import { compilePolicy } from '../../../config/policy.ts'
import { DEFAULT_POLICY, type Policy } from '../../../core/model/policy.ts'
import { CLI_TEXTS, REPLAY_TEXTS } from '../../../core/words/cli.ts'
import { DONE, type Exit, failed, fileTrouble, type OrExit, refused } from '../exit.ts'
import { partsOfPolicy } from '../open-project.ts'
import { oneLine, rows } from '../show.ts'
import type { Context } from '../terminal.ts'
import { findLogs } from './find-logs.ts'
import { openLogs } from './open-logs.ts'
import { replayLog } from './play.ts'
import { type Difference, differencesOf, type ReplayReport, reportOf } from './report.ts'
import type { Log } from './rows.ts'

interface ReplayOptions {
  readonly policy?: string
  readonly json?: boolean
}

/**
 * Judges recorded sessions with the core as it is now, and shows what another policy would change. Nothing is run and
 * nothing is recorded.
 */
export async function replay(context: Context, files: readonly string[], options: ReplayOptions): Promise<Exit> {
  const changed = options.policy === undefined ? undefined : await readPolicy(context, options.policy)
  if (changed && !changed.ok) return changed.exit
  if (files.length === 0) return replayHistory(context, options, changed?.open)
  let unread: string | undefined
  let firstBad: string | undefined
  let [bad, sessions] = [0, 0]
  for (const file of files) {
    const text = file === '-' ? read(0) : read(resolve(context.cwd, file))
    if (!text.ok) {
      unread ??= CLI_TEXTS.unreadable(file, text.why)
      continue
    }
    const opened = openLogs(text.text)
    for (const log of opened.logs) context.terminal.out(shown(context, replayed(log, changed?.open), options))
    const [first] = opened.bad
    if (first) firstBad ??= REPLAY_TEXTS.badLine(file, first.line, first.problem)
    bad += opened.bad.length
    sessions += opened.logs.length
  }
  if (unread !== undefined) return failed(unread)
  if (firstBad !== undefined) return failed(REPLAY_TEXTS.badLines(bad, firstBad))
  return sessions === 0 ? failed(REPLAY_TEXTS.noSession) : DONE
}

/** One's own past, as the clients kept it: what would have been held and blocked, before anything is installed. */
async function replayHistory(context: Context, { json }: ReplayOptions, policy = DEFAULT_POLICY): Promise<Exit> {
  const found = findLogs(pathsOf(context.env))
  const reports = found.flatMap((file) => {
    const text = read(file)
    return text.ok ? openLogs(text.text).logs.map((log) => reportOf(log, replayLog(log, policy))) : []
  })
  if (reports.length === 0) return failed(REPLAY_TEXTS.noHistory)
  if (json) for (const report of reports) context.terminal.out(JSON.stringify(report))
  else for (const line of historyLines(reports)) context.terminal.out(line)
  return DONE
}

const SHOWN_RULES = 8
const SHOWN_CALLS = 10

function historyLines(reports: readonly ReplayReport[]): readonly string[] {
  const calls = reports.reduce((sum, { actions }) => sum + actions.length, 0)
  const refused = reports.flatMap(({ holds }) => holds)
  const blocked = refused.filter(({ decision }) => decision === 'block').length
  const byRule = new Map<string, number>()
  for (const { rules } of refused) for (const rule of rules) byRule.set(rule, (byRule.get(rule) ?? 0) + 1)
  // Rules of the protocols are the same for many; those of the packs say what it was about.
  const counted = [...byRule].filter(([rule]) => rule.includes('.')).toSorted(([, left], [, right]) => right - left)
  return [
    REPLAY_TEXTS.history(reports.length, calls, refused.length - blocked, blocked),
    ...rows(counted.slice(0, SHOWN_RULES).map(([rule, times]) => [rule, `${times}`])),
    ...(refused.length === 0 ? [] : [REPLAY_TEXTS.newest]),
    ...refused.slice(0, SHOWN_CALLS).map(({ decision, call }) => `  ${decision.padEnd(5)}  ${oneLine(call, 68)}`),
    REPLAY_TEXTS.nothingRan,
  ]
}

type Replayed = ReplayReport & { readonly differences?: readonly Difference[] }

function replayed(log: Log, changed: Policy | undefined): Replayed {
  const report = reportOf(log, replayLog(log, DEFAULT_POLICY))
  if (changed === undefined) return report
  const other = reportOf(log, replayLog(log, changed))
  return { ...other, differences: differencesOf(report, other) }
}

/** As if the file were the person's own policy, on top of the defaults. */
async function readPolicy({ env, cwd }: Context, name: string): Promise<OrExit<Policy>> {
  const file = resolve(cwd, name)
  const text = read(file)
  if (!text.ok) return refused(CLI_TEXTS.unreadable(name, text.why))
  const parts = await partsOfPolicy(env)
  const bytes = Buffer.from(text.text)
  const sight = { layer: 'user', file, trusted: true, kind: 'bytes', bytes, sha256: parts.sha256(bytes) } as const
  const { policy, problems } = compilePolicy(parts, [sight])
  const [first] = problems
  if (first) return refused(REPLAY_TEXTS.badLine(name, first.line, first.text))
  return { ok: true, open: policy }
}

function read(
  file: string | 0,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string } {
  try {
    return { ok: true, text: readFileSync(file, 'utf8') }
  } catch (error) {
    return { ok: false, why: fileTrouble(error) }
  }
}

function shown({ terminal }: Context, report: Replayed, { json }: ReplayOptions): string {
  if (json) return JSON.stringify(report)
  const { bold, dim, yellow } = terminal.colors
  const line = (at: number, text: string): string => `  ${String(at).padStart(5)}  ${text}`
  return [
    `${bold(report.session)} ${REPLAY_TEXTS.summary(report.actions.length, report.boundaries.length, report.loops.length)}${REPLAY_TEXTS.answers(report.steers.length, report.holds.length)}`,
    ...rowsOf(report).map(({ at, text }) => line(at, text)),
    ...report.gaps.map(({ signal, missing, problem }) =>
      dim(`         ${REPLAY_TEXTS.off(signal, missing ? REPLAY_TEXTS.noData(missing) : (problem ?? ''))}`),
    ),
    ...(report.differences ?? []).map(({ at, what, before, after }) =>
      yellow(line(at, REPLAY_TEXTS.differs(what, before, after))),
    ),
    ...(report.differences?.length === 0 ? [dim(`         ${REPLAY_TEXTS.sameUnderPolicy}`)] : []),
  ].join('\n')
}

function rowsOf({
  boundaries,
  loops,
  windows,
  steers,
  holds,
}: ReplayReport): readonly { readonly at: number; readonly text: string }[] {
  return [
    ...boundaries.map(({ at, why }) => ({ at, text: REPLAY_TEXTS.change(why) })),
    ...windows.map(({ at, number, kind, evidence }) => ({ at, text: REPLAY_TEXTS.window(number, kind, evidence) })),
    ...loops.map(({ at, how, times }) => ({ at, text: REPLAY_TEXTS.loop(how, times) })),
    ...steers.map(({ at, signal, delivered }) => ({
      at,
      text: REPLAY_TEXTS.hint(signal, delivered),
    })),
    ...holds.map(({ at, decision, call, rules }) => ({
      at,
      text: `${decision.padEnd(9)} ${oneLine(call, 60)} (${rules.join(', ')})`,
    })),
  ].toSorted((left, right) => left.at - right.at)
}
