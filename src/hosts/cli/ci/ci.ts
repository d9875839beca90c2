import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { StoredFact } from '../../../core/model/fact.ts'
import { CI_TEXTS, type CiRow, ciSummary } from '../../../core/words/cli-status.ts'
import { replaceFile } from '../../../disk/replace-file.ts'
import { RUNTIME_NAMES } from '../../../install/plan-install.ts'
import { exportLines } from '../../../stores/export.ts'
import { writeLines } from '../audit/audit.ts'
import { DONE, type Exit, failed, fileTrouble, misused } from '../exit.ts'
import { init } from '../install/init.ts'
import { everyFact, type OpenProject, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { holdHistory } from '../status/hold-history.ts'
import type { Context } from '../terminal.ts'

interface CiOptions {
  readonly out: string
}

const AUDIT = 'audit.jsonl'
const SUMMARY = 'summary.md'
const WHAT_CHARS = 200

/** Sets this project up, runs one command below the hooks, and tells what was stopped. Nobody is asked anything. */
export async function ci(context: Context, words: readonly string[], { out }: CiOptions): Promise<Exit> {
  const [program, ...args] = words
  if (program === undefined) return misused(CI_TEXTS.noCommand)
  const ready = await setUp(context)
  if (ready.code !== 0) return ready
  let before = 0
  const counted = await withProject(context, async (open) => {
    before = (await open.store.facts(open.project, { newest: 1 })).at(-1)?.seq ?? 0
    return DONE
  })
  if (counted.code !== 0) return counted
  const ended = await runCommand(context, program, args)
  if ('problem' in ended) return failed(CI_TEXTS.notStarted(program, ended.problem))
  return withProject(context, async (open) => {
    const run = await runSince(open, before)
    if (run.rows.length === 0 && !run.wasSeen) return failed(CI_TEXTS.notSeen)
    const trouble = await writeArtefacts(context, open, { out, command: words.join(' '), ...run })
    if (trouble !== undefined) return failed(trouble)
    for (const { outcome, what, why } of run.rows) context.terminal.out(CI_TEXTS.line(outcome, what, why))
    if (run.rows.length === 0) context.terminal.out(CI_TEXTS.passed(run.calls))
    context.terminal.out(CI_TEXTS.written(out))
    if (run.rows.length > 0) return failed(CI_TEXTS.stopped(run.rows.length))
    return ended.code === 0 ? DONE : failed(CI_TEXTS.ended(basename(program), ended.code))
  })
}

/** For every client: on a bare runner nothing tells which one the command starts. What `init` has to say is shown when it fails. */
async function setUp(context: Context): Promise<Exit> {
  const lines: string[] = []
  const quiet = { ...context, terminal: { ...context.terminal, out: (text: string) => void lines.push(text) } }
  const exit = await init(quiet, { scope: 'user', yes: true, runtime: RUNTIME_NAMES })
  if (exit.code !== 0) for (const line of lines) context.terminal.out(line)
  return exit
}

type Ended = { readonly code: number | null } | { readonly problem: string }

function runCommand({ cwd, env }: Context, program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env: { ...env }, stdio: 'inherit' })
    child.on('error', (error) => done({ problem: error.message }))
    child.on('close', (code) => done({ code }))
  })
}

interface Run {
  readonly calls: number
  readonly rows: readonly CiRow[]
  readonly wasSeen: boolean
}

async function runSince(open: OpenProject, before: number): Promise<Run> {
  const history = holdHistory()
  const judged: Extract<StoredFact['fact'], { readonly kind: 'call.judged' }>[] = []
  let wasSeen = false
  for await (const row of everyFact(open)) {
    history.see(row)
    if (row.seq <= before) continue
    wasSeen ||= row.fact.kind === 'session.started'
    if (row.fact.kind === 'call.judged') judged.push(row.fact)
  }
  const why = new Map(history.holds().map(({ command, reason }) => [command, reason]))
  const rows = judged.flatMap(({ outcome, preview, rules }) =>
    outcome === 'hold' || outcome === 'ask' || outcome === 'block'
      ? [
          {
            outcome,
            what: oneLine(preview, WHAT_CHARS),
            why: oneLine(why.get(preview) ?? rules.join(', '), WHAT_CHARS),
          },
        ]
      : [],
  )
  return { calls: judged.length, rows, wasSeen: wasSeen || judged.length > 0 }
}

type Artefacts = Run & { readonly out: string; readonly command: string }

async function writeArtefacts(
  { cwd }: Context,
  { store, project }: OpenProject,
  { out, command, calls, rows }: Artefacts,
): Promise<string | undefined> {
  const folder = resolve(cwd, out)
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of [AUDIT, SUMMARY]) rmSync(join(folder, name), { force: true })
    const facts = (await writeLines(join(folder, AUDIT), exportLines(store, project))) - 1
    const found = await store.verify(project)
    const head = found.ok ? found.head : found.problem
    const text = ciSummary({ command: oneLine(command, WHAT_CHARS), calls, rows, facts, head, file: join(out, AUDIT) })
    replaceFile(join(folder, SUMMARY), text, { mode: 0o644, survives: 'kill' })
    return undefined
  } catch (error) {
    return fileTrouble(error)
  }
}
