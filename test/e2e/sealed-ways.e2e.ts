import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runClaudePrint } from './support/claude.ts'
import { casesFor, humanCasesFor } from './support/client-cases.ts'
import { attendedMachine, governedMachine } from './support/governed-machine.ts'
import { openClaude } from './support/open-client.ts'
import { plantProgram } from './support/plant-program.ts'
import { sealMissing } from './support/sealed-world.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

const SERVER = join(import.meta.dirname, 'support/mcp-echo.mjs')

/** Notes by name in which namespace it runs, and whether it may read the key. */
const MARK =
  'readlink /proc/self/ns/user > "$HOME/marks/$1"; cat "$STATE/approval.key" >> "$HOME/marks/$1" 2>/dev/null; [ "$1" != server ] || exec "$2" "$3"; true'

function withMarks(world: World): string {
  world.write(join(world.home, 'marks/none'), '')
  return plantProgram(world, { name: 'mark', script: MARK })
}

/** What a person has in their settings besides us. */
function furnish(world: World): void {
  const mark = withMarks(world)
  const { home, write } = world
  const hook = (words: object) => [{ hooks: [{ type: 'command', ...words }] }]
  const hooks = {
    UserPromptSubmit: hook({ command: `${mark} shell-hook` }),
    SessionStart: hook({ command: mark, args: ['exec-hook'] }),
  }
  write(
    join(home, '.claude/settings.json'),
    JSON.stringify({ hooks, statusLine: { type: 'command', command: `${mark} status-line; echo their line` } }),
  )
  const server = { command: mark, args: ['server', process.execPath, SERVER] }
  write(join(home, '.claude.json'), JSON.stringify({ mcpServers: { echo: server } }))
  write('.claude/commands/mark.md', `---\nallowed-tools: Bash\n---\nIt says !\`${mark} skill\`\n`)
  write(join(home, '.bashrc'), `[ -e "$HOME/marks/login" ] || ${mark} login\n`)
}

/** `sealed`, or what is wrong. */
function stateOf(world: World, name: string): string {
  const file = join(world.home, 'marks', name)
  if (!world.exists(file)) return 'did not run'
  const [namespace, key = ''] = world.read(file).split('\n')
  if (namespace === readlinkSync('/proc/self/ns/user')) return 'outside'
  return key === '' ? 'sealed' : 'sealed, but reads the key'
}

const missing = sealMissing()
const claude = casesFor('claude')
describe.skipIf(claude.skip || missing !== undefined)(
  claude.title(`whatever the real Claude Code starts (${missing ?? 'sealed'})`),
  () => {
    it('[EDGE-118] is sealed: commands, background commands, skills, shell-form hooks, servers; exec-form hooks are not', async () => {
      const { world } = governedMachine({ runtime: 'claude-code', prepare: furnish })
      const mark = join(world.root, 'tools/mark')
      const bash = (command: string, more = {}) => [
        { name: 'Bash', input: { command, description: 'a step', ...more } },
      ]
      await runClaudePrint({
        ...world,
        prompt: '/mark',
        script: [
          bash(`${mark} command`),
          bash(`${mark} background; sleep 1`, { run_in_background: true }),
          [{ name: 'mcp__echo__say', input: { text: 'hello' } }],
          bash('sleep 1'),
          ['Done.'],
        ],
      })
      const names = ['command', 'background', 'skill', 'shell-hook', 'server', 'login', 'exec-hook']
      expect(Object.fromEntries(names.map((name) => [name, stateOf(world, name)]))).toEqual({
        ...Object.fromEntries(names.map((name) => [name, 'sealed'])),
        'exec-hook': 'outside',
      })
    })
  },
)

const human = humanCasesFor('claude')
describe.skipIf(human.skip || missing !== undefined)(human.title("what a person's terminal UI starts"), () => {
  it("[EDGE-118] is sealed: typed commands, the person's own status line, what reads their profile", async () => {
    const { world, person } = await attendedMachine({ runtime: 'claude-code', prepare: furnish })
    const client = await openClaude(person, { ...world, script: [['Hello.']] })
    await client.enter(`!${world.root}/tools/mark typed`)
    await until(() => world.exists(join(world.home, 'marks/typed')), 'the typed command')
    await client.waitForScreen(/their line/)
    await client.quit()
    const names = ['typed', 'status-line', 'login']
    expect(Object.fromEntries(names.map((name) => [name, stateOf(world, name)]))).toEqual(
      Object.fromEntries(names.map((name) => [name, 'sealed'])),
    )
  })
})
