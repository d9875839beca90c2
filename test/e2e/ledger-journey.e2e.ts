import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { runCodexExec } from './support/codex.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { ledgerStatus } from './support/ledger-record.ts'
import type { World } from './support/world.ts'

type Machine = { readonly world: World; readonly fairlead: Installed }

/** Every command that the installed documents give; nothing else is known to this agent. */
function toldIn(world: World): readonly string[] {
  const folder = join(world.project, '.claude/protocols')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const ride = readFileSync(join(world.project, '.claude/commands/ride.md'), 'utf8')
  return [...texts, ride].flatMap((text) => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, one = '']) => one))
}

/** One of them, with what it is to be called with. */
function step(world: World, told: string, args = ''): string {
  const found = toldIn(world).find((one) => one === told || one.startsWith(`${told} `))
  expect([told, found]).toEqual([told, expect.any(String)])
  return `${told} ${args}`.trim()
}

const FAIRLEAD = '~/.fairlead/bin/fairlead ledger'
const CITED = "'`export const graceMs = 900000` [${PROJECT_ROOT}/src/jwt.ts:1]'"

const journey = (world: World): readonly string[] => [
  step(world, `${FAIRLEAD} bead new`, "'Rotate refresh tokens'"),
  step(world, `${FAIRLEAD} focus`, "--bead $(~/.fairlead/bin/fairlead ledger bead ready | cut -d' ' -f1 | head -1)"),
  step(world, `${FAIRLEAD} recall`, "'grace period' || true"),
  step(world, `${FAIRLEAD} decide`, `'Grace period' 'fifteen minutes' --cite ${CITED} --next 'test clock skew'`),
  step(
    world,
    `${FAIRLEAD} ghost`,
    "'single sign on' -q 'saml identity provider' -q 'federated login redirect' || true",
  ),
  step(world, '.claude/scripts/synthesis-checkpoint.sh', '|| true'),
  step(world, `${FAIRLEAD} clear`, '|| true'),
]

async function lives(
  { world, fairlead }: Machine,
  run: (prompt: string, commands: readonly string[]) => Promise<{ readonly textOfRequest: (index: number) => string }>,
): Promise<void> {
  world.write('src/jwt.ts', 'export const graceMs = 900000\n')
  world.write('src/login.ts', 'export function passwordLogin() {\n  return true\n}\n')
  await run('rotate the refresh tokens', journey(world))
  const { record } = ledgerStatus(fairlead)
  expect(record).toMatchObject({
    beadTitle: 'Rotate refresh tokens',
    decisions: [{ title: 'Grace period', grounding: 'citation' }],
    lists: { next_step: ['test clock skew'] },
    claims: { total: 0 },
  })
  const next = await run('go on', [])
  const told = next.textOfRequest(0)
  for (const part of [
    `Task: ${record['bead']} [open] Rotate refresh tokens`,
    'Next: test clock skew',
    'Left off: rotate the refresh tokens',
    'Decided: Grace period: fifteen minutes',
  ])
    expect(told).toContain(part)
  const { record: after } = ledgerStatus(fairlead)
  for (const field of ['bead', 'beadTitle', 'decisions', 'lists']) expect(after[field]).toEqual(record[field])
}

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('the real Claude Code'), () => {
  it('[LEDGER-109, LEDGER-113, LEDGER-124] goes through a whole life of the record with what the product tells it', async () => {
    const machine = governedMachine({ runtime: 'claude-code', flags: ['--ledger'] })
    const { world } = machine
    await lives(machine, (prompt, commands) => {
      const script = commands.map((command) => [{ name: 'Bash', input: { command, description: 'a step' } }])
      return runClaudePrint({ ...world, prompt, script: [...script, ['Done.']], permissionMode: 'bypassPermissions' })
    })
  })
})

const codex = casesFor('codex')
describe.skipIf(codex.skip)(codex.title('the real Codex'), () => {
  it('[LEDGER-109, LEDGER-113, LEDGER-124] goes through a whole life of the record with what the product tells it', async () => {
    const machine = governedMachine({ runtime: 'codex', flags: ['--ledger'] })
    const { world } = machine
    await lives(machine, (prompt, commands) => {
      const script = commands.map((cmd) => [{ name: 'exec_command', arguments: { cmd } }])
      return runCodexExec({ ...world, prompt, script: [...script, ['Done.']] })
    })
  })
})
