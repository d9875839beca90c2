import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'
import { namesInBook, programNamed } from './book/book.ts'
import { readsOnly } from './book/reads-only.ts'
import { type Grammar, type OptionPiece, optionsOf, readOptionWord } from './options/grammar.ts'

/** Settings that start our hook: what writes them is blocked. */
const HOOKS = '/home/dev/.claude/settings.json'
const AROUND_HOOKS = { ...AROUND, ownPaths: [HOOKS] }
/** A file that must not be written, and code that must not be run. */
const VALUES = [HOOKS, "'rm -rf /'"]

const PROGRAMS = namesInBook().filter((name) => {
  const program = programNamed(name)
  return program?.names[0] === name && program.text.includes('\n  options ') && program.wraps === undefined
})

function judged(command: string): string {
  const { tier, findings } = assess({ kind: 'shell', name: 'Bash', command }, AROUND_HOOKS, NO_MEMORY)
  const rules = findings.map(({ rule }) => rule).toSorted()
  const reads = readsOnly(command, { cwd: '/home/dev/project', home: '/home/dev', written: [] })
  return [tier, ...new Set(rules), reads ? 'reads' : 'acts'].join(' ')
}

type OptionSpec = NonNullable<OptionPiece['spec']>

const isLong = (name: string): boolean => name.startsWith('--')

/** Every cut of a long name that means no other option: the shortest, and all but its last letter. */
function abbreviations(grammar: Grammar, spec: OptionSpec): readonly string[] {
  return spec.names.filter(isLong).flatMap((name) => {
    const cuts = Array.from({ length: name.length - 3 }, (_, index) => name.slice(0, index + 3))
    const meant = cuts.filter((cut) => readOptionWord(cut, grammar)[0]?.spec === spec)
    return [...meant.slice(0, 1), ...meant.slice(-1)]
  })
}

/** All the ways to write one option with its value; those in one group must be judged alike. */
function spellings(grammar: Grammar, spec: OptionSpec, value: string): readonly (readonly string[])[] {
  const shorts = spec.names.filter((name) => name.length === 2)
  const longs = [...spec.names.filter(isLong), ...(grammar.abbreviates ? abbreviations(grammar, spec) : [])]
  const [letter] = [...grammar.specs.values()].flatMap(({ takes, names }) =>
    takes === 'nothing' ? names.filter((name) => name.length === 2 && !shorts.includes(name)) : [],
  )
  const bundle = (short: string, rest: string) =>
    letter === undefined ? [] : [[`${letter} ${short}${rest}`, `${letter}${short.slice(1)}${rest}`]]
  switch (spec.takes) {
    case 'nothing':
      return [[...shorts, ...longs], ...shorts.flatMap((short) => bundle(short, ''))]
    case 'next':
      return [[...shorts.map((short) => `${short} ${value}`), ...longs.map((long) => `${long} ${value}`)]]
    case 'attached':
      return [[...shorts.map((short) => short + value), ...longs.map((long) => `${long}=${value}`)]]
    default:
      return [
        [
          ...longs.flatMap((long) => [`${long}=${value}`, `${long} ${value}`]),
          ...shorts.flatMap((short) => [`${short} ${value}`, short + value]),
        ],
        ...shorts.flatMap((short) => [...bundle(short, ` ${value}`), ...bundle(short, value)]),
      ]
  }
}

describe('an option, however it is spelled', () => {
  it.each(PROGRAMS)('[EDGE-36] is judged like its full form: %s', (program) => {
    const grammar = optionsOf(program) as Grammar
    const groups = [...new Set(grammar.specs.values())].flatMap((spec) =>
      (spec.takes === 'nothing' ? [''] : VALUES).flatMap((value) => spellings(grammar, spec, value)),
    )
    const apart = groups.flatMap((group) => {
      const verdicts = new Map(group.map((option) => [option, judged(`${program} ${option} x y`)]))
      return new Set(verdicts.values()).size > 1 ? [Object.fromEntries(verdicts)] : []
    })
    expect(apart).toEqual([])
  })

  it.each([
    `sort --outp=${HOOKS} x`,
    `sort --output ${HOOKS} x`,
    `sort -uo ${HOOKS} x`,
    `sort -uo${HOOKS} x`,
    `tree -Jo ${HOOKS}`,
    `tree -oJ ${HOOKS}`,
    `fd -aX tee ${HOOKS}`,
    `fd --exec=tee . ${HOOKS}`,
    `less -No ${HOOKS} x`,
    `sed --in-pl s/a/b/ ${HOOKS}`,
    `cp --target=/home/dev/.claude settings.json`,
    `tar --extr --fil=x.tar --direc=/home/dev/.claude`,
    `wget -qO ${HOOKS} https://example.com/x`,
    `git diff --outp=${HOOKS}`,
    `docker run -itv /home/dev/.claude:/c alpine sh`,
  ])('[EDGE-36] `%s` does not pass', (command) => {
    expect(judged(command)).not.toMatch(/^routine/)
  })

  it.each([
    "sort --compress-prog='rm -rf /' x",
    "tar -cf x.tar --checkpoint=1 --checkpoint-act=exec='rm -rf /' .",
    "tar -xf x.tar --to-comm='rm -rf /'",
    "env --split='rm -rf /'",
    "env --split-str 'rm -rf /'",
    'sudo --us=root rm -rf /',
    'timeout --sig KILL 5 rm -rf /',
    "git rebase --ex='rm -rf /' main",
    "script --comm='rm -rf /' log",
    'echo / | xargs --max-ar 1 rm -rf',
    "make --ev='$(shell rm -rf /)'",
    'awk --sou=\'BEGIN { system("rm -rf /") }\'',
    "split --filt='rm -rf /' x",
    'fd -HX rm -rf /',
  ])('[EDGE-36] `%s` is blocked as what it runs', (command) => {
    expect(judged(command)).toMatch(/^catastrophic/)
  })

  it.each([
    ['git gc --prun=now', 'junction'],
    ['git gc --prune=2.weeks.ago', 'routine'],
    ['mv -t /mnt/usb .git', 'junction'],
    ['mv --target=/mnt/usb .git', 'junction'],
    ['cp -t . a b', 'routine'],
    ['kubectl delete ns shop --dry-run=server --dry-run=none', 'junction'],
    ['kubectl delete ns shop --dry-run=none --dry-run=server', 'routine'],
    ['kubectl delete ns shop --dry-run="$MODE"', 'junction'],
    ['kubectl --cluster delete get nodes', 'routine'],
    ['kubectl --cluster c delete ns shop', 'junction'],
    ['docker compose --project-directory api rm -fsv', 'junction'],
    ['docker compose -f api.yml ps', 'routine'],
    ['git tag -d --no-delete v1', 'routine'],
    ['git tag --no-del --delete v1', 'junction'],
    ['git clean -Xdf', 'junction'],
    ['git clean -fdxn', 'routine'],
    ['aws s3 rm s3://b --recursive --dryrun --no-dryrun', 'junction'],
    ['docker run --cap-add NET_ADMIN --cap-add=ALL x', 'junction'],
    ['gh api -XDELETE /repos/o/r', 'junction'],
    ['tar xzPf x.tgz -C /', 'junction'],
    ['tool --no-x --recursive=false delete', 'routine'],
  ])('[EDGE-36] the last word on an option counts, with its value and its sub-command: `%s` is %s', (command, tier) => {
    expect(judged(command).split(' ')[0]).toBe(tier)
  })
})
