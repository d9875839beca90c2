import { governedRootOf } from '../../../config/governed.ts'
import { sessionId } from '../../../core/model/ids.ts'
import type { Environment } from '../../../core/model/json.ts'
import { lastSession as lastActive, NO_OBSERVATIONS, type Observations, type State } from '../../../core/model/state.ts'
import { liveHolds } from '../../../core/protocols/edge/holds.ts'
import { liveKept } from '../../../core/protocols/edge/kept.ts'
import { STATUS_TEXTS } from '../../../core/words/cli-status.ts'
import { timeText } from '../../../core/words/kept.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import { askDaemon } from '../ask-daemon.ts'
import { DONE, type Exit } from '../exit.ts'
import { type OpenProject, policyOf, withProject } from '../open-project.ts'
import { ago, oneLine, rows } from '../show.ts'
import { type Context, shortPath, type Terminal } from '../terminal.ts'
import { heldCommands, holdLine, lastRun, minutesLeft, pausedUntil } from './shown-state.ts'
import { workLines, workStatusOf } from './work-of.ts'

/** How far back the command of a hold is looked for. */
const NEWEST_FACTS = 2_000

/** What `status --json` prints. */
type Status = Awaited<ReturnType<typeof look>>

export async function status(context: Context, options: { readonly json?: boolean }): Promise<Exit> {
  return withProject(context, async (open) => {
    const found = await look(open, context.env)
    if (options.json) context.terminal.out(JSON.stringify(found, null, 2))
    else show(context, found)
    return DONE
  })
}

async function look({ paths, project, store }: OpenProject, env: Environment) {
  const state = await store.read(project)
  const loaded = await policyOf(env, project)
  const daemon = await askDaemon(paths.socket, 'info')
  const last = lastRun(state)
  // Facts are numbered without a gap, so the last one tells how many there are.
  const [newest] = await store.facts(project, { newest: 1 })
  const holds = liveHolds(state.edge, Date.now())
  const held = heldCommands()
  for (const row of holds.length === 0 ? [] : await store.facts(project, { newest: NEWEST_FACTS })) held.see(row)
  return {
    project,
    governed: governedRootOf(project, governedIn(paths)) !== undefined,
    operatorMode: state.edge.mode,
    // A person chose the mode; otherwise it follows the work.
    pinned: state.edge.pinned,
    objective: state.edge.claims.objective,
    objectiveInferred: state.edge.objectiveInferred,
    // What the agent says about its work, then what was seen in the last session.
    claims: claimsOf(state),
    observed: lastActive(state)?.[1].observed ?? NO_OBSERVATIONS,
    holds: holds.map(({ number, type, reason, createdAtMs }) => ({
      number,
      type,
      reason,
      // Empty for a hold without a call, or one too far back.
      command: held.commands.get(number) ?? '',
      createdAtMs,
    })),
    kept: liveKept(state.edge, Date.now()).map(
      ({ number, type, reason, command = '', createdAtMs, keepUntilMs, met }) => {
        return { number, type, reason, command, createdAtMs, keepUntilMs, met }
      },
    ),
    lastSession: last
      ? { id: last[0], runtime: last[1].runtime, lastAtMs: last[1].lastAtMs, ended: last[1].ended }
      : null,
    work: last ? workStatusOf(state, { runtime: last[1].runtime, session: sessionId(last[0]) }) : null,
    pausedUntilMs: pausedUntil(state, Date.now()) ?? null,
    policyProblems: loaded.problems.length,
    policyUnconfirmed: loaded.policy.unconfirmed?.looser ?? [],
    facts: newest?.seq ?? 0,
    daemon: daemon?.kind === 'info' ? { version: daemon.version, pid: daemon.pid } : null,
  }
}

function claimsOf({ edge }: State) {
  const { plan } = edge.claims
  const withStatus = (status: string) => plan.filter((step) => step.status === status)
  return {
    steps: plan.length,
    completed: withStatus('completed').length,
    inProgress: withStatus('in_progress').length,
    withProof: withStatus('completed').filter((step) => step.proof !== undefined).length,
  }
}

function show({ terminal, env }: Context, found: Status): void {
  const { bold, yellow, dim } = terminal.colors
  const nowMs = Date.now()
  const [first, ...others] = found.holds.map((hold) => {
    const age = dim(`, ${ago(hold.createdAtMs, nowMs)}`)
    return `${yellow(`#${hold.number}`)} ${holdLine(hold.command, hold.reason)}${age}`
  })
  const { lastSession: last, daemon } = found
  const lines = rows([
    ['set up', found.governed ? STATUS_TEXTS.setUp.yes : STATUS_TEXTS.setUp.no],
    ['mode', `${found.operatorMode}${found.pinned ? '' : dim(STATUS_TEXTS.inferred)}`],
    [
      'objective',
      found.objective === ''
        ? dim(STATUS_TEXTS.none)
        : `${oneLine(found.objective)}${found.objectiveInferred ? dim(STATUS_TEXTS.inferred) : ''}`,
    ],
    ['plan', planLine(found.claims)],
    ['activity', activityLine(found.observed)],
    ['holds', first ?? dim(STATUS_TEXTS.none)],
    ...others.map((line) => ['', line] as const),
    ...found.kept.map((hold, index) => [index === 0 ? 'kept' : '', keptLine(terminal, hold)] as const),
    ...(found.pausedUntilMs === null
      ? []
      : [['paused', yellow(STATUS_TEXTS.paused(minutesLeft(found.pausedUntilMs, nowMs)))] as const]),
    ...(found.policyUnconfirmed.length === 0
      ? []
      : [['policy', yellow(STATUS_TEXTS.unconfirmed(found.policyUnconfirmed.length))] as const]),
    ...(found.policyProblems === 0 ? [] : [['policy', STATUS_TEXTS.policy(found.policyProblems)] as const]),
    [
      'last session',
      last ? `${last.runtime} ${oneLine(last.id, 12)}${dim(`, ${ago(last.lastAtMs, nowMs)}`)}` : dim(STATUS_TEXTS.none),
    ],
    ...(found.work
      ? workLines(found.work).map((line, index) => [index === 0 ? 'work' : '', oneLine(line, 100)] as const)
      : []),
    ['audit log', STATUS_TEXTS.entries(found.facts)],
    ['daemon', daemon ? STATUS_TEXTS.daemonUp(daemon.version, daemon.pid) : dim(STATUS_TEXTS.daemonDown)],
  ])
  terminal.out(bold(shortPath(found.project, env)))
  for (const line of lines) terminal.out(line)
  const [oldest] = [...found.holds, ...found.kept]
  if (oldest) terminal.out(STATUS_TEXTS.decide(oldest.number))
}

function keptLine({ colors }: Terminal, hold: Status['kept'][number]): string {
  const rest = colors.dim(STATUS_TEXTS.kept(timeText(hold.keepUntilMs), hold.met))
  return `${colors.yellow(`#${hold.number}`)} ${holdLine(hold.command, hold.reason)}${rest}`
}

function planLine({ steps, completed, inProgress, withProof }: Status['claims']): string {
  return steps === 0 ? STATUS_TEXTS.noPlan : STATUS_TEXTS.plan(completed, steps, withProof, inProgress)
}

function activityLine({ filesModified, toolsUsed, testsPassed }: Observations): string {
  const calls = Object.values(toolsUsed).reduce((sum, one) => sum + one, 0)
  return STATUS_TEXTS.activity(calls, filesModified.length, testsPassed)
}
