import { describe, expect, it } from 'vitest'
import { AROUND, after, before, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'
import { madeBy } from './made-by.ts'
import { pushesOwnBranch } from './push-scope.ts'

const ID = '0123456789abcdef'.repeat(4)
const LITERAL: Policy = { ...DEFAULT_POLICY, edge: { ...DEFAULT_POLICY.edge, ownWork: 'hold' } }
const SHARED_ONLY: Policy = { ...DEFAULT_POLICY, git: { pushScope: 'shared-branches' } }

/** What becomes of `then` after `first` ran and printed `output`. */
function verdict(
  [first, output, then]: readonly [string, string, string],
  policy = DEFAULT_POLICY,
): string | undefined {
  const ran = shell(first)
  const outcome = { ok: true, output } as const
  return play([ran, after(ran, { outcome }), shell(then)], INITIAL_STATE, policy).decisions.at(-1)?.kind
}

const OWN = [
  ['git checkout -b fix/x', "Switched to a new branch 'fix/x'", 'git branch -D fix/x'],
  ['git switch -c fix/x && npm test', "Switched to a new branch 'fix/x'", 'git branch --delete --force fix/x'],
  ['git branch fix/x', '', 'git branch -D fix/x'],
  ['docker run -d --name web nginx', `${ID}\n`, 'docker rm -f web'],
  ['docker run -d nginx', `${ID}\n`, `docker rm -f ${ID.slice(0, 12)}`],
  ['podman create --name web nginx', `${ID}\n`, 'podman rm -fv web'],
  ['createdb scratch', '', 'dropdb --if-exists scratch'],
  ['createdb scratch', '', "psql scratch -c 'DELETE FROM users WHERE id = 7'"],
  ['createdb scratch', '', "psql -q -d scratch <<< 'delete from users where id = 7; select 1'"],
] as const

const OTHERS = [
  // Nothing shows that it was not there before.
  ['git checkout -b fix/x; true', "fatal: a branch named 'fix/x' already exists", 'git branch -D fix/x'],
  ['git branch fix/x; true', '', 'git branch -D fix/x'],
  ['git branch -f fix/x', '', 'git branch -D fix/x'],
  ['git status', '', 'git branch -D fix/x'],
  ['docker run --name web nginx', 'the name is already in use', 'docker rm -f web'],
  ['docker ps', ID, 'docker rm -f web'],
  ['createdb -h db.example.com scratch', '', 'dropdb scratch'],
  ['createdb scratch; true', '', 'dropdb scratch'],
  // It names something else, too, or does something else.
  ['git checkout -b fix/x', "Switched to a new branch 'fix/x'", 'git branch -D fix/x main'],
  ['git checkout -b fix/x', "Switched to a new branch 'fix/x'", 'git branch -f fix/x HEAD~3'],
  ['git checkout -b fix/x', "Switched to a new branch 'fix/x'", 'git push origin --delete fix/x'],
  ['docker run -d --name web nginx', ID, 'docker rm -f web db'],
  ['docker run -d --name web nginx', ID, 'docker volume rm web'],
  ['docker run -d --name web nginx', ID, 'ssh host docker rm -f web'],
  ['createdb scratch', '', 'dropdb -h db.example.com scratch'],
  ['createdb scratch', '', 'psql scratch -c "DROP TABLE users"'],
  ['createdb scratch', '', "psql scratch -c 'DELETE FROM users'"],
  ['createdb scratch', '', "psql shop -c 'DELETE FROM users WHERE id = 7'"],
  ['createdb scratch', '', "psql scratch -h db.example.com -c 'DELETE FROM users WHERE id = 7'"],
  ['createdb scratch', '', "PGHOST=db.example.com psql scratch -c 'DELETE FROM users WHERE id = 7'"],
  ['createdb scratch', '', "psql -d 'host=db dbname=scratch' -c 'DELETE FROM users WHERE id = 7'"],
  ['createdb scratch', '', "psql scratch <<< '\\c shop\ndelete from users where id = 7'"],
  ['createdb scratch', '', 'psql scratch -c "DELETE FROM users WHERE id = 7; DELETE FROM $TABLE WHERE 1=1"'],
  ['git checkout -b fix/x', "Switched to a new branch 'fix/x'", 'git reset --hard HEAD~1'],
] as const

describe('whose work is lost', () => {
  it.each(OWN)('[EDGE-34] %s: what the session made goes without a word', (...calls) => {
    expect(verdict(calls)).toBe('allow')
  })

  it.each(OWN)('[EDGE-34] %s: is held all the same where the policy keeps to the letter', (...calls) => {
    expect(verdict(calls, LITERAL)).toBe('hold')
  })

  it.each(OTHERS)('[EDGE-34] %s, %s: %s stays held', (...calls) => {
    expect(verdict(calls)).toBe('hold')
  })

  it('[EDGE-34] is known from results that went well, of shells alone', () => {
    const ran = shell('git branch fix/x')
    const failed = after(ran, { outcome: { ok: false, output: '' } })
    expect(play([ran, failed, shell('git branch -D fix/x')]).decisions.at(-1)?.kind).toBe('hold')
    const { tool } = before({ kind: 'edit', name: 'Write', changes: [] })
    expect(madeBy(tool, AROUND, ID)).toEqual([])
    for (const command of ["python3 -c 'print(1)'", 'ssh host git branch fix/x'])
      expect(madeBy(shell(command).tool, AROUND, '')).toEqual([])
    expect(madeBy(shell(`git branch ${'x'.repeat(300)}`).tool, AROUND, '')).toEqual([])
  })

  it('[EDGE-34] is remembered beside files, and bounded', () => {
    const calls = Array.from({ length: 210 }, (_, at) => shell(`git branch b${at}`))
    const { state } = play(calls.flatMap((call) => [call, after(call, { outcome: { ok: true, output: '' } })]))
    const [session] = Object.values(state.sessions)
    expect([session?.memory.made?.length, session?.memory.made?.at(-1)?.name]).toEqual([200, 'b209'])
  })
})

describe('git.push_scope', () => {
  const push = (command: string, policy: Policy) => play([shell(command)], INITIAL_STATE, policy).decisions[0]?.kind

  it('[EDGE-35] holds every push by default, and shared branches alone where the policy says so', () => {
    expect(push('git push origin fix/x', DEFAULT_POLICY)).toBe('hold')
    expect(push('git push -u origin fix/x', SHARED_ONLY)).toBe('allow')
    for (const command of ['git push', 'git push origin main', 'git push -f origin fix/x', 'git push origin :fix/x'])
      expect(push(command, SHARED_ONLY)).toBe('hold')
  })

  it('[EDGE-35] takes nothing for a branch of one’s own that is not spelled out', () => {
    const own = ['origin fix/x', '-u origin fix/x other', '--quiet fork 123-fix']
    const not = [
      '',
      'origin',
      'origin main',
      'origin HEAD',
      'origin fix/x:main',
      'origin refs/heads/x',
      'origin release/2',
    ]
    const odd = ['origin $X', '--tags origin x', 'https://host/x fix/x', 'origin v2.0', 'origin x main']
    expect(own.map((text) => pushesOwnBranch(`git push ${text}`.split(' ')))).toEqual(own.map(() => true))
    for (const text of [...not, ...odd]) expect(pushesOwnBranch(`git push ${text}`.trim().split(' '))).toBe(false)
    expect([pushesOwnBranch(['hg', 'push', 'a', 'b']), pushesOwnBranch(['git', 'pull', 'a', 'b'])]).toEqual([
      false,
      false,
    ])
  })
})
