import { existsSync } from 'node:fs'
import type { Paths } from '../../../config/paths.ts'
import { rootsIn } from '../../../core/model/homes.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import { refusedText } from '../../../core/words/person.ts'
import { carriesAgentVariable, isAgent, lineage, readProcess } from '../../../person/processes.ts'
import { governedIn, type Wired } from '../../../wiring/wire-gate.ts'
import { agentsHere } from '../agents-here.ts'
import { type Exit, failed } from '../exit.ts'
import { wired } from '../open-project.ts'
import { proveHere } from '../prove-here.ts'
import { actStamp } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

/**
 * Taking the gate away or replacing it is a person's act. A script of theirs may do it too while no agent runs; nothing that an agent has
 * started, and while one runs, only somebody who is proven to be no part of it.
 */
export async function refuseAgent(context: Context, paths: Paths, by: OwnChange['by']): Promise<Exit | undefined> {
  const problem = carriesAgentVariable(context) ? INSTALL_TEXTS.agentStarted(by) : await unproven(context, by)
  if (problem === undefined) return undefined
  await recordChange(context, paths, { by, path: paths.hookCommand, refused: true })
  return failed(problem)
}

/** The same for what a person may do while agents run, in whatever terminal: nothing that stands below an agent's client. */
export async function refuseBelowAgent(context: Context, paths: Paths, by: OwnChange['by']): Promise<Exit | undefined> {
  const [, ...above] = lineage(process.pid, readProcess)
  if (!carriesAgentVariable(context) && !above.some(isAgent)) return undefined
  await recordChange(context, paths, { by, path: paths.hookCommand, refused: true })
  return failed(INSTALL_TEXTS.agentStarted(by))
}

async function unproven(context: Context, by: string): Promise<string | undefined> {
  const { agents } = await agentsHere(context.env)
  const proof = agents.length === 0 ? undefined : await proveHere(context, by)
  return proof?.kind === 'unproven' ? refusedText(proof) : undefined
}

interface OwnChange {
  /** The command, as it was typed. */
  readonly by: string
  readonly path: string
  readonly refused: boolean
  /** Every governed one when left out. */
  readonly projects?: readonly ProjectRoot[]
  /** Those that are governed no more. */
  readonly released?: readonly ProjectRoot[]
}

/** These projects have on record that what is ours was changed, or that this was refused. */
export async function recordChange(context: Context, paths: Paths, { by, path, refused, ...of }: OwnChange) {
  const { projects = rootsIn(governedIn(paths)), released = [] } = of
  const source = `${by}, process ${process.pid} below ${process.ppid}`
  const report = { of: 'own-change', source, path, refused } as const
  await withRecords(context, paths, async ({ gate }) => {
    for (const project of projects) await gate.submit({ ...actStamp(context), kind: 'report', report }, project)
    const release = { kind: 'report', report: { of: 'released' } } as const
    for (const project of released) await gate.submit({ ...actStamp(context), ...release }, project)
  })
}

/** A database that is missing or cannot be opened must not keep a person from taking the gate away. */
async function withRecords<Result>(
  { env }: Context,
  paths: Paths,
  work: (records: Wired) => Promise<Result>,
): Promise<Result | undefined> {
  if (!existsSync(paths.database)) return undefined
  try {
    const records = await wired(paths, env)
    try {
      return await work(records)
    } finally {
      await records.gate.close()
    }
  } catch {
    return undefined
  }
}
