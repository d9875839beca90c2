import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathsOf } from '../../../config/paths.ts'
import { TEAM_TEXTS, teamReadme } from '../../../core/words/install.ts'
import { readText } from '../../../disk/read-file.ts'
import { replaceFile } from '../../../disk/replace-file.ts'
import { claudeScriptGroups } from '../../../install/claude-hooks.ts'
import { PIN_FILE, pinText, projectModule } from '../../../install/scripts.ts'
import { VERSION } from '../../../wiring/version.ts'
import { DONE, type Exit, failed, fileTrouble, misused } from '../exit.ts'
import type { Context } from '../terminal.ts'
import { refuseAgent } from './refuse-agent.ts'

interface TeamOptions {
  readonly folder?: string | undefined
  readonly strict?: boolean
  readonly package?: string
}

const MAX_POLICY_BYTES = 1_000_000

/** Where an administrator puts the script that finds each person's own Fairlead. */
const SHARED = '/etc/fairlead'
/** As the script accepts it. */
const PACKAGE = /^(?!-)[\w@:./+-]+$/

/** Managed settings and a policy as files: everybody's client calls the gate, and nobody's own settings can switch it off. */
export async function teamExport(context: Context, options: TeamOptions): Promise<Exit> {
  const { folder = 'fairlead-team', strict = false, package: wanted = `fairlead@${VERSION}` } = options
  if (!PACKAGE.test(wanted)) return misused(TEAM_TEXTS.badPackage(wanted))
  const paths = pathsOf(context.env)
  const refused = await refuseAgent(context, paths, 'fairlead team export')
  if (refused) return refused
  const target = resolve(context.cwd, folder)
  if (existsSync(target)) return failed(TEAM_TEXTS.exists(folder))
  const files = {
    'claude-code/managed-settings.json': `${JSON.stringify({ hooks: managedHooks(strict) }, null, 2)}\n`,
    'fairlead/hook.sh': `#!/bin/sh\n${projectModule()}`,
    [`fairlead/${PIN_FILE}`]: pinText(wanted),
    'fairlead/policy.yaml': readText(paths.userPolicy, MAX_POLICY_BYTES) ?? TEAM_TEXTS.noPolicy,
    'README.md': teamReadme({ settings: paths.claude.managedSettings, shared: SHARED, wanted }),
  }
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(target, name)), { recursive: true })
      replaceFile(join(target, name), text, { mode: name.endsWith('.sh') ? 0o755 : 0o644, survives: 'kill' })
    }
  } catch (error) {
    return failed(TEAM_TEXTS.unwritable(folder, fileTrouble(error)))
  }
  context.terminal.out(TEAM_TEXTS.written(folder))
  return DONE
}

function managedHooks(strict: boolean): Readonly<Record<string, readonly object[]>> {
  const groups = Map.groupBy(
    claudeScriptGroups(() => `${SHARED}/hook.sh`, strict),
    ({ event }) => event,
  )
  return Object.fromEntries([...groups].map(([event, same]) => [event, same.map(({ group }) => group)]))
}
