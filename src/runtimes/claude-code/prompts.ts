import { isRecord, parseJson } from '../../core/model/json.ts'
import { MEANS } from '../../core/words/person.ts'
import type { EdgeAttempt, PromptLog, TurnOrigin } from '../runtime.ts'

/** What Claude Code writes about prompts: which waited in its queue, who began a turn, who else reached for `/edge`. */
export const CLAUDE_CODE_PROMPTS: PromptLog = { queuedTimes, turnOrigin, attemptsIn }

const ABOUT_PROMPTS = ['"queue-operation"', '"turnOrigin"']
const ABOUT_ATTEMPTS = ['"Skill"', '/edge']

function queuedTimes(tail: string, prompt: string): readonly string[] {
  const wanted = prompt.trim()
  return recordsIn(tail, ABOUT_PROMPTS).flatMap((record) => {
    const isQueued = record['type'] === 'queue-operation' && record['operation'] === 'enqueue'
    const { content, timestamp } = record
    if (!isQueued || typeof content !== 'string' || typeof timestamp !== 'string') return []
    return content.trim() === wanted ? [timestamp] : []
  })
}

function turnOrigin(tail: string, promptId: string): TurnOrigin | undefined {
  const record = recordsIn(tail, ABOUT_PROMPTS).find(
    (one) => one['type'] === 'user' && one['promptId'] === promptId && typeof one['turnOrigin'] === 'string',
  )
  const name = record && String(record['turnOrigin'])
  return name === undefined ? undefined : { isPerson: name === PERSON, name }
}

const PERSON = 'human'

function attemptsIn(tail: string): readonly EdgeAttempt[] {
  return recordsIn(tail, ABOUT_ATTEMPTS).flatMap((record) => {
    const { message, uuid, attachment } = record
    const content = isRecord(message) ? message['content'] : undefined
    const blocks: readonly unknown[] = record['type'] === 'assistant' && Array.isArray(content) ? content : []
    const skills = blocks.flatMap(skillCall)
    if (skills.length > 0) return skills
    const said = record['type'] === 'user' ? content : queuedIn(attachment)
    const words = typeof said === 'string' ? bareWords(said, originIn(record)) : undefined
    return words === undefined ? [] : [{ id: String(uuid), means: meansOf(record), words }]
  })
}

/** What a person types is expanded; text that stays bare came some other way. A message may stand below a heading. */
function bareWords(said: string, origin: Line | undefined): string | undefined {
  if (origin?.['kind'] === PERSON) return undefined
  return (origin?.['kind'] === 'peer' ? /^\/edge\b(.*)$/m : /^\/edge\b(.*)/).exec(said)?.[1]
}

/** Told while a turn was running, and taken into it. */
function queuedIn(attachment: unknown): unknown {
  const isQueued = isRecord(attachment) && attachment['type'] === 'queued_command' && isRecord(attachment['origin'])
  return isQueued ? attachment['prompt'] : undefined
}

function originIn({ origin, attachment }: Line): Line | undefined {
  const told = isRecord(attachment) ? attachment['origin'] : origin
  return isRecord(told) ? told : undefined
}

function meansOf(record: Line): string {
  const origin = originIn(record)
  const pid = origin?.['verifiedPeerPid']
  if (typeof pid === 'number') return MEANS.message(pid)
  return MEANS.origin(String(origin?.['kind'] ?? record['turnOrigin'] ?? 'unknown'))
}

function skillCall(block: unknown): readonly EdgeAttempt[] {
  if (!isRecord(block) || block['name'] !== 'Skill') return []
  const input = block['input']
  if (!isRecord(input)) return []
  const [, words] = /^\/?edge\b(.*)/.exec(String(input['skill'] ?? input['command'])) ?? []
  if (words === undefined) return []
  return [{ id: String(block['id']), means: MEANS.tool('Skill'), words: `${words} ${String(input['args'] ?? '')}` }]
}

type Line = Readonly<Record<string, unknown>>

/** Most lines are conversation and long: only those that can matter are parsed. */
function recordsIn(tail: string, signs: readonly string[]): readonly Line[] {
  const lines = tail.split('\n').filter((line) => signs.some((sign) => line.includes(sign)))
  return lines.map(parseJson).filter(isRecord)
}
