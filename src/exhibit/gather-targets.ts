import { lstatSync, type Stats } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Exhibit, ExhibitPart } from '../core/model/exhibit.ts'
import { isInside } from '../core/model/inside.ts'
import { EXHIBIT_WORDS } from '../core/words/gate.ts'
import { printOf, printPath, type ReadBudget } from '../disk/print-path.ts'
import { gitStatus } from '../git/ask-git.ts'
import { gitTop } from '../git/push-sight.ts'
import { splitNul } from '../git/run-git.ts'

/** What git says of one path below a target. */
interface Entry {
  readonly state: 'changed' | 'untracked' | 'ignored'
  readonly path: string
}

/** EDGE-57: what a call would delete, overwrite or discard, as it is now: its kind, and what git holds of it and what not. */
export async function targetParts(
  paths: readonly string[],
  budget: ReadBudget,
  nameOf: (path: string) => string,
): Promise<Exhibit> {
  const there = paths.filter((path) => statOf(path) !== undefined)
  const byTop = Map.groupBy(there, (path) => gitTop(isFolder(path) ? path : dirname(path)))
  const parts = await Promise.all([...byTop].map(([top, inside]) => partsIn(top, inside, { budget, nameOf })))
  return parts.flat()
}

interface Looking {
  readonly budget: ReadBudget
  readonly nameOf: (path: string) => string
}

async function partsIn(top: string | undefined, paths: readonly string[], looking: Looking): Promise<Exhibit> {
  const entries = top === undefined ? undefined : await entriesIn(top, paths)
  return paths.map((path) => (entries === undefined ? outside(path, looking) : partOf(path, entries, looking)))
}

/** Where git knows nothing, what is in it counts. */
function outside(path: string, { budget, nameOf }: Looking): ExhibitPart {
  const found = printPath(path, budget)
  const about = EXHIBIT_WORDS.outside(kindOf(path))
  return { kind: 'target', name: nameOf(path), path, print: found?.print ?? '', about }
}

function partOf(path: string, entries: readonly Entry[], { nameOf }: Looking): ExhibitPart {
  const below = entries.filter((entry) => isInside(entry.path, path) || isInside(path, entry.path))
  const lines = below.map(({ state, path: at }) => `${state} ${at} ${statOf(at)?.size ?? 'gone'}`)
  const count = (state: Entry['state']) => below.filter((entry) => entry.state === state).length
  const about = EXHIBIT_WORDS.target(kindOf(path), count('changed'), count('untracked'), count('ignored'))
  return { kind: 'target', name: nameOf(path), path, print: printOf(kindOf(path), ...lines.sort()), about }
}

async function entriesIn(top: string, paths: readonly string[]): Promise<readonly Entry[] | undefined> {
  const literal = paths.map((path) => `:(literal)${relative(top, path) || '.'}`)
  const args = ['--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignored=matching', '--', ...literal]
  const { code, stdout } = await gitStatus(top, args)
  if (code !== 0) return undefined
  return splitNul(stdout).map((line) => ({ state: stateOf(line.slice(0, 2)), path: join(top, line.slice(3)) }))
}

const stateOf = (code: string): Entry['state'] => (code === '??' ? 'untracked' : code === '!!' ? 'ignored' : 'changed')

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true
const kindOf = (path: string): 'file' | 'folder' => (isFolder(path) ? 'folder' : 'file')
