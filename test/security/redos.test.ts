import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPolicyFile } from '../../src/config/check-policy.ts'
import { locateYaml } from '../../src/config/yaml-door.ts'
import { HOME } from '../../src/core/rules/flow/code-value.ts'
import { HOME_PATTERNS } from '../../src/core/rules/targets/own-code.ts'
import { wildcard } from '../../src/core/rules/text/wildcard.ts'
import { regexLiterals } from '../support/regex-literals.ts'
import { attacksOn, stepsOf } from '../support/regex-steps.ts'

// Steps are counted by an engine of our own (test/support/regex-steps.ts): a text twice as long may cost about twice as
// much. Nothing here looks at a clock.

const [SHORT, LONG] = [256, 512]
/** Twice the text, four times the steps: that is a square. Noise of short texts lies well below. */
const MAX_GROWTH = 2.8
/** Fewer steps than this are no growth to speak of. */
const FEW_STEPS = 3_000

/** Patterns that grow with the square of their text and are never handed much of it. */
const SHORT_TEXTS: readonly (readonly [file: string, pattern: RegExp, why: string])[] = [
  ['src/core/rules/flow/code-value.ts', /\{(?:(\w+)|[^}]*)\}/g, 'ends at the last bracket that closes'],
  [
    'src/core/rules/flow/code-value.ts',
    /\$ENV\{[^}]*\}|[$#]\{(?:(\w+)|[^}]*)\}/g,
    'ends at the last bracket that closes',
  ],
  ['src/core/rules/targets/own-code.ts', /^%s|[$#]\{[^}]*\}|\$?ENV\{[^}]*\}|\{[^}]*\}/g, 'strings of 512 characters'],
  ['src/core/rules/targets/targets.ts', /\[[^\]]*\]|[*?.{},]/g, 'paths of 4,096 characters'],
  ['src/install/json-splice.ts', /\/\/[^\n]*|\/\*[\s\S]*?\*\//g, 'comments that a reader has found to be whole'],
]
/** `rowWork` hands over 64 options and three operands, cut to 100 characters each. */
const FILES_WITH_SHORT_TEXTS = ['src/core/rules/work/programs.ts']

/** Patterns that are put together: each place with one of its kind. */
const BUILT: Readonly<Record<string, readonly RegExp[]>> = {
  'src/config/set-value.ts': [
    /^(edge:\s*\{)([^{}]*)(\}\s*(?:#.*)?)$/,
    /(^|,)(\s*level:\s*)[\w-]+/,
    /^(\s+level:\s*)[\w-]+(\s*(?:#.*)?)$/,
  ],
  'src/install/codex-config.ts': [/\bhooks\s*=\s*(\w+)/],
  'src/install/claude-hooks.ts': [/^http:\/\/127\.0\.0\.1:\d+\/fairlead\/claude-code$/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it takes away
  'src/runtimes/plain-text.ts': [/(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g],
  'src/core/rules/targets/own.ts': [/\ufdd0/],
  'src/core/rules/targets/own-code.ts': HOME_PATTERNS,
  'src/core/rules/flow/code-value.ts': [
    /(?:^|[^\w.])[$@%]?name\s{0,8}=(?!=)\s{0,8}/g,
    /for\s{1,8}\(?(?:(?:const|let|var|my)\s)?\$?name\s{1,8}(?:in|of)\s[^\n]{0,80}?glob(?:Sync)?\(/g,
  ],
  'src/core/rules/flow/code-reach.ts': [new RegExp(`(?<![\\w.$])${HOME.source.slice(1)}`, 'g')],
  'src/core/rules/shell/executors/remote.ts': [/(?<![\w.~/-])\/mnt\/data(?=$|[/\s'";])/g],
  'src/core/rules/shell/executors/git.ts': [/^[ \t]*name[ \t]*=(.*)$/im],
  'src/core/rules/flow/inline-code.ts': [/\bname\s*=[^=]/],
  'src/person/tmux.ts': [/^(?:list-.*|show-.*|(?:un)?link-window|x)$/],
  'src/core/rules/judge-mcp.ts': [/^(?:plugin_(?:a|b)_)?(?:mcp[-_])?(?:a|b)(?:[-_](?:mcp|server|mcp[-_]server))?$/i],
  'src/core/rules/work/trial-file.ts': [/(?:^|[^a-z])(?:tests?|specs?|check)(?![a-z])/i],
}

const sources = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The worst growth from a text to one twice as long; 1 where it costs little anyway. */
function growthOf(pattern: RegExp): number {
  const longer = attacksOn(pattern, LONG)
  const growths = attacksOn(pattern, SHORT).map((text, index) => {
    const steps = stepsOf(pattern, longer[index] ?? '')
    return steps < FEW_STEPS ? 1 : steps / stepsOf(pattern, text)
  })
  return Math.max(1, ...growths.map((growth) => (Number.isNaN(growth) ? Infinity : growth)))
}

const isSquare = (pattern: RegExp) => growthOf(pattern) > MAX_GROWTH

describe('the count of steps', () => {
  it.each([
    ['of nested repetitions grows without end', /^(?:a+)+$/],
    ['of overlapping alternatives grows without end', /^(?:a|a)*$/],
    ['of neighbours that take the same is a square', /^\s*-?\s*x/],
    ['of a tail that is looked for everywhere is a square', /\s+$/],
    ['of a beginning without an end is a square', /<!--[^>]*-->/],
    ['of three neighbours is a cube', /^a*a*a*$/],
    ['goes on behind what a group took', /(['"])[^'"]*\1\s*-?\s*x/],
  ])('%s', (_title, pattern) => {
    expect(isSquare(pattern)).toBe(true)
  })

  it.each([
    [/^\s*x/],
    [/(?<!\s)\s+$/],
    [/\b\w+\s{0,8}=/],
    [/[a-z]{1,64}$/],
    [/(?<=token {1,4})[a-z]{12,4096}/],
    [/a|b|c/],
  ])('of %s is not', (pattern) => {
    expect(isSquare(pattern)).toBe(false)
  })

  it('finds the patterns of a source, and nothing else', () => {
    const source = [
      'const a = /x\\/[/]y/gi // not /this/',
      'const b = 1 / 2 / 3',
      "const c = 'not /this/ either' + `nor /this/ ${text.replace(/but this/g, '')} /no/`",
      '/* nor /this/ */ return /and this/u.test(d)',
    ].join('\n')
    expect(regexLiterals(source).map(({ line, pattern }) => [line, String(pattern)])).toEqual([
      [1, '/x\\/[/]y/gi'],
      [3, '/but this/g'],
      [4, '/and this/u'],
    ])
  })
})

describe('every pattern of the sources', () => {
  const literals = sources.flatMap(({ file, text }) => regexLiterals(text).map((literal) => ({ file, ...literal })))

  it('is found: a good thousand of them, and each one that is used on its own line', () => {
    expect(literals.length).toBeGreaterThan(1_000)
    const used = sources.flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (/[(=] ?\/[^*/ ].*\/[gimsuy]*[.,)]/.test(line) ? [`${file}:${index + 1}`] : [])),
    )
    const found = new Set(literals.map(({ file, line }) => `${file}:${line}`))
    expect(used.filter((place) => !found.has(place) && !isText(place))).toEqual([])
  })

  it('takes about twice as long for twice the text', () => {
    const bad = literals.filter(({ pattern }) => isSquare(pattern))
    const known = new Set(SHORT_TEXTS.map(([file, pattern]) => `${file} ${pattern}`))
    const unknown = bad.filter(
      ({ file, pattern }) => !known.has(`${file} ${pattern}`) && !FILES_WITH_SHORT_TEXTS.includes(file),
    )
    expect(unknown.map(({ file, line, pattern }) => `${file}:${line} ${pattern}`)).toEqual([])
  }, 60_000)

  it('has no exception that is not needed', () => {
    const standing = new Set(literals.map(({ file, pattern }) => `${file} ${pattern}`))
    expect(SHORT_TEXTS.filter(([file, pattern]) => !standing.has(`${file} ${pattern}`) || !isSquare(pattern))).toEqual(
      [],
    )
  })

  it('also where it is put together', () => {
    const places = sources.filter(({ text }) => text.includes('new RegExp(')).map(({ file }) => file)
    expect(places.toSorted()).toEqual(Object.keys(BUILT).toSorted())
    expect(Object.values(BUILT).flat().filter(isSquare)).toEqual([])
  })
})

/** A line of the scan above that holds a path in a text, or another language: no pattern of ours. */
function isText(place: string): boolean {
  const [file = '', line = '1'] = place.split(':')
  const lines = sources.find((source) => source.file === file)?.text.split('\n') ?? []
  const text = lines[Number(line) - 1] ?? ''
  return isOtherLanguage(lines.slice(0, Number(line))) || /['"`][^'"`]*\/[^'"`]*['"`]|^\s*(?:\/\/|\*|\/\*)/.test(text)
}

/**
 * The last line lies in a block of rows or of a script for sh and awk, whose patterns another engine runs: the nearest
 * backtick opens such a block at the end of its line. One that closes a block stands at the start.
 */
const isOtherLanguage = (lines: readonly string[]): boolean =>
  /(?:^\s+|\bshellText)`$/.test(lines.findLast((line) => line.includes('`')) ?? '')

describe('patterns that users write', () => {
  it('are no regular expressions: what would be one is plain text', () => {
    expect(['aaaa', '(a+)+$'].map(wildcard('(a+)+$'))).toEqual([false, true])
  })

  it('match as a naive reader of `*` and `?` says', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*', '?'), { maxLength: 10 }).map((parts) => parts.join(''))
    const words = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(fc.property(letters, words, (pattern, text) => wildcard(pattern)(text) === naive(pattern, text)))
  })

  it('are bounded in a policy file, so that no repository makes the gate too slow to answer', () => {
    const rule = (id: number) =>
      `  - { id: r${id}, harm: deploy, reason: x, when: [{ program: [x], words: ['${'*a?'.repeat(200)}'] }], examples: { matches: [x], not: [y] } }`
    const problems: string[] = []
    const located = locateYaml(`rules:\n${[1, 2, 3, 4].map(rule).join('\n')}\n`)
    if (!located.ok) throw new Error('the example is no YAML')
    checkPolicyFile(located.root, 'project', (_line, text) => problems.push(text))
    expect(problems.filter((line) => line.includes('more than 1000 wildcards'))).toHaveLength(2)
  })
})

/** Exponential, and obviously right. */
function naive(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  if (pattern[0] === '*') return naive(pattern.slice(1), text) || (text !== '' && naive(pattern, text.slice(1)))
  return text !== '' && (pattern[0] === '?' || pattern[0] === text[0]) && naive(pattern.slice(1), text.slice(1))
}
