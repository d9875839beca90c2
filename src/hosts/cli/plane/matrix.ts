import { projectRootOf } from '../../../config/governed.ts'
import type { Override, Tier } from '../../../core/model/assessment.ts'
import type { Role } from '../../../core/model/plane.ts'
import { postureOf } from '../../../core/protocols/plane/posture.ts'
import { LEVEL_TEXTS, POSTURE_NAMES, STAKE_NAMES } from '../../../core/words/cli-policy.ts'
import { DONE, type Exit } from '../exit.ts'
import { policyOf } from '../open-project.ts'
import type { Context } from '../terminal.ts'

interface Stake {
  readonly name: keyof typeof STAKE_NAMES
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

/** PLANE-L15h: what happens to the calls of each role, from the function that decides. */
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
  const width = Math.max(...STAKES.map(({ name }) => STAKE_NAMES[name].length))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(index === 0 ? width : 8))
      .join('  ')
      .trimEnd()
  terminal.out(terminal.colors.dim(line(['', ...COLUMNS])))
  for (const { name, ...stake } of STAKES) {
    terminal.out(line([STAKE_NAMES[name], ...COLUMNS.map((role) => POSTURE_NAMES[postureOf({ role, ...stake })])]))
  }
  const director = roles.director === 'none' ? 'none' : LEVEL_TEXTS.director(roles.director, roles.directorSeconds)
  terminal.out(LEVEL_TEXTS.main(roles.main, director))
  return DONE
}
