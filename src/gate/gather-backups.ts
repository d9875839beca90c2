import { dirname } from 'node:path'
import { decide, mayNeedBackup } from '../core/index.ts'
import type { BackupAct, BackupNeed, BackupReport } from '../core/model/backup.ts'
import { type Event, seeing } from '../core/model/event.ts'
import { isInside } from '../core/model/inside.ts'
import type { Policy } from '../core/model/policy.ts'
import type { Surroundings } from '../core/model/surroundings.ts'
import type { Store } from '../stores/store.ts'

/** A hook has ten seconds, and up to two are spent waiting for a daemon. */
const DEADLINE_MS = 5_000
const MAX_ROOTS = 4

interface Parts {
  readonly store: Store
  readonly policy: Policy
  readonly folder: string
}

/**
 * The core is asked what it would answer. Where it wants a copy of files first, the copy is made here, before anything is
 * committed, and travels on the event; so whoever answers the call, daemon or hook, answers after a copy.
 */
export async function gatherBackups(event: Event, { store, policy, folder }: Parts): Promise<Event> {
  if (event.kind !== 'tool.before') return event
  const state = await store.read(event.around.project)
  if (!mayNeedBackup(state, policy)) return event
  const { needs } = decide(state, event, policy)
  if (!needs) return event
  const backups = await backUp(needs, { around: event.around, atMs: event.atMs, policy, folder })
  return seeing(event, { backups })
}

/** PLANE-L15h: the whole work tree, once more. */
export async function syncBackup({
  event,
  policy,
  folder,
}: Omit<Parts, 'store'> & { readonly event: Event }): Promise<BackupAct> {
  const [{ takeBackup }, { repositoryOf }] = await Promise.all([
    import('../backup/take.ts'),
    import('../backup/places.ts'),
  ])
  const { project } = event.around
  const { capMb, keepDays } = policy.backup
  const reason = 'a boundary, with a director at work'
  const report = await takeBackup({
    home: { folder, capMb, keepDays },
    root: repositoryOf(project) ?? project,
    asked: [],
    reason,
    atMs: event.atMs,
    deadlineMs: DEADLINE_MS,
  })
  return { kind: 'create', report, reason }
}

interface Site {
  readonly around: Surroundings
  readonly atMs: number
  readonly policy: Policy
  readonly folder: string
}

async function backUp({ asked, folders, before }: BackupNeed, site: Site): Promise<readonly BackupReport[]> {
  // Loaded here: hardly any call needs it, and a cold hook pays for every module.
  const [{ takeBackup }, { repositoryOf }] = await Promise.all([
    import('../backup/take.ts'),
    import('../backup/places.ts'),
  ])
  const { project, home } = site.around
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
  const { capMb, keepDays } = site.policy.backup
  return Promise.all(
    [...roots].slice(0, MAX_ROOTS).map(([root, only]) =>
      takeBackup({
        home: { folder: site.folder, capMb, keepDays },
        root,
        only,
        asked: asked.filter((path) => isInside(path, root)),
        reason: before,
        atMs: site.atMs,
        deadlineMs: DEADLINE_MS,
      }),
    ),
  )
}
