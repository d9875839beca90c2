import { BACKUP_WORDS } from '../core/words/backup.ts'
import type { Candidate, Candidates, LeftOut, Standing } from './list-files.ts'

/** What goes first where there is not room for all: what the call names, then what git could not give back. */
const ORDER: readonly Standing[] = ['asked', 'untracked', 'ignored', 'tracked']

export interface Chosen extends Candidates {
  readonly bytes: number
}

/** As much as the cap holds. Changed before unchanged, small before large: the most files survive. */
export function chooseFiles(
  { files, leftOut }: Candidates,
  capBytes: number,
  isChanged: (file: Candidate) => boolean,
): Chosen {
  const total = files.reduce((sum, { stat }) => sum + stat.size, 0)
  if (total <= capBytes) return { files, leftOut, bytes: total }
  const rank = (file: Candidate) =>
    ORDER.indexOf(file.standing === 'tracked' && isChanged(file) ? 'untracked' : file.standing)
  const ranked = files.map((file) => ({ file, rank: rank(file) }))
  ranked.sort((left, right) => left.rank - right.rank || left.file.stat.size - right.file.stat.size)
  const kept: Candidate[] = []
  const dropped: LeftOut[] = []
  let bytes = 0
  for (const { file } of ranked) {
    if (bytes + file.stat.size <= capBytes) {
      bytes += file.stat.size
      kept.push(file)
    } else {
      dropped.push({ path: file.path, why: BACKUP_WORDS.overCap(Math.round(capBytes / 1_000_000)) })
    }
  }
  return { files: kept, leftOut: [...dropped, ...leftOut], bytes }
}
