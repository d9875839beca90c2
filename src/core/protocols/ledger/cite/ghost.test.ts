import { describe, expect, it } from 'vitest'
import type { GhostSearches } from './ghost.ts'
import { diversityOf, inquiryProblem, judgeGhost } from './ghost.ts'
import { contentStems, stem, wordsOf } from './words.ts'

const FEATURE = 'rate limiting'
const QUERIES = ['rate limit per client', 'throttle quota middleware']
const control = { query: 'known thing', results: 2, best: 1 }
const none = (query: string) => ({ query, results: 0, best: 0.12 })
const evidence: GhostSearches = { control, searches: [...QUERIES, FEATURE].map(none), complete: true }

describe('words', () => {
  it.each([
    ['parseHTTPResponse_v2', ['parse', 'http', 'response', 'v', '2', 'parsehttpresponsev2']],
    ['MAX_BYTES', ['max', 'bytes', 'maxbytes']],
    ['café naïve', ['café', 'naïve']],
    ['取引確認', ['取引', '引確', '確認', '取引引確確認']],
    ['+-*/', []],
    ['___ $', []],
    ['a'.repeat(100), []],
  ])('part identifiers: %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('end after twenty thousand', () => {
    expect(wordsOf('ab '.repeat(30_000))).toHaveLength(20_000)
  })

  it.each([
    [['validates', 'validating', 'validation', 'validated', 'validator'], 'valid'],
    [['policy', 'policies'], 'policy'],
    [['match', 'matches', 'matching'], 'match'],
    [['commit', 'commits', 'committing', 'committed'], 'commit'],
    [['bus', 'analysis'], null],
  ])('share a stem: %s', (words, shared) => {
    const stems = new Set(words.map(stem))
    expect([...stems]).toEqual(shared === null ? words : [shared])
  })

  it('of a question are those that carry it, each once', () => {
    expect(contentStems('How do we validate the tokens, and the token?')).toEqual(['valid', 'token'])
    expect(contentStems('SHA256 digests')).toEqual(['sha256', 'digest'])
  })
})

describe('a ghost', () => {
  it('[LEDGER-40] is verified when two diverse queries and its own name find nothing after a control that did', () => {
    expect(judgeGhost({ feature: FEATURE, queries: QUERIES }, evidence)).toEqual({
      status: 'verified',
      label: '[GHOST] rate limiting',
      diversity: 1,
    })
  })

  it.each<readonly [why: string, evidence: GhostSearches]>([
    [
      'the control query `known thing` found nothing, so finding nothing proves nothing',
      { ...evidence, control: { ...control, results: 0 } },
    ],
    ['only part of the code could be searched', { ...evidence, complete: false }],
    [
      '`throttle quota middleware` was found with a score of 0.40',
      { ...evidence, searches: [none('x'), { query: 'throttle quota middleware', results: 1, best: 0.4 }, none('y')] },
    ],
  ])('[LEDGER-40, LEDGER-41] is not verified: %s', (why, given) => {
    expect(judgeGhost({ feature: FEATURE, queries: QUERIES }, given)).toEqual({
      status: 'unverified',
      label: '[UNVERIFIED GHOST] rate limiting',
      diversity: 1,
      why,
    })
  })

  it.each([
    ['no name', 'of the', QUERIES, 'the name of the feature has no word to search for'],
    ['one query', FEATURE, ['rate limit'], 'two queries are needed'],
    ['three queries', FEATURE, [...QUERIES, 'more'], 'two queries are needed'],
    ['none', FEATURE, [], 'two queries are needed'],
    ['an empty query', FEATURE, ['rate limit', 'the'], 'a query has no word to search for'],
    ['an empty first query', FEATURE, ['?', 'rate limit'], 'a query has no word to search for'],
    ['the same in another order', FEATURE, ['limit rates', 'rate limiting'], 'the two queries are too similar'],
    ['one inside the other', FEATURE, ['rate', 'rate limit of clients'], 'the two queries are too similar'],
    ['nonsense', FEATURE, ['xyzzy plugh', 'quux frob'], 'neither query names the feature'],
  ])('[LEDGER-40] is not even asked for: %s', (_, feature, queries, why) => {
    expect(inquiryProblem({ feature, queries })).toBe(why)
    expect(judgeGhost({ feature, queries }, evidence)).toMatchObject({ status: 'unverified', why })
  })

  it.each([
    ['rate limit', 'throttle quota', 1],
    ['rate limit', 'limit clients', 0.5],
    ['rate limit', 'rate limiting', 0],
    ['rate limit', '', 0],
  ])('[LEDGER-40] the diversity of `%s` and `%s` is %d', (one, other, diversity) => {
    expect(diversityOf(one, other)).toBe(diversity)
  })
})
