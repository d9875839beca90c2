import type { HeadFile } from '../../src/stores/kept-heads.ts'

/** Heads beside a database, under a key that every process of the test has. */
export function headsOf(database: string): HeadFile {
  return { path: `${database}.heads`, key: () => Buffer.alloc(32, 7) }
}
