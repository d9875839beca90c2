// What no single file can break: how full the folders are, how long the files, and that an exported name means one thing.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAX_FILES = 25
/** The pipeline is read in one go. */
const MAX_GATE_FILES = 10
const MAX_MEDIAN_LINES = 100
/** Same name, same role: what every runtime, store, rule pack or tool of ours calls its own. */
const PARALLEL = new Set(['capabilities', 'compilePolicy', 'NEWEST_TESTED', 'parse', 'render', 'SURFACE'])

interface Source {
  readonly path: string
  readonly text: string
}

function sources(): readonly Source[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return list
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/fixtures/'))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }]
      } catch {
        // Deleted and not yet staged.
        return []
      }
    })
}

function fullFolders(files: readonly Source[]): readonly string[] {
  const counts = Map.groupBy(files, ({ path }) => dirname(path))
  return [...counts]
    .filter(([folder, held]) => held.length > (folder === 'src/gate' ? MAX_GATE_FILES : MAX_FILES))
    .map(([folder, held]) => `${folder}: ${held.length} files`)
}

function medianLines(files: readonly Source[]): number {
  const lengths = files.map(({ text }) => text.split('\n').length - 1).toSorted((left, right) => left - right)
  return lengths[Math.floor(lengths.length / 2)] ?? 0
}

function sharedNames(files: readonly Source[]): readonly string[] {
  const homes = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(
      /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
    )) {
      homes.set(name, (homes.get(name) ?? new Set()).add(path))
    }
  }
  return [...homes]
    .filter(([name, paths]) => paths.size > 1 && !PARALLEL.has(name))
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
}

describe('the house', () => {
  it('has no folder over 25 files, and the gate in ten', () => {
    expect(fullFolders(sources())).toEqual([])
  })

  it('has a median file of at most 100 lines', () => {
    expect(medianLines(sources())).toBeLessThanOrEqual(MAX_MEDIAN_LINES)
    expect(sources().length).toBeGreaterThan(100)
  })

  it('exports no name with two meanings', () => {
    expect(sharedNames(sources())).toEqual([])
  })

  it('would show each of these faults', () => {
    const planted = Array.from({ length: 26 }, (_, index) => ({
      path: `src/gate/file-${index}.ts`,
      text: `${'//\n'.repeat(index < 10 ? 1 : 101)}export function same() {}\n`,
    }))
    expect(fullFolders(planted)).toEqual(['src/gate: 26 files'])
    expect(medianLines(planted)).toBe(102)
    expect(sharedNames(planted.slice(0, 2))).toEqual(['same: src/gate/file-0.ts, src/gate/file-1.ts'])
  })
})
