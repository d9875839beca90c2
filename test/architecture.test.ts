// ARCHITECTURE.md follows five walks through the code. This holds each of them to the code as it is.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** How many files a reader may have to open. */
const WALKS = { 'A call': 15, 'An approval': 12, 'A bind': 10, 'A boundary': 8, 'A resume': 10 } as const

interface Stop {
  readonly file: string
  readonly functions: readonly string[]
}

/** Rows of a walk: | n | `file.ts` `function`, `function` | what goes in and what comes out | */
function walk(title: string, text = read('ARCHITECTURE.md')): readonly Stop[] {
  const [, section = ''] =
    new RegExp(`^### ${title}\\b[^\\n]*\\n([\\s\\S]*?)(?=^##|$(?![\\s\\S]))`, 'm').exec(text) ?? []
  return Array.from(section.matchAll(/^\| *\d+ *\| `([\w./-]+\.ts)` ([^|]*)\|/gm), ([, file = '', names = '']) => ({
    file: `src/${file}`,
    functions: Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => name),
  }))
}

/** Declared there: a name that is only imported or mentioned does not count. */
const DEFINED = (name: string) => new RegExp(`^(?:export )?(?:async )?(?:function\\*?|const|class) ${name}\\b`, 'm')

/** How far a file reaches: an interface in between names what it is given. */
const HOPS = 3

/** Everything that a file imports, directly or through others. */
function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set<string>()
  let edge: readonly string[] = [start]
  for (let hop = 0; hop < HOPS; hop += 1) {
    edge = [...new Set(edge.flatMap(importsOf))].filter((file) => !reached.has(file))
    for (const file of edge) reached.add(file)
  }
  return reached
}

function isLinked(file: string, walked: readonly string[]): boolean {
  const others = walked.filter((other) => other !== file)
  const reached = reachedFrom(file)
  return others.some((other) => reached.has(other) || reachedFrom(other).has(file))
}

/** What a file imports, statically or when it is needed. */
function importsOf(path: string): readonly string[] {
  return Array.from(read(path).matchAll(/(?:from|import\(|import)\s*['"](\.{1,2}\/[^'"]+\.ts)['"]/g), ([, to = '']) =>
    relative(ROOT, join(ROOT, dirname(path), to)),
  )
}

function faultsOf(stops: readonly Stop[], most: number): readonly string[] {
  const missing = stops.filter(({ file }) => !existsSync(join(ROOT, file)))
  if (missing.length > 0) return missing.map(({ file }) => `${file} is not there`)
  const files = [...new Set(stops.map(({ file }) => file))]
  return [
    ...(stops.length < 5 ? [`only ${stops.length} stops were found`] : []),
    ...(files.length > most ? [`${files.length} files, at most ${most}`] : []),
    ...stops.flatMap(({ file, functions }) =>
      functions.filter((name) => !DEFINED(name).test(read(file))).map((name) => `${file} defines no ${name}`),
    ),
    ...stops.filter(({ functions }) => functions.length === 0).map(({ file }) => `${file}: no function is named`),
    // Processes reach one another over sockets; every other file of the walk imports another one, or is imported by it.
    ...files
      .filter((file) => !file.startsWith('src/hosts/') && !isLinked(file, files))
      .map((file) => `nothing leads to ${file}`),
  ]
}

describe('the walks of ARCHITECTURE.md', () => {
  it.each(Object.entries(WALKS))('%s', (title, most) => {
    expect(faultsOf(walk(title), most)).toEqual([])
  })

  it('are red when a function, a file or a link between files is missing', () => {
    const row = (file: string, name: string) => `| 1 | \`${file}\` \`${name}\` | x |`
    const rows = [row('core/decide.ts', 'decide'), row('core/decide.ts', 'nowhere'), row('config/paths.ts', 'pathsOf')]
    const text = `### A call\n\n${[...rows, ...rows].join('\n')}\n`
    expect(faultsOf(walk('A call', text), 1)).toEqual([
      '2 files, at most 1',
      'src/core/decide.ts defines no nowhere',
      'src/core/decide.ts defines no nowhere',
      'nothing leads to src/core/decide.ts',
      'nothing leads to src/config/paths.ts',
    ])
    expect(faultsOf(walk('A call', `### A call\n\n${row('core/gone.ts', 'decide')}\n`), 1)).toEqual([
      'src/core/gone.ts is not there',
    ])
  })
})

describe('the invariants of ARCHITECTURE.md', () => {
  it('each name a test that is there', () => {
    const [, section = ''] = /^## Invariants[^\n]*\n([\s\S]*)/m.exec(read('ARCHITECTURE.md')) ?? []
    const rows = section.split('\n').filter((line) => line.startsWith('- '))
    const unheld = rows.filter((row) => {
      const tests = Array.from(row.matchAll(/`((?:src|test)\/[\w./-]+\.(?:test|e2e)\.ts)`/g), ([, path = '']) => path)
      return tests.length === 0 || !tests.every((path) => existsSync(join(ROOT, path)))
    })
    expect(rows.length).toBeGreaterThan(10)
    expect(unheld).toEqual([])
  })
})
