import type { EdgeVerb } from '../../../core/model/event.ts'
import { own } from '../../../core/model/own.ts'
import type { Junction, SessionState, State } from '../../../core/model/state.ts'
import { liveHolds } from '../../../core/protocols/edge/holds.ts'
import { needsPassphrase } from '../../../core/rules/needs-passphrase.ts'
import { weighCommand } from '../../../gate/person.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { here } from '../here.ts'
import { policyOf } from '../load-policy.ts'
import { openProject, wired } from '../open-project.ts'
import { proveBy } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

export interface EdgeOptions {
  readonly verb: Exclude<EdgeVerb, 'status' | 'pause' | 'resume'>
  readonly hold?: string
  readonly minutes?: string
}

const MAX_MINUTES = 24 * 60

/** The person's door outside any agent: decides about one hold of this project. */
export async function edge(context: Context, { verb, hold, minutes }: EdgeOptions): Promise<Exit> {
  const number = wholeNumber(hold)
  if (number === null) return misused(`\`${hold}\` is not the number of a hold; \`fairlead status\` lists them`)
  const duration = wholeNumber(minutes)
  if (duration === null || (duration ?? 1) > MAX_MINUTES) {
    return misused(`\`${minutes}\` is not a number of minutes from 1 to ${MAX_MINUTES}`)
  }
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  const { paths, project, store } = opened.open
  const state = await store.read(project)
  const holds = [...liveHolds(state.edge, Date.now()), ...(verb === 'approve' ? skippedHolds(state) : [])]
  await store.close()
  // Without a number, the oldest that waits; what was skipped is reopened by its number alone.
  const meant = number === undefined ? liveHolds(state.edge, Date.now())[0] : holds.find((one) => one.number === number)
  if (!meant) {
    const what = number === undefined ? 'nothing waits for you here' : `there is no hold #${number} here`
    return failed(`${what}; \`fairlead status\` lists what waits`)
  }
  const { policy } = await policyOf(context.env, project)
  const client = own(state.doors.clients, meant.session)
  const evidence = weighCommand(process.pid, { atMs: client?.atMs ?? meant.createdAtMs, client })
  const { proof, signer } = await proveBy(context, evidence, {
    command: `fairlead edge ${verb} ${meant.number}`,
    demanded: needsPassphrase(policy, verb, meant),
    client,
  })
  const { gate, unwritten } = await wired(paths, context.env)
  const submitted = await submitAct(gate, {
    act: {
      kind: 'edge',
      verb,
      // By number, also where none was given: what is decided is the hold that was looked at.
      hold: meant.number,
      ...(duration !== undefined && { minutes: duration }),
      proof,
      ...here(context),
    },
    project,
    ...(signer && { signer }),
  })
  await gate.close()
  if (!submitted.ok) return failed(submitted.problem)
  const { decision } = submitted
  if (decision.kind === 'answer' && decision.refused) return failed(oneLine(decision.text, 400))
  if (decision.kind === 'answer') context.terminal.out(oneLine(decision.text, 400))
  if (decision.kind === 'allow') context.terminal.out(`${decision.notice}: ${oneLine(meant.reason)}`)
  // EDGE-105: it is decided and recorded; only the file does not show it yet.
  const problem = unwritten?.()
  return problem === undefined ? DONE : failed(problem)
}

/** EDGE-52: `approve` with its number reopens what was skipped. */
function skippedHolds({ sessions }: State): readonly Junction[] {
  return Object.values<SessionState>(sessions).flatMap((session) => session.skipped)
}

/** Undefined when nothing was given, null when it is not a whole number above 0. */
function wholeNumber(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return /^#?[1-9]\d{0,8}$/.test(text) ? Number(text.replace('#', '')) : null
}
