import type { Fact, Recorded } from '../../model/fact.ts'
import type { Moment } from './signal.ts'

export type JudgedCall = Extract<Fact, { readonly kind: 'call.judged' }>

/** The moment that a fact is for the plane, if it is one. */
export function momentOf({ fact, atMs }: Pick<Recorded, 'fact' | 'atMs'>): Moment | undefined {
  switch (fact.kind) {
    case 'call.judged':
      return momentOfCall(fact, atMs)
    case 'call.observed': {
      const failed = !fact.ok
      const changes = fact.files.length > 0
      return { kind: 'result', atMs, failed, changes, ...(fact.print && { print: { ...fact.print, failed } }) }
    }
    case 'context.compacted':
      return fact.stage === 'after' ? { kind: 'lifecycle', atMs, name: 'a compaction' } : undefined
    default:
      return undefined
  }
}

export function momentOfCall({ work, tier, place }: JudgedCall, atMs: number): Moment {
  return { kind: 'call', atMs, work, tier, ...(place !== undefined && { place }) }
}

/** Folders that name a part of a project. */
const DEPTH = 2

/** The part of the project a path lies in: its first folders, `.` at the top, nothing for what lies outside. */
export function placeOf(path: string | undefined, project: string): string | undefined {
  if (path === undefined) return undefined
  if (path === project) return '.'
  if (path.startsWith('/') && !path.startsWith(`${project}/`)) return undefined
  const below = path.startsWith('/') ? path.slice(project.length + 1) : path
  return below.split('/').slice(0, -1).slice(0, DEPTH).join('/') || '.'
}
