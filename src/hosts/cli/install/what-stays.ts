import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Paths } from '../../../config/paths.ts'
import { projectPolicyOf } from '../../../config/policy-files.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { listFolder } from '../../../disk/read-file.ts'
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

/**
 * A hook that was on its way may have called a daemon to life: it is told to go, too, until nothing comes back. The person's own
 * policies are theirs to delete: one for all projects, and one at the home of each project that has one. `left`: came back.
 */
export async function deleteOurFolder(
  paths: Paths,
): Promise<{ readonly policies: readonly string[]; readonly left: readonly string[] }> {
  const { folder, projects, userPolicy, policySchema } = paths
  const policies = [userPolicy, ...within(projects).map(projectPolicyOf)].filter((path) => existsSync(path))
  // Each with its folder; what is beside a policy of all projects may be the person's as well.
  const homes = policies.slice(policies.includes(userPolicy) ? 1 : 0).map((path) => dirname(path))
  const stays = new Set([dirname(userPolicy), ...policies, ...homes, ...(homes.length > 0 ? [projects] : [])])
  const toDelete = () => [folder, projects, ...homes].flatMap(within).filter((path) => !stays.has(path))
  for (let tries = 0; tries < TRIES; tries += 1) {
    await stopDaemon(paths.socket)
    for (const path of [...toDelete(), policySchema])
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    for (const emptied of [dirname(userPolicy), folder]) removeIfEmpty(emptied)
    await sleep(PAUSE_MS)
    if (toDelete().length === 0) break
  }
  return { policies, left: toDelete().map((path) => relative(folder, path)) }
}

const within = (folder: string): readonly string[] => listFolder(folder).map((name) => join(folder, name))

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}
