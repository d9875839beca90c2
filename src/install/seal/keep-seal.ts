import { accessSync, constants, existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { readSealPlan, sealPlanFile } from '../../config/seal.ts'
import type { Environment } from '../../core/model/json.ts'
import { SEAL_TEXTS } from '../../core/words/install.ts'
import { replaceLink } from '../../disk/move.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { readFileState } from '../file-state.ts'
import type { FileEdit, World } from '../plan.ts'
import type { SealDraft } from './seal-plan.ts'
import { addShell, hasShell, removeShell, type ShellVariables } from './shell-variables.ts'
import { type Probed, probeSeal } from './try-seal.ts'

/** Before the settings that name it: what they lead to is there. */
export function writeSeal(paths: Paths, { plan, link }: SealDraft): void {
  replaceLink(link, 'seal')
  replaceFile(sealPlanFile(paths), plan, { mode: 0o644, survives: 'power-cut' })
}

/** Clients that still run go on calling it: from now on it only hands their commands through. */
export function passThrough(paths: Paths): void {
  if (!existsSync(paths.sealCommand)) return
  const { shell, chain } = readSealPlan(paths) ?? {}
  const lines = [
    ...(shell === undefined ? [] : [`shell ${shell}`]),
    ...(chain === undefined ? [] : [`chain ${chain}`]),
    'off',
  ]
  replaceFile(sealPlanFile(paths), `${lines.join('\n')}\n`, { mode: 0o644, survives: 'power-cut' })
}

export function hasPlan(paths: Paths, { plan }: SealDraft): boolean {
  try {
    return readFileSync(sealPlanFile(paths), 'utf8') === plan
  } catch {
    return false
  }
}

/** The one file that tells Claude Code of it; null where it says so already, undefined where `init` never wrote there. */
export function planShell(world: World, paths: Paths, wanted: ShellVariables): FileEdit | null | undefined {
  const path = paths.claude.settings
  const recorded = world.record.files.find((file) => file.path === path)
  const state = readFileState(path)
  if (recorded === undefined || state.kind !== 'file') return undefined
  if (hasShell(state.text, wanted, paths.hookCommand)) return null
  const baseline = recorded.baseline === null ? null : world.kept(recorded.baseline)
  const clean = removeShell(state.text, paths.hookCommand, baseline)
  const made = clean.ok ? addShell(clean.text, wanted) : clean
  if (!made.ok) return undefined
  const { text: before, mode } = state
  return { kind: 'claude-settings', path, what: '', before, after: made.text, mode, baseline }
}

export type SealStanding =
  | { readonly kind: 'none' }
  | { readonly kind: 'off' }
  | { readonly kind: 'on'; readonly probed: Probed; readonly open: readonly string[] }

export function sealStanding(paths: Paths, env: Environment): SealStanding {
  const chosen = readSealPlan(paths)
  if (chosen === undefined) return { kind: 'none' }
  if (chosen.isOff) return { kind: 'off' }
  const probed = probeSeal(paths.sealCommand)
  return { kind: 'on', probed, open: openWays(paths, env, probed) }
}

/** What a sealed command can still reach, as far as it can be seen from here. */
function openWays(paths: Paths, env: Environment, probed: Probed): readonly string[] {
  const { open } = SEAL_TEXTS
  return [
    ...(['/var/run/docker.sock', '/run/docker.sock'].some(mayWrite) ? [open.docker] : []),
    ...(env['SSH_AUTH_SOCK'] && existsSync(join(paths.home, '.ssh', 'authorized_keys')) ? [open.ssh] : []),
    ...(lstatSync(paths.codex.folder, { throwIfNoEntry: false })?.isSymbolicLink() ? [open.codexLink] : []),
    ...(probed.ok && !probed.found.includes('landlock ') ? [open.landlock] : []),
  ]
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
