import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

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

/** A model that reached for `/edge`, where the client tells no hook of it. */
export interface Attempt {
  readonly id: string
  readonly means: string
}

export function attemptsIn(transcript: string): readonly Attempt[] {
  return (recordsIn(transcript, ['"Skill"', '/edge']) ?? []).flatMap((record) => {
    const { message, uuid, turnOrigin } = record
    const content = isRecord(message) ? message['content'] : undefined
    // What a person types is expanded; text that stays bare came some other way.
    if (record['type'] === 'user' && typeof content === 'string' && /^\/edge\b/.test(content)) {
      const origin = typeof turnOrigin === 'string' ? turnOrigin : 'unknown'
      return [{ id: String(uuid), means: `a prompt of origin \`${origin}\`` }]
    }
    const blocks: readonly unknown[] = record['type'] === 'assistant' && Array.isArray(content) ? content : []
    return blocks.filter(isSkillCall).map(({ id }) => ({ id: String(id), means: 'the tool `Skill`' }))
  })
}

function isSkillCall(block: unknown): block is Line {
  if (!isRecord(block) || block['name'] !== 'Skill') return false
  const input = block['input']
  return isRecord(input) && /^\/?edge\b/.test(String(input['skill'] ?? input['command']))
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
    const file = openSync(path, 'r')
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
