import { dirname, join } from 'node:path'
import type { Paths } from './paths.ts'
import { systemZoneOf } from './system-zone.ts'

/** Everything an agent must not touch, because it is the gate: bundle, state, settings with our hooks, skill, policy. */
export function ownPathsOf(
  paths: Paths,
  env: Readonly<Record<string, string | undefined>>,
  project: string,
): readonly string[] {
  const claude = env['CLAUDE_CONFIG_DIR'] || join(paths.home, '.claude')
  const codex = env['CODEX_HOME'] || join(paths.home, '.codex')
  return [
    paths.data,
    paths.state,
    dirname(paths.userPolicy),
    dirname(paths.managedPolicy),
    // The administrator's settings of both runtimes: they can switch off everybody's hooks.
    dirname(paths.claude.managedSettings),
    '/etc/codex',
    paths.database,
    paths.socket,
    join(claude, 'settings.json'),
    join(claude, 'settings.local.json'),
    join(claude, 'skills', 'edge'),
    join(claude, 'skills', 'clear'),
    join(claude, 'commands', 'edge.md'),
    join(codex, 'hooks.json'),
    join(codex, 'config.toml'),
    ...['settings.json', 'settings.local.json', 'skills/edge', 'commands/edge.md', 'hooks', 'state'].map((name) =>
      join(project, '.claude', name),
    ),
    join(project, '.codex', 'hooks.json'),
    join(project, '.codex', 'config.toml'),
    ...systemZoneOf(project),
    join(project, '.proof'),
    // Claims in it are an agent's to write, after the edit was worked out; the rest is not.
    join(project, 'active_context.yaml'),
    // What a permit is read from, and what roles are made of.
    join(project, '.hestai', 'sessions'),
    join(project, '.hestai-sys'),
    // A repository's policy is a person's to change: what it tightens, an agent must not take away.
    join(project, 'fairlead.yaml'),
  ]
}

/** Where subagents are defined. Whoever writes there could give a worker the name of the director. */
export function rolePathsOf(
  { claude, codex }: Paths,
  project: string,
  { director }: { readonly director: string },
): readonly string[] {
  if (director === 'none') return []
  return [claude.folder, codex.folder, join(project, '.claude'), join(project, '.codex')].map((folder) =>
    join(folder, 'agents'),
  )
}
