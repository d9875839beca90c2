// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_INSIDE, MAX_STEPS } from './limits.ts'
import { readShell } from './read-shell.ts'
import type { ShellReading, Word } from './reading.ts'

const PLACE = { cwd: '/p', home: '/h', written: [{ path: '/p/s.sh', text: 'rm x' }] }

const PIECES =
  'rm|-rf|/|~|$HOME|$X|${X:-y}|${X[@]}|${#X}|${X//a/b}|${X%%/*}|${!X}|$(echo rm)|$(cat f)|$(curl x)|`ls`|"|\'|\\|;|&&|||&|(|)|{|}|[[|]]|((|))|$((1+2))|<|>|>>|<<|<<<|<(|>(|\n|\t|if|then|else|fi|for|in|do|done|while|case|esac|f()|X=1|X+=2|X=(a b)|X[1]=2|export|local|read|set|--|shift|eval|exec|source|.|trap|bash|-c|sh|sudo|env|-S|xargs|-I{}|{}|find|-exec|\\;|git|python3|sed|s/a/b/e|awk|ssh|docker|run|crontab|-|make|-f|tar|{a,b}|{1..9}|*|?|[ab]|$\'\\x72\'|EOF|<<EOF|printf|base64|-d|ln|-s|cp|cd|alias|unset|coproc|time|!|exit|nice|command|$@|"$@"|$1|$IFS|~user|\uFDD0|\uFDD7|é|😀|\0|#|s.sh'.split(
    '|',
  )

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(' ')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((pieces) => pieces.join('')),
)

const word = fc.constantFrom(
  'a',
  '-rf',
  '/',
  '"b c"',
  "'$X'",
  '"$X"',
  '$X',
  '$Y',
  '*.c',
  'a\\ b',
  '~',
  '{x,y}',
  '$(echo z)',
  '"$(id)"',
  '${X:-q}',
)
const simple = fc
  .tuple(fc.constantFrom('rm', 'ls', 'git', 'echo', '/bin/rm', 'tool'), fc.array(word, { maxLength: 4 }))
  .map(([name, words]) => [name, ...words].join(' '))
const script = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simple,
    fc.tuple(simple, fc.constantFrom('; ', ' && ', ' || ', ' | ', '\n'), tie('text')).map((parts) => parts.join('')),
    tie('text').map((text) => `if ${text}\nthen rm y; fi`),
    tie('text').map((text) => `for i in 1 2; do ${text}\ndone`),
    tie('text').map((text) => `X=v; ${text}`),
    tie('text').map((text) => `(cd d && ${text}\n)`),
    tie('text').map((text) => `while read l; do ${text}\ndone <<< 'm n'`),
  ),
})).text

describe('[PLANE-O3] properties of a reading', () => {
  it('any text gives a bounded reading without marks', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const reading = readShell(text, PLACE)
        expect(reading.steps.length).toBeLessThanOrEqual(MAX_STEPS + 1)
        for (const step of reading.steps)
          if (step.kind === 'unresolved') expect(step.inside.length).toBeLessThanOrEqual(MAX_INSIDE)
        expect(JSON.stringify(reading)).not.toMatch(/[\uFDD0-\uFDEF]/)
      }),
      { numRuns: 1_500 },
    )
  })

  it('a folder that many names may mean is not known', () => {
    const texts = ['cd *; ls', 'pushd a?; ls', 'git -C * status', 'make -C [ab] x', 'env -C * ls']
    for (const text of texts) expect(JSON.stringify(readShell(text, PLACE)), text).not.toMatch(/[\uFDD0-\uFDEF]/)
  })

  it('the same text gives the same reading', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readShell(text, PLACE)).toEqual(readShell(text, PLACE))
      }),
      { numRuns: 300 },
    )
  })

  it.each<[string, (text: string) => string]>([
    ['bash -c', (text) => `bash -c '${text.replaceAll("'", "'\\''")}'`],
    ['sudo sh -c', (text) => `sudo sh -c '${text.replaceAll("'", "'\\''")}'`],
    ['eval', (text) => `eval '${text.replaceAll("'", "'\\''")}'`],
    ['( )', (text) => `( ${text}\n)`],
    ['{ }', (text) => `{ ${text}\n}`],
    ['a here-document', (text) => `sh <<'END'\n${text}\nEND`],
    ['a function', (text) => `fun() { ${text}\n}; fun`],
    ['blanks', (text) => `  \n ${text}  \n`],
    ['a branch', (text) => `if true; then ${text}\nfi`],
  ])('%s around a script keeps its commands', (_title, wrap) => {
    fc.assert(
      fc.property(script, (text) => {
        expect(commands(readShell(wrap(text), PLACE))).toEqual(
          expect.arrayContaining([...commands(readShell(text, PLACE))]),
        )
      }),
      { numRuns: 150 },
    )
  })

  it.each<[string, (text: string) => string]>([
    ['command', (text) => `command ${text}`],
    ['env', (text) => `env A=1 ${text}`],
    ['a backslash', (text) => `\\${text}`],
    ['quotes', (text) => text.replace(/^\S+/, (name) => `"${name}"`)],
    ['nice', (text) => `nice -n 5 ${text}`],
    ['blanks', (text) => `\t${text.replaceAll(' -rf', '   -rf')} `],
    ['an assignment', (text) => `A=1 ${text}`],
  ])('%s before a command keeps its words', (_title, wrap) => {
    fc.assert(
      fc.property(simple, (text) => {
        expect(commands(readShell(wrap(text), PLACE))).toEqual(commands(readShell(text, PLACE)))
      }),
      { numRuns: 150 },
    )
  })
})

/** Words of every command, sorted, each once. */
function commands(reading: ShellReading): readonly string[] {
  const found = reading.steps.flatMap((step) => (step.kind === 'command' ? [step.argv.map(shown).join(' ')] : []))
  return [...new Set(found)].toSorted()
}

function shown(item: Word): string {
  return item.kind === 'known' ? `${JSON.stringify(item.text)}${item.glob ? '*' : ''}` : `${item.prefix}…${item.suffix}`
}
