import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Paths, pathsOf } from '../../../src/config/paths.ts'
import * as yamlDoor from '../../../src/config/yaml-door.ts'
import { evolve } from '../../../src/core/index.ts'
import type { Fact, StoredFact } from '../../../src/core/model/fact.ts'
import { projectRoot } from '../../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../../src/core/model/state.ts'
import { askDaemon } from '../../../src/hosts/cli/ask-daemon.ts'
import { openStore } from '../../../src/stores/compose.ts'
import type { Store } from '../../../src/stores/store.ts'
import { daemonArgs } from '../../../src/wiring/daemon-args.ts'
import { homesHere } from '../../../src/wiring/wire-gate.ts'
import type { World } from './world.ts'

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))

export type Cli = { readonly status: number; readonly stdout: string; readonly stderr: string }

/** Fairlead as a person would have it after `fairlead init --yes` in the world's project. */
export type Installed = {
  readonly cliCommand: string
  readonly stateFolder: string
  /** A file of the project that we keep, wherever it lies. */
  readonly at: (name: string) => string
  readonly cli: (...args: readonly string[]) => Cli
  /** The installed hook with one payload on stdin, called in `folder` (the project when left out); its stdout. */
  readonly hook: (runtime: string, payload: object, folder?: string, more?: Readonly<Record<string, string>>) => string
  /** Its stdout; with `timeoutMs` it is killed after that time, as a client would. */
  readonly spawnHook: (runtime: string, payload: object, limit?: { readonly timeoutMs: number }) => Promise<string>
  readonly startDaemon: () => Promise<ChildProcess>
  readonly store: () => Promise<Store>
  /** Everything on record of the project, oldest first. */
  readonly facts: () => Promise<readonly StoredFact[]>
  readonly factsOf: <Kind extends Fact['kind']>(kind: Kind) => Promise<readonly FactOf<Kind>[]>
  readonly kinds: () => Promise<readonly Fact['kind'][]>
  readonly stopDaemon: () => void
}

type FactOf<Kind> = Extract<Fact, { readonly kind: Kind }>

export function installFairlead(world: World, ...flags: readonly string[]): Installed {
  const env = environment(world)
  const paths = pathsOf(env)
  const run = (command: string, args: readonly string[]): Cli => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: world.project, env, encoding: 'utf8' })
    return { status: status ?? -1, stdout, stderr }
  }
  const init = run(process.execPath, [join(DIST, 'cli.mjs'), 'init', '--yes', ...flags])
  if (init.status !== 0) throw new Error(`init failed: ${init.stdout}${init.stderr}`)
  const homes = homesHere(paths)
  const store = () =>
    openStore({ database: paths.database, evolve, initial: INITIAL_STATE, loadYaml: () => yamlDoor, homes })
  const facts = () => readFacts(store, world)
  return {
    cliCommand: paths.cliCommand,
    stateFolder: paths.state,
    at: (name) => join(homes(projectRoot(world.project)).own, name),
    cli: (...args) => run(paths.cliCommand, args),
    hook: (runtime, payload, folder = world.project, more = {}) =>
      execFileSync(paths.hookCommand, [runtime], {
        cwd: folder,
        env: { ...env, ...settingsEnvironment(paths), ...more, CLAUDE_PROJECT_DIR: folder },
        input: JSON.stringify(payload),
        encoding: 'utf8',
      }),
    spawnHook: (runtime, payload, { timeoutMs } = { timeoutMs: 0 }) =>
      runHook({
        timeoutMs,
        command: paths.hookCommand,
        runtime,
        payload,
        env: { ...env, ...settingsEnvironment(paths), CLAUDE_PROJECT_DIR: world.project },
        cwd: world.project,
      }),
    startDaemon: () => startDaemon(paths, env),
    store,
    facts,
    factsOf: async <Kind extends Fact['kind']>(kind: Kind) =>
      (await facts()).map((row) => row.fact).filter((fact): fact is FactOf<Kind> => fact.kind === kind),
    kinds: async () => (await facts()).map((row) => row.fact.kind),
    stopDaemon: () => void run(paths.cliCommand, ['down']),
  }
}

async function readFacts(open: Installed['store'], { project }: World): Promise<readonly StoredFact[]> {
  const store = await open()
  const facts = await store.facts(projectRoot(project), { limit: 1_000_000 })
  await store.close()
  // `init` and `doctor` try the hook with a call of their own.
  return facts.filter((row) => row.session !== 'fairlead-doctor')
}

/** The one daemon of this home, so that a case knows whom it stops. A hook may have started another a moment ago. */
async function startDaemon(paths: Paths, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  for (let tries = 0; tries < 5; tries += 1) {
    await askDaemon(paths.socket, 'stop')
    const child = spawn(join(paths.current, 'node'), daemonArgs(paths.current), { env, stdio: 'ignore' })
    for (let waited = 0; waited < 100 && child.exitCode === null; waited += 1) {
      const info = await askDaemon(paths.socket, 'info')
      if (info?.kind === 'info' && info.pid === child.pid) return child
      await pause(25)
    }
    child.kill('SIGKILL')
  }
  throw new Error('no daemon of our own within 5 tries')
}

/** Nothing of the developer's own machine takes part. */
function environment(world: World): Readonly<Record<string, string>> {
  const path = [join(world.root, 'bin'), process.env['PATH'] ?? ''].join(delimiter)
  return { PATH: path, HOME: world.home, LANG: 'C.UTF-8' }
}

/** What Claude Code hands to its hooks: the variables of the user's settings. */
function settingsEnvironment({ claude }: Paths): Readonly<Record<string, string>> {
  const settings = existsSync(claude.settings) ? JSON.parse(readFileSync(claude.settings, 'utf8')) : {}
  return settings.env ?? {}
}

type HookRun = {
  readonly timeoutMs: number
  readonly command: string
  readonly runtime: string
  readonly payload: object
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

function runHook({ command, runtime, payload, env, cwd, timeoutMs }: HookRun): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(command, [runtime], {
      ...{ cwd, env, stdio: ['pipe', 'pipe', 'ignore'] as const },
      ...(timeoutMs > 0 && { timeout: timeoutMs, killSignal: 'SIGKILL' as const }),
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.on('error', fail)
    child.on('close', () => done(Buffer.concat(chunks).toString('utf8')))
    child.stdin.end(JSON.stringify(payload))
  })
}
