import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSearchedProject, type SearchedProject } from '../../../test/support/searched-project.ts'
import { sectionsOf } from '../sections/section.ts'
import { satisfies } from './ck.ts'
import { recall } from './recall.ts'
import type { Query } from './search.ts'

let project: SearchedProject
beforeEach(() => {
  project = makeSearchedProject({ git: true })
})
afterEach(() => project.remove())

const LINE = {
  path: 'src/auth/login.ts',
  span: { byte_start: 1, byte_end: 9, line_start: 4, line_end: 6 },
  language: 'typescript',
  snippet: 'export function authenticateUser',
  score: 0.7,
}
const query: Query = { text: '--help authenticate', mode: 'sem', kinds: ['code'], topk: 2, threshold: 0.4 }

/** A program that speaks as ck does, and notes how it was called. */
function installCk({
  version = 'ck 0.7.4',
  lines = [LINE] as readonly unknown[],
  code = 0,
  folder = 'bin',
} = {}): string {
  const bin = join(project.base, folder)
  mkdirSync(bin, { recursive: true })
  const output = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  writeFileSync(join(bin, 'out.txt'), output)
  const path = join(bin, 'ck')
  writeFileSync(
    path,
    `#!/bin/sh\n[ "$1" = --version ] && { echo '${version}'; exit 0; }\nprintf '%s\\n' "$@" > '${bin}/args.txt'\ncat '${bin}/out.txt'\nexit ${code}\n`,
  )
  chmodSync(path, 0o755)
  return bin
}

const ask = (bin: string) => recall({ ...project, env: { PATH: `${bin}:/usr/bin:/bin` } }, [query])

describe('ck', () => {
  it('[LEDGER-82] is called by its real options, and a query is never read as an option', async () => {
    const bin = installCk()
    expect(await ask(bin)).toEqual({
      engine: 'ck',
      degraded: null,
      complete: true,
      results: [[{ ...LINE, chunk_hash: '', engine: 'ck' }]],
    })
    expect(readFileSync(join(bin, 'args.txt'), 'utf8').trim().split('\n')).toEqual([
      '--sem',
      '--jsonl',
      '--scores',
      '--topk',
      '8',
      '--threshold',
      '0.4',
      'help authenticate',
      '.',
    ])
  })

  it('[LEDGER-82] results outside the project, of another kind, too low or malformed are left out', async () => {
    const bad = [
      { ...LINE, path: '/etc/passwd' },
      { ...LINE, path: '.' },
      { ...LINE, path: '../outside.ts' },
      { ...LINE, path: 'README.md' },
      { ...LINE, score: 0.1 },
      { ...LINE, score: 'high' },
      { ...LINE, span: null },
      'not json',
      'null',
    ]
    expect((await ask(installCk({ lines: [...bad, LINE] }))).results).toEqual([
      [{ ...LINE, chunk_hash: '', engine: 'ck' }],
    ])
  })

  it('[LEDGER-82] nothing found is an answer, a failure is not: then the embedded search answers', async () => {
    expect(await ask(installCk({ lines: [], code: 1 }))).toMatchObject({ engine: 'ck', results: [[]] })
    expect(await ask(installCk({ lines: ['oops'], code: 101 }))).toMatchObject({
      engine: 'embedded',
      degraded: 'ck failed',
    })
  })

  it.each([
    ['>=0.9.0', 'ck 0.7.4', "ck 0.7.4 doesn't satisfy `>=0.9.0` in `.loa-version.json`"],
    ['', 'ck 0.6.9', "ck 0.6.9 doesn't satisfy `>=0.7.0` in `.loa-version.json`"],
    ['>=0.1.0', 'ck 0.6.9', "ck 0.6.9 doesn't satisfy `>=0.7.0`"],
    ['', 'some other ck', "doesn't say which version of ck it is"],
  ])('[LEDGER-9] must be of the version that the project asks for: %s, %s', async (range, version, why) => {
    if (range !== '') project.put('.loa-version.json', JSON.stringify({ dependencies: { ck: { version: range } } }))
    const { engine, degraded } = await ask(installCk({ version }))
    expect([engine, degraded?.includes(why)]).toEqual(['embedded', true])
  })

  it('[LEDGER-10] must be the binary whose hash is recorded', async () => {
    const bin = installCk()
    const hash = createHash('sha256')
      .update(readFileSync(join(bin, 'ck')))
      .digest('hex')
    project.put('.loa-version.json', JSON.stringify({ binary_fingerprints: { ck: `sha256:${hash}` } }))
    expect((await ask(bin)).engine).toBe('ck')
    project.put('.loa-version.json', JSON.stringify({ binary_fingerprints: { ck: hash.replace(/^./, 'x') } }))
    expect(await ask(bin)).toMatchObject({ engine: 'embedded', degraded: expect.stringContaining("isn't the binary") })
  })

  it('[LEDGER-10] never comes from the repository itself', async () => {
    expect((await ask(installCk({ folder: 'project/node_modules/.bin' }))).degraded).toBe('ck is not installed')
  })

  it('[LEDGER-9] a damaged version file asks for the default', async () => {
    project.put('.loa-version.json', '{')
    expect((await ask(installCk())).engine).toBe('ck')
  })
})

describe('sections by ck', () => {
  const section = (bin: string, file: string, name: string) =>
    sectionsOf({ root: project.root, env: { PATH: `${bin}:/usr/bin:/bin` } }, file, { name })

  it('[LEDGER-83] are asked for where our grammars end, by the real option', async () => {
    project.put('src/main.zig', 'const std = 1;\n\nfn launch() void {\n    go();\n}\n')
    const found = {
      path: 'src/main.zig',
      span: { byte_start: 0, byte_end: 1, line_start: 3, line_end: 5 },
      language: 'zig',
    }
    const bin = installCk({ lines: [{ ...found, path: 'src/other.zig' }, found, 'oops'] })
    expect(await section(bin, 'src/main.zig', '--launch')).toMatchObject({
      ok: true,
      sections: [
        { line_start: 3, line_end: 5, engine: 'ck', complete: true, text: 'fn launch() void {\n    go();\n}' },
      ],
    })
    expect(readFileSync(join(bin, 'args.txt'), 'utf8').trim().split('\n')).toEqual([
      '--full-section',
      '--jsonl',
      'launch',
      './src/main.zig',
    ])
  })

  it('[LEDGER-87] and lines serve where it fails or a grammar of ours found nothing', async () => {
    project.put('src/main.zig', 'fn launch() void {\n    go();\n}\n')
    expect(await section(installCk({ lines: [], code: 1 }), 'src/main.zig', 'launch')).toMatchObject({
      sections: [{ engine: 'lines', complete: false }],
    })
    expect(await section(installCk(), 'src/auth/login.ts', 'accounts')).toMatchObject({
      sections: [{ engine: 'lines' }],
    })
  })
})

describe('a range of versions', () => {
  it.each([
    ['0.7.4', '>=0.7.0', true],
    ['0.6.9', '>=0.7.0', false],
    ['1.0.0', '>=0.7.0 <2.0.0', true],
    ['2.0.0', '>=0.7.0 <2.0.0', false],
    ['0.7.0', '>0.7.0', false],
    ['0.7.0', '<=0.7.0', true],
    ['0.7.4', '^0.7.1', true],
    ['0.8.0', '^0.7.1', false],
    ['1.9.0', '^1.2', true],
    ['0.7.4', '~0.7.1', true],
    ['0.7.4', '0.7', true],
    ['0.7.4', '=0.7.4', true],
    ['0.7.4', '0.7.5', false],
    ['0.7.4', 'latest', false],
  ])('[LEDGER-9] %s in %s: %s', (version, range, is) => {
    expect(satisfies(version, range)).toBe(is)
  })
})
