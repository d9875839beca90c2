import { keysOn } from './state.ts'

export type Handler = (event: KeyboardEvent) => void

const handlers: Map<string, Handler>[] = []
let prefix = ''
let prefixTimer = 0

/** Keys for as long as a part of the page is shown; the newest part is asked first. Gives what takes them away again. */
export function withKeys(keys: Readonly<Record<string, Handler>>): () => void {
  const own = new Map(Object.entries(keys))
  handlers.unshift(own)
  return () => {
    handlers.splice(handlers.indexOf(own), 1)
  }
}

const TYPING = new Set(['INPUT', 'TEXTAREA', 'SELECT'])
const PREFIX_MS = 1_200

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key : event.key.toLowerCase()
  return event.ctrlKey || event.metaKey ? `ctrl ${key.toLowerCase()}` : `${prefix}${key}`
}

addEventListener('keydown', (event) => {
  if (event.altKey || event.isComposing) return
  const target = event.target as HTMLElement | null
  const isTyping = target !== null && (TYPING.has(target.tagName) || target.isContentEditable)
  const isSingle = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  // Off while somebody types, and where a person has switched them off.
  if (isSingle && (isTyping || !keysOn.value)) return
  // Enter on a button or a link is the button's own.
  if (event.key === 'Enter' && target !== null && (isTyping || target.tagName === 'BUTTON' || target.tagName === 'A'))
    return
  const name = nameOf(event)
  prefix = ''
  clearTimeout(prefixTimer)
  const found = handlers.find((keys) => keys.has(name))?.get(name)
  if (found) {
    event.preventDefault()
    found(event)
  } else if (name === 'g' && isSingle) {
    prefix = 'g '
    prefixTimer = setTimeout(() => {
      prefix = ''
    }, PREFIX_MS)
  }
})
