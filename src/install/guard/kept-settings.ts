import { existsSync, lstatSync, rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import { isInside } from '../../core/model/inside.ts'
import { isJsonObject } from '../../core/model/json.ts'
import { linkFollower } from '../../disk/real-path.ts'
import { replaceFile } from '../../disk/replace-file.ts'
import { isClaudeUserHook } from '../claude-hooks.ts'
import { isCodexHook } from '../codex-hooks.ts'
import { backupsOf } from '../commit.ts'
import { readFileState } from '../file-state.ts'
import { addGroups, findHandlers, type HookGroup, hasGroups, type IsOurs, removeHandlers } from '../hooks-json.ts'
import { plainJson, scanJson } from '../json-scan.ts'
import { removeAt, type Spliced } from '../json-splice.ts'
import { isHooks, keptText, type RecordedFile, readRecord } from '../record.ts'
import { addShell, removeShell, shellOf } from '../seal/shell-variables.ts'
import { claudeSettingsProblems, codexHooksProblems, SWITCHES } from '../settings-health.ts'

/** A project's own settings, which say of every hook of the user whether it runs. */
const OF_PROJECT = ['.claude/settings.json', '.claude/settings.local.json'] as const

/** Looks after the settings that sessions started from now on will read. */
export interface SettingsKeeper {
  /** The settings by which such a session would run without the gate. Cheap where nothing changed since the last look. */
  readonly freed: (project: string, runtime: string) => readonly string[]
  /** Puts one of them right; false where that could not be done. */
  readonly mend: (path: string, project: string) => boolean
}

export function settingsKeeper(paths: Paths): SettingsKeeper {
  const seen = new Map<string, { readonly mark: string; readonly isFreed: boolean }>()
  const clean = new Set<string>()
  const isFreed = (path: string, look: () => boolean): boolean => {
    const mark = markOf(path)
    const known = seen.get(path)
    if (known?.mark === mark) return known.isFreed
    const found = look()
    seen.set(path, { mark, isFreed: found })
    return found
  }
  return {
    freed: (project, runtime) => {
      const recorded = readRecord(backupsOf(paths)).files
      if (!recorded.some(isHooks)) return []
      const users = recorded.filter(isHooks).filter((file) => isFreed(file.path, () => lacksOurs(paths, file)))
      const projects = OF_PROJECT.map((name) => join(project, name)).filter((path) => {
        const isOff = isFreed(path, () => switchesIn(textOf(path)).length > 0)
        if (!isOff) clean.add(path)
        // A repository that has always said so is its team's business, as long as no client of Claude Code runs here.
        return isOff && (runtime === 'claude-code' || clean.has(path))
      })
      return [...users.map(({ path }) => path), ...projects]
    },
    mend: (path, project) => {
      seen.delete(path)
      const file = readRecord(backupsOf(paths)).files.find((one) => one.path === path && isHooks(one))
      try {
        return file === undefined ? mendProjects(path, project) : mendUsers(paths, file)
      } catch {
        return false
      }
    },
  }
}

function markOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? 'none' : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`
}

function textOf(path: string): string {
  const state = readFileState(path)
  return state.kind === 'file' ? state.text : ''
}

function switchesIn(text: string): readonly string[] {
  const scanned = scanJson(text)
  const root = scanned.ok && scanned.root !== null ? plainJson(scanned.root) : {}
  return isJsonObject(root) ? SWITCHES.filter((key) => root[key] === true) : []
}

const testOf = ({ kind }: RecordedFile, { hookCommand }: Paths): IsOurs =>
  kind === 'claude-settings' ? isClaudeUserHook(hookCommand) : isCodexHook(hookCommand)

/** Our entries as `init` left them; undefined where that text is lost. */
function wanted(
  paths: Paths,
  file: RecordedFile,
): { readonly text: string; readonly groups: readonly HookGroup[] } | undefined {
  const text = keptText(backupsOf(paths), file.after)
  const found = text === null ? undefined : findHandlers(text, testOf(file, paths))
  return text !== null && found?.ok === true ? { text, groups: found.handlers } : undefined
}

function lacksOurs(paths: Paths, file: RecordedFile): boolean {
  const ours = wanted(paths, file)
  const text = textOf(file.path)
  // Where the client itself was taken away, nobody reads them.
  if (!existsSync(dirname(file.path))) return false
  return ours !== undefined && (isBroken(file, text) || !hasGroups(text, ours.groups, testOf(file, paths)))
}

const isBroken = ({ kind }: RecordedFile, text: string): boolean =>
  (kind === 'claude-settings' ? claudeSettingsProblems(text) : codexHooksProblems(text)).length > 0

/** Ours come back into what stands there now; a text that no client could read gives way to the one that `init` left. */
function mendUsers(paths: Paths, file: RecordedFile): boolean {
  const ours = wanted(paths, file)
  if (ours === undefined) return false
  const state = readFileState(file.path)
  const text = state.kind === 'file' ? state.text : ''
  const mended = withOurs(paths, file, { ...ours, now: text })
  const good = mended.ok && !isBroken(file, mended.text) ? mended.text : ours.text
  if (state.kind === 'unusable') clear(file.path)
  const place = state.kind === 'file' ? state.real : file.path
  replaceFile(place, good, { mode: state.kind === 'file' ? state.mode : 0o600, survives: 'power-cut' })
  return true
}

/** A dead link, or a folder that somebody put there; one with something in it stays. */
function clear(path: string): void {
  if (lstatSync(path).isDirectory()) rmdirSync(path)
  else unlinkSync(path)
}

function withOurs(
  paths: Paths,
  file: RecordedFile,
  { text, groups, now }: { readonly text: string; readonly groups: readonly HookGroup[]; readonly now: string },
): Spliced {
  const { hookCommand } = paths
  const off = withoutSwitches(now)
  const clean = off.ok ? removeHandlers(off.text, testOf(file, paths), null) : off
  const added = clean.ok ? addGroups(clean.text, groups) : clean
  if (!added.ok || file.kind !== 'claude-settings') return added
  const bare = removeShell(added.text, hookCommand, null)
  return bare.ok ? addShell(bare.text, shellOf(text, hookCommand)) : bare
}

function withoutSwitches(text: string): Spliced {
  let result: Spliced = { ok: true, text }
  for (const key of switchesIn(text)) if (result.ok) result = removeAt(result.text, [key])
  return result
}

/** Only the switch goes. A link that leads out of the project goes itself: nothing is written through what a repository brings. */
function mendProjects(path: string, project: string): boolean {
  const folder = dirname(path)
  const isOut = (place: string): boolean => !isInside(linkFollower()(place), linkFollower()(project))
  const out = [folder, path].find((place) => isLink(place) && isOut(place))
  if (out !== undefined) {
    rmSync(out, { force: true })
    return true
  }
  const state = readFileState(path)
  if (state.kind !== 'file') return state.kind === 'missing'
  const mended = withoutSwitches(state.text)
  if (!mended.ok) return false
  replaceFile(state.real, mended.text, { mode: state.mode, survives: 'power-cut' })
  return true
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
