import { join } from 'node:path'
import { askStore, gitProblem, type RawPath } from './ask-git.ts'
import type { Backup } from './catalog.ts'
import { storesOf } from './places.ts'
import { type Taking, takeBackup } from './take.ts'

export interface Comparing {
  readonly backup: Backup
  readonly taking: Omit<Taking, 'hidden' | 'reason'>
  /** Relative to the root; none means everything. */
  readonly paths: readonly RawPath[]
  readonly stat: boolean
}

export type Compared = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string }

/** From the copy to what is there now. Both sides are trees of our own store, so nothing of the repository takes part. */
export async function compare({ backup, taking, paths, stat }: Comparing): Promise<Compared> {
  const now = await takeBackup({ ...taking, hidden: true, reason: 'to compare' })
  if (now.kind === 'failed') return { ok: false, why: now.why }
  // The two may lie in different stores: one reads the objects of the other.
  const objects = storesOf(taking.home, taking.root).map((store) => join(store, 'objects'))
  const show = [stat ? '--stat=100' : '--patch', '--no-color']
  const args = ['diff', '--no-ext-diff', '--no-textconv', '--no-prefix', '--find-renames', ...show]
  const sides = ['--relative=files/', backup.tree, now.tree]
  const chosen = paths.map((path) => `:(literal)files/${path}`)
  const ran = await askStore(backup.store, [...args, ...sides, '--', ...chosen], { objects })
  return ran.code === 0 ? { ok: true, text: ran.stdout } : { ok: false, why: gitProblem(ran) }
}
