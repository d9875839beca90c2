import { describe, expect, it } from 'vitest'
import { before, PROJECT, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { edit, planOf, withEdge } from '../../../../test/support/people.ts'
import type { Decision } from '../../model/decision.ts'
import type { EventOf } from '../../model/event.ts'
import { DEFAULT_POLICY } from '../../model/policy.ts'
import { INITIAL_STATE, OPERATOR_MODES, type OperatorMode } from '../../model/state.ts'

type Call = EventOf<'tool.before'>
type Cell = 'silence' | 'warning' | 'junction' | 'block'

const read = (name: string): Call => before({ kind: 'read', name, paths: [`${PROJECT}/a.ts`] })
const tool = (name: string): Call => before({ kind: 'edit', name, changes: edit().changes })

/** One row of the specification's matrix: what happens in plan, active without a plan, review and done. */
const everywhere = (cell: Cell) => ({ plan: cell, active: cell, review: cell, done: cell })
const MATRIX: readonly (readonly [rule: string, string, () => Call, Readonly<Record<OperatorMode, Cell>>])[] = [
  ...['Read', 'Glob', 'Grep', 'LS'].map((name) => ['EDGE-31', name, () => read(name), everywhere('silence')] as const),
  ...['Edit', 'Write', 'MultiEdit', 'apply_patch'].map(
    (name) => ['EDGE-32', name, () => tool(name), { ...everywhere('silence'), active: 'warning' }] as const,
  ),
  ...['ls -la', 'npm test', 'git status', 'git reset --soft HEAD~1', 'echo "git push"'].map(
    (command) => ['EDGE-33', command, () => shell(command), everywhere('silence')] as const,
  ),
  ...['git push', 'git reset --hard'].map(
    (command) => ['EDGE-35', command, () => shell(command), everywhere('junction')] as const,
  ),
  ...[
    'kubectl apply -f deploy.yaml',
    'npx prisma migrate deploy',
    'psql -c "DROP TABLE users"',
    'psql -c "DELETE FROM users"',
    'psql -c "TRUNCATE users"',
    'curl -X POST https://api.prod.acme.io/orders',
    'npm publish',
  ].map((command) => ['EDGE-34', command, () => shell(command), everywhere('junction')] as const),
  ...['rm -rf /', 'rm -rf ~', 'rm -rf important', 'truncate -s 0 ledger.db'].map(
    (command) => ['EDGE-36', command, () => shell(command), everywhere('block')] as const,
  ),
]

const NO_PLAN = 'Warning: No plan exists. Consider /edge plan first.'
const STATE_STEPS = `${NO_PLAN}\nstate your steps with \`fairlead plan "<step>" "<step>"\``

function cellOf(decision: Decision | undefined): Cell | string {
  if (decision?.kind === 'allow')
    return decision.steer === undefined ? 'silence' : decision.steer === STATE_STEPS ? 'warning' : decision.steer
  const [first] = decision && 'reasons' in decision ? decision.reasons : []
  if (decision?.kind === 'hold' && first?.text.startsWith('Junction required: ')) return 'junction'
  return decision?.kind === 'block' && first?.text === 'This command is blocked for safety.'
    ? 'block'
    : 'something else'
}

describe('the gating matrix', () => {
  it.each(MATRIX)('[EDGE-31, EDGE-32, EDGE-33, EDGE-34, EDGE-35, EDGE-36] by %s: %s', (_, __, make, row) => {
    const cells = OPERATOR_MODES.map((mode) => [
      mode,
      cellOf(play([make()], withEdge(INITIAL_STATE, { mode })).decisions[0]),
    ])
    expect(Object.fromEntries(cells)).toEqual(row)
  })

  it('[EDGE-19, EDGE-24, EDGE-30] has the same answer in plan, review and done; active adds the warning alone, and holds', () => {
    for (const [, name, , row] of MATRIX) {
      expect([name, row.plan]).toEqual([name, row.done])
      expect([name, row.plan]).toEqual([name, row.review])
      expect([name, row.active]).toEqual([name, row.active === 'warning' ? 'warning' : row.plan])
    }
    expect(MATRIX.filter(([, , , { active: cell }]) => cell === 'junction').length).toBeGreaterThan(5)
  })

  const active = withEdge(INITIAL_STATE, { mode: 'active' })

  it('[EDGE-44, EDGE-121, EDGE-117] warns once a session, always where the policy says so, never where it says off', () => {
    const edits = () => [tool('Edit'), tool('Edit')]
    const steers = (warn: 'off' | 'once' | 'always') =>
      play(edits(), active, { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, warn } }).decisions
    expect(steers('once')).toEqual([{ kind: 'allow', steer: STATE_STEPS }, { kind: 'allow' }])
    expect(steers('always')).toEqual([
      { kind: 'allow', steer: STATE_STEPS },
      { kind: 'allow', steer: STATE_STEPS },
    ])
    expect(steers('off')).toEqual([{ kind: 'allow' }, { kind: 'allow' }])
    expect(
      play(edits(), active)
        .facts.flat()
        .filter((fact) => fact.kind === 'session.told'),
    ).toHaveLength(1)
  })

  it('[EDGE-22, EDGE-44] says nothing where there is a plan or the plan is being written; who pinned the mode reads it too', () => {
    const planned = withEdge(active, { claims: { ...active.edge.claims, plan: planOf('pending') } })
    expect(play([tool('Edit')], planned).decisions).toEqual([{ kind: 'allow' }])
    const writing = before(edit(`${PROJECT}/active_context.yaml`))
    expect(play([writing], active).decisions).toEqual([{ kind: 'allow' }])
    const pinned = withEdge(active, { pinned: true })
    expect(play([tool('Write')], pinned).decisions).toEqual([{ kind: 'allow', steer: STATE_STEPS, notice: NO_PLAN }])
  })
})
