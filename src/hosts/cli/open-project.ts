import { existsSync } from 'node:fs'
import { governedRootOf, projectRootOf } from '../../config/governed.ts'
import { type Paths, pathsOf } from '../../config/paths.ts'
import { type LoadedPolicy, loadPolicy, type PolicyParts } from '../../config/policy.ts'
import type { StoredFact } from '../../core/model/fact.ts'
import type { ProjectHomes } from '../../core/model/homes.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Environment } from '../../core/model/json.ts'
import { CLI_TEXTS } from '../../core/words/cli.ts'
import type { Gate } from '../../gate/gate.ts'
import { countTokens } from '../../ledger/count-tokens.ts'
import { ledgerLookups } from '../../ledger/ledger-lookups.ts'
import type { StoreReader } from '../../stores/store.ts'
import { storeProblemOf } from '../../stores/store.ts'
import { governedIn, homesHere, ledgerPlaces, policyParts, type Wired, wireGate } from '../../wiring/wire-gate.ts'
import { type Exit, failed, type OrExit, refused } from './exit.ts'
import { type Context, shortPath } from './terminal.ts'

/** The project of this folder, and the store with its facts. */
export interface OpenProject {
  readonly paths: Paths
  readonly project: ProjectRoot
  readonly homes: ProjectHomes
  readonly store: StoreReader
  readonly gate: Gate
  readonly unwritten: Wired['unwritten']
}

/** Opens the project of this folder for one piece of work, and closes it in every case. */
export async function withProject(context: Context, work: (open: OpenProject) => Promise<Exit>): Promise<Exit> {
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  try {
    return await work(opened.open)
  } finally {
    await opened.open.gate.close()
  }
}

/** The same for commands that only make sense in a project that is set up. */
export function withGoverned(context: Context, work: (open: OpenProject) => Promise<Exit>): Promise<Exit> {
  return withProject(context, async (open) => {
    const { env } = context
    if (governedRootOf(open.project, governedIn(open.paths)) !== undefined) return work(open)
    return failed(CLI_TEXTS.notSetUp(shortPath(open.project, env)))
  })
}

/** Without a database there is nothing to read, and reading must not create one. */
export async function openProject({ cwd, env }: Pick<Context, 'cwd' | 'env'>): Promise<OrExit<OpenProject>> {
  const paths = pathsOf(env)
  const here = projectHere({ cwd })
  if (!here.ok) return here
  if (!isRecorded(paths)) return refused(CLI_TEXTS.nothingRecorded)
  try {
    const { store, gate, unwritten } = await wired(paths, env)
    const homes = homesHere(paths)(here.open)
    return { ok: true, open: { paths, project: here.open, homes, store: await store(), gate, unwritten } }
  } catch (error) {
    const problem = storeProblemOf(error)
    if (problem === undefined) throw error
    return refused(CLI_TEXTS.badDatabase(paths.database, problem.message))
  }
}

/** A kept head without its database: the audit was taken away, which is told by opening it. */
export function isRecorded({ database, auditHead }: Paths): boolean {
  return existsSync(database) || existsSync(auditHead)
}

export async function wired(paths: Paths, env: Environment): Promise<Wired> {
  const yamlDoor = await import('../../config/yaml-door.ts')
  return wireGate({
    paths,
    env,
    loadYaml: () => yamlDoor,
    countTokens,
    lookups: ledgerLookups(ledgerPlaces(paths, env)),
  })
}

/** The project that this folder lies in. */
export function projectHere({ cwd }: { readonly cwd: string }): OrExit<ProjectRoot> {
  const project = projectRootOf(cwd)
  return project === undefined ? refused(CLI_TEXTS.noProject(cwd)) : { ok: true, open: project }
}

const PAGE_FACTS = 1_000

/** The whole audit of a project, oldest first, a page at a time. */
export async function* everyFact(
  { store, project }: Pick<OpenProject, 'store' | 'project'>,
  start = 0,
): AsyncGenerator<StoredFact> {
  for (let after = start; ; ) {
    const page = await store.facts(project, { after, limit: PAGE_FACTS })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_FACTS) return
    after = last.seq
  }
}

/** The same from a time on. Facts are numbered without a gap and in the order of time, so their beginning is found by halves. */
export async function* factsSince(
  open: Pick<OpenProject, 'store' | 'project'>,
  sinceMs: number,
): AsyncGenerator<StoredFact> {
  const { store, project } = open
  const [newest] = await store.facts(project, { newest: 1 })
  let [before, last] = [0, newest?.seq ?? 0]
  while (before < last) {
    const middle = Math.floor((before + last) / 2)
    const [row] = await store.facts(project, { after: middle, limit: 1 })
    if (row === undefined || row.atMs >= sinceMs) last = middle
    else before = middle + 1
  }
  yield* everyFact(open, before)
}

/** The policy of this folder, read again, with every mistake in its files. */
export async function policyOf(env: Environment, project: string): Promise<LoadedPolicy> {
  return loadPolicy(await partsOfPolicy(env), project)
}

export async function partsOfPolicy(env: Environment): Promise<PolicyParts> {
  const yamlDoor = await import('../../config/yaml-door.ts')
  return policyParts(pathsOf(env), () => yamlDoor)
}
