import { describe, expect, it } from 'vitest'
import { AROUND, common, PROJECT, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { decide } from '../../decide.ts'
import type { BackupReport } from '../../model/backup.ts'
import type { Event, EventOf } from '../../model/event.ts'
import { sessionId } from '../../model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE, type State } from '../../model/state.ts'
import { mayNeedBackup } from './back-up.ts'

const TAKEN: Extract<BackupReport, { kind: 'taken' }> = {
  kind: 'taken',
  id: '20300102-030405-abcdef',
  root: PROJECT,
  tree: 'f'.repeat(40),
  files: 3,
  bytes: 30,
  leftOut: 0,
  leftNames: [],
  whole: true,
  covered: [],
}
const FAILED: BackupReport = { kind: 'failed', root: PROJECT, why: 'the disk is full' }

const person = (verb: 'approve' | 'dismiss' | 'pause'): Event => ({
  ...common(),
  kind: 'edge',
  session: sessionId('terminal'),
  verb,
  proof: { kind: 'human', door: 'cli' },
})

function with_(backup: Partial<Policy['backup']>, level: Policy['edge']['level'] = 'gate'): Policy {
  const { edge } = DEFAULT_POLICY
  return { ...DEFAULT_POLICY, edge: { ...edge, level }, backup: { ...DEFAULT_POLICY.backup, ...backup } }
}

/** The state after a call was held and a person let it pass. */
function approved(command: string, verb: 'approve' | 'dismiss' | 'pause' = 'approve'): State {
  return play([shell(command), person(verb)]).state
}

function retry(command: string, backups?: readonly BackupReport[]): EventOf<'tool.before'> {
  return shell(command, { around: { ...AROUND, ...(backups && { backups }) } })
}

const facts = (state: State, event: Event, policy: Policy = DEFAULT_POLICY) =>
  decide(state, event, policy).facts.filter(({ kind }) => kind.startsWith('backup.') || kind.startsWith('allowance.'))

describe('a call that a person let pass', () => {
  it('[PLANE-B2] wants a copy of what it may lose before it runs', () => {
    for (const verb of ['approve', 'dismiss', 'pause'] as const) {
      const { needs } = decide(approved('git reset --hard', verb), retry('git reset --hard'), DEFAULT_POLICY)
      expect(needs).toEqual({ asked: [], folders: [PROJECT], before: 'git reset --hard' })
    }
    const elsewhere = 'cd sub && git checkout -- a.ts && git -C /srv/repo reset --hard'
    for (const below of ['git -C sub reset --hard', 'cd sub && git -C x reset --hard', 'cd sub && git reset --hard'])
      expect(decide(approved(below), retry(below), DEFAULT_POLICY).needs?.folders.at(-1)).toMatch(
        /\/project\/sub(?:\/x)?$/,
      )
    expect(decide(approved(elsewhere), retry(elsewhere), DEFAULT_POLICY).needs).toEqual({
      asked: [`${PROJECT}/sub/a.ts`],
      folders: [PROJECT, `${PROJECT}/sub`, '/srv/repo'],
      before: elsewhere,
    })
  })

  it('[PLANE-B2] has its copy on record and told to the person', () => {
    const state = approved('git reset --hard')
    const { decision, needs } = decide(state, retry('git reset --hard', [TAKEN]), DEFAULT_POLICY)
    expect({ decision, needs }).toEqual({
      decision: {
        kind: 'allow',
        notice: `backup ${TAKEN.id}: 3 files; undo with \`fairlead backup restore ${TAKEN.id}\``,
      },
      needs: undefined,
    })
    expect(facts(state, retry('git reset --hard', [TAKEN]))).toEqual([
      expect.objectContaining({ kind: 'allowance.reserved' }),
      { ...TAKEN, kind: 'backup.taken', before: 'git reset --hard' },
    ])
  })

  it('[PLANE-B3] says what was left out', () => {
    const report = { ...TAKEN, leftOut: 7, leftNames: ['node_modules', 'big.bin'] }
    const event = { ...retry('git reset --hard', [report]), around: { ...AROUND, cli: '~/bin/fl', backups: [report] } }
    expect(decide(approved('git reset --hard'), event, DEFAULT_POLICY).decision).toEqual({
      kind: 'allow',
      notice: `backup ${TAKEN.id}: 3 files, 7 left out (\`node_modules\`, \`big.bin\`); undo with \`~/bin/fl backup restore ${TAKEN.id}\``,
    })
  })

  it('[PLANE-B7] passes with a word when no copy could be made, and is refused where the policy says so', () => {
    const state = approved('git reset --hard')
    const event = retry('git reset --hard', [TAKEN, FAILED])
    expect(decide(state, event, DEFAULT_POLICY).decision).toEqual({
      kind: 'allow',
      notice: expect.stringContaining(`no backup of \`${PROJECT}\` before this call: the disk is full`),
    })
    const strict = with_({ onFailure: 'block' })
    expect(decide(state, event, strict).decision).toEqual({
      kind: 'block',
      reasons: [{ ruleId: 'PLANE-B7', text: expect.stringContaining('the disk is full') }],
      headline: expect.stringMatching(/^Fairlead blocked "git reset --hard": /),
    })
    // A block spends nothing.
    expect(facts(state, event, strict).map(({ kind }) => kind)).toEqual(['backup.taken', 'backup.failed'])
    expect(decide(state, retry('git reset --hard', [TAKEN]), strict).decision.kind).toBe('allow')
  })

  it('[PLANE-B7] is on record as without a copy when nobody could be asked for one', () => {
    const [, missed] = facts(approved('git reset --hard'), retry('git reset --hard'))
    expect(missed).toMatchObject({ kind: 'backup.failed', why: 'the approval came while the call was on its way' })
  })

  it('[PLANE-B2] needs no copy when it loses no file', () => {
    for (const command of ['git push', 'git stash drop', 'npm publish'])
      expect(decide(approved(command), retry(command), DEFAULT_POLICY).needs).toBeUndefined()
    expect(decide(INITIAL_STATE, retry('ls'), with_({ before: 'protected' })).needs).toBeUndefined()
  })

  it('[PLANE-B2] follows the policy: never, discards a person let pass, or everything in the protected tier', () => {
    const needs = (policy: Policy, command: string, state = approved(command)) =>
      decide(state, retry(command), policy).needs !== undefined
    expect([
      needs(with_({ before: 'nothing' }), 'git reset --hard'),
      needs(with_({}, 'observe'), 'git reset --hard'),
      needs(with_({ before: 'protected' }, 'observe'), 'git reset --hard', INITIAL_STATE),
      needs(with_({ before: 'protected' }), 'git push'),
      needs(with_({ before: 'protected' }), 'git push', INITIAL_STATE),
    ]).toEqual([false, false, true, true, false])
  })

  it('[PLANE-B2] is not looked at where no copy can be due', () => {
    const exceptions = [{ rule: 'git.reset-hard', command: 'git reset --hard', project: PROJECT, folder: PROJECT }]
    const held = play([shell('git reset --hard')]).state
    const spent = play([shell('git reset --hard'), person('approve'), shell('git reset --hard')]).state
    const rows: readonly (readonly [State, Policy, boolean])[] = [
      [held, DEFAULT_POLICY, false],
      [spent, DEFAULT_POLICY, false],
      [approved('git push'), DEFAULT_POLICY, true],
      [approved('git push', 'dismiss'), DEFAULT_POLICY, true],
      [approved('git push', 'pause'), DEFAULT_POLICY, true],
      [held, { ...DEFAULT_POLICY, exceptions }, true],
      [approved('git push'), with_({}, 'steer'), false],
      [held, with_({ before: 'protected' }), true],
      [approved('git push'), with_({ before: 'nothing' }), false],
    ]
    for (const [state, policy, expected] of rows) expect(mayNeedBackup(state, policy, shell('git push'))).toBe(expected)
    const file = { path: `${PROJECT}/a.ts`, exists: true, added: [['x']] }
    const revert = shell('git checkout -- a.ts', { around: { ...AROUND, paths: [file] } })
    expect(mayNeedBackup(INITIAL_STATE, DEFAULT_POLICY, revert)).toBe(true)
  })
})

describe('an act of a person at the command line', () => {
  it('[PLANE-B8] is on record, and no session of an agent is made of it', () => {
    const restored = { id: TAKEN.id, root: PROJECT, files: 2, undo: 'other' }
    const acts: readonly EventOf<'backup'>['act'][] = [
      { kind: 'create', report: TAKEN, reason: 'by hand' },
      { kind: 'create', report: FAILED, reason: 'by hand' },
      { kind: 'restore', ...restored },
    ]
    const played = play(acts.map((act) => ({ ...common(), kind: 'backup', act })))
    expect(played.facts.flat()).toEqual([
      { ...TAKEN, kind: 'backup.taken', before: 'by hand' },
      { ...FAILED, kind: 'backup.failed', before: 'by hand' },
      { kind: 'backup.restored', ...restored },
    ])
    expect(played.state).toEqual(INITIAL_STATE)
  })
})
