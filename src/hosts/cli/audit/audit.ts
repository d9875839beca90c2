import { closeSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredFact } from '../../../core/model/fact.ts'
import { isoTime } from '../../../core/model/time.ts'
import { codeOf } from '../../../install/file-state.ts'
import { exportLines, readLines, verifyExport } from '../../../stores/export.ts'
import type { Verification } from '../../../stores/store.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type OpenProject, openProject } from '../open-project.ts'
import { count, oneLine } from '../show.ts'
import { countFacts } from '../status/status.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Checks the chain of this project, or an export of any project without touching a database. */
export async function auditVerify(context: Context, file: string | undefined): Promise<Exit> {
  if (file !== undefined) return verifyFile(context, file)
  return withProject(context, async ({ project, store }) =>
    judge(context, await store.verify(project), shortPath(project, context.env)),
  )
}

async function verifyFile(context: Context, file: string): Promise<Exit> {
  try {
    return judge(context, verifyExport(readLines(resolve(context.cwd, file))), file)
  } catch (error) {
    return failed(`\`${file}\` cannot be read (${codeOf(error)}); check the path`)
  }
}

function judge({ terminal }: Context, found: Verification, what: string): Exit {
  if (!found.ok) {
    return failed(
      `the audit of \`${what}\` does not hold: ${found.problem}; ${count(found.facts, 'fact')} before that verified; keep the file and look who changed it`,
    )
  }
  terminal.out(`${terminal.colors.green('verified')}: ${count(found.facts, 'fact')}, head ${found.head.slice(0, 16)}`)
  return DONE
}

/** One fact per line, and a last line with the head; to a file that must not exist yet, or to the terminal. */
export async function auditExport(context: Context, options: { readonly out?: string }): Promise<Exit> {
  return withProject(context, async ({ project, store }) => {
    const { out } = options
    if (out === undefined) {
      for await (const line of exportLines(store, project)) context.terminal.out(line)
      return DONE
    }
    try {
      const lines = await writeLines(resolve(context.cwd, out), exportLines(store, project))
      context.terminal.out(
        `exported ${count(lines - 1, 'fact')}; check it anywhere with \`fairlead audit verify ${out}\``,
      )
      return DONE
    } catch (error) {
      const code = codeOf(error)
      if (code === 'unknown') throw error
      return failed(
        code === 'EEXIST'
          ? `\`${out}\` exists and was kept; name another file`
          : `\`${out}\` cannot be written (${code}); name another file`,
      )
    }
  })
}

/** The file appears whole or not at all, and never in the place of another. */
async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  const part = `${path}.part-${process.pid}`
  const file = openSync(part, 'wx', 0o600)
  let written = 0
  try {
    for await (const line of lines) {
      const bytes = Buffer.from(`${line}\n`)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      written += 1
    }
    linkSync(part, path)
  } finally {
    closeSync(file)
    rmSync(part, { force: true })
  }
  return written
}

export interface TailOptions {
  readonly lines: string
  readonly follow?: boolean
}

const POLL_MS = 500
const MAX_LINES = 10_000

/** The newest facts, oldest of them first. */
export async function auditTail(context: Context, options: TailOptions): Promise<Exit> {
  const lines = Number(options.lines)
  if (!Number.isInteger(lines) || lines < 1 || lines > MAX_LINES) {
    return misused(`\`${options.lines}\` is no number of lines; give one from 1 to ${MAX_LINES}`)
  }
  return withProject(context, async (open) => {
    let after = Math.max(0, (await countFacts(open)) - lines)
    for (;;) {
      const facts = await open.store.facts(open.project, { after, limit: MAX_LINES })
      for (const fact of facts) context.terminal.out(describe(context, fact))
      after = facts.at(-1)?.seq ?? after
      if (!options.follow) return DONE
      await sleep(POLL_MS)
    }
  })
}

function describe({ terminal }: Context, row: StoredFact): string {
  const { dim, bold } = terminal.colors
  const { kind, ...rest } = row.fact
  const details = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
  return `${dim(`${row.seq}`.padStart(6))} ${dim(isoTime(row.atMs))} ${dim(row.runtime.padEnd(11))} ${bold(kind)} ${oneLine(details, 200)}`
}

async function withProject(context: Context, work: (open: OpenProject) => Promise<Exit>): Promise<Exit> {
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  try {
    return await work(opened.open)
  } finally {
    await opened.open.store.close()
  }
}
