import type { Stamp } from '../../../model/event.ts'

const MAX_CHARS = 24

/** One event makes at most one entry of each kind, so its id and the kind name the entry for good. */
export function decisionId({ id }: Stamp, kind: string): string {
  return `d-${id.replaceAll(/[^A-Za-z0-9-]/g, '').slice(-MAX_CHARS)}-${kind}`
}
