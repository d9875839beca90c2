import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** What Claude Code writes about a prompt. Only the tail is read: a queue never waits longer than a turn. */
const TAIL_BYTES = 4 * 1_024 * 1_024

/** When prompts with this text were put aside because a turn was running; undefined when nobody can tell. */
export function queuedTimes(transcript: string, prompt: string): readonly string[] | undefined {
  const wanted = prompt.trim()
  return recordsIn(transcript)?.flatMap((record) => {
    const isQueued = record['type'] === 'queue-operation' && record['operation'] === 'enqueue'
    const { content, timestamp } = record
    if (!isQueued || typeof content !== 'string' || typeof timestamp !== 'string') return []
    return content.trim() === wanted ? [timestamp] : []
  })
}

/** Who the client itself says began the turn with this prompt; undefined while it has not said so. */
export function originOf(transcript: string, promptId: string): string | undefined {
  const record = recordsIn(transcript)?.find(
    (one) => one['type'] === 'user' && one['promptId'] === promptId && typeof one['turnOrigin'] === 'string',
  )
  return record && String(record['turnOrigin'])
}

/** Somebody but a person reached for `/edge`, where the client tells no hook of it. */
export interface Attempt {
  readonly id: string
  readonly means: string
  /** What was said after `/edge`. */
  readonly words: string
}

export function attemptsIn(transcript: string): readonly Attempt[] {
  return (recordsIn(transcript, ['"Skill"', '/edge']) ?? []).flatMap((record) => {
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
  if (origin?.['kind'] === 'human') return undefined
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
  if (typeof pid === 'number') return `a message to the client from process ${pid}`
  return `a prompt of origin \`${String(origin?.['kind'] ?? record['turnOrigin'] ?? 'unknown')}\``
}

function skillCall(block: unknown): readonly Attempt[] {
  if (!isRecord(block) || block['name'] !== 'Skill') return []
  const input = block['input']
  if (!isRecord(input)) return []
  const [, words] = /^\/?edge\b(.*)/.exec(String(input['skill'] ?? input['command'])) ?? []
  if (words === undefined) return []
  return [{ id: String(block['id']), means: 'the tool `Skill`', words: `${words} ${String(input['args'] ?? '')}` }]
}

function isRecord(value: unknown): value is Line {
  return typeof value === 'object' && value !== null
}

type Line = Readonly<Record<string, unknown>>

const ABOUT_PROMPTS = ['"queue-operation"', '"turnOrigin"']

function recordsIn(path: string, signs: readonly string[] = ABOUT_PROMPTS): readonly Line[] | undefined {
  return tailOf(path)
    ?.split('\n')
    .flatMap((line) => {
      // Most lines are conversation and long: only those that can matter are parsed.
      if (!signs.some((sign) => line.includes(sign))) return []
      try {
        const value: unknown = JSON.parse(line)
        return isRecord(value) ? [value] : []
      } catch {
        return []
      }
    })
}

function tailOf(path: string): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const { size } = fstatSync(file)
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
      const read = readSync(file, bytes, 0, bytes.length, size - bytes.length)
      return bytes.toString('utf8', 0, read)
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}
