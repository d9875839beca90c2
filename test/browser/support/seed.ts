import { randomUUID } from 'node:crypto'
import { pathsOf } from '../../../src/config/paths.ts'
import * as yamlDoor from '../../../src/config/yaml-door.ts'
import { eventId, projectRoot, sessionId } from '../../../src/core/model/ids.ts'
import type { Gate } from '../../../src/gate/gate.ts'
import { wireGate } from '../../../src/wiring/wire-gate.ts'

const MINUTE = 60_000

/** A gate with a clock of its own: what happened, and when, is told by the seed. */
export interface Seeder {
  readonly call: (session: string, atMs: number, tool: SeedTool) => Promise<string>
  readonly event: (session: string, atMs: number, fields: object) => Promise<string>
  readonly edge: (atMs: number, verb: 'approve' | 'skip' | 'dismiss', hold: number) => Promise<void>
  readonly close: () => Promise<void>
}

interface SeedTool {
  readonly name?: string
  readonly input: Readonly<Record<string, unknown>>
  readonly ok?: boolean
  readonly output?: string
  readonly agent?: { readonly id: string; readonly type: string }
}

export function seeder(project: string, env: Readonly<Record<string, string>>): Seeder {
  const { gate } = wireGate({ paths: pathsOf(env), env, loadYaml: () => yamlDoor })
  const own = randomUUID()
  let next = 0
  const id = () => {
    next += 1
    return `seed-${own}-${next}`
  }
  const handle = async (session: string, atMs: number, fields: object) => {
    const payload = {
      session_id: session,
      transcript_path: '/nowhere',
      cwd: project,
      permission_mode: 'default',
      ...fields,
    }
    const call = {
      runtime: 'claude-code',
      bytes: JSON.stringify(payload),
      stamp: { id: eventId(id()), atMs },
      startDir: project,
    }
    return (await gate.handle(call)).stdout
  }
  return {
    event: handle,
    call: async (session, atMs, { name = 'Bash', input, ok = true, output = 'ok', agent }) => {
      const own = {
        tool_name: name,
        tool_input: input,
        tool_use_id: id(),
        ...(agent && { agent_id: agent.id, agent_type: agent.type }),
      }
      const answer = await handle(session, atMs, { hook_event_name: 'PreToolUse', ...own })
      if (answer.includes('deny')) return answer
      await handle(
        session,
        atMs + 900,
        ok
          ? { hook_event_name: 'PostToolUse', ...own, tool_response: { stdout: output, stderr: '' } }
          : { hook_event_name: 'PostToolUseFailure', ...own, error: output },
      )
      return answer
    },
    edge: (atMs, verb, hold) => decide(gate, project, { atMs, verb, hold, id: id() }),
    close: () => gate.close(),
  }
}

async function decide(
  gate: Gate,
  project: string,
  {
    atMs,
    verb,
    hold,
    id,
  }: {
    readonly atMs: number
    readonly verb: 'approve' | 'skip' | 'dismiss'
    readonly hold: number
    readonly id: string
  },
) {
  const event = { id: eventId(id), atMs, runtime: 'fairlead', session: sessionId('terminal-1'), cwd: project } as const
  await gate.submit({ ...event, kind: 'edge', verb, hold, proof: { kind: 'human', door: 'cli' } }, projectRoot(project))
}

const bash = (command: string, ok = true, output = 'ok') => ({ input: { command }, ok, output })
const edit = (project: string, path: string) => ({
  name: 'Edit',
  input: { file_path: `${project}/${path}`, old_string: 'a', new_string: 'b' },
})

/** A month of work in one project: most holds let pass, some skipped, some forgotten; and three that wait now. */
export async function seedMonth(
  project: string,
  env: Readonly<Record<string, string>>,
  nowMs: number,
  days = 30,
): Promise<void> {
  const seed = seeder(project, env)
  let hold = 0
  for (let day = days; day >= 1; day -= 1) {
    const session = `day-${day}`
    let at = nowMs - day * 24 * 60 * MINUTE
    const step = (minutes: number) => {
      at += minutes * MINUTE
      return at
    }
    await seed.event(session, at, { hook_event_name: 'SessionStart', source: 'startup' })
    await seed.event(session, step(1), { hook_event_name: 'UserPromptSubmit', prompt: PROMPTS[day % PROMPTS.length] })
    await seed.call(session, step(1), { name: 'Read', input: { file_path: `${project}/src/total.ts` } })
    await seed.call(session, step(2), edit(project, 'src/total.ts'))
    await seed.call(session, step(1), bash('npm test', day % 3 !== 0, day % 3 === 0 ? '1 failed' : '12 passed'))
    for (const command of HELD.slice(0, 1 + (day % HELD.length))) {
      const answer = await seed.call(session, step(2), bash(command))
      if (!answer.includes('deny')) continue
      hold += 1
      const verb = command.includes('push') ? 'approve' : day % 4 === 0 ? 'skip' : day % 7 === 0 ? undefined : 'approve'
      if (verb) await seed.edge(step(1 + (day % 5)), verb, hold)
      if (verb === 'approve') await seed.call(session, step(1), bash(command, day % 9 !== 0))
    }
    await seed.event(session, step(1), { hook_event_name: 'SessionEnd', reason: 'exit' })
  }
  await seedNow(seed, project, nowMs)
  await seed.close()
}

const PROMPTS = ['fix rounding in totals', 'add an export of invoices', 'make the tests faster', 'upgrade the parser']
const HELD = ['git push origin main', 'sh deploy.sh production', 'rm -rf build/cache', 'npm publish']

async function seedNow(seed: Seeder, project: string, nowMs: number): Promise<void> {
  const session = '19cbfdce-42aa-4b0e-9e53-6d7dd34a7a10'
  let at = nowMs - 95 * MINUTE
  const step = (minutes: number) => {
    at += minutes * MINUTE
    return at
  }
  await seed.event(session, at, { hook_event_name: 'SessionStart', source: 'startup' })
  await seed.event(session, step(1), {
    hook_event_name: 'UserPromptSubmit',
    prompt: 'fix rounding in totals, then push',
  })
  for (const path of ['src/total.ts', 'src/invoice.ts', 'test/total.test.ts'])
    await seed.call(session, step(2), { name: 'Read', input: { file_path: `${project}/${path}` } })
  for (const path of ['src/total.ts', 'src/total.ts', 'src/invoice.ts', 'src/total.ts'])
    await seed.call(session, step(5), edit(project, path))
  for (let tries = 0; tries < 3; tries += 1)
    await seed.call(session, step(4), bash('npm test', false, 'AssertionError: 1.005 rounds to 1.00'))
  await seed.event(session, step(1), {
    hook_event_name: 'SubagentStart',
    agent_id: 'reviewer-1',
    agent_type: 'reviewer',
  })
  const agent = { id: 'reviewer-1', type: 'reviewer' }
  for (const path of ['src/total.ts', 'src/round.ts'])
    await seed.call(session, step(1), { name: 'Read', input: { file_path: `${project}/${path}` }, agent })
  for (const path of ['src/round.ts', 'src/total.ts', 'src/round.ts'])
    await seed.call(session, step(4), edit(project, path))
  for (let tries = 0; tries < 3; tries += 1) await seed.call(session, step(3), bash('npm test', true, '14 passed'))
  await seed.call(session, step(1), bash('git commit -am "fix: rounding in totals"'))
  await seed.call(session, nowMs - 12 * MINUTE, bash('rm -rf build fixtures/local'))
  await seed.call(session, nowMs - 6 * MINUTE, bash('sh deploy.sh production'))
  await seed.call(session, nowMs - 3 * MINUTE, bash('git push origin main'))
}
