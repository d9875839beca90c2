import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { projectRoot } from '../core/model/ids.ts'
import { NO_FILES_SEEN } from '../core/model/surroundings.ts'
import { NO_MEMORY } from '../core/model/tool.ts'
import { assess } from '../core/rules/assess.ts'
import { ownPathsOf, systemZoneOf } from './own-paths.ts'
import { pathsOf } from './paths.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-zone-')))
  mkdirSync(join(root, '.claude'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (text: string) => writeFileSync(join(root, '.claude/checksums.json'), text)
const files = (...paths: string[]) =>
  write(JSON.stringify({ files: Object.fromEntries(paths.map((path) => [path, 'x'])) }))

it('[LEDGER-4] is the manifest and what it lists below `.claude/`', () => {
  files('.claude/protocols/a.md', 'src/index.ts', '.claude/../src/x.ts', '/etc/passwd')
  expect(systemZoneOf(root)).toEqual([join(root, '.claude/checksums.json'), join(root, '.claude/protocols/a.md')])
})

it.each(['', '{', '[]', 'null', '{"files":null}', '{"files":[]}'])(
  '[LEDGER-4] a manifest that says nothing protects itself: %s',
  (text) => {
    write(text)
    expect(systemZoneOf(root)).toEqual([join(root, '.claude/checksums.json')])
  },
)

it('[LEDGER-4] without a manifest, or with one that is absurd, all of `.claude/` is the user’s', () => {
  expect(systemZoneOf(root)).toEqual([])
  write(' '.repeat(200_000))
  expect(systemZoneOf(root)).toEqual([])
})

it.each([
  ['echo x > .claude/protocols/a.md', true],
  ['rm .claude/checksums.json', true],
  ['sed -i s/a/b/ .claude/scripts/check.sh', true],
  ['mv x .claude/scripts/check.sh', true],
  ['echo "integrity_enforcement: warn" > .loa.config.yaml', true],
  ['rm .loa-version.json', true],
  ['cat .loa.config.yaml', false],
  ['.claude/scripts/check.sh', false],
  ['cat .claude/protocols/a.md', false],
  ['echo x > .claude/protocols/mine.md', false],
])('[LEDGER-4] agents read and run it, and change none of it: %s', (command, blocked) => {
  files('.claude/protocols/a.md', '.claude/scripts/check.sh')
  const env = { HOME: join(root, 'home') }
  const around = {
    project: projectRoot(root),
    cwd: root,
    home: env.HOME,
    cli: 'fairlead',
    tempDirs: [],
    ownPaths: ownPathsOf(pathsOf(env), env, { project: root, layout: 'in-repo' }),
    ...NO_FILES_SEEN,
  }
  const { tier } = assess({ kind: 'shell', name: 'Bash', command }, around, NO_MEMORY)
  expect(tier === 'catastrophic').toBe(blocked)
})
