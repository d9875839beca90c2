import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshHome } from '../../../test/support/fresh-home.ts'
import { isSealOn, readSealPlan } from '../../config/seal.ts'
import { passThrough, sealStanding, writeSeal } from './keep-seal.ts'
import { draftSeal } from './seal-plan.ts'
import { probeSeal, trySeal } from './try-seal.ts'

let home: ReturnType<typeof freshHome>
beforeEach(() => {
  home = freshHome(['.claude', '.fairlead/bin'])
})
afterEach(() => rmSync(home.root, { recursive: true, force: true }))

const wish = (strict = false) => ({
  paths: home.paths,
  env: { ...home.seat.env, SHELL: '/bin/bash', XDG_RUNTIME_DIR: '/run/user/7' },
  projects: [home.seat.cwd],
  strict,
})
const drafted = (strict = false) => {
  const made = draftSeal(wish(strict))
  if (!made.ok) throw new Error(made.why)
  return made.draft
}

it("[EDGE-118] hides the state, covers what is ours and the clients', and names our own programs to the letter", () => {
  const { plan, variables, link } = drafted(true)
  const at = home.paths.home
  const lines = plan.split('\n')
  expect(lines.slice(0, 11)).toEqual([
    'shell /bin/bash',
    `read-only ${at}/.fairlead`,
    `hide ${at}/.fairlead/state`,
    `keep ${at}/.claude/shell-snapshots`,
    `keep ${at}/.claude/worktrees`,
    `read-only ${at}/.claude`,
    `hide ${at}/.claude/ide`,
    `read-only ${at}/.codex`,
    `keep ${home.seat.cwd}/.claude/worktrees`,
    `read-only ${home.seat.cwd}/.claude`,
    `read-only ${home.seat.cwd}/.codex`,
  ])
  for (const line of ['private /run/user/7', 'pass /run/user/7/gnupg', 'hide /tmp/.X11-unix', 'strict'])
    expect(lines).toContain(line)
  expect(lines).toContain(`exempt mcp claude-code\t${at}/.fairlead/bin/fairlead mcp claude-code`)
  expect(lines).toContain('exempt mcp claude-code\t~/.fairlead/bin/fairlead mcp claude-code')
  expect({ variables, link }).toEqual({
    variables: {
      CLAUDE_CODE_SHELL_PREFIX: `${at}/.fairlead/bin/seal`,
      CLAUDE_CODE_SHELL: `${at}/.fairlead/bin/seal-bash`,
    },
    link: `${at}/.fairlead/bin/seal-bash`,
  })
})

it('leaves folders open that git tracks: a cover would break a checkout', () => {
  mkdirSync(join(home.seat.cwd, '.claude'))
  writeFileSync(join(home.seat.cwd, '.claude/settings.json'), '{}')
  execFileSync('git', ['add', '.claude'], { cwd: home.seat.cwd })
  const { plan } = drafted()
  expect(plan).not.toContain(`${home.seat.cwd}/.claude`)
  expect(plan).toContain(`read-only ${home.seat.cwd}/.codex\n`)
})

it('chains the prefix and keeps the shell that the person has', () => {
  const env = { CLAUDE_CODE_SHELL_PREFIX: 'nice -n 5', CLAUDE_CODE_SHELL: '/usr/bin/bash' }
  writeFileSync(home.paths.claude.settings, JSON.stringify({ env }))
  const draft = drafted()
  expect(draft.plan).toMatch(/^shell \/usr\/bin\/bash\nchain nice -n 5\n/)
  writeFileSync(home.paths.sealCommand, '')
  writeSeal(home.paths, draft)
  expect([isSealOn(home.paths), readSealPlan(home.paths)?.chain]).toEqual([true, 'nice -n 5'])
  // Ours stands in the settings now; what was there before is in the plan.
  writeFileSync(home.paths.claude.settings, JSON.stringify({ env: draft.variables }))
  expect(drafted().plan).toBe(draft.plan)
  passThrough(home.paths)
  const off = { isOff: true, shell: '/usr/bin/bash', chain: 'nice -n 5', covers: [] }
  expect(readSealPlan(home.paths)).toMatchObject(off)
  expect(sealStanding(home.paths, {})).toEqual({ kind: 'off' })
})

it.each([
  [
    'a link',
    () => {
      renameSync(folder(), `${folder()}-elsewhere`)
      symlinkSync(`${folder()}-elsewhere`, folder())
    },
    /is a link/,
  ],
  [
    'a repository',
    () => {
      execFileSync('git', ['init', '-q', folder()])
      writeFileSync(home.paths.claude.settings, '{}')
      execFileSync('git', ['add', 'settings.json'], { cwd: folder() })
    },
    /git tracks/,
  ],
] as const)('writes no path of this machine into %s', (_, make, why) => {
  make()
  expect(draftSeal(wish())).toEqual({ ok: false, why: expect.stringMatching(why) })
})
const folder = () => dirname(home.paths.claude.settings)

it('says why it cannot be tried: no helper, or one that does not run', async () => {
  const { plan } = drafted()
  const trial = { ...wish(), bundle: home.seat.bundle, cwd: home.seat.cwd }
  expect(await trySeal(plan, trial)).toMatchObject({ ok: false })
  writeFileSync(home.paths.sealCommand, '\x7fELF, but not for this machine', { mode: 0o755 })
  expect(probeSeal(home.paths.sealCommand)).toEqual({ ok: false, why: expect.stringContaining("doesn't run here") })
})
