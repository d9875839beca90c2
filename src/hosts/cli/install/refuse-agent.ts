import { existsSync } from 'node:fs'
import { readGoverned } from '../../../config/governed.ts'
import type { Paths } from '../../../config/paths.ts'
import type { Registration } from '../../../core/model/door.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { carriesAgentVariable, lineage, readProcess } from '../../../person/processes.ts'
import type { Store } from '../../../stores/store.ts'
import { type Exit, failed } from '../exit.ts'
import { wired } from '../open-project.ts'
import { actStamp } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

/**
 * Taking the gate away is a person's act. A script of theirs may do it too, so no terminal is asked for; but nothing that an
 * agent has started, as far as its variables or the governed clients above show.
 */
export async function refuseAgent(context: Context, paths: Paths): Promise<Exit | undefined> {
  if (!carriesAgentVariable(context) && !(await isBelowClient(context, paths))) return undefined
  const governed = readGoverned(paths.governed)
  await recordRemoval(context, paths, { refused: true, projects: governed.ok ? governed.roots : [] })
  return failed(
    'not accepted: an agent has started this; run `fairlead uninstall` yourself, in a terminal that no agent has started',
  )
}

interface Attempt {
  readonly refused: boolean
  readonly projects: readonly ProjectRoot[]
}

/** Every one of these projects has it on record, before it is no longer governed. */
export async function recordRemoval(context: Context, paths: Paths, { refused, projects }: Attempt): Promise<void> {
  const source = `fairlead uninstall, process ${process.pid} below ${process.ppid}`
  const fact = { kind: 'config.changed', source, path: paths.hookCommand, refused } as const
  await withStore(context, paths, async (store) => {
    for (const project of projects) {
      const { id, atMs, runtime, session } = actStamp(context)
      await store.update(project, { eventId: id, atMs, runtime, session }, () => ({ facts: [fact], result: null }))
    }
  })
}

async function isBelowClient(context: Context, paths: Paths): Promise<boolean> {
  const above = lineage(process.pid, readProcess)
  const found = await withStore(context, paths, async (store) => {
    const states = await Promise.all((await store.projects()).map((project) => store.read(project)))
    const clients = states.flatMap((state) => Object.values<Registration>(state.clients))
    return clients.some(({ pid, started }) => above.some((one) => one.pid === pid && one.started === started))
  })
  return found ?? false
}

/** A database that is missing or cannot be opened must not keep a person from taking the gate away. */
async function withStore<Result>(
  { env }: Context,
  paths: Paths,
  work: (store: Store) => Promise<Result>,
): Promise<Result | undefined> {
  if (!existsSync(paths.database)) return undefined
  try {
    const store = await (await wired(paths, env)).store()
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  } catch {
    return undefined
  }
}
