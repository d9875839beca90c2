import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Environment } from '../core/model/json.ts'

/** Every place outside a project that Fairlead reads or writes. Nothing else builds such a path. */
export interface Paths {
  readonly home: string
  /** The one folder in which everything of ours is, directly in the home: it can be covered as a whole. */
  readonly folder: string
  /** Versions of the installed bundle. */
  readonly program: string
  /** Stable command that runtimes call; the version is behind it. */
  readonly hookCommand: string
  /** The same for people. */
  readonly cliCommand: string
  /** The helper that seals commands of agents, where there is one. */
  readonly sealCommand: string
  /** Link to the folder of the installed version: bundle and Node. */
  readonly current: string
  /** The files of governed projects, a folder each, where nothing of ours lies in the work tree. */
  readonly projects: string
  /** Where agents may read and record. */
  readonly agentSocket: string
  /** What each session's status line shows. Beside the state, since a sealed command may read it but not the state. */
  readonly waiting: string
  /** Everything that changes: database, key, socket. */
  readonly state: string
  readonly database: string
  /** How far each project's audit reached, signed: a database that was cut shows. */
  readonly auditHead: string
  /** Search index and sightings of quotes, a file for each project; may be deleted at any time. */
  readonly evidence: string
  readonly key: string
  /** A key that only the person's passphrase unlocks. */
  readonly passphrase: string
  readonly socket: string
  /** The loopback port that clients' connections come to. */
  readonly doorPort: string
  /** The same for the console's page. */
  readonly consolePort: string
  /** What the console's pages ask, made from the facts; may be deleted at any time. */
  readonly views: string
  readonly daemonLog: string
  /** The daemon that lives, or lived and left no goodbye. */
  readonly daemonRun: string
  /** How far decisions were sent to a collector. */
  readonly spanCursor: string
  /** What signs webhooks. */
  readonly notifySecret: string
  /** What `init` changed and the bytes that were there before, for `uninstall`. */
  readonly backups: string
  /** Copies of people's work trees, for `fairlead backup`. */
  readonly fileBackups: string
  readonly userPolicy: string
  readonly managedPolicy: string
  /** For editors; written by `config init`. */
  readonly policySchema: string
  readonly claude: ClaudePaths
  readonly codex: CodexPaths
}

/** What Claude Code reads from the user's folder. */
interface ClaudePaths {
  readonly folder: string
  readonly settings: string
  /** The administrator's; it can switch off the hooks of everybody else. */
  readonly managedSettings: string
  readonly edgeSkill: string
  /** The user's MCP servers, among much else that is the client's own. */
  readonly servers: string
  readonly clearSkill: string
}

/** What Codex reads from the user's folder. */
interface CodexPaths {
  readonly folder: string
  readonly hooks: string
  readonly config: string
}

/** The places a warm hook needs, put together without the joining that would cost it a millisecond. */
export function doorPathsOf(env: Environment): Pick<Paths, 'socket' | 'key' | 'state' | 'agentSocket'> {
  const folder = `${env['HOME'] || os().homedir()}/.fairlead`
  const state = `${folder}/state`
  const agentSocket = `${folder}/agent/agent.sock`
  return { socket: socketPath(env, state), key: `${state}/approval.key`, state, agentSocket }
}

/** Everything of the environment that a path depends on. */
export const PATH_VARIABLES = ['HOME', 'TMPDIR', 'FAIRLEAD_DB', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME'] as const

export function pathsOf(env: Environment): Paths {
  // Each root is put in order once; what is below it is spelled out: joining costs a cold hook more than reading its payload.
  const home = resolve(env['HOME'] || os().homedir())
  const folder = `${home}/.fairlead`
  const program = `${folder}/program`
  const state = `${folder}/state`
  const policy = `${folder}/policy`
  return {
    home,
    folder,
    program,
    hookCommand: `${folder}/bin/hook`,
    cliCommand: `${folder}/bin/fairlead`,
    sealCommand: `${folder}/bin/seal`,
    current: `${program}/current`,
    projects: `${folder}/projects`,
    agentSocket: `${folder}/agent/agent.sock`,
    waiting: `${folder}/waiting`,
    state,
    database: env['FAIRLEAD_DB'] || `${state}/hooks.db`,
    auditHead: `${state}/audit-head`,
    evidence: `${state}/evidence`,
    key: `${state}/approval.key`,
    passphrase: `${state}/passphrase.json`,
    socket: socketPath(env, state),
    doorPort: `${state}/door.json`,
    consolePort: `${state}/console.json`,
    views: `${state}/views.db`,
    daemonLog: `${state}/daemon.log`,
    daemonRun: `${state}/daemon-run.json`,
    spanCursor: `${state}/span-cursor.json`,
    notifySecret: `${state}/notify-secret`,
    backups: `${state}/backups`,
    fileBackups: `${state}/file-backups`,
    userPolicy: `${policy}/policy.yaml`,
    managedPolicy: '/etc/fairlead/policy.yaml',
    policySchema: `${policy}/policy.schema.json`,
    claude: claudePaths(home, env['CLAUDE_CONFIG_DIR']),
    codex: codexPaths(env['CODEX_HOME'] ? realFolder(env['CODEX_HOME']) : `${home}/.codex`),
  }
}

/** Where the folder was moved, the file beside it moves into it. */
function claudePaths(home: string, moved: string | undefined): ClaudePaths {
  const folder = moved ? resolve(moved) : `${home}/.claude`
  return {
    folder,
    settings: `${folder}/settings.json`,
    managedSettings: '/etc/claude-code/managed-settings.json',
    edgeSkill: `${folder}/skills/edge/SKILL.md`,
    servers: join(moved || home, '.claude.json'),
    clearSkill: `${folder}/skills/clear/SKILL.md`,
  }
}

function codexPaths(folder: string): CodexPaths {
  return { folder, hooks: `${folder}/hooks.json`, config: `${folder}/config.toml` }
}

/** Codex 0.166 resolves CODEX_HOME but not `~/.codex`, and names trusted hooks by that path. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** The kernel cuts socket paths at 108 bytes (Linux) or 104 (macOS). */
const MAX_SOCKET_BYTES = 100

function socketPath(env: Environment, state: string): string {
  const beside = `${state}/daemon.sock`
  if (Buffer.byteLength(beside) <= MAX_SOCKET_BYTES) return beside
  return join(env['TMPDIR'] || '/tmp', `fairlead-${os().userInfo().uid}`, `${shortHash(beside)}.sock`)
}

/** For the rare environment without a home, or with a long one: no hook loads a module for the others. */
function os() {
  return process.getBuiltinModule('node:os')
}

function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
