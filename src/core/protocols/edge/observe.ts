import type { EventOf } from '../../model/event.ts'
import { type Fact, UNSIGNED } from '../../model/fact.ts'
import type { CallId, SessionId } from '../../model/ids.ts'
import { isInside } from '../../model/inside.ts'
import type { Json } from '../../model/json.ts'
import { lookUp } from '../../model/language.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import { type Allowance, type EdgeState, INITIAL_STATE, type State } from '../../model/state.ts'
import { isoTime } from '../../model/time.ts'
import type { ToolCall } from '../../model/tool.ts'
import { madeBy } from '../../rules/flow/made-by.ts'
import { writesOf } from '../../rules/flow/writes-of.ts'
import { digestOf } from '../../rules/text/fingerprint.ts'
import { previewOf, redactedPreview } from '../../rules/text/preview.ts'
import { commandWords } from '../../rules/work/command-words.ts'
import { onlyWaits } from '../../rules/work/tool-name.ts'
import { proofWanted, WHY_ENDED } from '../../words/edge.ts'
import { grantFor, liveHolds } from './holds.ts'
import { keepSettings } from './keep-settings.ts'
import { filesWorkedOn } from './observations.ts'
import { observeSeal } from './observe-seal.ts'

type After = EventOf<'tool.after'>
type Observed = Extract<Fact, { kind: 'call.observed' }>

/** EDGE-63. */
const INPUT_PREVIEW_CHARS = 500
const OUTPUT_PREVIEW_CHARS = 1_000

/** What really happened, recorded whatever the mode (EDGE-118); an allowance that was taken is now used up. */
export function observeTool(state: State, event: After, policy: Policy): Outcome {
  const fact = observedFact(state, event)
  const { steer, told } = encourage(state, event)
  const seal = observeSeal(state, event)
  const said = [steer, seal.steer].filter((one) => one !== undefined).join('\n')
  const settings = keepSettings(event)
  const notice = [seal.notice, settings.notice].filter((one) => one !== undefined).join('\n')
  const words = { ...(said !== '' && { steer: said }), ...(notice !== '' && { notice }) }
  return {
    decision: { kind: 'allow', ...words },
    facts: [
      fact,
      ...committed(state, event),
      ...answeredAtPrompt(state, event, policy),
      ...inferMode(state, event.session, fact, policy),
      ...told,
      ...seal.facts,
      ...settings.facts,
    ],
    effects: [{ kind: 'proof.append', line: proofLine(event, fact) }, ...settings.effects],
  }
}

/** The same line where nothing else could be recorded: the next session finds it in the log. */
export function lineWithoutState(event: After): { readonly [key: string]: Json } {
  return proofLine(event, observedFact(INITIAL_STATE, event))
}

function observedFact(state: State, { call, tool, outcome, around, session }: After): Observed {
  const wrote = writesOf(tool, around, lookUp(state.sessions, session)?.memory)
  const made = outcome.ok ? madeBy(tool, around, outcome.output) : []
  const files = tool.kind === 'edit' ? editedFiles(tool) : filesIn(around.project, wrote)
  return {
    kind: 'call.observed',
    call,
    tool: tool.name,
    ok: outcome.ok,
    inputPreview: previewOf(tool, INPUT_PREVIEW_CHARS),
    outputPreview: redactedPreview(outcome.output, OUTPUT_PREVIEW_CHARS),
    files,
    wrote,
    ...(made.length > 0 && { made }),
    testRun: commandWords(tool, around).tests,
    ...(tool.kind === 'edit' && files.length > 0 && { diffHash: diffHash(tool) }),
    ...(around.print && !onlyWaits(tool) && { print: around.print }),
  }
}

/** EDGE-62, EDGE-64: one line of `.proof/session_log.jsonl`. */
function proofLine({ atMs, session }: After, fact: Observed): { readonly [key: string]: Json } {
  const [first, ...more] = fact.files
  return {
    timestamp: isoTime(atMs),
    tool: fact.tool,
    input_preview: fact.inputPreview,
    output_preview: fact.outputPreview,
    success: fact.ok,
    ...(first !== undefined && { file_touched: first }),
    ...(more.length > 0 && { files_touched: fact.files }),
    ...(fact.diffHash !== undefined && { diff_hash: fact.diffHash }),
    ...(fact.testRun && { test_run: true }),
    session,
  }
}

function committed(state: State, { call }: After): readonly Fact[] {
  return reservedBy(state, call).map(({ id }) => ({ kind: 'allowance.committed', allowance: id, call }))
}

function reservedBy({ edge }: State, call: CallId): readonly Allowance[] {
  return edge.allowances.filter(({ use }) => use.kind === 'reserved' && use.by === call)
}

/** The runtime asked the person, and the call ran: the same grant as at any other door, used up at once. */
function answeredAtPrompt({ edge }: State, { id, call, atMs }: After, policy: Policy): readonly Fact[] {
  const hold = liveHolds(edge, atMs).find((one) => one.asked === call)
  if (!hold) return []
  return [
    {
      kind: 'junction.approved',
      grant: grantFor(hold, { id, atMs }, { door: 'native', policy }),
      signature: UNSIGNED,
      inferred: true,
    },
    { kind: 'allowance.reserved', allowance: id, call },
    { kind: 'allowance.committed', allowance: id, call },
  ]
}

/** EDGE-27: in `review` the agent is asked once for proof of what it calls completed. */
function encourage(
  { edge, sessions }: State,
  { session, around }: After,
): { readonly steer?: string; readonly told: readonly Fact[] } {
  const bare = edge.claims.plan.filter((step) => step.status === 'completed' && !step.proof).length
  const isTold = lookUp(sessions, session)?.said.includes('proof') ?? false
  if (edge.mode !== 'review' || bare === 0 || isTold) return { told: [] }
  return { steer: proofWanted(bare, around.cli), told: [{ kind: 'session.told', remark: 'proof' }] }
}

/**
 * The runtime or the person refused a call we let pass. What it had taken stays taken unless the registered client itself
 * says so: any other program can claim it, and an allowance that comes back would let the approved call run twice.
 */
export function noteRefusal(state: State, event: EventOf<'tool.refused'>): Outcome {
  const reason = redactedPreview(event.reason, INPUT_PREVIEW_CHARS)
  const refused: Fact = { kind: 'call.refused', call: event.call, tool: event.tool.name, reason }
  const taken = event.proven ? reservedBy(state, event.call) : []
  const released = taken.map((allowance): Fact => {
    return { kind: 'allowance.released', allowance: allowance.id, call: event.call, why: WHY_ENDED.neverRan }
  })
  return { decision: { kind: 'allow' }, facts: [refused, ...released], effects: [] }
}

type Edit = Extract<ToolCall, { kind: 'edit' }>

function editedFiles({ changes }: Edit): readonly string[] {
  return [...new Set(changes.map((change) => change.to ?? change.path))]
}

const MAX_SHELL_FILES = 20

/** A shell writes files, too; those outside the project don't count as work on it. */
function filesIn(project: string, wrote: Observed['wrote']): readonly string[] {
  const inside = wrote.map(({ path }) => path).filter((path) => isInside(path, project))
  return [...new Set(inside)].slice(0, MAX_SHELL_FILES)
}

/** Names what changed where, without keeping it. */
function diffHash({ changes }: Edit): string {
  return digestOf(
    changes.map(({ op, path, to, before, after }) => [op, path, to ?? null, before ?? null, after ?? null]),
  )
}

/** So many edits without a verification in between count as work. */
const LASTING_EDITS = 3

/**
 * EDGE-120: until a person pins it, the operator mode follows the work. Lasting edits mean `active`, a verification
 * that passed means `review`; `done` is never inferred.
 */
function inferMode(state: State, session: SessionId, fact: Observed, policy: Policy): readonly Fact[] {
  const { mode, pinned } = state.edge
  if (policy.edge.modes !== 'inferred' || pinned || mode === 'done') return []
  if (fact.testRun) return fact.ok && mode === 'active' ? [{ kind: 'mode.changed', to: 'review', by: 'inferred' }] : []
  const isEdit = filesWorkedOn(fact).length > 0
  const known = lookUp(state.sessions, session)
  if (!isEdit || !known || known.editsInRow + 1 < LASTING_EDITS) return []
  return [
    ...inferObjective(state.edge, known.prompt),
    ...(mode === 'active' || (known.prompt === '' && state.edge.claims.objective === '')
      ? []
      : [{ kind: 'mode.changed', to: 'active', by: 'inferred' } as const]),
  ]
}

/** EDGE-21: `active` needs an objective; where none is stated, the prompt's first line serves until work on another begins. */
function inferObjective({ claims: { objective }, objectiveInferred }: EdgeState, prompt: string): readonly Fact[] {
  const isStale = prompt !== '' && prompt !== objective && (objective === '' || objectiveInferred)
  return isStale ? [{ kind: 'objective.set', objective: prompt, by: 'inferred' }] : []
}
