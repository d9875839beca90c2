// A fence that nobody has seen red may have been green for years: every one of them meets a planted fault here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALLOWED, COMPILED, FORBIDDEN, LINTED } from './support/fence-canaries.ts'
import { faultsOf } from './support/file-faults.ts'
import { type Diagnostic, importing, plantedTree, removePlantedTrees } from './support/planted-tree.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const KNIP = ['--production', '--no-progress', '--no-config-hints']

afterAll(removePlantedTrees)

describe('the tree', () => {
  it('has no fault', () => {
    const faults = sourceFiles().map((path) => [path, faultsOf(path, readFileSync(join(ROOT, path), 'utf8'))])
    expect(faults.filter(([, found]) => found?.length)).toEqual([])
  })

  it('was really looked at', () => {
    expect(sourceFiles().length).toBeGreaterThan(10)
  })
})

describe('faults of one file', () => {
  const barrel = 're-exports `./a.ts`; only src/core/index.ts may be a barrel'
  const inline = 'an inline type import passes the import fences; use `import type`'
  const vague = (word: string) => `\`${word}\` names nothing; name the file for the one thing it exports`
  const disk = (name: string) => `${name} outside of src/disk, which replaces, appends and reads for everybody`
  const git = 'git is started outside of src/git, which keeps it from running what a repository names'
  const runtimes = (word: string) =>
    `\`${word}\` is known in runtimes/ and install/ only; ask for a capability in runtimes/runtime.ts`
  const homeless = 'no such folder in the layout, so no fence guards it'

  it.each([
    ['src/gate/long.ts', 'const a = 1\n'.repeat(401), '401 lines, at most 400'],
    ['src/gate/index.ts', 'export const a = 1\n', 'index.ts is a barrel; only src/core/index.ts may be one'],
    ['src/gate/named.ts', "export { a } from './a.ts'\n", barrel],
    ['src/gate/types.ts', "export type {\n  A,\n} from './a.ts'\n", barrel],
    ['src/gate/all.ts', "export * from './a.ts'\n", barrel],
    ['src/gate/utils.ts', '', vague('utils')],
    ['src/gate/file-helpers.ts', '', vague('helpers')],
    ['src/gate/common/a.ts', '', vague('common')],
    ['src/gate/state-manager.ts', '', vague('manager')],
    ['src/gate/service.test.ts', '', vague('service')],
    ['src/extra/a.ts', '', homeless],
    ['src/a.ts', '', homeless],
    ['src/core/extra/a.ts', '', homeless],
    ['src/core/decide.ts', 'const a = Math.random()\n', 'Math.random; the core gives one answer to one question'],
    ['src/gate/move.ts', "renameSync('a', 'b')\n", disk('renameSync')],
    ['src/ledger/open.ts', 'openSync(path, O_NOFOLLOW)\n', disk('O_NOFOLLOW')],
    ['src/backup/copy.ts', "spawnSync('git', ['status'])\n", git],
    ['src/gate/member.ts', "type A = import('../hosts/a.ts').A\n", inline],
    ['src/gate/module.ts', "type A = typeof import('../hosts/a.ts')\n", inline],
    ['src/gate/named.ts', "const a = runtime === 'codex'\n", runtimes("'codex'")],
    ['src/gate/wire.ts', 'const a = payload.hook_event_name\n', runtimes('hook_event_name')],
    ['src/hosts/hook/peek.ts', 'const a = bytes.includes("PreToolUse")\n', runtimes('"PreToolUse"')],
    ['src/person/env.ts', 'const a = env.CLAUDE_PROJECT_DIR\n', runtimes('CLAUDE_PROJECT_DIR')],
    ['src/hosts/mcp/say.ts', "const a = 'type it in Claude Code'\n", runtimes('Claude Code')],
    ['src/hosts/cli/pick.ts', "import { a } from '../../runtimes/codex/a.ts'\n", runtimes('/runtimes/codex/')],
  ])('%s is found', (path, text, fault) => {
    expect(faultsOf(path, text)).toEqual([fault])
  })

  it.each([
    ['src/disk/move.ts', "renameSync('a', 'b')\n"],
    ['src/gate/move.test.ts', "renameSync('a', 'b')\n"],
    ['src/git/run-git.ts', "children().spawn('git', args)\n"],
    ['src/gate/short.ts', 'const a = 1\n'.repeat(400)],
    ['src/gate/long.test.ts', 'const a = 1\n'.repeat(401)],
    ['src/core/index.ts', "export * from './decide.ts'\n"],
    ['src/gate/gate.ts', "import { a } from './a.ts'\nexport const b = a\nconst c = await import('./c.ts')\n"],
    ['src/core/rules/shell/expand/words.ts', 'const a = Math.max(1, 2)\n'],
    ['src/hosts/hook/main.ts', "type Inline = typeof import('./inline.ts')\n"],
    ['src/runtimes/codex/codex.ts', "const a = 'codex'\n"],
    ['src/install/probe.ts', "const a = 'PreToolUse'\n"],
    ['src/core/rules/packs/self.ts', "const a = ['claude-code', 'codex']\n"],
    ['src/person/seen.ts', '/** Seen in Codex. */\nconst a = 1\n'],
  ])('%s is fine', (path, text) => {
    expect(faultsOf(path, text)).toEqual([])
  })
})

describe('biome', () => {
  const tree = plantedTree()
  let diagnostics: readonly Diagnostic[] = []

  beforeAll(async () => {
    FORBIDDEN.forEach(([folder, specifier], index) => {
      tree.write(`${folder}/canary-${index}.ts`, importing([specifier]))
      tree.write(`${folder}/canary-${index}.test.ts`, importing([specifier]))
    })
    for (const [path, code] of LINTED) tree.write(path, code)
    tree.write('src/gate/cycle-a.ts', "import { b } from './cycle-b.ts'\n\nexport const a = () => b\n")
    tree.write('src/gate/cycle-b.ts', "import { a } from './cycle-a.ts'\n\nexport const b = () => a\n")
    diagnostics = await tree.biome()
  })

  const about = (path: string) => diagnostics.filter((diagnostic) => diagnostic.path === path)

  it('is green on a tree that keeps the rules', async () => {
    const clean = plantedTree()
    for (const [path, specifiers] of Object.entries(ALLOWED)) clean.write(path, importing(specifiers))
    expect(await clean.biome()).toEqual([])
  })

  it.each(FORBIDDEN.map((row, index) => [...row, index] as const))(
    '%s may not import %s',
    (folder, _, lesson, index) => {
      expect(about(`${folder}/canary-${index}.ts`)).toEqual([
        {
          path: `${folder}/canary-${index}.ts`,
          rule: 'lint/style/noRestrictedImports',
          text: expect.stringContaining(lesson),
        },
      ])
    },
  )

  it('lets tests import what they need', () => {
    expect(diagnostics.filter(({ path }) => path.endsWith('.test.ts'))).toEqual([])
  })

  it.each(LINTED)('%s is red', (path, _, rule) => {
    expect(about(path).map((diagnostic) => diagnostic.rule)).toEqual([rule])
  })

  it('finds a cycle of imports', () => {
    expect(about('src/gate/cycle-a.ts').map((diagnostic) => diagnostic.rule)).toEqual([
      'lint/suspicious/noImportCycles',
    ])
  })
})

describe('tsc -p src/core', () => {
  const tree = plantedTree()
  let output = ''

  beforeAll(async () => {
    for (const [path, code] of COMPILED) tree.write(path, code)
    tree.write('src/core/outcome.ts', 'export interface Outcome {\n  readonly kind: string\n}\n')
    tree.write('src/gate/outside.ts', 'export const outside = 1\n')
    output = (await tree.run('typescript/bin/tsc', ['-p', 'src/core', '--pretty', 'false'])).output
  })

  it('is green on a core that keeps to itself', async () => {
    const clean = plantedTree()
    clean.write('src/core/outcome.ts', 'export interface Outcome {\n  readonly kind: string\n}\n')
    clean.write(
      'src/core/decide.ts',
      "import { sha256 } from '@noble/hashes/sha2.js'\nimport { parse } from 'unbash'\nimport type { Outcome } from './outcome.ts'\n\nexport const decide = (text: string): [Outcome, unknown, unknown] => [{ kind: text }, sha256, parse]\n",
    )
    expect(await clean.run('typescript/bin/tsc', ['-p', 'src/core'])).toEqual({ code: 0, output: '' })
  })

  it.each(COMPILED)('%s is red', (path, _, error) => {
    expect(errorsOf(output, path)).toEqual([error])
  })
})

describe('tsc -p .', () => {
  it('sees what lies outside the core', async () => {
    const tree = plantedTree()
    tree.write('src/gate/green.ts', "import { readFileSync } from 'node:fs'\n\nexport const read = readFileSync\n")
    tree.write('src/gate/red.ts', "export const number: number = 'text'\n")
    tree.write('test/red.test.ts', 'export const unknown = nowhere\n')
    const { output } = await tree.run('typescript/bin/tsc', ['-p', '.', '--pretty', 'false'])
    expect(output.trim().split('\n')).toHaveLength(2)
    expect([errorsOf(output, 'src/gate/red.ts'), errorsOf(output, 'test/red.test.ts')]).toEqual([
      ['TS2322'],
      ['TS2304'],
    ])
  })
})

describe('knip --production', () => {
  it('finds a file and an export that nothing uses, and only those', async () => {
    const tree = plantedTree()
    tree.write('package.json', '{ "name": "planted", "type": "module" }\n')
    tree.write('src/hosts/cli/main.ts', "import { used } from '../../gate/used.ts'\n\nused()\n")
    tree.write('src/gate/used.ts', 'export function used(): void {}\n')
    expect(await tree.run('knip/bin/knip.js', KNIP)).toMatchObject({ code: 0 })
    tree.write('src/gate/used.ts', 'export function used(): void {}\nexport function idle(): void {}\n')
    tree.write('src/gate/used.test.ts', "import { idle } from './used.ts'\n\nidle()\n")
    tree.write('src/gate/lonely.ts', 'export const lonely = 1\n')
    const { code, output } = await tree.run('knip/bin/knip.js', KNIP)
    expect(code).toBe(1)
    expect(output).toContain('src/gate/lonely.ts')
    expect(output).toContain('idle')
  })
})

function sourceFiles(): readonly string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith('.ts') && !path.includes('/fixtures/'))
}

function errorsOf(output: string, path: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(`${path}(`))
    .map((line) => /error (TS\d+)/.exec(line)?.[1] ?? line)
}
