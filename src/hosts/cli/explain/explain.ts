import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { projectRootOf } from '../../../config/governed.ts'
import { ownPathsOf } from '../../../config/own-paths.ts'
import { pathsOf } from '../../../config/paths.ts'
import { type EventOf, surround } from '../../../core/model/event.ts'
import { callId, eventId, projectRoot, sessionId } from '../../../core/model/ids.ts'
import type { Environment } from '../../../core/model/json.ts'
import { programNamed } from '../../../core/rules/book/book.ts'
import { BUILT_IN, entriesFor } from '../../../core/rules/rule-book.ts'
import { EXPLAIN_TEXTS } from '../../../core/words/explain.ts'
import type { SurroundingsSource } from '../../../gate/gate.ts'
import { lookAtCall, surroundingsOf } from '../../../gate/gather.ts'
import { homesHere } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, misused } from '../exit.ts'
import { policyOf } from '../open-project.ts'
import type { Context } from '../terminal.ts'
import { explanationOf } from './explanation.ts'
import { showExplanation } from './show-explanation.ts'

interface ExplainOptions {
  readonly cwd?: string
  readonly json?: boolean
  readonly program?: boolean
}

/** What the gate would make of a shell command, and why. Nothing is run and nothing is recorded. */
export async function explain(context: Context, command: string, options: ExplainOptions): Promise<Exit> {
  const { terminal, cwd, env } = context
  if (options.program) return showProgram(context, command, options.json === true)
  const folder = folderAt(resolve(cwd, options.cwd ?? '.'))
  if (folder === undefined) return misused(EXPLAIN_TEXTS.notAFolder(options.cwd ?? cwd))
  const event = await askAround(command, folder, env)
  const { policy } = await policyOf(env, event.around.project)
  const explanation = explanationOf(command, event, policy)
  if (options.json) terminal.out(JSON.stringify(explanation, null, 2))
  else showExplanation(context, explanation)
  return DONE
}

/** The record of a program in the book, and the rules that speak about it. */
function showProgram({ terminal }: Context, name: string, asJson: boolean): Exit {
  const program = programNamed(name)
  const rules = [...new Set(entriesFor(BUILT_IN, name).map(({ rule }) => rule.id))]
  if (asJson) terminal.out(JSON.stringify({ program: program ?? null, rules }, null, 2))
  else {
    terminal.out(program?.text ?? EXPLAIN_TEXTS.noRecord(name))
    terminal.out(EXPLAIN_TEXTS.rulesAbout(rules))
  }
  return DONE
}

function folderAt(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : undefined
  } catch {
    return undefined
  }
}

/** The call as the gate would see it. A folder in no project is taken for one. */
async function askAround(command: string, cwd: string, env: Environment): Promise<EventOf<'tool.before'>> {
  const paths = pathsOf(env)
  const parsed = {
    kind: 'tool.before',
    id: eventId('explain'),
    atMs: 0,
    runtime: 'cli',
    session: sessionId('explain'),
    call: callId('explain'),
    cwd,
    tool: { kind: 'shell', name: 'Bash', command },
  } as const
  const homes = homesHere(paths)
  const machine: SurroundingsSource = {
    home: paths.home,
    cli: paths.cliCommand.replace(`${paths.home}/`, '~/'),
    homes,
    ownPaths: (project) => ownPathsOf(paths, env, { project, layout: homes(project).layout }),
  }
  const here = surroundingsOf(cwd, projectRootOf(cwd) ?? projectRoot(cwd), machine)
  return lookAtCall(surround<'tool.before'>(parsed, here), machine)
}
