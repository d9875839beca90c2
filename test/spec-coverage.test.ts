// The specification tests itself: a rule without a test, or a test of a rule that does not exist, is a failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SPECS = ['edge.md', 'anchor.md', 'plane.md', 'ledger.md'].map((name) => join(ROOT, 'docs/spec', name))
const THIS_FILE = 'test/spec-coverage.test.ts'
// The specifications this product was built from hold this many rules; losing one must not go unseen.
const MIN_RULES = 388

const RULE_ID = String.raw`(?:EDGE|ANCHOR|LEDGER)-\d+|PLANE-[A-Z]+\d+[a-z]?(?:\.\d+)?`
const RULE_LINE = /^- ((?:EDGE|ANCHOR|PLANE|LEDGER)-\S*)(.*)$/
const DEFERRED = /\(deferred:?([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$/
// Opens a title: `it('`, `it.each(…)('`, `describe('`. A skipped or planned test proves nothing and does not count.
const TITLE = /(?:\b(?:it|test|describe)((?:\.\w+)*)|\)|`)\s*\(\s*(['"`])\[([A-Z]+-[^\]]*)\]/g

const CROWD = 4
describe('the specification and the tests', () => {
  const texts = SPECS.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : ''))
  const rules = texts.flatMap(rulesOf)
  const citationsIn = (suffix: string) =>
    testFiles(suffix).flatMap((path) => citationsOf(path, readFileSync(join(ROOT, path), 'utf8')))
  const citations = citationsIn('.test.ts')

  it(`has at least ${MIN_RULES} rules`, () => {
    expect(rules.length).toBeGreaterThanOrEqual(MIN_RULES)
  })

  it('agree', () => {
    expect(findProblems(rules, citations)).toEqual([])
  })

  it('agree assertion by assertion: a title with four rules or more names each of them again where it is proven', () => {
    const crowded = ['.test.ts', '.e2e.ts']
      .flatMap(testFiles)
      .flatMap((path) => crowdedTitles(path, readFileSync(join(ROOT, path), 'utf8')))
    expect(crowded).toEqual([])
  })

  it('agree with what is tried through the real clients, which no rule depends on alone', () => {
    expect(findProblems(rules, [...citations, ...citationsIn('.e2e.ts')])).toEqual([])
  })
})

describe('rules of a specification', () => {
  it('are its list items that start with an id', () => {
    const text = [
      '# Edge',
      '- EDGE-40 An approved command passes once.',
      '- PLANE-R5a.2 No two arms within the floor',
      '  that is configured. (deferred: needs windows (of work))',
      '- PLANE-L15h Later. (deferred: )',
      '- Not a rule, though it mentions EDGE-41.',
      'EDGE-42 is prose.',
    ].join('\n')
    expect(rulesOf(text)).toEqual([
      { id: 'EDGE-40', isDeferred: false, reason: '' },
      { id: 'PLANE-R5a.2', isDeferred: true, reason: 'needs windows (of work)' },
      { id: 'PLANE-L15h', isDeferred: true, reason: '' },
    ])
  })
})

describe('citations of a test file', () => {
  it('are the ids in brackets at the start of a title', () => {
    const text = [
      "it('[EDGE-36] blocks', () => {})",
      'test("[EDGE-37, PLANE-R5a.1] two", () => {})',
      "describe('[ANCHOR-3] a group', () => {",
      '  it.each([',
      '    [1, f(2)],',
      "  ])('[LEDGER-9] %s', () => {})",
      '  it.each`a',
      "    1`('[LEDGER-10] $a', () => {})",
      '  it.concurrent(',
      '    `[LEDGER-11] on its own line`,',
    ].join('\n')
    expect(citationsOf('a.test.ts', text).map(({ id }) => id)).toEqual([
      'EDGE-36',
      'EDGE-37',
      'PLANE-R5a.1',
      'ANCHOR-3',
      'LEDGER-9',
      'LEDGER-10',
      'LEDGER-11',
    ])
  })

  it('are neither comments, nor other strings, nor tests that do not run', () => {
    const text = [
      "// it('[EDGE-1] gone', () => {})",
      " * it('[EDGE-2] gone', () => {})",
      "const text = '[EDGE-3] text'",
      "it.skip('[EDGE-4] skipped', () => {})",
      "it.todo('[EDGE-5] planned')",
      "it('see [EDGE-6]', () => {})",
      "expect('[EDGE-7] text').toBe(text)",
    ].join('\n')
    expect(citationsOf('a.test.ts', text)).toEqual([])
  })
})

describe('problems', () => {
  const rule = (id: string, reason?: string): Rule => ({ id, isDeferred: reason !== undefined, reason: reason ?? '' })
  const cited = (id: string): Citation => ({ id, path: 'a.test.ts' })

  it('are none when every built rule is cited and no deferred one is', () => {
    expect(findProblems([rule('EDGE-1'), rule('EDGE-2', 'later')], [cited('EDGE-1'), cited('EDGE-1')])).toEqual([])
  })

  it.each([
    ['an uncited rule', [rule('EDGE-1')], [], 'EDGE-1 has no test; cite it in a title or defer it with a reason'],
    ['an unknown id', [], [cited('EDGE-9')], 'EDGE-9 is cited in a.test.ts but no specification has it'],
    ['a malformed id', [], [cited('EDGE-x')], 'EDGE-x is cited in a.test.ts but no specification has it'],
    [
      'a deferred rule with a test',
      [rule('EDGE-1', 'later')],
      [cited('EDGE-1')],
      'EDGE-1 is deferred but a.test.ts tests it; drop the deferral or the citation',
    ],
    ['a deferral without a reason', [rule('EDGE-1', '')], [], 'EDGE-1 is deferred without a reason'],
    ['a rule listed twice', [rule('EDGE-1'), rule('EDGE-1')], [cited('EDGE-1')], 'EDGE-1 is listed twice'],
    ['a malformed rule', [rule('EDGE-1b')], [cited('EDGE-1b')], 'EDGE-1b is not a rule id'],
  ])('%s', (_, rules, citations, problem) => {
    expect(findProblems(rules, citations)).toEqual([problem])
  })
})

/** Titles that cite four rules or more, and say nowhere in their test which assertion proves which. */
function crowdedTitles(path: string, text: string): readonly { readonly path: string; readonly ids: string }[] {
  const titles = [...text.matchAll(TITLE)]
  return titles.flatMap((title, index) => {
    const ids = (title[3] ?? '').split(',').map((id) => id.trim())
    // Rows of `it.each` stand before the title.
    const [from, to] = [titles[index - 1]?.index ?? 0, titles[index + 1]?.index ?? text.length]
    const beside = `${text.slice(from, title.index).replace(TITLE, '')}${text.slice(title.index + title[0].length, to)}`
    const isNamed = (id: string) => new RegExp(`${id.replaceAll('.', '\\.')}\\b(?!\\.\\d)`).test(beside)
    return ids.length >= CROWD && !ids.every(isNamed) ? [{ path, ids: ids.join(', ') }] : []
  })
}

interface Rule {
  readonly id: string
  readonly isDeferred: boolean
  readonly reason: string
}

interface Citation {
  readonly id: string
  readonly path: string
}

function rulesOf(text: string): readonly Rule[] {
  // A long rule goes on in indented lines; its deferral stands at the very end.
  const joined = text.replace(/\n {2,}(?=[^\s-])/g, ' ')
  return joined.split('\n').flatMap((line) => {
    const [, id, rest = ''] = RULE_LINE.exec(line) ?? []
    if (id === undefined) return []
    const deferral = DEFERRED.exec(rest)
    return [{ id, isDeferred: deferral !== null, reason: deferral?.[1]?.trim() ?? '' }]
  })
}

function citationsOf(path: string, text: string): readonly Citation[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(TITLE)].flatMap(([, modifiers = '', , ids = '']) =>
    /\.(skip|todo)\b/.test(modifiers) ? [] : ids.split(',').map((id) => ({ id: id.trim(), path })),
  )
}

function findProblems(rules: readonly Rule[], citations: readonly Citation[]): readonly string[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]))
  const cited = new Set(citations.map(({ id }) => id))
  const wellFormed = new RegExp(`^(?:${RULE_ID})$`)
  const problems = [
    ...rules.filter(({ id }) => !wellFormed.test(id)).map(({ id }) => `${id} is not a rule id`),
    ...rules.filter((rule) => known.get(rule.id) !== rule).map(({ id }) => `${id} is listed twice`),
    ...rules
      .filter((rule) => rule.isDeferred && rule.reason === '')
      .map(({ id }) => `${id} is deferred without a reason`),
    ...[...known.values()]
      .filter((rule) => !rule.isDeferred && !cited.has(rule.id))
      .map(({ id }) => `${id} has no test; cite it in a title or defer it with a reason`),
    ...citations
      .filter(({ id }) => !known.has(id))
      .map(({ id, path }) => `${id} is cited in ${path} but no specification has it`),
    ...citations
      .filter(({ id }) => known.get(id)?.isDeferred)
      .map(({ id, path }) => `${id} is deferred but ${path} tests it; drop the deferral or the citation`),
  ]
  return [...new Set(problems)]
}

// Contract suites are plain modules that several tests run, so their titles count too.
function testFiles(suffix: string): readonly string[] {
  return ['src', 'test']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => path.endsWith(suffix) || /^test\/contracts\/.*\.ts$/.test(path))
    .filter((path) => path !== THIS_FILE)
    .sort()
}
