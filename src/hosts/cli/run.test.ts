import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Seat, typed } from '../../../test/support/fake-terminal.ts'

let root: string
let seat: Seat

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-run-')))
  seat = { env: { HOME: root, PATH: '' }, cwd: root, bundle: root, node: '/nowhere/node' }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const misuse: readonly [string, string][] = [
  ['bogus', 'unknown command `bogus`; see `fairlead --help`'],
  ['inti', 'unknown command `inti`; did you mean `init`? see `fairlead --help`'],
  ['help bogus', 'unknown command `bogus`; see `fairlead --help`'],
  ['help edge bogus', 'unknown command `bogus`; see `fairlead edge --help`'],
  ['edge help bogus', 'unknown command `bogus`; see `fairlead edge --help`'],
  ['edge approve 1 2 3', 'unexpected argument `2`; see `fairlead edge approve --help`'],
  ['ledger focus', 'say where the work stands, or name the task with `--bead` or `--title`'],
  ['--bogus', 'unknown option `--bogus`; see `fairlead --help`'],
  ['init --bogus', 'unknown option `--bogus`; see `fairlead init --help`'],
  ['init extra', 'unexpected argument `extra`; see `fairlead init --help`'],
  ['init --runtime', 'option `--runtime <name>` argument missing; see `fairlead init --help`'],
  ['status --jsn', 'unknown option `--jsn`; did you mean `--json`? see `fairlead status --help`'],
  ['audit', '`fairlead audit` needs a command; see `fairlead audit --help`'],
  ['audit bogus', 'unknown command `bogus`; see `fairlead audit --help`'],
  ['audit tail -n x', "`x` isn't a number of lines; use 1 to 10000"],
  ['audit tail -n 0', "`0` isn't a number of lines; use 1 to 10000"],
  ['edge', '`fairlead edge` needs a command; see `fairlead edge --help`'],
  ['edge approve zero', "`zero` isn't a number"],
  ['edge dismiss x', "`x` isn't a number of minutes from 1 to 1440"],
  ['doctor --json --report', 'use `--json` or `--report`, not both'],
  ['explain', 'missing required argument `command`; see `fairlead explain --help`'],
  ['explain ls -la', 'unknown option `-la`; put the command in single quotes, or see `fairlead explain --help`'],
  ['explain ls src', 'unexpected argument `src`; put the command in single quotes, or see `fairlead explain --help`'],
  ['assess', 'missing required option `--jsonl`; see `fairlead assess --help`'],
  ['rules', '`fairlead rules` needs a command; see `fairlead rules --help`'],
  ['pause soon', "`soon` isn't a number of minutes from 1 to 240"],
  ['pause 241', "`241` isn't a number of minutes from 1 to 240"],
  ['pause 5 --end', 'give minutes or `--end`, not both'],
  ['config', '`fairlead config` needs a command; see `fairlead config --help`'],
  ['hook', 'missing required argument `runtime`; see `fairlead hook --help`'],
  ['hook emacs', 'unknown runtime `emacs`; use claude-code or codex'],
  ['mcp emacs', 'unknown runtime `emacs`; use claude-code or codex'],
  ['edge revoke x', "`x` isn't a number; `fairlead edge list` shows them"],
  ['ledger rollback x', "`x` isn't a line of the record; see `fairlead ledger log`"],
  ['ledger show 0', "`0` isn't a line of the record; see `fairlead ledger log`"],
  ['ledger log -n x', "`x` isn't a number of lines; pass 1 or more"],
  ['ledger recall x --threshold 0x1', '`--threshold` is a number from 0 to 1'],
  ['plane judge x right', "`x` isn't a row; see `fairlead plane ladder`"],
  ['plan --step 1', 'give `--step` with `--status` or `--proof`, or every step in quotes'],
  ['plan --step 1 --status x', 'unknown status `x`; use pending, in_progress, completed or blocked'],
  ['memory x', 'give when it matters and what to do then, each in quotes; or when it matters and `--forget`'],
  ['completion tcsh', 'unknown shell `tcsh`; use bash, zsh or fish'],
]
it.each(misuse)('`%s` is misuse', async (text, line) => {
  expect(await typed(seat, text.split(' '))).toEqual({ code: 2, out: '', line })
})

const failures: readonly [string, RegExp][] = [
  ['status', /isn't in a project; go to one where you ran `fairlead init`$/],
  ['audit verify', /isn't in a project/],
  ['audit verify nofile', /^can't read `nofile` \(no such file or folder\); check the path$/],
  ['edge approve', /isn't in a project/],
  ['pause', /isn't in a project/],
  ['trust', /isn't in a project/],
  ['hook codex', /hook\.cjs` is missing; run `npm run build` in your clone of Fairlead$/],
  ['up', /daemon\.mjs` is missing; run `npm run build` in your clone of Fairlead$/],
]
it.each(failures)('`%s` fails in one line', async (text, line) => {
  const ran = await typed(seat, text.split(' '))
  expect([ran.code, ran.out]).toEqual([1, ''])
  expect(ran.line).toMatch(line)
})

it('misuse and failures write nothing', () => {
  expect(readdirSync(root)).toEqual([])
})

it('every command explains itself with examples', async () => {
  const top = await typed(seat, [])
  expect(top.code).toBe(0)
  expect(await typed(seat, ['--help'])).toEqual(top)
  const names = [...top.out.matchAll(/^ {2}([a-z]+) /gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'fairlead')
  expect(names).toEqual([
    'init',
    'passphrase',
    'seal',
    'update',
    'uninstall',
    'doctor',
    'team',
    'console',
    'status',
    'log',
    'report',
    'edge',
    'notify',
    'pause',
    'audit',
    'backup',
    'explain',
    'rules',
    'config',
    'trust',
    'plane',
    'assess',
    'replay',
    'objective',
    'plan',
    'memory',
    'ledger',
    'anchor',
    'ci',
    'up',
    'down',
    'hook',
    'mcp',
    'completion',
  ])
  await explained([])
})

it('shows help for every order of words', async () => {
  const approve = await typed(seat, ['edge', 'approve', '--help'])
  const orders = ['help edge approve', 'edge help approve', 'edge approve help --help', 'help edge approve 1 --yes']
  for (const words of orders) expect(await typed(seat, words.split(' '))).toEqual(approve)
  // Nothing after `help` is run.
  expect(await typed(seat, ['help', '--', 'edge', 'approve', '1'])).toEqual(await typed(seat, []))
  expect(await typed(seat, ['explain', 'help'])).toMatchObject({ code: 0, out: expect.stringContaining('routine') })
})

/** What the help of a command lists, all the way down. */
async function explained(words: readonly string[]): Promise<void> {
  const { code, out } = await typed(seat, [...words, '--help'])
  const name = ['fairlead', ...words].join(' ')
  expect([name, code, out.includes(`Usage: ${name}`), out.includes('\nExamples:\n')]).toEqual([name, 0, true, true])
  const [lists = ''] = /\n(?:Set up|Commands):\n[\s\S]*(?=\nExamples:)/.exec(out) ?? []
  const inner = [...lists.matchAll(/^ {2}([a-z]+)/gm)].map(([, word = '']) => word)
  for (const word of inner) await explained([...words, word])
}

it('prints its version, and a completion for every shell from its own table', async () => {
  expect((await typed(seat, ['--version'])).out).toMatch(/^\d+\.\d+\.\d+$/)
  const bash = await typed(seat, ['completion', 'bash'])
  expect(bash.out).toContain('"audit tail"|"audit tail "*) words=\'--lines --follow --json --help\' ;;')
  expect(bash.out).toContain('"rules list"|"rules list "*) words=\'--pack --json --help\' ;;')
  expect(bash.out).toContain(`"edge") words='approve `)
  expect((await typed(seat, ['completion', 'zsh'])).out).toContain("'approve:approve a hold: its command can run once'")
  expect((await typed(seat, ['completion', 'fish'])).out).toContain(
    "complete -c fairlead -n '__fairlead_after init' -l dry-run",
  )
  // A sibling is offered only until one was chosen.
  expect((await typed(seat, ['completion', 'fish'])).out).toContain("-n '__fairlead_at ledger bead' -a ready")
})

it('reports a broken disk and a bug in one line each', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  const boxed = { ...seat, env: { HOME: file }, cwd: '/' }
  writeFileSync(join(root, 'daemon.mjs'), '')
  expect(await typed(boxed, ['up'])).toEqual({
    code: 1,
    out: '',
    line: `can't use \`${file}/.fairlead/state\` (a file is where a folder should be); fix this and retry`,
  })
  const defect = await typed({ ...seat, bundle: 7 as never }, ['hook', 'codex'])
  expect(defect.line).toMatch(/^unexpected error: .*; this is a bug in Fairlead, please report it$/)
  for (const name of ['file', 'daemon.mjs']) rmSync(join(root, name))
})

it("stopping a daemon that isn't running is no error", async () => {
  expect(await typed(seat, ['down'])).toEqual({ code: 0, out: 'no daemon is running', line: '' })
})
