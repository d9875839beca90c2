import { resolve } from 'node:path'
import { pathsOf } from '../../../config/paths.ts'
import { compilePolicy, type PolicyParts } from '../../../config/policy.ts'
import { MAX_POLICY_BYTES, type PolicySight, seePolicyFiles } from '../../../config/policy-files.ts'
import { decide } from '../../../core/index.ts'
import { surround } from '../../../core/model/event.ts'
import { callId, eventId, type ProjectRoot, sessionId } from '../../../core/model/ids.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import { BACKTEST_TEXTS } from '../../../core/words/cli-policy.ts'
import { readBytes } from '../../../disk/read-file.ts'
import { surroundingsOf } from '../../../gate/gather.ts'
import { homesHere } from '../../../wiring/wire-gate.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { factsSince, openProject, partsOfPolicy, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

const DAY_MS = 86_400_000
const DAYS = 30
const MOST_DAYS = 366
const MAX_SHOWN = 100

/** One command of the past, as it was judged. */
interface PastCall {
  readonly command: string
  readonly cwd: string
}

/** What another policy would have made of the past. */
interface Backtest {
  readonly days: number
  readonly calls: number
  /** Held or blocked by the other policy alone. */
  readonly held: readonly PastCall[]
  /** Held or blocked as things are, and not by the other policy. */
  readonly passed: readonly PastCall[]
}

/** `config backtest FILE --days N`: the commands on record judged under this file in the place of the person's own policy. */
export async function configBacktest(
  context: Context,
  file: string,
  options: { readonly days?: string; readonly json?: boolean },
): Promise<Exit> {
  const days = options.days === undefined ? DAYS : wholeNumber(options.days, MOST_DAYS)
  if (days === undefined) return misused(BACKTEST_TEXTS.days(MOST_DAYS))
  const bytes = readBytes(resolve(context.cwd, file), MAX_POLICY_BYTES)
  if (bytes === undefined) return failed(BACKTEST_TEXTS.unreadable(oneLine(file)))
  const parts = await partsOfPolicy(context.env)
  return withProject(context, async (open) => {
    const then = policyWith(parts, open.project, bytes)
    const [problem] = then.problems
    if (problem !== undefined) return failed(oneLine(problem, 300))
    const found = await compare(context, open, { now: policyOfNow(parts, open.project), then, days })
    if (options.json) context.terminal.out(JSON.stringify(found, null, 2))
    else show(context, found)
    return DONE
  })
}

/** The sentence that stands before a change of the policy by a command: what it would have done to the past, if there is one. */
export async function sentenceBefore(context: Context, parts: PolicyParts, text: string): Promise<string | undefined> {
  const opened = await openProject(context)
  if (!opened.ok) return undefined
  const { project, gate } = opened.open
  try {
    const [now, then] = [policyOfNow(parts, project), policyWith(parts, project, Buffer.from(text))]
    const found = await compare(context, opened.open, { now, then, days: DAYS })
    return found.calls === 0 ? undefined : sentenceOf(found)
  } finally {
    await gate.close()
  }
}

const policyOfNow = (parts: PolicyParts, project: string): Policy =>
  compilePolicy(parts, seePolicyFiles(parts, project)).policy

/** With these bytes as the person's own policy, confirmed. */
function policyWith(parts: PolicyParts, project: string, bytes: Uint8Array): Policy {
  const file = parts.paths.userPolicy
  const sights = seePolicyFiles(parts, project).filter(({ layer }) => layer !== 'user')
  const own: PolicySight = { layer: 'user', file, trusted: true, kind: 'bytes', bytes, sha256: parts.sha256(bytes) }
  const managed = sights.filter(({ layer }) => layer === 'managed')
  return compilePolicy(parts, [...managed, own, ...sights.filter(({ layer }) => layer !== 'managed')]).policy
}

async function compare(
  context: Context,
  open: Parameters<typeof factsSince>[0],
  { now, then, days }: { readonly now: Policy; readonly then: Policy; readonly days: number },
): Promise<Backtest> {
  const calls = new Map<string, PastCall>()
  for await (const { fact } of factsSince(open, Date.now() - days * DAY_MS)) {
    // What was cut or never ran in a shell cannot be judged again.
    if (fact.kind !== 'call.judged' || fact.toolKind !== 'shell' || fact.preview.endsWith('…')) continue
    const call = { command: fact.preview, cwd: fact.cwd ?? String(open.project) }
    calls.set(`${call.cwd}\0${call.command}`, call)
  }
  const stops = judge(context, open.project)
  const judged = [...calls.values()].map((call) => ({ call, was: stops(call, now), is: stops(call, then) }))
  return {
    days,
    calls: judged.length,
    held: judged.filter(({ was, is }) => is && !was).map(({ call }) => call),
    passed: judged.filter(({ was, is }) => was && !is).map(({ call }) => call),
  }
}

/** By the text alone, without what was approved, and without asking the disk: the same for both policies. */
function judge({ env }: Context, project: ProjectRoot): (call: PastCall, policy: Policy) => boolean {
  const paths = pathsOf(env)
  const machine = { home: paths.home, cli: 'fairlead', homes: homesHere(paths), ownPaths: () => [] }
  return ({ command, cwd }, policy) => {
    const who = { runtime: 'cli', session: sessionId('backtest'), call: callId('backtest'), cwd }
    const tool = { kind: 'shell', name: 'Bash', command } as const
    const parsed = { kind: 'tool.before', id: eventId('backtest'), atMs: 0, ...who, tool } as const
    const event = surround<'tool.before'>(parsed, surroundingsOf(cwd, project, machine, policy))
    return 'reasons' in decide(INITIAL_STATE, event, policy).decision
  }
}

const sentenceOf = ({ calls, days, held, passed }: Backtest): string =>
  BACKTEST_TEXTS.sentence({ calls, days, held: held.length, passed: passed.length })

function show({ terminal }: Context, found: Backtest): void {
  terminal.out(sentenceOf(found))
  const list = (title: string, calls: readonly PastCall[]) => {
    if (calls.length > 0) terminal.out(title)
    for (const { command } of calls.slice(0, MAX_SHOWN)) terminal.out(`  ${oneLine(command, 200)}`)
    if (calls.length > MAX_SHOWN) terminal.out(`  ${BACKTEST_TEXTS.more(calls.length - MAX_SHOWN)}`)
  }
  list(BACKTEST_TEXTS.held, found.held)
  list(BACKTEST_TEXTS.passed, found.passed)
}
