import type { Decision } from '../../../core/model/decision.ts'
import type { EdgeVerb, Proof } from '../../../core/model/event.ts'
import { CLI_EDGE_TEXTS } from '../../../core/words/cli-edge.ts'
import { asTyped } from '../../../core/words/edge.ts'
import { holdNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type OpenProject, withGoverned, withProject } from '../open-project.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

export interface EdgeModeOptions {
  readonly verb: Exclude<EdgeVerb, 'approve' | 'skip' | 'dismiss' | 'pause' | 'resume' | 'help'>
  /** The objective of `active`, the question of `ambiguous`. */
  readonly text?: string
  /** Of a grant. */
  readonly number?: string
}

/** What only shows something needs no proof that a person is here. */
const SHOWS: ReadonlySet<EdgeVerb> = new Set<EdgeVerb>(['status', 'list'])
const UNASKED: Proof = { kind: 'unproven', why: 'nobody was asked', instead: '' }
const MAX_LINES = 200
const MAX_LINE_CHARS = 400

/** `fairlead edge plan|active|review|done|ambiguous|revoke|list|status`: the words of `/edge`, in a terminal. */
export async function edgeMode(context: Context, options: EdgeModeOptions, prove: Prove = proveHere): Promise<Exit> {
  const { verb, text, number } = options
  const hold = number === undefined ? undefined : holdNumber(number)
  if (number !== undefined && hold === undefined) return misused(CLI_EDGE_TEXTS.grantNumber(oneLine(number)))
  const opening = SHOWS.has(verb) ? withProject : withGoverned
  return opening(context, async (open) => {
    const proof = SHOWS.has(verb) ? UNASKED : await prove(context, commandLine(options))
    const submitted = await submitAct(open, {
      kind: 'edge',
      verb,
      ...(text !== undefined && { text }),
      ...(hold !== undefined && { hold }),
      proof,
      ...actStamp(context),
    })
    if (!submitted.ok) return submitted.exit
    return showAnswer(context, submitted.open, open.unwritten)
  })
}

/** `edge list --json`: what is approved and not used up, and until when. */
export async function listGrants(context: Context): Promise<Exit> {
  return withProject(context, async ({ store, project }) => {
    const { allowances, dismissals } = (await store.read(project)).edge
    context.terminal.out(JSON.stringify({ allowances, dismissals }, null, 2))
    return DONE
  })
}

/** What to type elsewhere. A person's own words are not repeated: the answer is stored, and they may hold a secret. */
function commandLine({ verb, text, number }: EdgeModeOptions): string {
  return `fairlead edge ${verb}${text === undefined ? '' : ' "…"'}${number === undefined ? '' : ` ${number}`}`
}

/** What the gate answered, line by line; a refusal is the exit. */
export function showAnswer({ terminal }: Context, decision: Decision, unwritten: OpenProject['unwritten']): Exit {
  const text = decision.kind === 'answer' ? decision.text.split('\n') : []
  const lines = text.slice(0, MAX_LINES).map((line) => asTyped(oneLine(line, MAX_LINE_CHARS)))
  if (decision.kind === 'answer' && decision.refused) return failed(lines.join('; '))
  for (const line of lines) terminal.out(line)
  // EDGE-105: it is decided and recorded; only the file does not show it yet.
  const problem = unwritten?.()
  return problem === undefined ? DONE : failed(problem)
}
