import { closeSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredFact } from '../../../core/model/fact.ts'
import { isoTime } from '../../../core/model/time.ts'
import { AUDIT_TEXTS, CLI_TEXTS } from '../../../core/words/cli.ts'
import { codeOf } from '../../../disk/error-code.ts'
import { exportedLines, exportLines, verifyExport } from '../../../stores/export.ts'
import type { Verification } from '../../../stores/store.ts'
import { wholeNumber } from '../arguments.ts'
import { DONE, type Exit, failed, fileTrouble, misused } from '../exit.ts'
import { withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Checks the audit log of this project, or an export of any project without touching a database. */
export async function auditVerify(
  context: Context,
  file: string | undefined,
  { json = false }: { readonly json?: boolean } = {},
): Promise<Exit> {
  if (file !== undefined) return verifyFile(context, file, json)
  return withProject(context, async ({ project, store }) =>
    judge(context, await store.verify(project), { what: shortPath(project, context.env), json }),
  )
}

function verifyFile(context: Context, file: string, json: boolean): Exit {
  try {
    return judge(context, verifyExport(exportedLines(resolve(context.cwd, file))), { what: file, json })
  } catch (error) {
    return failed(CLI_TEXTS.unreadable(file, fileTrouble(error)))
  }
}

function judge(
  { terminal, env }: Context,
  found: Verification,
  { what, json }: { readonly what: string; readonly json: boolean },
): Exit {
  if (json) terminal.out(JSON.stringify(found, null, 2))
  if (!found.ok) return failed(AUDIT_TEXTS.broken(what, found.problem, found.facts))
  if (json) return DONE
  const { upTo, newer, by } = found.vouched ?? { upTo: 0, newer: 0, by: '' }
  const vouched = upTo === 0 ? '' : AUDIT_TEXTS.vouched(upTo, newer, shortPath(by, env))
  terminal.out(`${terminal.colors.green('verified')}${AUDIT_TEXTS.verified(found.facts, found.head)}${vouched}`)
  return DONE
}

/** One fact per line, and a last line with the head; to a file that must not exist yet, or to the terminal. */
export async function auditExport(context: Context, { out }: { readonly out?: string }): Promise<Exit> {
  return withProject(context, async ({ project, store }) => {
    const lines = exportLines(store, project)
    if (out !== undefined) return exportTo(context, out, lines)
    for await (const line of lines) context.terminal.out(line)
    return DONE
  })
}

async function exportTo({ terminal, cwd }: Context, out: string, lines: AsyncIterable<string>): Promise<Exit> {
  try {
    const written = await writeLines(resolve(cwd, out), lines)
    terminal.out(AUDIT_TEXTS.exported(written - 1, out))
    return DONE
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return failed(CLI_TEXTS.exists(out))
    return failed(CLI_TEXTS.unwritable(out, fileTrouble(error)))
  }
}

/** The file appears complete or not at all, and never replaces another. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
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

interface TailOptions {
  readonly lines: string
  readonly follow?: boolean
  readonly json?: boolean
}

const POLL_MS = 500
const MAX_LINES = 10_000

/** The newest facts, oldest of them first. */
export async function auditTail(context: Context, options: TailOptions): Promise<Exit> {
  const newest = wholeNumber(options.lines, MAX_LINES)
  if (newest === undefined) return misused(AUDIT_TEXTS.badLines(options.lines, MAX_LINES))
  return withProject(context, async ({ store, project }) => {
    let facts = await store.facts(project, { newest })
    for (let after = 0; ; ) {
      for (const fact of facts) context.terminal.out(options.json ? JSON.stringify(fact) : describe(context, fact))
      if (!options.follow) return DONE
      after = facts.at(-1)?.seq ?? after
      await sleep(POLL_MS)
      facts = await store.facts(project, { after, limit: MAX_LINES })
    }
  })
}

function describe({ terminal }: Context, row: StoredFact): string {
  const { dim, bold } = terminal.colors
  const { kind, ...rest } = row.fact
  const details = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
  return `${dim(`${row.seq}`.padStart(6))} ${dim(isoTime(row.atMs))} ${dim(row.runtime.padEnd(11))} ${bold(kind)} ${oneLine(details, 200)}`
}
