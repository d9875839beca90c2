import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { typed } from './support/fake-terminal.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENTS = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The names that a heading can be linked by, as readers of Markdown make them. */
function headingsOf(text: string): ReadonlySet<string> {
  const heads = Array.from(text.matchAll(/^#{1,6} (.+)$/gm), ([, head = '']) => head)
  return new Set(
    heads.map((head) =>
      head
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** What a document points at and is not there. */
function lostIn(file: string, text: string): readonly string[] {
  const links = Array.from(
    text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?(?: "[^"]*")?\)/g),
    ([, path = '', head]) => {
      const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path))
      if (!existsSync(join(ROOT, target))) return path
      return head !== undefined && !headingsOf(read(target)).has(head) ? `${path}#${head}` : undefined
    },
  )
  // A path with a placeholder in it names no file.
  const paths = Array.from(text.matchAll(/`((?:src|test|scripts|docs|bin)\/[\w./-]+)`/g), ([, path = '']) =>
    existsSync(join(ROOT, path)) ? undefined : path,
  )
  return [...links, ...paths].filter((one) => one !== undefined)
}

describe('documents point at what is there', () => {
  it.each(DOCUMENTS)('%s', (file) => {
    expect(lostIn(file, read(file))).toEqual([])
  })

  it('and what is not there is found', () => {
    const text = 'See [this](gone.md "as it was"), [that](docs/glossary.md#no-such-words) and `src/core/gone.ts`.'
    expect(lostIn('README.md', text)).toEqual(['gone.md', 'docs/glossary.md#no-such-words', 'src/core/gone.ts'])
  })
})

it('the guide counts the rules as the program does', async () => {
  const { out } = await typed({ env: { HOME: '/nowhere' }, cwd: ROOT, bundle: '/', node: '/' }, ['rules', 'test'])
  expect(read('docs/guides/explain-a-verdict.md')).toContain(out)
})
