import { lookUp } from '../../../core/model/language.ts'
import type { Hold, State } from '../../../core/model/state.ts'
import { needsPassphrase, whichHold } from '../../../core/protocols/edge/holds.ts'
import { CLI_EDGE_TEXTS } from '../../../core/words/cli-edge.ts'
import { EDGE_PROBLEMS } from '../../../core/words/edge.ts'
import { weighCommand } from '../../../person/terminal.ts'
import { holdNumber, wholeNumber } from '../arguments.ts'
import { type Exit, failed, misused } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { type ProvenHere, proveBy } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'
import { showAnswer } from './mode.ts'

interface DecideOptions {
  readonly verb: 'approve' | 'skip' | 'dismiss'
  readonly hold?: string
  readonly minutes?: string
}

const MAX_MINUTES = 24 * 60

/** The person's door outside any agent: decides about one hold of this project. */
export async function decideHold(context: Context, { verb, hold, minutes }: DecideOptions): Promise<Exit> {
  const number = hold === undefined ? undefined : holdNumber(hold)
  if (hold !== undefined && number === undefined) return misused(CLI_EDGE_TEXTS.holdNumber(hold))
  const duration = minutes === undefined ? undefined : wholeNumber(minutes, MAX_MINUTES)
  if (minutes !== undefined && duration === undefined) return misused(EDGE_PROBLEMS.minutes(minutes, MAX_MINUTES))
  return withProject(context, async (open) => {
    const state = await open.store.read(open.project)
    const stamp = actStamp(context)
    const meant = whichHold(state, { verb, hold: number, ...stamp })
    if (!meant) return failed(CLI_EDGE_TEXTS.noHold(number))
    const { proof, signer } = await proveFor(context, open.project, state, { verb, hold: meant })
    const act = {
      kind: 'edge',
      verb,
      // By number, also where none was given: what is decided is the hold that was looked at.
      hold: meant.number,
      ...(duration !== undefined && { minutes: duration }),
      proof,
      ...stamp,
    } as const
    const submitted = await submitAct(open, act, signer)
    if (!submitted.ok) return submitted.exit
    const decision = submitted.open
    if (decision.kind === 'allow') context.terminal.out(`${decision.notice}: ${oneLine(meant.reason)}`)
    return showAnswer(context, decision, open.unwritten)
  })
}

/** Proof that a person typed this, strong enough for what they decide about this hold. */
async function proveFor(
  context: Context,
  project: string,
  { clients }: State,
  { verb, hold }: { readonly verb: DecideOptions['verb']; readonly hold: Hold },
): Promise<ProvenHere> {
  const { policy } = await policyOf(context.env, project)
  const client = lookUp(clients, hold.session)
  const since = { atMs: client?.atMs ?? hold.createdAtMs, client: client ?? 'unknown' } as const
  const evidence = weighCommand(process.pid, since)
  return proveBy(context, evidence, {
    command: `fairlead edge ${verb} ${hold.number}`,
    demanded: needsPassphrase(policy, verb, hold),
    client: since.client,
  })
}
