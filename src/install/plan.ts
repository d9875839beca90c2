import type { Paths } from '../config/paths.ts'
import { INSTALL_PROBLEMS, INSTALLED_PARTS } from '../core/words/install.ts'
import { type FileState, textHash } from './file-state.ts'
import type { InstallRecord, RecordedFile } from './record.ts'
import { removeOurs, type Target, type TargetKind } from './target.ts'

/** One file as it is and as it shall be; null is no file. */
export interface FileEdit {
  readonly kind: TargetKind
  readonly path: string
  readonly what: string
  readonly before: string | null
  readonly after: string | null
  readonly mode: number
  /** The text without us, for `uninstall`. */
  readonly baseline: string | null
}

/** What planning may look at: files as they are, and texts kept by an earlier run. */
export interface World {
  readonly hookCommand: string
  readonly record: InstallRecord
  read(path: string): FileState
  kept(name: string): string | null
}

export type Planned =
  | { readonly kind: 'edit'; readonly edit: FileEdit }
  /** `text` is what already stands there. */
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: string }

/** How one file has to change to carry what we want, and nothing else of ours. */
export function planTarget(world: World, target: Target): Planned {
  const state = world.read(target.path)
  if (state.kind === 'unusable') return { kind: 'problem', problem: state.problem }
  const before = state.kind === 'file' ? state.text : null
  if (before !== null && target.has(before)) return { kind: 'done', text: before }
  const clean = withoutUs(world, target, before)
  if (!clean.ok) return { kind: 'problem', problem: clean.problem }
  const added = target.add(clean.text ?? '')
  if (!added.ok) return { kind: 'problem', problem: added.problem }
  if (!target.has(added.text)) return { kind: 'problem', problem: INSTALL_PROBLEMS.didNotTake }
  const mode = state.kind === 'file' ? state.mode : target.mode
  const { kind, path, what } = target
  return { kind: 'edit', edit: { kind, path, what, before, after: added.text, mode, baseline: clean.text } }
}

/** The files that carry something of ours, each restored or, if it changed since, freed of what is ours. */
export function planRemoval(world: World, places: readonly Place[]): Removal {
  const edits: FileEdit[] = []
  const left: RecordedFile[] = []
  const problems: { path: string; problem: string }[] = []
  const recorded = world.record.files
  const others = places.filter(({ path }) => !recorded.some((file) => file.path === path))
  for (const place of [...recorded, ...others]) {
    const state = world.read(place.path)
    if (state.kind === 'missing') continue
    const clean =
      state.kind === 'unusable' ? { ok: false as const, problem: state.problem } : withoutUs(world, place, state.text)
    if (!clean.ok) {
      problems.push({ path: place.path, problem: clean.problem })
      left.push(...recorded.filter((file) => file.path === place.path))
    } else if (state.kind === 'file' && clean.text !== state.text) {
      const { kind, path } = place
      const { text: before, mode } = state
      edits.push({
        kind,
        path,
        what: clean.text === null ? INSTALLED_PARTS.wasNotThere : INSTALLED_PARTS.asItWas,
        before,
        after: clean.text,
        mode,
        baseline: clean.text,
      })
    }
  }
  return { edits, left, problems, leftFolders: [] }
}

/** The same for what stands in one project. Of its own: not what another one inside it has, nor a list that they share. */
export function planProjectRemoval(world: World, project: string, others: readonly string[]): Removal {
  const within = others.filter((other) => isBelow(other, project))
  const isOwn = (path: string) => isBelow(path, project) && !within.some((other) => isBelow(path, other))
  const isLeaving = ({ kind, path }: RecordedFile) => isOwn(path) && !(kind === 'exclude' && within.length > 0)
  const { files, folders } = world.record
  const record = { ...world.record, files: files.filter(isLeaving) }
  const { left, ...removal } = planRemoval({ ...world, record }, [])
  return {
    ...removal,
    left: [...files.filter((file) => !isLeaving(file)), ...left],
    leftFolders: folders.filter((folder) => !isOwn(folder)),
  }
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** A file that may carry something of ours although no record says so. */
export interface Place {
  readonly kind: TargetKind
  readonly path: string
}

export interface Removal {
  readonly edits: readonly FileEdit[]
  /** Files that could not be freed or were not asked for; they stay in the record. */
  readonly left: readonly RecordedFile[]
  /** The same of folders that we made. */
  readonly leftFolders: readonly string[]
  readonly problems: readonly { readonly path: string; readonly problem: string }[]
}

type Clean = { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly problem: string }

function withoutUs(world: World, place: Place, text: string | null): Clean {
  if (text === null) return { ok: true, text: null }
  const recorded = world.record.files.find((file) => file.path === place.path)
  const baseline = recorded === undefined || recorded.baseline === null ? null : world.kept(recorded.baseline)
  const intact = recorded !== undefined && (recorded.baseline === null || baseline !== null)
  if (intact && recorded.after === textHash(text)) return { ok: true, text: baseline }
  // Without a record an empty file that is left over was most likely the user's: it stays.
  const before = recorded === undefined ? '' : baseline
  return removeOurs(place.kind, text, { before, hookCommand: world.hookCommand })
}

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
