import type { Hold, State } from '../../../core/model/state.ts'
import { clientOf, holdsMeant, needsPassphrase, sealOf, whichHold } from '../../../core/protocols/edge/holds.ts'
import { readEdgeWords } from '../../../core/protocols/edge/read-words.ts'
import { CLI_EDGE_TEXTS } from '../../../core/words/cli-edge.ts'
import { asTyped, HOLD_DECISION_TEXTS } from '../../../core/words/edge.ts'
import { exhibitNow } from '../../../exhibit/exhibit-now.ts'
import { goneSessions } from '../../../person/processes.ts'
import { weighCommand } from '../../../person/terminal.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { type ProvenHere, proveBy } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'
import { showAnswer } from './mode.ts'

type Verb = 'approve' | 'skip' | 'dismiss'

/** The person's door outside any agent: decides about one hold of this project. The words are those of `/edge`. */
export async function decideHold(context: Context, verb: Verb, typed: string): Promise<Exit> {
  const words = readEdgeWords(`${verb} ${typed}`)
  if (!words.ok) return misused(asTyped(words.problem))
  const { hold: number, minutes, text } = words.request
  return withProject(context, async (open) => {
    const state = await open.store.read(open.project)
    const stamp = actStamp(context)
    const choice = { verb, hold: number, ...stamp }
    const meant = whichHold(state, choice)
    if (!meant) return failed(noHold(holdsMeant(state, choice), { verb, number, minutes }))
    context.terminal.out(
      CLI_EDGE_TEXTS.about(oneLine(meant.command ?? '', MAX_SHOWN), oneLine(meant.reason, MAX_SHOWN)),
    )
    for (const line of CLI_EDGE_TEXTS.behind(await exhibitNow(meant, open.paths.home)))
      context.terminal.out(oneLine(line, MAX_SHOWN))
    // Nobody named it, so nobody may have seen it before.
    const isSure = number !== undefined || !context.terminal.interactive
    if (!isSure && !(await context.terminal.confirm(CLI_EDGE_TEXTS.confirm[verb], 'no')))
      return stopped(context, CLI_EDGE_TEXTS.undecided)
    const { proof, signer } = await proveFor(context, open.project, state, { verb, hold: meant })
    const act = {
      kind: 'edge',
      verb,
      // By number, also where none was given: what is decided is the hold that was looked at.
      hold: meant.number,
      ...(minutes !== undefined && { minutes }),
      ...(text !== undefined && { text }),
      proof,
      ...stamp,
    } as const
    const submitted = await submitAct(open, act, signer)
    if (!submitted.ok) return submitted.exit
    const decision = submitted.open
    if (decision.kind === 'allow') context.terminal.out(oneLine(decision.notice ?? '', MAX_SHOWN))
    return showAnswer(context, decision, open.unwritten)
  })
}

const MAX_SHOWN = 600

interface Said {
  readonly verb: Verb
  readonly number: number | undefined
  readonly minutes: number | undefined
}

function noHold(several: readonly Hold[], { verb, number, minutes }: Said): string {
  if (several.length === 0) return CLI_EDGE_TEXTS.noHold(number)
  const lines = HOLD_DECISION_TEXTS.whichOne(verb, several, minutes).split('\n')
  // A `#` begins a comment in a shell.
  return lines
    .map((line) => asTyped(oneLine(line, MAX_SHOWN)).replaceAll(/(edge dismiss) (#\d+)/g, "$1 '$2'"))
    .join('\n')
}

function stopped({ terminal }: Context, text: string): Exit {
  terminal.out(text)
  return DONE
}

/** Proof that a person typed this, strong enough for what they decide about this hold. */
async function proveFor(
  context: Context,
  project: string,
  state: State,
  { verb, hold }: { readonly verb: Verb; readonly hold: Hold },
): Promise<ProvenHere> {
  const { policy } = await policyOf(context.env, project)
  const client = clientOf(state, hold)
  const since = {
    atMs: client?.atMs ?? hold.createdAtMs,
    client: client ?? 'unknown',
  } as const
  const evidence = weighCommand(process.pid, since)
  return proveBy(context, evidence, {
    command: `fairlead edge ${verb} ${verb === 'dismiss' ? `'#${hold.number}'` : hold.number}`,
    demanded: needsPassphrase(policy, verb, hold) || (verb !== 'skip' && isSealed(state, hold)),
    client: since.client,
  })
}

/** EDGE-126: there was a passphrase when a hold was raised that is kept, or will be once its client is known to be gone. */
function isSealed(state: State, hold: Hold): boolean {
  const isLeft = hold.keepUntilMs !== undefined && goneSessions(state, Date.now()).includes(hold.session)
  return (sealOf(hold) ?? (isLeft ? clientOf(state, hold)?.passphraseKey : undefined)) !== undefined
}
