import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AROUND, shell } from '../../test/support/events.ts'
import { play } from '../../test/support/history.ts'
import { projectRoot } from '../core/model/ids.ts'
import { NO_MEMORY } from '../core/model/tool.ts'
import { assess } from '../core/rules/assess.ts'
import { exhibitNeeds } from '../core/rules/exhibit-needs.ts'
import { exhibitDigest, exhibitNow } from './exhibit-now.ts'
import { lookAtExhibit } from './gather-exhibit.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-now-')))
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  git('remote', 'add', 'origin', '/nowhere/origin.git')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(...args: readonly string[]): void {
  const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', ['-c', 'user.name=d', '-c', 'user.email=d@x.invalid', ...args], { cwd: root, env })
}

/** The hold of this call, with what is behind it. */
async function held(command: string) {
  const around = { ...AROUND, project: projectRoot(root), cwd: root, home: `${root}-home`, ownPaths: [] }
  const tool = { kind: 'shell', name: 'Bash', command } as const
  const { findings } = assess(tool, around, NO_MEMORY)
  const exhibit = await lookAtExhibit(exhibitNeeds(tool, around, findings), around)
  const [hold] = play([shell(command, { cwd: root, around: { ...around, exhibit } })]).state.edge.holds
  if (!hold) throw new Error('not held')
  return hold
}

const now = async (hold: Awaited<ReturnType<typeof held>>) => (await exhibitNow(hold, `${root}-home`)).changed

it('[EDGE-127] shows a hold as it is now, and in words what changed since it was raised', async () => {
  writeFileSync(join(root, 'deploy.sh'), 'echo 1\n')
  const push = await held('git push')
  const deploy = await held('sh deploy.sh production')
  const clean = await held('git clean -fdx')
  const unchanged = await exhibitNow(push, `${root}-home`)
  expect(unchanged).toMatchObject({ changed: '', changes: [], digest: exhibitDigest(push.exhibit ?? []) })
  expect(unchanged.parts.find(({ name }) => name === 'HEAD')?.commits).toEqual([
    expect.stringMatching(/^[0-9a-f]{7} first$/),
  ])
  expect([await now(deploy), await now(clean)]).toEqual(['', ''])
  git('commit', '-q', '--allow-empty', '-m', 'second')
  expect(await now(push)).toMatch(/^1 more commit: [0-9a-f]{7} second$/)
  writeFileSync(join(root, 'deploy.sh'), 'echo 2\n')
  writeFileSync(join(root, 'more.txt'), 'x')
  expect(await now(deploy)).toContain('`deploy.sh` was changed')
  expect(await now(clean)).toContain('was changed')
  git('remote', 'set-url', 'origin', '/elsewhere.git')
  expect(await now(push)).toContain('the remote `origin` was changed')
  rmSync(join(root, 'deploy.sh'))
  expect(await now(deploy)).toContain('`deploy.sh` is gone')
})

it.skipIf(process.getuid?.() === 0)('[EDGE-123] a file that could not be read is named as that', async () => {
  writeFileSync(join(root, 'deploy.sh'), 'echo 1\n')
  chmodSync(join(root, 'deploy.sh'), 0)
  expect((await held('sh deploy.sh production')).notWhole).toBe('`deploy.sh` could not be read')
})
