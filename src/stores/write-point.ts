/**
 * Every place where a crash leaves work half done, in the order in which one update passes them.
 * @internal Listed for the tests, which kill the process and fail the disk at each.
 */
export const WRITE_POINTS = [
  'facts.begun',
  'facts.appended',
  'facts.committed',
  'file.begun',
  'lock.created',
  'temp.created',
  'temp.half-written',
  'temp.written',
  'temp.synced',
  'file.renamed',
  'folder.synced',
  'lock.removed',
  'file.recorded',
  'file.committed',
] as const

/** @internal */
export type WritePoint = (typeof WRITE_POINTS)[number]

/** Called at every write point. Throwing there is a failing disk. */
export type Faults = (point: WritePoint) => void
