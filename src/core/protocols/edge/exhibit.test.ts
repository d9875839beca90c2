import { describe, expect, it } from 'vitest'
import { AROUND, after, before, PROJECT, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { person } from '../../../../test/support/people.ts'
import type { Exhibit, ExhibitPart } from '../../model/exhibit.ts'
import { fingerprint } from '../../model/ids.ts'
import { WHY_ENDED } from '../../words/edge.ts'
import { settleSessions } from './settle.ts'

const file = (name: string, print: string): ExhibitPart => ({ kind: 'file', name, path: `${PROJECT}/${name}`, print })
const head = (print: string): ExhibitPart => ({ kind: 'commit', name: 'HEAD', print })
const remote = (name: string, print: string): ExhibitPart => ({ kind: 'remote', name, print })
const call = (command: string, ...exhibit: Exhibit) => shell(command, { around: { ...AROUND, exhibit } })
const kinds = (events: Parameters<typeof play>[0]) => play(events).decisions.map(({ kind }) => kind)

describe('what is behind a call', () => {
  const deploy = (...exhibit: Exhibit) => call('./deploy.sh', ...exhibit)

  it('[EDGE-57] an approval counts for the files it was given for', () => {
    const same = [file('deploy.sh', 'a'), file('lib.sh', 'b')] as const
    expect(kinds([deploy(...same), person('approve'), deploy(...same)])).toEqual(['hold', 'allow', 'allow'])
    expect(kinds([deploy(...same), person('approve'), deploy(...same.toReversed())])).toEqual([
      'hold',
      'allow',
      'allow',
    ])
  })

  it.each([
    [[file('deploy.sh', 'a')], [file('deploy.sh', 'b')], '`deploy.sh` was changed'],
    [[file('deploy.sh', 'a')], [file('deploy.sh', 'a'), file('lib.sh', 'c')], '`lib.sh` is new'],
    [[file('deploy.sh', 'a')], [], '`deploy.sh` is gone'],
    [[], [file('deploy.sh', 'a')], '`deploy.sh` is new'],
    [[head('1'), remote('origin', 'u')], [head('2'), remote('origin', 'u')], '`HEAD` was changed'],
    [[remote('origin', 'u')], [remote('origin', 'v')], 'the remote `origin` was changed'],
    [[remote('', 'u')], [remote('', 'v')], "git's push setup was changed"],
    [[], [...'abcde'].map((name) => file(name, '')), '`a` is new, `b` is new, `c` is new, 2 more'],
  ] as const)('[EDGE-57] once it is another, the approval is void and the call held anew (%#)', (then, now, what) => {
    const { decisions, facts, state } = play([deploy(...then), person('approve'), deploy(...now)])
    const why = `${what} since #1 was approved`
    expect(decisions[2]).toMatchObject({
      kind: 'hold',
      number: 2,
      reasons: [{}, { ruleId: 'EDGE-57', text: why }, {}],
    })
    expect(facts[2]).toMatchObject([
      { kind: 'call.judged' },
      { kind: 'grant.rejected', why },
      { kind: 'junction.opened', junction: { number: 2 } },
    ])
    expect(state.edge.allowances).toEqual([])
    expect(play([person('approve'), deploy(...now)], state).decisions.map(({ kind }) => kind)).toEqual([
      'allow',
      'allow',
    ])
  })

  it.each([
    [{ background: true }, 'it now runs in the background'],
    [{ unsandboxed: true }, "it now runs outside the client's sandbox"],
  ] as const)('[EDGE-57] an approval of one way to run it does not cover another (%#)', (way, what) => {
    const plain = () => call('git push')
    const other = () => before({ kind: 'shell', name: 'Bash', command: 'git push', ...way })
    const { decisions } = play([plain(), person('approve'), other()])
    expect(decisions[2]).toMatchObject({
      kind: 'hold',
      reasons: [{}, { text: `${what} since #1 was approved` }, {}, {}],
    })
    expect(kinds([other(), person('approve'), other()])).toEqual(['hold', 'allow', 'allow'])
    expect(play([other(), person('approve'), plain()]).decisions[2]).toMatchObject({
      reasons: [{}, { text: expect.stringContaining('it no longer runs') }, {}, {}],
    })
  })

  it.each([
    [['b two', 'a one'], '1 more commit: b two'],
    [['e', 'd', 'c', 'b', 'a one'], '4 more commits: e, d, c …'],
    [['x amended'], '1 more commit: x amended'],
    [['a one'], '`HEAD` was changed, `main` was changed'],
  ])('[EDGE-127] names what is new in a push (%#)', (commits, what) => {
    const at = (print: string, list: readonly string[]): Exhibit => [
      { ...head(print), commits: list },
      { ...head(print), name: 'main' },
    ]
    const { decisions } = play([deploy(...at('1', ['a one'])), person('approve'), deploy(...at('2', commits))])
    expect(decisions[2]).toMatchObject({ reasons: [{}, { text: `${what} since #1 was approved` }, {}] })
  })

  it('[EDGE-57] the same for a catastrophe, and for what has not been approved yet', () => {
    const wipe = (...exhibit: Exhibit) => call('./clean.sh && rm -rf ../x', ...exhibit)
    const { decisions, facts } = play([
      wipe(file('clean.sh', 'a')),
      person('approve', { hold: 1 }),
      wipe(file('clean.sh', 'b')),
    ])
    expect(decisions[2]).toMatchObject({ kind: 'block', reasons: [{}, {}, { ruleId: 'EDGE-57' }, {}] })
    expect(facts[2]).toMatchObject([{}, { kind: 'grant.rejected' }, { kind: 'junction.opened' }])
    const waiting = play([deploy(file('deploy.sh', 'a')), deploy(file('deploy.sh', 'b'))])
    expect(waiting.facts[1]).toMatchObject([
      {},
      { kind: 'junction.lapsed', number: 1, why: WHY_ENDED.filesChanged },
      { kind: 'junction.opened', junction: { number: 2 } },
    ])
    expect(waiting.state.edge.holds).toMatchObject([{ number: 2 }])
  })

  it('[EDGE-57] where nobody could look, the call is held and nothing is void', () => {
    const unseen: ExhibitPart = { kind: 'file', name: 'other files', print: '1', isUnseen: true }
    const then = file('deploy.sh', 'a')
    const { decisions, state } = play([deploy(then), person('approve'), deploy(then, unseen), deploy(then)])
    expect(decisions.map(({ kind }) => kind)).toEqual(['hold', 'allow', 'hold', 'allow'])
    expect(state.edge.holds).toMatchObject([{ number: 2 }])
  })

  it('[EDGE-57] an approval of another call is left alone', () => {
    const { decisions, state } = play([call('git push', head('1')), person('approve'), deploy(file('deploy.sh', 'a'))])
    expect(decisions[2]).toMatchObject({ kind: 'hold', reasons: [{}, { ruleId: 'EDGE-51' }] })
    expect(state.edge.allowances).toHaveLength(1)
  })

  it('[EDGE-58] similar commands pass with new commits, and not through a changed script, another remote or another hook', () => {
    const push = (command: string, ...exhibit: Exhibit) => call(command, ...exhibit)
    const hook = { ...file('.git/hooks/pre-push', 'h'), path: `${PROJECT}/.git/hooks/pre-push` }
    const usual = [remote('origin', 'u'), hook] as const
    const after = (first: ReturnType<typeof call>, next: ReturnType<typeof call>) =>
      kinds([first, person('dismiss'), next]).at(-1)
    const first = push('git push', head('1'), ...usual)
    expect(after(first, push('git push --tags', head('2'), ...usual))).toBe('allow')
    expect(after(first, push('npm test && git push', head('2'), ...usual, file('package.json', 'p')))).toBe('allow')
    expect(after(first, push('git push', head('1'), remote('origin', 'v'), hook))).toBe('hold')
    expect(after(first, push('git push', head('1'), ...usual.slice(0, 1), { ...hook, print: 'i' }))).toBe('hold')
    expect(after(deploy(file('deploy.sh', 'a')), deploy(file('deploy.sh', 'a')))).toBe('allow')
    expect(after(deploy(file('deploy.sh', 'a')), deploy(file('deploy.sh', 'b')))).toBe('hold')
    const run = (...exhibit: Exhibit) => call('npm run deploy', ...exhibit)
    expect(
      after(run(file('package.json', 'a'), file('x.mjs', 'b')), run(file('package.json', 'a'), file('x.mjs', 'c'))),
    ).toBe('hold')
  })

  it('[EDGE-58] a push inside a script that this session wrote is bound to the script', () => {
    const path = `${PROJECT}/ship.sh`
    const write = before({ kind: 'edit', name: 'Write', changes: [{ op: 'write', path, after: 'git push\n' }] })
    const ship = (print: string) => call('bash ship.sh', file('ship.sh', print))
    const wrote = [write, after(write)]
    expect(kinds([...wrote, ship('a'), person('dismiss'), ship('a')]).slice(2)).toEqual(['hold', 'allow', 'allow'])
    expect(kinds([...wrote, ship('a'), person('dismiss'), ship('b')]).slice(2)).toEqual(['hold', 'allow', 'hold'])
  })
})

describe('all that a call does', () => {
  it('[EDGE-57] one approval covers all findings of a call, and no more than those', () => {
    const both = call('git push && rm -rf ../x')
    const { decisions, state } = play([both])
    expect(decisions).toMatchObject([{ kind: 'block' }])
    expect(state.edge.holds).toMatchObject([
      { catastrophic: true, reason: expect.stringMatching(/deletes .*; pushes commits/) },
    ])
    const approved = play([person('approve', { hold: 1 }), call('git push && rm -rf ../x')], state)
    expect(approved.decisions.map(({ kind }) => kind)).toEqual(['allow', 'allow'])
    expect(approved.facts[1]?.filter(({ kind }) => kind === 'allowance.reserved')).toHaveLength(1)
    // Granted for one of the two, which once freed the whole call.
    expect(kinds([call('git push'), person('approve'), call('git push && rm -rf ../x')]).at(-1)).toBe('block')
  })

  it('[EDGE-57] a script that does more than when it was approved is held again', () => {
    const path = `${PROJECT}/ship.sh`
    const write = (text: string) =>
      before({ kind: 'edit', name: 'Write', changes: [{ op: 'write', path, after: text }] })
    const [one, two] = [write('git push\n'), write('git push\nnpm publish\n')]
    const ship = () => call('bash ship.sh')
    const { decisions } = play([one, after(one), ship(), person('approve'), two, after(two), ship()])
    expect(decisions.at(-1)).toMatchObject({
      kind: 'hold',
      reasons: [{ text: expect.stringMatching(/^Junction required: pushes .*; publishes /) }, {}, {}],
    })
  })

  it('[EDGE-55] the gravest of them says what an approval takes', () => {
    const named = (command: string) => play([call(command)]).state.edge.holds[0]
    expect(named('npm publish')).toMatchObject({ type: 'external', override: 'any-door' })
    expect(named('npm publish && git push')).toMatchObject({ type: 'irreversible', override: 'any-door' })
  })
})

describe('an upgrade', () => {
  it('[EDGE-57, EDGE-58] ends holds and open grants of an earlier scheme, on record', () => {
    const { state } = play([
      call('git push'),
      person('approve'),
      call('npm publish'),
      person('dismiss'),
      call('make deploy'),
    ])
    const old = fingerprint(`2:${'0'.repeat(64)}`)
    const edge = {
      ...state.edge,
      holds: state.edge.holds.map((one) => ({ ...one, fingerprint: old })),
      allowances: state.edge.allowances.map((one) => ({ ...one, fingerprint: old })),
      dismissals: state.edge.dismissals.map((one) => ({ ...one, fingerprint: old })),
    }
    expect(settleSessions({ ...state, edge }, call('ls'))).toMatchObject([
      { kind: 'junction.lapsed', number: 3, why: WHY_ENDED.earlierVersion },
      { kind: 'grant.rejected', why: WHY_ENDED.earlierVersion },
      { kind: 'grant.rejected', why: WHY_ENDED.earlierVersion },
    ])
  })
})
