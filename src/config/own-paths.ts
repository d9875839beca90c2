import { dirname, join, resolve } from 'node:path'
import type { Layout } from '../core/model/homes.ts'
import type { Policy } from '../core/model/policy.ts'
import { readText } from '../disk/read-file.ts'
import { linkFollower } from '../disk/real-path.ts'
import type { Paths } from './paths.ts'

/** Claims in the state file are an agent's to write, after the edit was worked out; the rest of it is not. */
const PUBLISHED = ['.proof', 'active_context.yaml', '.hestai/sessions'] as const

/** Everything an agent must not touch, because it is the gate: bundle, state, settings with our hooks, skill, policy. */
export function ownPathsOf(
  paths: Paths,
  env: Readonly<Record<string, string | undefined>>,
  { project, layout }: { readonly project: string; readonly layout: Layout },
): readonly string[] {
  const claude = resolve(env['CLAUDE_CONFIG_DIR'] || `${paths.home}/.claude`)
  const codex = resolve(env['CODEX_HOME'] || `${paths.home}/.codex`)
  return alsoReal([
    paths.program,
    paths.state,
    dirname(paths.hookCommand),
    dirname(paths.userPolicy),
    dirname(paths.agentSocket),
    paths.projects,
    paths.folder,
    dirname(paths.managedPolicy),
    // The administrator's settings of both runtimes: they can switch off everybody's hooks.
    dirname(paths.claude.managedSettings),
    '/etc/codex',
    paths.database,
    paths.socket,
    // Named one by one, so that a search for such a name is known for what it finds.
    paths.key,
    paths.passphrase,
    paths.auditHead,
    paths.daemonRun,
    paths.userPolicy,
    paths.hookCommand,
    `${claude}/settings.json`,
    `${claude}/settings.local.json`,
    `${claude}/skills/edge`,
    `${claude}/skills/clear`,
    `${claude}/commands/edge.md`,
    `${codex}/hooks.json`,
    `${codex}/config.toml`,
    ...['settings.json', 'settings.local.json', 'skills/edge', 'commands/edge.md', 'hooks', 'state'].map(
      (name) => `${project}/.claude/${name}`,
    ),
    `${project}/.codex/hooks.json`,
    `${project}/.codex/config.toml`,
    ...systemZoneOf(project),
    // Elsewhere these are names like any other: ours are below our own folder.
    ...(layout === 'in-repo' ? PUBLISHED.map((name) => `${project}/${name}`) : []),
    // What roles are made of, also where a repository brings them.
    `${project}/.hestai-sys`,
    // A repository's policy is a person's to change: what it tightens, an agent must not take away.
    `${project}/fairlead.yaml`,
    `${project}/.loa.config.yaml`,
    `${project}/.loa-version.json`,
  ])
}

/** Settings are often kept elsewhere, behind a link: then they are changed there. */
const alsoReal = (paths: readonly string[]): readonly string[] => [...new Set([...paths, ...paths.map(linkFollower())])]

/**
 * Where subagents are defined: whoever writes there could give a worker the name of the director, or of a type that needs
 * no anchor. Roles of the project are read there too, so where the operator says what a role may, it is not an agent's to
 * write (C45).
 */
export function rolePathsOf({ claude, codex }: Paths, project: string, { roles, anchor }: Granted): readonly string[] {
  const folders = [claude.folder, codex.folder, `${project}/.claude`, `${project}/.codex`]
  const isTrusted = roles.director !== 'none' || (anchor.required && anchor.exempt.some((type) => type !== 'main'))
  if (isTrusted) return folders.map((folder) => `${folder}/agents`)
  return [...anchor.grants, ...anchor.roles, ...anchor.opens].length > 0 ? [`${project}/.claude/agents`] : []
}

interface Granted {
  readonly roles: { readonly director: string }
  readonly anchor: Pick<Policy['anchor'], 'required' | 'exempt' | 'grants' | 'roles' | 'opens'>
}

const MAX_MANIFEST_BYTES = 100_000
const MAX_FILES = 200

/** LEDGER-4: the manifest and the files it lists below `.claude/`; nothing where the ledger is not installed. @internal */
export function systemZoneOf(project: string): readonly string[] {
  const manifest = join(project, '.claude', 'checksums.json')
  const text = textOf(manifest)
  if (text === undefined) return []
  return [manifest, ...filesIn(text).map((path) => join(project, path))]
}

function filesIn(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text)
    const files = typeof value === 'object' && value !== null && 'files' in value ? value.files : null
    if (typeof files !== 'object' || files === null) return []
    const paths = Object.keys(files).filter((path) => path.startsWith('.claude/') && !path.split('/').includes('..'))
    return paths.slice(0, MAX_FILES)
  } catch {
    return []
  }
}

/** Behind a link, too: what it lists is what the checks go by. */
function textOf(path: string): string | undefined {
  try {
    return readText(linkFollower()(path), MAX_MANIFEST_BYTES)
  } catch {
    return undefined
  }
}
