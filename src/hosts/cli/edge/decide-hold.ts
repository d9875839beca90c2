import { lookUp } from '../../../core/model/language.ts'
import type { Hold, State } from '../../../core/model/state.ts'
import { whichHold } from '../../../core/protocols/edge/holds.ts'
import { needsPassphrase } from '../../../core/protocols/edge/passphrase.ts'
import { weighCommand } from '../../../person/terminal.ts'
import { holdNumber, wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { type Proven, proveBy } from '../prove-here.ts'
import { asTyped, oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

interface DecideOptions {
  readonly verb: 'approve' | 'skip' | 'dismiss'
  readonly hold?: string
  readonly minutes?: string
}

const MAX_MINUTES = 24 * 60
const MAX_LINE_CHARS = 400

/** The person's door outside any agent: decides about one hold of this project. */
export async function decideHold(context: Context, { verb, hold, minutes }: DecideOptions): Promise<Exit> {
  const number = hold === undefined ? undefined : holdNumber(hold)
  if (hold !== undefined && number === undefined)
    return misused(`\`${hold}\` is not the number of a hold; \`fairlead status\` lists them`)
  const duration = minutes === undefined ? undefined : wholeNumber(minutes, MAX_MINUTES)
  if (minutes !== undefined && duration === undefined)
    return misused(`\`${minutes}\` is not a number of minutes from 1 to ${MAX_MINUTES}`)
  return withProject(context, async (open) => {
    const state = await open.store.read(open.project)
    const stamp = actStamp(context)
    const meant = whichHold(state, { verb, hold: number, ...stamp })
    if (!meant) {
      const what = number === undefined ? 'nothing waits for you here' : `there is no hold #${number} here`
      return failed(`${what}; \`fairlead status\` lists what waits`)
    }
    const { proof, signer } = await proveFor(context, state, { verb, meant, project: open.project })
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
    if (decision.kind === 'answer' && decision.refused) return failed(asTyped(oneLine(decision.text, MAX_LINE_CHARS)))
    if (decision.kind === 'answer') context.terminal.out(asTyped(oneLine(decision.text, MAX_LINE_CHARS)))
    if (decision.kind === 'allow') context.terminal.out(`${decision.notice}: ${oneLine(meant.reason)}`)
    // EDGE-105: it is decided and recorded; only the file does not show it yet.
    const problem = open.unwritten?.()
    return problem === undefined ? DONE : failed(problem)
  })
}

interface Meant {
  readonly verb: DecideOptions['verb']
  readonly meant: Hold
  readonly project: string
}

async function proveFor(context: Context, state: State, { verb, meant, project }: Meant): Promise<Proven> {
  const { policy } = await policyOf(context.env, project)
  const client = lookUp(state.clients, meant.session)
  const evidence = weighCommand(process.pid, { atMs: client?.atMs ?? meant.createdAtMs, client })
  return proveBy(context, evidence, {
    command: `fairlead edge ${verb} ${meant.number}`,
    demanded: needsPassphrase(policy, verb, meant),
    client,
  })
}
