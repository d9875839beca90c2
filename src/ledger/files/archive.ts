import { readFileSync, unlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Retention } from '../../core/model/outcome.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { archiveFolder, makeLedgerFolder } from './ledger-folder.ts'
import { type TrajectoryFile, trajectoryFiles } from './trajectory.ts'

export interface Tended {
  readonly archived: readonly string[]
  readonly purged: readonly string[]
}

const DAY_MS = 86_400_000

/** LEDGER-108: archive first, purge after. A file is gone only when its compressed copy is on the disk. */
export function tendTrajectories(project: ProjectRoot, nowMs: number, retention: Retention): Tended {
  const ageOf = ({ day }: TrajectoryFile) => (nowMs - Date.parse(day)) / DAY_MS
  const files = trajectoryFiles(project)
  const old = files.filter((file) => !file.isArchived && ageOf(file) > retention.retentionDays)
  const stale = files.filter((file) => file.isArchived && ageOf(file) > retention.archiveDays)
  for (const file of old) archive(project, file, retention.compressionLevel)
  for (const { path } of stale) unlinkSync(path)
  return { archived: old.map(({ name }) => name), purged: stale.map(({ name }) => name) }
}

function archive(project: ProjectRoot, { path }: TrajectoryFile, level: number): void {
  const folder = archiveFolder(project)
  makeLedgerFolder(project, folder)
  const target = join(folder, `${basename(path)}.gz`)
  const bytes = process.getBuiltinModule('node:zlib').gzipSync(readFileSync(path), { level })
  replaceFile(target, bytes, { mode: 0o644, survives: 'power-cut' })
  unlinkSync(path)
}
