import { isAbsolute, resolve } from 'node:path'
import type { ExhibitPart } from '../../core/model/exhibit.ts'
import type { Hold } from '../../core/model/state.ts'
import { redact } from '../../core/rules/text/redact.ts'
import { printPath } from '../../disk/print-path.ts'
import { exhibitNow } from '../../exhibit/exhibit-now.ts'
import { runGit, splitNul } from '../../git/run-git.ts'
import type { FileGroup, Preview, PreviewAnswer, ScriptText } from '../contract/shapes.ts'
import { commitsOf } from './commits.ts'

export interface PreviewPlace {
  /** Where the call would run. */
  readonly folder: string
  readonly root: string
  readonly home: string
}

const BUDGET = { bytes: 8 * 1_024 * 1_024, entries: 4_000 }
const LOOK_MS = 1_000
const MAX_TEXT_CHARS = 60_000
const MAX_SCRIPTS = 4
const MAX_NAMES = 12

/** What a held call would touch, as it is now, and what is not as it was when it was held. Nothing is changed or run. */
export async function previewHold(hold: Hold, place: PreviewPlace): Promise<PreviewAnswer> {
  const { changes, digest } = await exhibitNow(hold, place.home)
  const shown = changes.map(({ kind, name, how, more = [] }) => ({ kind, name, how, more: more.map(redact) }))
  const preview = await previewOf(hold, place, new Set(changes.map(({ name }) => name)))
  return { preview, changes: shown, digest }
}

async function previewOf(hold: Hold, place: PreviewPlace, changed: ReadonlySet<string>): Promise<Preview> {
  const exhibit = hold.exhibit ?? []
  // Commits are also what a deploy takes along; only a push has a remote to send them to.
  if (exhibit.some(({ kind }) => kind === 'remote')) return commitsOf(hold.command ?? '', place)
  const scripts = exhibit.filter(({ kind, path }) => kind === 'file' && path !== undefined && path !== '')
  if (scripts.length > 0)
    return { kind: 'script', files: scripts.slice(0, MAX_SCRIPTS).flatMap((part) => textOf(part, changed)) }
  const targets = (hold.targets ?? []).filter(isAbsolute)
  return targets.length === 0 ? { kind: 'none' } : filesOf(targets, place)
}

function budget() {
  return { ...BUDGET, untilMs: performance.now() + LOOK_MS }
}

function textOf({ path = '', name }: ExhibitPart, changed: ReadonlySet<string>): readonly ScriptText[] {
  const bytes = printPath(path, budget())?.bytes
  if (bytes === undefined || bytes.includes(0)) return []
  const text = redact(bytes.toString('utf8'))
  return [
    {
      name,
      text: text.slice(0, MAX_TEXT_CHARS),
      cutChars: Math.max(0, text.length - MAX_TEXT_CHARS),
      isChanged: changed.has(name),
    },
  ]
}

/** What would be lost, by what git knows of it: only what is changed, untracked or ignored is nowhere else. */
async function filesOf(targets: readonly string[], { root }: PreviewPlace): Promise<Preview> {
  const paths = targets.map((target) => resolve(target))
  const tracked = splitNul((await runGit(['ls-files', '-z', '--', ...paths], { cwd: root })).stdout)
  const status = await runGit(
    ['status', '--porcelain=v1', '-z', '--ignored=matching', '--untracked-files=all', '--', ...paths],
    { cwd: root },
  )
  const groups = new Map<FileGroup['state'], string[]>()
  const add = (state: FileGroup['state'], name: string) => groups.set(state, [...(groups.get(state) ?? []), name])
  const changed = new Set<string>()
  for (const line of splitNul(status.stdout)) {
    const [code, name] = [line.slice(0, 2), line.slice(3)]
    if (code === '??') add('untracked', name)
    else if (code === '!!') add('ignored', name)
    else {
      add('changed', name)
      changed.add(name)
    }
  }
  for (const name of tracked) if (!changed.has(name)) add('tracked', name)
  const order = ['untracked', 'changed', 'ignored', 'tracked'] as const
  const shown = order.flatMap((state): readonly FileGroup[] => {
    const names = groups.get(state) ?? []
    return names.length === 0 ? [] : [{ state, count: names.length, names: names.slice(0, MAX_NAMES) }]
  })
  const all = shown.reduce((sum, { count }) => sum + count, 0)
  const lost = shown.filter(({ state }) => state !== 'tracked').reduce((sum, { count }) => sum + count, 0)
  return all === 0 ? { kind: 'none' } : { kind: 'files', groups: shown, lost, all }
}
