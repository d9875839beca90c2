import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Paths, pathsOf } from '../../config/paths.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import { eventId, type ProjectRoot, projectRoot, sessionId } from '../../core/model/ids.ts'
import { ensureApprovalKey } from '../../install/approval-key.ts'
import { installBundle } from '../../install/bundle.ts'
import { applyInstall, openWorld } from '../../install/commit.ts'
import { planInstall, RUNTIME_NAMES } from '../../install/plan-install.ts'
import { projectVariables } from '../../runtimes/peek.ts'
import { daemonArgs } from '../../wiring/daemon-args.ts'
import { VERSION } from '../../wiring/version.ts'
import { governProject, wireGate } from '../../wiring/wire-gate.ts'

type Environment = Readonly<Record<string, string>>

/** A temporary home, repository and remote. Nothing outside the folder is read or written. */
export interface DemoWorld {
  readonly folder: string
  readonly project: ProjectRoot
  readonly remote: string
  readonly env: Environment
  readonly paths: Paths
  remove(): void
}

export function makeWorld(): DemoWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-demo-')))
  const env: Environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: join(folder, 'home'), LANG: 'C.UTF-8' }
  const project = projectRoot(join(folder, 'project'))
  const remote = join(folder, 'remote.git')
  mkdirSync(env['HOME'] ?? folder)
  makeRepository(project, remote, env)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { folder, project, remote, env, paths: pathsOf(env), remove }
}

function makeRepository(project: ProjectRoot, remote: string, env: Environment): void {
  const git = (cwd: string, ...args: readonly string[]) => {
    const who = ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost', '-c', 'init.defaultBranch=main']
    execFileSync('git', [...who, ...args], { cwd, env, stdio: 'ignore' })
  }
  mkdirSync(project)
  mkdirSync(remote)
  git(remote, 'init', '-q', '--bare')
  git(project, 'init', '-q')
  writeFileSync(join(project, 'README.md'), '# a demo project\n')
  git(project, 'add', '.')
  git(project, 'commit', '-qm', 'first')
  git(project, 'remote', 'add', 'origin', remote)
  git(project, 'push', '-qu', 'origin', 'main')
  writeFileSync(join(project, 'feature.txt'), 'new work\n')
  git(project, 'add', '.')
  git(project, 'commit', '-qm', 'new work')
}

/** Whose hooks the demo installs and calls. */
const [RUNTIME] = RUNTIME_NAMES

/** No client runs here, so nothing connects. */
const UNUSED_PORT = 20_000

/** What `fairlead init` does, into the demo's own home. */
export async function install({ paths, project, env }: DemoWorld): Promise<void> {
  const bundle = installBundle(paths, { folder: dirname(fileURLToPath(import.meta.url)), node: process.execPath, env })
  if (!bundle.ok) throw new Error(bundle.problem)
  ensureApprovalKey(paths.key)
  const wish = { runtimes: [RUNTIME], scope: 'user', strict: false, trust: false, closeTty: false } as const
  const plan = planInstall(openWorld(paths), paths, {
    ...wish,
    port: UNUSED_PORT,
    project,
    exclude: null,
    version: VERSION,
  })
  applyInstall(paths, plan.edits)
  const { gate } = wireGate({ paths, env, loadYaml: () => yamlDoor })
  const stamp = { id: eventId('demo'), atMs: Date.now(), runtime: 'fairlead', session: sessionId('demo'), cwd: project }
  await governProject(gate, stamp, project)
  await gate.close()
}

const DAEMON_START_MS = 5_000

/** The installed daemon, on the demo's database. */
export async function startDaemon({ paths, env, folder }: DemoWorld): Promise<() => void> {
  const child = spawn(join(paths.current, 'node'), daemonArgs(paths.current), {
    env,
    cwd: folder,
    stdio: 'ignore',
  })
  const deadlineMs = Date.now() + DAEMON_START_MS
  while (!existsSync(paths.socket)) {
    if (Date.now() > deadlineMs) throw new Error('the daemon did not start within 5 s')
    await new Promise((done) => setTimeout(done, 25))
  }
  return () => void child.kill('SIGTERM')
}

/** Calls the installed hook as a client does. An empty answer allows the call. */
export function callHook({ paths, env, project }: DemoWorld, payload: string): string {
  const answer = spawnSync(paths.hookCommand, [RUNTIME], {
    env: { ...env, ...projectVariables(RUNTIME, project) },
    cwd: project,
    input: payload,
    encoding: 'utf8',
  })
  return answer.stdout
}

/** Runs what the gate allowed, as the agent's shell would. */
export function runCommand({ env, project }: DemoWorld, command: string): string {
  return spawnSync('sh', ['-c', command], { env, cwd: project, encoding: 'utf8' }).stdout.trim()
}
