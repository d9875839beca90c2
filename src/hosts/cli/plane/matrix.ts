import { projectRootOf } from '../../../config/governed.ts'
import type { Override, Tier } from '../../../core/model/assessment.ts'
import type { Role } from '../../../core/model/plane.ts'
import { postureOf } from '../../../core/protocols/plane/posture.ts'
import { DONE, type Exit } from '../exit.ts'
import { policyOf } from '../open-project.ts'
import type { Context } from '../terminal.ts'

interface Stake {
  readonly name: string
  readonly tier: Tier
  readonly override: Override
  readonly reversible: boolean
}

const STAKES: readonly Stake[] = [
  { name: 'routine', tier: 'routine', override: 'any-door', reversible: true },
  { name: 'junction, everything in a backup', tier: 'junction', override: 'any-door', reversible: true },
  { name: 'junction, cannot be taken back', tier: 'junction', override: 'any-door', reversible: false },
  { name: 'recursive delete, everything in a backup', tier: 'catastrophic', override: 'any-door', reversible: true },
  { name: 'recursive delete, cannot be taken back', tier: 'catastrophic', override: 'any-door', reversible: false },
  { name: 'root, home, disks, the gate itself', tier: 'catastrophic', override: 'never', reversible: true },
]
const COLUMNS: readonly Role[] = ['human', 'director', 'worker']

/** PLANE-L15h: who is met how. Printed from the very function that decides. */
export async function planeMatrix(context: Context, { json }: { readonly json?: boolean }): Promise<Exit> {
  const { policy } = await policyOf(context.env, projectRootOf(context.cwd) ?? context.cwd)
  const { roles } = policy
  const rows = STAKES.map(({ name, ...stake }) => ({
    call: name,
    ...Object.fromEntries(COLUMNS.map((role) => [role, postureOf({ role, ...stake })])),
  }))
  const { terminal } = context
  if (json) {
    terminal.out(JSON.stringify({ roles, rows }, null, 2))
    return DONE
  }
  const width = Math.max(...STAKES.map(({ name }) => name.length))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(index === 0 ? width : 8))
      .join('  ')
      .trimEnd()
  terminal.out(terminal.colors.dim(line(['', ...COLUMNS])))
  for (const row of rows) terminal.out(line(Object.values(row)))
  const director =
    roles.director === 'none' ? 'none' : `${roles.director}; a hold waits ${roles.directorSeconds} s for it`
  terminal.out(`main agent: ${roles.main}; director: ${director}`)
  return DONE
}
