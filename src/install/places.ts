import type { Paths } from '../config/paths.ts'
import type { Place } from './plan.ts'

/** Where something of ours may stand although the record of it was lost. */
export function placesOf(paths: Paths): readonly Place[] {
  return [
    { kind: 'claude-settings', path: paths.claude.settings },
    { kind: 'claude-servers', path: paths.claude.servers },
    { kind: 'skill', path: paths.claude.edgeSkill },
    { kind: 'skill', path: paths.claude.clearSkill },
    { kind: 'codex-hooks', path: paths.codex.hooks },
    { kind: 'codex-config', path: paths.codex.config },
  ]
}
