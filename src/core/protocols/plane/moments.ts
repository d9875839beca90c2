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
