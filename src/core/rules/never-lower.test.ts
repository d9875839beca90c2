import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'
import { builtInRules } from './rule-book.ts'

const TIERS = ['routine', 'junction', 'catastrophic']
const rank = (command: string): number =>
  TIERS.indexOf(assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY).tier)

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** What may be put around a command that is one list of words, and leaves what it does as it is. */
const AROUND_WORDS: readonly ((command: string) => string)[] = [
  (command) => `sudo ${command}`,
  (command) => `env ${command}`,
  (command) => `nice -n 5 ${command}`,
  (command) => `timeout --signal=KILL 5 ${command}`,
  (command) => `command ${command}`,
  (command) => `nohup ${command}`,
  (command) => `stdbuf -oL ${command}`,
]

/** What may be put around any text. */
const AROUND_TEXT: readonly ((text: string) => string)[] = [
  (text) => `f() { ${text}; }; f`,
  (text) => `for i in 1; do ${text}; done`,
  (text) => `( ${text} )`,
  (text) => `{ ${text}; } 2>/dev/null`,
  (text) => `true && ${text}`,
  (text) => `if true; then ${text}; fi`,
  (text) => `bash -c ${quoted(text)}`,
  (text) => `eval ${quoted(text)}`,
  (text) => `echo "$( ${text} )"`,
]

/** Other ways to write the first word. */
const FIRST_WORD: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `"${word}"`,
  (word) => `\\${word}`,
  (word) => `X=${word}; $X`,
  (word) => `a=(${word}); \${a[0]}`,
]

/** One list of words each; what is shown is no more shown where its output goes elsewhere. */
const EXAMPLES = builtInRules()
  .filter(({ id }) => id !== 'secrets.show-environment')
  .flatMap(({ examples }) => examples.matches)
  .filter((command) => !/[|;&<>\n]|^\w+=|^['"]|\$\(|^(?:for|while|if) /.test(command))

it('[EDGE-36] nothing that is put around a command lowers its tier', () => {
  const shape = fc.record({
    command: fc.constantFrom(...EXAMPLES),
    first: fc.constantFrom(...FIRST_WORD),
    words: fc.array(fc.constantFrom(...AROUND_WORDS), { maxLength: 2 }),
    texts: fc.array(fc.constantFrom(...AROUND_TEXT), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(shape, ({ command, first, words, texts }) => {
      const plain =
        words.length === 0 ? command.replace(/^\S+/, first) : words.reduce((text, put) => put(text), command)
      expect(rank(texts.reduce((text, put) => put(text), plain))).toBeGreaterThanOrEqual(rank(command))
    }),
    { numRuns: 1_500 },
  )
})

it.each([
  ['alias git=echo; git push', 'junction'],
  ['alias rm=echo; rm -rf ~', 'catastrophic'],
  ['hash -p /bin/true rm; rm -rf ~', 'catastrophic'],
  ['cp /bin/true lib/git; git push', 'junction'],
  ['ln -sf /bin/true lib/rm; rm -rf ~', 'catastrophic'],
  ['cp /bin/true lib/rm; lib/rm -rf ~', 'catastrophic'],
  ['if false; then git() { :; }; fi; git push', 'junction'],
  ['false && git() { :; }; git push', 'junction'],
  ['if a; then git() { :; }; fi; if b; then c; fi; git push', 'junction'],
  ['if a; then git() { :; }; fi; git() { :; }; git push', 'routine'],
  ['git() { :; }; if a; then f() { :; }; fi; git push', 'routine'],
  ['/usr/lib/git-core/git-push origin main', 'junction'],
])('[PLANE-O3] another meaning of a name takes none away: %s', (command, tier) => {
  expect(TIERS[rank(command)]).toBe(tier)
})
