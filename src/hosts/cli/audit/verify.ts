import { resolve } from 'node:path'
import { readLines, verifyExport } from '../../../stores/export.ts'
import type { Verification } from '../../../stores/store.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { fileTrouble } from '../file-trouble.ts'
import { withProject } from '../open-project.ts'
import { count } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Checks the chain of this project, or an export of any project without touching a database. */
export async function auditVerify(context: Context, file: string | undefined): Promise<Exit> {
  if (file !== undefined) return verifyFile(context, file)
  return withProject(context, async ({ project, store }) =>
    judge(context, await store.verify(project), shortPath(project, context.env)),
  )
}

function verifyFile(context: Context, file: string): Exit {
  try {
    return judge(context, verifyExport(readLines(resolve(context.cwd, file))), file)
  } catch (error) {
    return failed(`\`${file}\` cannot be read (${fileTrouble(error)}); check the path`)
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
