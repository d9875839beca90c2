import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import * as yamlDoor from '../../config/yaml-door.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import { DEMO_TEXTS } from '../../core/words/demo.ts'
import { refusalIn, samplePayload } from '../../runtimes/sample-payloads.ts'
import { wireGate } from '../../wiring/wire-gate.ts'
import type { Story } from './story.ts'
import { callHook, type DemoWorld, install, makeWorld, runCommand, startDaemon } from './world.ts'

const SESSION = 'demo-session'
const PUSH = 'git push origin main'

/** Plays a short session through the real gate. Throws when the gate does anything else than the story tells. */
export async function playDemo(story: Story): Promise<void> {
  const world = makeWorld()
  try {
    story.opening(world.folder)
    await install(world)
    const stopDaemon = await startDaemon(world)
    try {
      await session(world, story)
      if (process.stdin.isTTY && process.stdout.isTTY) await offerConsole(world)
    } finally {
      stopDaemon()
    }
  } finally {
    world.remove()
  }
}

/** What the demo left behind, in the page; a push still waits there. Only where somebody can answer. */
async function offerConsole({ env, paths, project }: DemoWorld): Promise<void> {
  if (!/^y/i.test(await answerTo(DEMO_TEXTS.offer))) return
  const desktop = Object.fromEntries(
    DESKTOP.map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value),
  )
  spawnSync(paths.cliCommand, ['console'], { cwd: project, env: { ...env, ...desktop }, stdio: 'inherit' })
  await answerTo(DEMO_TEXTS.leave)
}

async function answerTo(question: string): Promise<string> {
  const asked = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asked.question(question)
  asked.close()
  return answer
}

/** By which a browser finds the screen. */
const DESKTOP = ['DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'BROWSER', 'TERM']

async function session(world: DemoWorld, story: Story): Promise<void> {
  const agent = (command: string) => askToRun(world, command)
  callHook(world, samplePayload.sessionStart(played(world)))

  const listing = agent('cat README.md')
  expectThat(listing.reason === undefined, 'a routine command passes')
  story.agent('cat README.md')
  story.allowed(DEMO_TEXTS.ordinary, runCommand(world, 'cat README.md'))

  const first = agent(PUSH)
  expectThat(first.reason !== undefined && !isPushed(world), 'a push is held')
  story.agent(PUSH)
  story.held(first.reason ?? '')

  await approve(world)
  story.person(DEMO_TEXTS.approves)
  const second = agent(PUSH)
  expectThat(second.reason === undefined, 'the approved push passes')
  runCommand(world, `${PUSH} 2>&1`)
  observe(world, second)
  expectThat(isPushed(world), 'the push reached the remote')
  story.agent(PUSH)
  story.allowed(DEMO_TEXTS.once, DEMO_TEXTS.pushed)

  const third = agent(PUSH)
  expectThat(third.reason !== undefined, 'the second try is held again')

  const wipe = agent('rm -rf /')
  expectThat(wipe.reason !== undefined, '`rm -rf /` is refused')
  story.agent('rm -rf /')
  story.blocked(wipe.reason ?? '')

  callHook(world, samplePayload.stop(played(world)))
  story.audit(await verifiedFacts(world))
}

function played(world: DemoWorld) {
  return { session: SESSION, cwd: world.project }
}

interface Asked {
  readonly call: Parameters<typeof samplePayload.beforeTool>[0]
  /** Undefined when the gate allowed it. */
  readonly reason: string | undefined
}

function askToRun(world: DemoWorld, command: string): Asked {
  const call = { ...played(world), command, call: `toolu_${randomUUID()}` }
  return { call, reason: refusalIn(callHook(world, samplePayload.beforeTool(call))) }
}

function observe(world: DemoWorld, { call }: Asked): void {
  callHook(world, samplePayload.afterTool(call, 'ok'))
}

/**
 * Approves in place of a person. Nothing else can reach this: the gate lives in the demo's process, with the demo's
 * database and key, and an installed daemon has no such request.
 */
async function approve(world: DemoWorld): Promise<void> {
  const { gate } = wireGate({ paths: world.paths, env: world.env, loadYaml: () => yamlDoor })
  const decision = await gate.submit(
    {
      kind: 'edge',
      verb: 'approve',
      hold: 1,
      proof: { kind: 'human', door: 'demo' },
      id: eventId(randomUUID()),
      atMs: Date.now(),
      runtime: 'fairlead',
      session: sessionId('demo-person'),
      cwd: world.project,
    },
    world.project,
  )
  await gate.close()
  expectThat(decision.kind === 'allow', 'the approval is accepted')
}

function isPushed(world: DemoWorld): boolean {
  const head = (folder: string) =>
    execFileSync('git', ['rev-parse', 'main'], { cwd: folder, env: world.env, encoding: 'utf8' }).trim()
  return head(world.remote) === head(world.project)
}

async function verifiedFacts(world: DemoWorld): Promise<number> {
  const { store } = wireGate({ paths: world.paths, env: world.env, loadYaml: () => yamlDoor })
  const open = await store()
  const verified = await open.verify(world.project)
  await open.close()
  if (!verified.ok) throw new Error(`the audit does not verify: ${verified.problem}`)
  return verified.facts
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the demo expected that ${what}`)
}
