import type { Decision } from '../core/model/decision.ts'
import type { EventKind, ParsedEvent } from '../core/model/event.ts'
import { unreachable } from '../core/model/language.ts'
import { plainText } from './plain-text.ts'
import type { Doorway } from './runtime.ts'

type Power = 'deny' | 'ask' | 'steer' | 'notice'

/** One row of a runtime's surface. Every hook of the clients measured so far fails open by default. */
export function doorway(name: string, event: EventKind, powers: readonly Power[] = []): Doorway {
  const can = (power: Power) => powers.includes(power)
  return { name, event, deny: can('deny'), ask: can('ask'), steer: can('steer'), notice: can('notice'), fails: 'open' }
}

/** The doorway that the event came through; undefined for one that we do not know, and for our own doors. */
export function doorwayOf(surface: readonly Doorway[], event: ParsedEvent | undefined): Doorway | undefined {
  if (event?.kind === 'other') return surface.find(({ name }) => name === event.name)
  return surface.find((row) => row.event === event?.kind)
}

/** What is left of a decision at one doorway, ready to be written. `lost` names the rest (PLANE-R13b). */
export interface Carried {
  readonly deny?: string
  readonly ask?: string
  readonly steer?: string
  readonly notice?: string
  readonly lost: readonly string[]
}

type Refusal = Extract<Decision, { readonly reasons: unknown }>

type Verdict = Omit<Carried, 'steer' | 'notice'>

/** A refusal without words would be ignored by Codex. */
const NO_WORDS = 'Refused by Fairlead.'

/** Projects a decision on what the doorway can do. Nothing is ever widened: a verdict is carried, narrowed or lost. */
export function project(decision: Decision, door: Doorway | undefined): Carried {
  if (decision.kind === 'answer') return projectAnswer(decision.text, door)
  const verdict = projectVerdict(decision, door)
  const erased = verdict.deny !== undefined && isPrompt(door)
  const steer = plainText(decision.steer ?? '')
  const notice = plainText(decision.notice ?? '')
  // Only at a tool does the model hear what comes with a refusal; a refused prompt never reaches it.
  const steers = door?.steer === true && (verdict.deny === undefined || door.event === 'tool.before')
  const notices = door?.notice === true && !erased
  return {
    ...verdict,
    // Claude Code shows no notice beside a refused prompt. The reason is for the person there, so it takes the notice in.
    ...(erased && notice !== '' ? { deny: plainText(`${verdict.deny}\n${notice}`) } : {}),
    ...(steer !== '' && steers ? { steer } : {}),
    ...(notice !== '' && notices ? { notice } : {}),
    lost: [
      ...verdict.lost,
      ...(steer !== '' && !steers ? ['steer'] : []),
      ...(notice !== '' && !notices && !erased ? ['notice'] : []),
    ],
  }
}

function projectVerdict(decision: Exclude<Decision, { kind: 'answer' }>, door: Doorway | undefined): Verdict {
  switch (decision.kind) {
    case 'allow':
      return { lost: [] }
    case 'hold':
    case 'block':
      return door?.deny ? { deny: wordsOf(decision), lost: [] } : { lost: ['block'] }
    case 'ask':
      if (door?.ask) return { ask: wordsOf(decision), lost: [] }
      return door?.deny ? { deny: wordsOf(decision), lost: ['ask'] } : { lost: ['ask'] }
    default:
      return unreachable(decision)
  }
}

/** An answer ends the person's command; anywhere else it can only be shown. */
function projectAnswer(answer: string, door: Doorway | undefined): Carried {
  const words = plainText(answer) || NO_WORDS
  if (door?.deny && isPrompt(door)) return { deny: words, lost: [] }
  return door?.notice ? { notice: words, lost: [] } : { lost: ['notice'] }
}

function isPrompt(door: Doorway | undefined): boolean {
  return door?.event === 'prompt' || door?.event === 'command'
}

function wordsOf({ headline = '', reasons }: Refusal): string {
  return plainText([headline, ...reasons.map(({ text }) => text)].filter(Boolean).join('\n')) || NO_WORDS
}

/** One JSON object, or nothing at all when there is nothing to say. */
export function writeAnswer(answer: object, lost: readonly string[]) {
  return { stdout: Object.keys(answer).length === 0 ? '' : JSON.stringify(answer), lost }
}

/** Whether `version` (as a client prints it, with words around it) is `wanted` or newer; undefined when illegible. */
export function isAtLeast(version: string | undefined, wanted: string): boolean | undefined {
  const have = numbers(version)
  const want = numbers(wanted)
  if (have === undefined || want === undefined) return undefined
  const difference = have.map((part, index) => part - (want[index] ?? 0)).find((part) => part !== 0) ?? 0
  return difference >= 0
}

function numbers(version: string | undefined): readonly number[] | undefined {
  return /(?<!\d)(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number)
}
