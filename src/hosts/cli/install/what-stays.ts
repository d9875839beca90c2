import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Paths } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { excludeOf, treeRecords } from '../../../install/git-exclude.ts'
import type { Removal } from '../../../install/plan.ts'
import type { InstallRecord } from '../../../install/record.ts'
import { homesHere } from '../../../wiring/wire-gate.ts'
import { stopDaemon } from '../ask-daemon.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Records in a work tree, and the list by which git does not see them. */
export interface StayingRecords {
  readonly root: ProjectRoot
  readonly names: readonly string[]
  readonly exclude: string | undefined
}

/** What is left in the work trees of these projects. */
export function recordsLeft(paths: Paths, roots: readonly ProjectRoot[]): readonly StayingRecords[] {
  const homes = homesHere(paths)
  return [...new Set(roots)].flatMap((root) => {
    const names = existsSync(root) ? treeRecords(root, homes(root)) : []
    return names.length === 0 ? [] : [{ root, names, exclude: excludeOf(root, homes(root))?.path }]
  })
}

/** Git goes on not to see what stays. */
export function keepingExcludes(removal: Removal, stays: readonly StayingRecords[], record: InstallRecord): Removal {
  const kept = record.files.filter(({ kind, path }) => kind === 'exclude' && stays.some((one) => one.exclude === path))
  const isKept = (path: string) => kept.some((one) => one.path === path)
  return {
    ...removal,
    edits: removal.edits.filter(({ path }) => !isKept(path)),
    left: [...removal.left.filter(({ path }) => !isKept(path)), ...kept],
  }
}

export function deleteRecords(stays: readonly StayingRecords[]): void {
  for (const { root, names } of stays)
    for (const name of names) rmSync(join(root, name), { recursive: true, force: true })
}

export function tellStays({ terminal, env }: Context, stays: readonly StayingRecords[]): void {
  for (const { root, names } of stays) terminal.out(INSTALL_TEXTS.staysInTree(names, shortPath(root, env)))
}

const TRIES = 20
const PAUSE_MS = 100

/** A hook that was on its way may have called a daemon to life: it is told to go, too, until nothing comes back. */
export async function deleteOurFolder(paths: Paths): Promise<readonly string[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await stopDaemon(paths.socket)
    // The person's own policy is theirs to delete.
    for (const name of namesIn(paths.folder))
      if (name !== 'policy')
        rmSync(join(paths.folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    rmSync(paths.policySchema, { force: true })
    for (const folder of [dirname(paths.userPolicy), paths.folder]) removeIfEmpty(folder)
    await sleep(PAUSE_MS)
    if (namesIn(paths.folder).every((name) => name === 'policy')) break
  }
  return namesIn(paths.folder)
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}
