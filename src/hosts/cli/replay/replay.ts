import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compilePolicy } from '../../../config/policy.ts'
import { DEFAULT_POLICY, type Policy } from '../../../core/model/policy.ts'
import { count } from '../../../core/words/count.ts'
import { DONE, type Exit, failed, type Opened, refused } from '../exit.ts'
import { fileTrouble } from '../files.ts'
import { partsOfPolicy } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { type Difference, differencesOf } from './differences.ts'
import type { Log } from './log.ts'
import { openLogs } from './open-logs.ts'
import { play } from './play.ts'
import { type Report, reportOf } from './report.ts'

interface ReplayOptions {
  readonly policy?: string
  readonly json?: boolean
}

/**
 * Sessions that happened, through the core as it is now: what it would have seen, said and held, and what another policy
 * would have done differently. Nothing is run and nothing is recorded.
 */
export async function replay(context: Context, files: readonly string[], options: ReplayOptions): Promise<Exit> {
  const changed = options.policy === undefined ? undefined : await readPolicy(context, options.policy)
  if (changed && !changed.ok) return changed.exit
  let unread: string | undefined
  let firstBad: string | undefined
  let [bad, sessions] = [0, 0]
  for (const file of files) {
    const text = file === '-' ? read(0) : read(resolve(context.cwd, file))
    if (!text.ok) {
      unread ??= `\`${file}\` cannot be read (${text.why}); check the path`
      continue
    }
    const opened = openLogs(text.text)
    for (const log of opened.logs) context.terminal.out(shown(context, replayed(log, changed?.open), options))
    const [first] = opened.bad
    if (first) firstBad ??= `\`${file}\` line ${first.line}: ${first.problem}`
    bad += opened.bad.length
    sessions += opened.logs.length
  }
  if (unread !== undefined) return failed(unread)
  if (firstBad !== undefined) return failed(`${count(bad, 'line')} could not be replayed; the first: ${firstBad}`)
  return sessions === 0 ? failed('there is no session in it; give a transcript, a rollout or rows of sessions') : DONE
}

type Replayed = Report & { readonly differences?: readonly Difference[] }

function replayed(log: Log, changed: Policy | undefined): Replayed {
  const report = reportOf(log, play(log, DEFAULT_POLICY))
  if (changed === undefined) return report
  const other = reportOf(log, play(log, changed))
  return { ...other, differences: differencesOf(report, other) }
}

/** As if the file were the person's own policy, on top of the defaults. */
async function readPolicy({ env, cwd }: Context, name: string): Promise<Opened<Policy>> {
  const file = resolve(cwd, name)
  const text = read(file)
  if (!text.ok) return refused(`\`${name}\` cannot be read (${text.why}); check the path`)
  const parts = await partsOfPolicy(env)
  const bytes = Buffer.from(text.text)
  const sight = { layer: 'user', file, kind: 'bytes', bytes, sha256: parts.sha256(bytes) } as const
  const { policy, problems } = compilePolicy(parts, [sight], {})
  const [first] = problems
  if (first) return refused(`\`${name}\` line ${first.line}: ${first.text}`)
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
    `${bold(report.session)} ${count(report.actions.length, 'action')}, ${count(report.boundaries.length, 'boundary')}, ${count(report.loops.length, 'loop')}, ${count(report.steers.length, 'steer')}, ${count(report.holds.length, 'hold')}`,
    ...rowsOf(report).map(({ at, text }) => line(at, text)),
    ...report.gaps.map(({ signal, missing, problem }) =>
      dim(`         off: ${signal}, ${missing ? `no ${missing}` : (problem ?? '')}`),
    ),
    ...(report.differences ?? []).map(({ at, what, before, after }) =>
      yellow(line(at, `${what}: ${before} becomes ${after}`)),
    ),
    ...(report.differences?.length === 0 ? [dim('         this policy changes nothing here')] : []),
  ].join('\n')
}

function rowsOf({
  boundaries,
  loops,
  steers,
  holds,
}: Report): readonly { readonly at: number; readonly text: string }[] {
  return [
    ...boundaries.map(({ at, why }) => ({ at, text: `boundary  ${why}` })),
    ...loops.map(({ at, how, times }) => ({ at, text: `loop      ${how}, ${times} times` })),
    ...steers.map(({ at, signal, delivered }) => ({
      at,
      text: `steer     ${signal}${delivered ? '' : ', not delivered'}`,
    })),
    ...holds.map(({ at, decision, call, rules }) => ({
      at,
      text: `${decision.padEnd(9)} ${oneLine(call, 60)} (${rules.join(', ')})`,
    })),
  ].toSorted((left, right) => left.at - right.at)
}
