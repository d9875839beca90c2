import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { ownPathsOf } from '../../../config/own-paths.ts'
import { pathsOf } from '../../../config/paths.ts'
import { projectRoot } from '../../../core/model/ids.ts'
import { type Environment, jsonFields } from '../../../core/model/json.ts'
import { type CallSurroundings, NO_FILES_SEEN } from '../../../core/model/surroundings.ts'
import { NO_MEMORY } from '../../../core/model/tool.ts'
import { type Assess, assessBy } from '../../../core/rules/assess.ts'
import { bookFor } from '../../../core/rules/rules-of.ts'
import { CLI_TEXTS } from '../../../core/words/cli.ts'
import { count } from '../../../core/words/count.ts'
import { EXPLAIN_TEXTS } from '../../../core/words/explain.ts'
import { DONE, type Exit, failed, fileTrouble, misused } from '../exit.ts'
import { policyOf } from '../open-project.ts'
import type { Context } from '../terminal.ts'
import { type Line, linesOfStream } from './lines-of.ts'

interface AssessOptions {
  readonly cwd?: string
}

/**
 * Judges one command per line by the rules of the effective policy, for measuring: one answer per line, in the same
 * order, whatever the line holds.
 */
export async function assessLines(context: Context, file: string | undefined, options: AssessOptions): Promise<Exit> {
  const { terminal, cwd, env } = context
  if (file === undefined && terminal.interactive) return misused(EXPLAIN_TEXTS.noInput)
  const around = assumedAround(resolve(cwd, options.cwd ?? '.'), env)
  const { policy } = await policyOf(env, around.project)
  const judge: Judging = { around, assess: assessBy(bookFor(policy)) }
  const named = file === undefined || file === '-' ? undefined : file
  const pieces = named === undefined ? terminal.pieces() : createReadStream(resolve(cwd, named))
  let [number, bad] = [0, 0]
  try {
    for await (const lines of linesOfStream(pieces)) {
      const answers = lines.map((line, index) => answer(line, number + index + 1, judge))
      number += lines.length
      bad += answers.filter((one) => 'error' in one).length
      terminal.out(answers.map((one) => JSON.stringify(one)).join('\n'))
    }
  } catch (error) {
    return failed(CLI_TEXTS.unreadable(named ?? 'standard input', fileTrouble(error)))
  }
  return bad === 0 ? DONE : failed(EXPLAIN_TEXTS.unjudged(count(bad, 'line')))
}

/** Nothing is looked up: a name tells all there is to know of a path, and what git holds is not known. */
function assumedAround(folder: string, env: Environment): CallSurroundings {
  const paths = pathsOf(env)
  const project = projectRoot(folder)
  return {
    project,
    cwd: folder,
    home: paths.home,
    cli: 'fairlead',
    tempDirs: [...new Set([env.TMPDIR || '/tmp', '/tmp', '/var/tmp'])],
    ownPaths: ownPathsOf(paths, env, { project, layout: 'in-repo' }),
    ...NO_FILES_SEEN,
  }
}

type Answer =
  | {
      readonly command: string
      readonly tier: string
      readonly type: string | null
      readonly rule: string | null
      readonly reason: string | null
    }
  | { readonly error: string; readonly line: number }

interface Judging {
  readonly around: CallSurroundings
  readonly assess: Assess
}

function answer(line: Line, number: number, { around, assess }: Judging): Answer {
  if (line === undefined) return { error: EXPLAIN_TEXTS.lineTooLong, line: number }
  const command = commandIn(line)
  if (command === undefined) return { error: EXPLAIN_TEXTS.lineNotCommand, line: number }
  try {
    const { tier, findings } = assess({ kind: 'shell', name: 'Bash', command }, around, NO_MEMORY)
    const [first] = findings
    return {
      command,
      tier,
      type: first?.type ?? null,
      rule: first?.rule ?? null,
      reason: first?.reason ?? null,
    }
  } catch (error) {
    // A defect of the judge spoils one line of a measurement, and shows there.
    return { error: EXPLAIN_TEXTS.judgeFailed(error instanceof Error ? error.message : 'unknown'), line: number }
  }
}

function commandIn(line: string): string | undefined {
  const { command } = jsonFields(line)
  return typeof command === 'string' ? command : undefined
}
