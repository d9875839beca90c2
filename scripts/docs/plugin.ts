import { readFileSync } from 'node:fs'
import { claudeScriptGroups } from '../../src/install/claude-hooks.ts'
import { projectModule } from '../../src/install/scripts.ts'

const ABOUT =
  'Checks what coding agents do before they do it: risky commands wait for your approval, destructive ones are blocked.'
const SCRIPT = `\${CLAUDE_PLUGIN_ROOT}/hooks/fairlead.sh`

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const version = () => JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

/** The plugin for Claude Code and the marketplace that offers it, by path: a way to the installed program, with no rules of its own. */
export const pluginFiles: Readonly<Record<string, () => string>> = {
  '.claude-plugin/marketplace.json': () =>
    json({
      name: 'fairlead',
      owner: { name: 'Fairlead' },
      description: ABOUT,
      plugins: [{ name: 'fairlead', source: './plugin', description: ABOUT, version: version(), license: 'MIT' }],
    }),
  'plugin/.claude-plugin/plugin.json': () =>
    json({
      name: 'fairlead',
      version: version(),
      description: ABOUT,
      author: { name: 'Fairlead' },
      license: 'MIT',
      keywords: ['guardrails', 'approvals', 'audit'],
    }),
  'plugin/hooks/hooks.json': () => json({ description: ABOUT, hooks: hooks() }),
  'plugin/hooks/fairlead.sh': script,
}

/** The doorways of a project's own hooks, all through one script. */
function hooks(): Record<string, object[]> {
  const byEvent: Record<string, object[]> = {}
  for (const { event, group } of claudeScriptGroups(() => SCRIPT, false))
    byEvent[event] = [...(byEvent[event] ?? []), group]
  return byEvent
}

const PROJECT_CALLS = `# A project that calls its own hooks.
theirs="$CLAUDE_PROJECT_DIR/.claude"
[ -e "$theirs/hooks/fairlead.sh" ] && grep -qs '"fairlead"' "$theirs/settings.json" && exit 0
`

/** What a project's own hooks run, which leaves the call to those where there are some: one gate answers, never two. */
function script(): string {
  return `#!/bin/sh\n${projectModule().replace(/^if /m, `${PROJECT_CALLS}if `)}`
}
