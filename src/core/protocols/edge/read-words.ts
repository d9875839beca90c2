import type { EdgeVerb } from '../../model/event.ts'
import { EDGE_PROBLEMS } from '../../words/edge.ts'

/** What a person asked for, at whatever door. */
export interface EdgeRequest {
  readonly verb: EdgeVerb
  readonly hold?: number
  readonly minutes?: number
  readonly text?: string
}

export type EdgeWords =
  | { readonly ok: true; readonly request: EdgeRequest }
  | { readonly ok: false; readonly problem: string }

/** A day. */
const MAX_MINUTES = 24 * 60

/** The words after `/edge`, the same for every door. No words: the status. */
export function readEdgeWords(words: string): EdgeWords {
  const said = words.trim()
  const verb = said.replace(/\s[\s\S]*$/, '')
  const rest = said.slice(verb.length).trim()
  switch (verb) {
    case '':
      return { ok: true, request: { verb: 'status' } }
    case 'status':
    case 'list':
    case 'help':
    case 'plan':
    case 'review':
    case 'done':
      return rest === '' ? { ok: true, request: { verb } } : wrong(EDGE_PROBLEMS.takesNothing(verb))
    case 'active':
      return { ok: true, request: { verb, ...(rest !== '' && { text: unquoted(rest) }) } }
    case 'ambiguous':
      return unquoted(rest) === ''
        ? wrong(EDGE_PROBLEMS.noQuestion)
        : { ok: true, request: { verb, text: unquoted(rest) } }
    case 'approve':
      return aboutHold(verb, rest)
    case 'skip':
      return withNote(rest)
    case 'revoke':
      return rest === '' ? wrong(EDGE_PROBLEMS.noNumber) : aboutHold(verb, rest)
    case 'dismiss':
      return aboutClass(rest)
    default:
      return wrong(EDGE_PROBLEMS.unknown(shortened(verb)))
  }
}

/** EDGE-132: what follows the number reaches the agent. */
function withNote(rest: string): EdgeWords {
  const number = rest.replace(/\s[\s\S]*$/, '')
  const said = aboutHold('skip', number)
  const text = unquoted(rest.slice(number.length).trim())
  return said.ok && text !== '' ? { ok: true, request: { ...said.request, text } } : said
}

function aboutHold(verb: 'approve' | 'skip' | 'revoke', rest: string): EdgeWords {
  if (rest === '') return { ok: true, request: { verb } }
  const hold = wholeNumber(rest.replace(/^#/, ''))
  return hold === undefined ? wrong(EDGE_PROBLEMS.number(shortened(rest))) : { ok: true, request: { verb, hold } }
}

/** EDGE-54: a bare number is minutes; the hold is named with `#`. */
function aboutClass(rest: string): EdgeWords {
  const [, named, length] = /^(?:(#\d+)(?!\d))?\s*(\d+)?$/.exec(rest) ?? []
  const hold = named === undefined ? undefined : wholeNumber(named.slice(1))
  const minutes = length === undefined ? undefined : wholeNumber(length)
  const isLegible = rest === '' || hold !== undefined || minutes !== undefined
  const isBounded = minutes === undefined ? length === undefined : minutes <= MAX_MINUTES
  if (!isLegible || !isBounded) return wrong(EDGE_PROBLEMS.minutes(shortened(rest), MAX_MINUTES))
  return {
    ok: true,
    request: { verb: 'dismiss', ...(hold !== undefined && { hold }), ...(minutes !== undefined && { minutes }) },
  }
}

const MAX_SHOWN_CHARS = 40

const shortened = (text: string): string =>
  text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 1)}…` : text

function wrong(problem: string): EdgeWords {
  return { ok: false, problem }
}

function wholeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/** Clients and people put quotes of several kinds around a text. */
function unquoted(text: string): string {
  const [, inner] = /^["'“”‘’«]([\s\S]*)["'“”‘’»]$/.exec(text) ?? []
  return (inner ?? text).trim()
}
