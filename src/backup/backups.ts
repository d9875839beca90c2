import { dirname } from 'node:path'
import type { BackupAct, BackupNeed, BackupReport } from '../core/model/backup.ts'
import type { Event } from '../core/model/event.ts'
import { isInside } from '../core/model/inside.ts'
import type { Policy } from '../core/model/policy.ts'
import { BACKUP_WORDS } from '../core/words/backup.ts'

/** All that the gate knows of backups. A copy that fails is a report, never an exception. */
export interface BackupKeeper {
  /** Copies what a call may lose, before it is answered. */
  beforeCall(need: BackupNeed, event: Event, policy: Policy['backup']): Promise<readonly BackupReport[]>
  /** PLANE-L15h: the whole work tree, once more. */
  atBoundary(event: Event, policy: Policy['backup']): Promise<BackupAct>
}

/** A hook has ten seconds, and up to two are spent waiting for a daemon. */
const DEADLINE_MS = 5_000
const MAX_ROOTS = 4

/** Keeps its copies in this folder. */
export function backupsIn(folder: string): BackupKeeper {
  // Loaded here: hardly any call needs it, and a cold hook pays for every module.
  const load = () => Promise.all([import('./take.ts'), import('./places.ts')])
  return {
    async beforeCall({ asked, folders, before }, { around, atMs }, { capMb, keepDays }) {
      const [{ takeBackup }, { repositoryOf }] = await load()
      const { project, home } = around
      const roots = new Map<string, boolean>()
      for (const path of [project, ...folders, ...asked]) {
        const root = repositoryOf(path) ?? (isInside(path, project) ? project : undefined)
        if (root !== undefined) roots.set(root, false)
      }
      for (const path of asked) {
        const known = [...roots.keys()].some((root) => isInside(path, root))
        // What holds the home folder is too much to copy for one call.
        if (!known && !isInside(home, path)) roots.set(dirname(path), true)
      }
      const copies = [...roots].slice(0, MAX_ROOTS).map(([root, only]) =>
        takeBackup({
          home: { folder, capMb, keepDays },
          root,
          only,
          asked: asked.filter((path) => isInside(path, root)),
          reason: before,
          atMs,
          deadlineMs: DEADLINE_MS,
        }),
      )
      return Promise.all(copies)
    },
    async atBoundary({ around, atMs }, { capMb, keepDays }) {
      const [{ takeBackup }, { repositoryOf }] = await load()
      const root = repositoryOf(around.project) ?? around.project
      const reason = BACKUP_WORDS.atBoundary
      const home = { folder, capMb, keepDays }
      return {
        kind: 'create',
        reason,
        report: await takeBackup({ home, root, asked: [], reason, atMs, deadlineMs: DEADLINE_MS }),
      }
    },
  }
}
