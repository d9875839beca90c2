import { resolve } from 'node:path'
import { constitutionOf, type RoleGround, rolesOf } from '../../../anchor/governance.ts'
import { readOwn } from '../../../anchor/own-file.ts'
import { pathsOf } from '../../../config/paths.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { describe } from '../../../core/protocols/anchor/block.ts'
import { readConstitution } from '../../../core/protocols/anchor/constitution.ts'
import { count } from '../../../core/words/count.ts'
import { homesHere } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { projectHere } from '../open-project.ts'
import { oneLine, rows } from '../show.ts'
import type { Context } from '../terminal.ts'

/** Every role that an agent may bind to here; those that Fairlead brings are listed before they are written. */
export async function anchorRoles(context: Context, options: { readonly json?: boolean }): Promise<Exit> {
  const { terminal } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const ground = groundOf(context, here.open)
  const roles = rolesOf(ground).map((name) => {
    const file = constitutionOf(ground, name)
    const read = readConstitution(file?.text ?? '')
    const { mission, trust } = read.ok ? read.constitution : { mission: 'cannot be read', trust: 'worker' }
    return { name, mission: oneLine(mission), trust, path: file?.path ?? '' }
  })
  if (options.json) terminal.out(JSON.stringify(roles, null, 2))
  else
    for (const line of rows(roles.map(({ name, trust, mission }) => [name, `${trust}: ${mission}`]))) terminal.out(line)
  return DONE
}

export async function anchorShow(
  context: Context,
  role: string,
  { json }: { readonly json?: boolean } = {},
): Promise<Exit> {
  const { terminal } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const file = constitutionOf(groundOf(context, here.open), role)
  if (file === undefined)
    return failed(`there is no role \`${oneLine(role)}\` here; \`fairlead anchor roles\` lists them`)
  const read = readConstitution(file.text)
  if (!read.ok)
    return failed(
      `\`${file.path}\` lacks ${read.missing.join(' and ')}; \`fairlead anchor lint ${file.path}\` shows where`,
    )
  const { constitution } = read
  if (json) {
    terminal.out(JSON.stringify({ path: file.path, ...constitution }, null, 2))
    return DONE
  }
  terminal.out(`${constitution.role} (${file.path})`)
  const about = [
    ['cognition', constitution.cognition],
    ['archetypes', constitution.archetypes.join(', ')],
    ['trust', constitution.trust],
    ['mission', oneLine(constitution.mission)],
    ['gate', oneLine(constitution.gate)],
  ] as const
  for (const line of rows(about)) terminal.out(line)
  terminal.out('\nheld to')
  for (const line of rows(constitution.constraints.map(({ id, text }) => [id, oneLine(text)]))) terminal.out(line)
  return DONE
}

function groundOf({ env }: Context, project: ProjectRoot): RoleGround {
  return { project, home: homesHere(pathsOf(env))(project).own }
}

/** Every problem with its place. Exit code 1 when an agent could not bind to this role. */
export async function anchorLint({ terminal, cwd }: Context, file: string): Promise<Exit> {
  const text = readOwn(resolve(cwd, file))
  if (text === undefined) return failed(`\`${oneLine(file)}\` isn't a readable text file; name another`)
  const read = readConstitution(text)
  for (const problem of read.problems) terminal.out(`${file}: ${oneLine(describe(problem), 300)}`)
  if (!read.ok) return failed(`\`${oneLine(file)}\` lacks ${read.missing.join(' and ')}; no agent can bind to it`)
  if (read.problems.length > 0)
    return failed(
      `\`${oneLine(file)}\` has ${count(read.problems.length, 'problem')}; those lines are ignored until they're fixed`,
    )
  const { role, constraints } = read.constitution
  terminal.out(`${file}: ${role} can be bound to; ${count(constraints.length, 'constraint')}`)
  return DONE
}
