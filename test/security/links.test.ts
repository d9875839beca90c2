import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LINK = /\[([^\]]+)\]\(([^)\s]+)(?: "([^"]+)")?\)/g

interface Link {
  readonly words: string
  readonly path: string
  readonly title: string | undefined
}

const linksIn = (text: string): readonly Link[] =>
  Array.from(text.matchAll(LINK), ([, words = '', path = '', title]) => ({ words, path, title }))

/** What is wrong with the links of a document to tests: each names a test that the file has. */
function faultsOf(file: string, text: string): readonly string[] {
  return linksIn(text)
    .filter(({ path }) => /\.(?:test|e2e)\.ts$|test\/.*\.ts$|contracts\/.*\.ts$/.test(path))
    .flatMap(({ path, title }) => {
      const place = join(ROOT, dirname(file), path)
      if (!existsSync(place)) return [`${file}: there is no ${path}`]
      if (title === undefined) return [`${file}: which test of ${path}?`]
      return readFileSync(place, 'utf8').includes(title) ? [] : [`${file}: ${path} has no test "${title}"`]
    })
}

describe('promises and their tests', () => {
  it.each(['SECURITY.md', 'test/security/README.md'])('%s leads to tests that are there', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    expect(linksIn(text).length).toBeGreaterThan(20)
    expect(faultsOf(file, text)).toEqual([])
  })

  it('every promise of SECURITY.md leads to one', () => {
    const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
    const promises = (text.split('## What we claim')[1] ?? '')
      .split('\n## ')[0]
      ?.match(/^\d+\. [\s\S]*?(?=^\d+\. |$(?![\s\S]))/gm)
    expect(promises?.length).toBeGreaterThanOrEqual(10)
    expect(promises?.filter((promise) => !/\.(?:test|e2e)\.ts "/.test(promise))).toEqual([])
  })

  it('a link to nothing is found out', () => {
    const text = '[a](src/none.test.ts "x") [b](links.test.ts) [c](links.test.ts "no such title, I am sure".)'
    expect(faultsOf('test/security/x.md', text.replace(' I am sure".', '".'))).toHaveLength(2)
    expect(faultsOf('test/security/x.md', `[c](links.test.ts "none ${'at all'}")`)).toHaveLength(1)
  })
})
