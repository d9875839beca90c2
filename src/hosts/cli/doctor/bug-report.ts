import { userInfo } from 'node:os'
import { join } from 'node:path'
import { governedRootOf, projectRootOf } from '../../../config/governed.ts'
import { pathsOf } from '../../../config/paths.ts'
import type { StoredFact } from '../../../core/model/fact.ts'
import type { Environment } from '../../../core/model/json.ts'
import { isoTime } from '../../../core/model/time.ts'
import { redact } from '../../../core/rules/text/redact.ts'
import { DOCTOR_TEXTS } from '../../../core/words/doctor.ts'
import { writeNew } from '../../../disk/new-file.ts'
import { readTail } from '../../../disk/read-file.ts'
import { readGaps } from '../../../stores/gaps.ts'
import { VERSION } from '../../../wiring/version.ts'
import { gapsFileOf, governedIn } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed, fileTrouble } from '../exit.ts'
import { openProject, policyOf } from '../open-project.ts'
import { type Context, shortPath } from '../terminal.ts'

const LATEST_FACTS = 200
const LATEST_GAPS = 20
const LOG_LINES = 50
const LOG_BYTES = 64_000

/**
 * Everything somebody needs to look into a problem from afar, in one file. What was run, written or said is not in it:
 * of each fact only its kind, its outcome and its rules. Secrets and the names of home and user are taken out.
 */
export async function writeReport(context: Context, doctor: object): Promise<Exit> {
  const { env, cwd, terminal } = context
  const paths = pathsOf(env)
  const project = governedRootOf(cwd, governedIn(paths)) ?? projectRootOf(cwd) ?? cwd
  const { sources, problems, settings } = await policyOf(env, project)
  const now = new Date()
  const report = {
    fairlead: VERSION,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    at: now.toISOString(),
    doctor,
    policy: { sources, problems, settings: settings.filter(({ from }) => from !== 'default') },
    facts: await latestFacts(context),
    gaps: readGaps(gapsFileOf(paths)).slice(-LATEST_GAPS),
    daemonLog: tail(paths.daemonLog),
  }
  const file = join(cwd, `fairlead-report-${now.toISOString().slice(0, 19).replaceAll(/\D/g, '')}.json`)
  try {
    writeNew(file, `${nameless(JSON.stringify(report, null, 2), env)}\n`, 0o600)
  } catch (error) {
    return failed(DOCTOR_TEXTS.unwritable(shortPath(file, env), fileTrouble(error)))
  }
  terminal.out(DOCTOR_TEXTS.wroteReport(shortPath(file, env)))
  terminal.out(DOCTOR_TEXTS.readReport)
  return DONE
}

async function latestFacts(context: Context): Promise<readonly object[]> {
  const opened = await openProject(context)
  if (!opened.ok) return []
  try {
    const { store, project } = opened.open
    return (await store.facts(project, { newest: LATEST_FACTS })).map(outline)
  } finally {
    await opened.open.store.close()
  }
}

/** Members of a fact that are ours: names, numbers and verdicts, never texts. */
const PLAIN = [
  'outcome',
  'tier',
  'toolKind',
  'rules',
  'doorway',
  'lost',
  'ok',
  'why',
  'door',
  'verb',
  'source',
] as const

function outline({ seq, atMs, runtime, fact }: StoredFact): object {
  const fields = fact as Readonly<Record<string, unknown>>
  const plain = PLAIN.flatMap((name) => (name in fields ? [[name, fields[name]]] : []))
  return { seq, at: isoTime(atMs), runtime, kind: fact.kind, ...Object.fromEntries(plain) }
}

function tail(file: string): readonly string[] {
  return readTail(file, LOG_BYTES)?.split('\n').slice(-LOG_LINES) ?? []
}

function nameless(json: string, env: Environment): string {
  const { home } = pathsOf(env)
  const text = redact(json)
  // In a container the home may be the root: every path would lose its shape, and nobody is named by it.
  const homeless = home === '/' ? text : text.replaceAll(home, '~')
  return homeless.replaceAll(`/${userInfo().username}/`, '/user/')
}
