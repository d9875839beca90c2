import { closeSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { codeOf } from '../../../install/file-state.ts'
import { exportLines } from '../../../stores/export.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { fileTrouble } from '../file-trouble.ts'
import { withProject } from '../open-project.ts'
import { count } from '../show.ts'
import type { Context } from '../terminal.ts'

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
    terminal.out(`exported ${count(written - 1, 'fact')}; check it anywhere with \`fairlead audit verify ${out}\``)
    return DONE
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return failed(`\`${out}\` exists and was kept; name another file`)
    return failed(`\`${out}\` cannot be written (${fileTrouble(error)}); name another file`)
  }
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
