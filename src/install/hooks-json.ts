import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, type Json } from '../core/model/json.ts'
import { type JsonNode, memberOf, plainJson, scanJson } from './json-scan.ts'
import { appendItem, descend, removeAt, type Spliced } from './json-splice.ts'

/** One group of hooks for one event, in the shape that Claude Code and Codex share. */
export interface HookGroup {
  readonly event: string
  readonly group: { readonly [key: string]: Json }
}

/** A handler that is ours, and where it stands. */
export interface FoundHandler extends HookGroup {
  readonly groupIndex: number
  readonly handlerIndex: number
  readonly handler: Json
}

/**
 * So long every client lets a hook of ours run: a call may wait for a person, and how long it does is for the policy to say. The
 * hook ends by itself long before where nobody is waited for.
 */
export const HOOK_SECONDS = 600

/** What follows the runtime's name in every command: the same words for all doorways, so that they need never change. */
export function hookFlags(strict: boolean, seconds = HOOK_SECONDS): readonly string[] {
  return [...(strict ? ['--strict'] : []), '--wait', String(seconds)]
}

/** The command of the version before this one: its entries are ours, too. */
export function formerCommand(hookCommand: string): string {
  return hookCommand.replace(/\/\.fairlead\/bin\/hook$/, '/.local/share/fairlead/bin/hook')
}

export type IsOurs = (handler: Json) => boolean

export type Found =
  | { readonly ok: true; readonly handlers: readonly FoundHandler[] }
  | { readonly ok: false; readonly problem: string }

export function addGroups(text: string, groups: readonly HookGroup[]): Spliced {
  let result = text
  for (const { event, group } of groups) {
    const spliced = appendItem(result, ['hooks', event], group)
    if (!spliced.ok) return spliced
    result = spliced.text
  }
  return { ok: true, text: result }
}

/** `before` is the text without us, where it is known: containers it did not have go with their last entry. */
export function removeHandlers(text: string, isOurs: IsOurs, before: string | null): Spliced {
  let result = text
  for (;;) {
    const found = findHandlers(result, isOurs)
    if (!found.ok) return found
    const last = found.handlers.at(-1)
    if (last === undefined) return { ok: true, text: result }
    const spliced = removeOne(result, last, before)
    if (!spliced.ok) return spliced
    result = spliced.text
  }
}

export function findHandlers(text: string, isOurs: IsOurs): Found {
  const scanned = scanJson(text)
  if (!scanned.ok) return scanned
  const handlers: FoundHandler[] = []
  for (const { event, groups } of eventsOf(scanned.root)) {
    for (const [groupIndex, group] of groups.entries()) {
      const value = plainJson(group)
      for (const [handlerIndex, node] of handlersOf(group).entries()) {
        const handler = plainJson(node)
        if (isOurs(handler) && isJsonObject(value))
          handlers.push({ event, group: value, groupIndex, handlerIndex, handler })
      }
    }
  }
  return { ok: true, handlers }
}

/** Everything wanted is there, and nothing else of ours. */
export function hasGroups(text: string, groups: readonly HookGroup[], isOurs: IsOurs): boolean {
  const found = findHandlers(text, isOurs)
  if (!found.ok || found.handlers.length !== groups.length) return false
  return groups.every((wanted) =>
    found.handlers.some(({ event, group }) => event === wanted.event && isDeepStrictEqual(group, wanted.group)),
  )
}

function removeOne(text: string, { event, groupIndex, handlerIndex }: FoundHandler, before: string | null): Spliced {
  const scanned = scanJson(text)
  if (!scanned.ok) return scanned
  const groups = ['hooks', event]
  const handlers = [...groups, groupIndex, 'hooks']
  if (countOf(scanned.root, handlers) > 1) return removeAt(text, [...handlers, handlerIndex])
  if (countOf(scanned.root, groups) > 1 || hadMember(before, groups)) return removeAt(text, [...groups, groupIndex])
  if (countOf(scanned.root, ['hooks']) > 1 || hadMember(before, ['hooks'])) return removeAt(text, groups)
  return removeAt(text, ['hooks'])
}

function countOf(root: JsonNode | null, path: readonly (string | number)[]): number {
  const node = descend(root, path)
  return node?.kind === 'array' ? node.items.length : node?.kind === 'object' ? node.members.length : 0
}

function hadMember(before: string | null, path: readonly string[]): boolean {
  const scanned = before === null ? null : scanJson(before)
  return scanned?.ok === true && descend(scanned.root, path) !== undefined
}

interface EventNode {
  readonly event: string
  readonly groups: readonly JsonNode[]
}

function eventsOf(root: JsonNode | null): readonly EventNode[] {
  const hooks = memberOf(root, 'hooks')?.value
  if (hooks?.kind !== 'object') return []
  // A doubled key counts once, as the runtimes read it.
  const events = [...new Set(hooks.members.map((member) => member.key))]
  return events.map((event) => ({ event, groups: itemsOf(memberOf(hooks, event)?.value) }))
}

function handlersOf(group: JsonNode): readonly JsonNode[] {
  return itemsOf(memberOf(group, 'hooks')?.value)
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : []
}
